"""The answer about a game replayed under other regulations or with one ruling undone, for appeals committees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from arbiter.rulings.rejudging import GameParting, TwoGames
from arbiter.shapes.json_answers import told
from arbiter.tournament.events.event import Event
from arbiter.tournament.game import Game
from arbiter.view import View


class PartingTold(TypedDict):
    """The journal line from which a replayed game differs from the recorded one, in words.

    It has what was recorded, and what would have happened.
    """

    line: int
    at: int
    recorded: list[str]
    instead: list[str]
    refused: str | None
    article: str
    undone: bool


class OtherwiseTold(TypedDict):
    """Two games side by side: as recorded, and as it would have been.

    `result`: the result of the second game; null if that game would have none.
    """

    round: int
    board: int
    regulations: str
    without: int | None
    parting: PartingTold | None
    result: str | None
    because: str | None
    other_result: str | None
    other_because: str | None
    same_result: bool
    left_out: list[int]
    sentences: list[str]


def otherwise_shape(view: View, told: TwoGames, without: int | None) -> OtherwiseTold:
    """Return the recorded game and the replayed one, and the sentences that say where they differ, by which article.

    *told*: both games. *without*: the number of the journal line whose ruling was undone, otherwise None.
    """
    (result, because), (other, why) = (_result(view, game) for game in (told.game, told.other))
    parting = _parting(view, told.parting) if told.parting else None
    return {
        "round": told.game.round,
        "board": told.game.board,
        "regulations": told.regulations.key,
        "without": without,
        "parting": parting,
        "result": result,
        "because": because,
        "other_result": other,
        "other_because": why,
        "same_result": told.same_result,
        "left_out": list(told.left_out),
        "sentences": [*_parted(view, parting), *_ends(view, told, result, other)],
    }


def _result(view: View, game: Game) -> tuple[str | None, str | None]:
    return view.state.result_text(game), view.term(game.result.because) if game.result else None


def _parting(view: View, parting: GameParting) -> PartingTold:
    return told(
        PartingTold,
        parting,
        recorded=_named(view, parting.recorded),
        instead=_named(view, parting.instead),
        refused=view.refusal(parting.refused) if parting.refused else None,
    )


def _named(view: View, events: Sequence[Event]) -> list[str]:
    """Return each event in a few words, with its move, the rule that a move breaks, and the reason of a result."""
    return [
        " · ".join(filter(None, (view.term(f"event {type(event).__name__}"), *_more(view, event)))) for event in events
    ]


def _more(view: View, event: Event) -> Iterator[str]:
    yield getattr(event, "move", "")
    if sealed := getattr(event, "irregular", None):
        yield view.text("the move stays until the opponent objects: {what}", what=view.term(sealed))
    if code := getattr(event, "code", None) or getattr(event, "because", ""):
        yield view.term(code)
    if step := getattr(event, "step", ""):
        yield view.text("proposed: {step}", step=view.step(step))


def _parted(view: View, parting: PartingTold | None) -> list[str]:
    if parting is None:
        return [view.text("The games do not diverge: with this change every line would have been the same.")]
    recorded = view.text(
        "The games diverge at line {line}: {what}.", line=parting["line"], what="; ".join(parting["recorded"])
    )
    if parting["undone"]:
        return [recorded, view.text("This ruling is undone.")]
    if not parting["instead"]:
        instead = parting["refused"] or view.text("Nothing would have happened at this line.")
    else:
        instead = view.text("Instead: {what}.", what="; ".join(parting["instead"]))
    article = [view.text("By {article}.", article=parting["article"])] if parting["article"] else []
    return [recorded, instead, *article]


def _ends(view: View, told: TwoGames, result: str | None, other: str | None) -> list[str]:
    if told.parting is None:
        return []
    if other is None:
        end = view.text("The game would have gone on: no result follows from what was recorded.")
    elif told.same_result:
        end = view.text("The result would have been the same: {result}.", result=other)
    else:
        end = view.text("The result would have been {other} in place of {result}.", other=other, result=result)
    count = len(told.left_out) - told.parting.undone
    left = view.text("Lines that are not possible any more: {lines}.", lines=", ".join(map(str, told.left_out)))
    return [end, left] if count else [end]
