"""The protocol of requests, and functions that many requests use.

Ruling on a request returns events or raises `Refused`; it changes nothing by itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol

from arbiter.fields import MOST_BOARDS, Road, Sent, fitting
from arbiter.pairing.table.points import NAMED_RESULTS, Outcome, results
from arbiter.refused import Refused
from arbiter.sides import Both, Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded, ResultCorrected
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

LONGEST_TEXT = 1_000
LONGEST_ARTICLE = 200

DRAWN = Both(Outcome.DRAWN, Outcome.DRAWN)
BOTH_LOST = Both(Outcome.LOST, Outcome.LOST)
LOST_BY: Mapping[str, Both[Outcome]] = {
    "white": NAMED_RESULTS["black"],
    "black": NAMED_RESULTS["white"],
    "both": NAMED_RESULTS["neither"],
}

NO_OFFICIALS = ("tablet", "computer", "house", "service", "demonstration", "import")
"""The first words of `by` (the actor in a journal line) if no official entered the act."""

By = Annotated[str, Road("who asks: an office or a tablet, never a person")]
OfRound = Annotated[int, Road("the round", about="round")]
OfBoard = Annotated[int, Road("the board", about="board")]
OfEntry = Annotated[int, Road("the entry")]
OfAppeal = Annotated[int, Road("the appeal", about="appeal")]
OfProposal = Annotated[int, Road("the proposal", about="proposal")]
OfSide = Annotated[Side, Sent("the side that it is about")]
BySide = Annotated[Side | None, Sent("who says it; without it the side of the tablet, or the mover")]
OfResult = Annotated[
    str, Sent("the result: in points, White's first, or who has won: “white”, “draw”, “black”, “neither”", "2-0")
]
Loser = Annotated[str, Sent("who has lost, in place of a result", known=tuple(LOST_BY))]
Why = Annotated[str, Sent("why, in a sentence", "as both have agreed", longest=LONGEST_TEXT, blank=True)]
Article = Annotated[str | None, Sent("the article under which it is ruled", longest=LONGEST_ARTICLE)]
Boards = Annotated[
    tuple[int, ...] | None,
    Sent("the boards that it is about; without them all", (1, 2), least=1, most=MOST_BOARDS, about="boards"),
]


class Request(Protocol):
    """A request to the desk. Its method `rule` turns the tournament's state and the instant of receipt into events."""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        """Return the events of the request. Raise Refused if the request is not allowed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRequest:
    """The fields of every request about one round."""

    round: OfRound
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRequest(RoundRequest):
    """The fields of every request about one board."""

    board: OfBoard

    def at_board(self, at: Instant) -> dict[str, Any]:
        """Return the fields that every event of this request has: its instant, its board, and who has asked for it."""
        return {"at": at, "round": self.round, "board": self.board, "by": self.by}


def ruled(request: Request, state: Tournament, at: Instant) -> Sequence[Event]:
    """Return the events of the request. Raise Refused if the request is not allowed, or if a value exceeds a limit."""
    fitting(request)
    return request.rule(state, at)


def running_game(state: Tournament, round: int, board: int) -> Game:
    """Return the game at the board *board*. Raise Refused unless it has been started and has no result."""
    game = state.game(round, board)
    if game.result is not None:
        raise Refused(
            "game_over", round=round, board=board, result=state.result_text(game), because=game.result.because
        )
    if game.started is None:
        raise Refused("not_started", round=round, board=board)
    return game


def of_official(by: str) -> bool:
    """Return whether an official entered the act. *by*: the actor in the journal line."""
    return bool(by) and not by.startswith(NO_OFFICIALS)


def actor(game: Game, side: Side | None) -> Side:
    """Return the side that acts: *side*, or the side to move if *side* is None (a tablet between the players)."""
    return side or game.position.turn


def plain_text(text: str, field: str, *, needed: bool = True) -> str:
    """Return *text* with runs of spaces made single.

    Raise Refused if it has control characters, or if it is empty although the field is required.
    """
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c not in "\n\t\r" for c in text):
        raise Refused("text_unreadable", field=field)
    folded = " ".join(text.split())
    if needed and not folded:
        raise Refused("text_needed", field=field)
    return folded


def outcome_told(state: Tournament, result: str, loser: str = "") -> tuple[Both[Outcome], str]:
    """Return the outcome for both sides, and its text. The request gives it as *result*, or names only the *loser*.

    The text is empty unless it says more than the winner, such as 9-1 or 1+-1-.
    """
    if loser:
        return LOST_BY[loser], ""
    if result in NAMED_RESULTS:
        return NAMED_RESULTS[result], ""
    if not result:
        raise Refused("field_missing", field="result")
    text, known = result.replace(" ", "").replace(":", "-"), results(state.points)
    if text not in known:
        raise Refused("result_unreadable", text=text[:20], known=tuple(sorted(known, reverse=True)))
    scored = known[text]
    return scored.outcome, text if scored.scored is not None or scored.plus is not None else ""


def article(state: Tournament, matter: str) -> str | None:
    """Return the citation for a subject (*matter*): from the tournament's regulations, or else the rules of its game.

    None if neither has one.
    """
    return state.regulations.article(matter) or state.variant.article(matter)


def won_by(
    side: Side, game: Game, at: Instant, *, because: str, article: str | None, by: str = "service", reason: str = ""
) -> GameEnded:
    """Return the event that ends the game with *side* as its winner."""
    return ended(BOTH_LOST.put(side, Outcome.WON), game, at, because=because, article=article, by=by, reason=reason)


def drawn(
    game: Game, at: Instant, *, because: str, article: str | None, by: str = "service", reason: str = ""
) -> GameEnded:
    return ended(DRAWN, game, at, because=because, article=article, by=by, reason=reason)


def ended(
    outcome: Both[Outcome],
    game: Game,
    at: Instant,
    *,
    because: str,
    article: str | None,
    by: str = "service",
    reason: str = "",
) -> GameEnded:
    return GameEnded(
        at=at,
        round=game.round,
        board=game.board,
        white=outcome.white,
        black=outcome.black,
        because=because,
        by=by,
        article=article,
        reason=reason,
    )


def corrected(instead: GameEnded) -> ResultCorrected:
    """Return the event that corrects a game's result. *instead*: the end of the game that replaces the recorded one."""
    told = {name: getattr(instead, name) for name in ("at", "round", "board", "white", "black", "because", "by")}
    return ResultCorrected(**told, article=instead.article, reason=instead.reason)
