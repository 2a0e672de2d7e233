"""Answers about appeals, calls for the arbiter and players' conduct; and the record of a game for an appeals panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from arbiter.journal.lines import Line
from arbiter.rules.position import fen_text
from arbiter.shapes.json_answers import Sides, sides, told
from arbiter.sides import MINUTE, Instant, Side
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import told as told_of
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Appeal, Vote
from arbiter.tournament.replay import after
from arbiter.tournament.sealed_data import covered
from arbiter.tournament.state import Tournament
from arbiter.view import View

SHORT_OF_TIME_MS = 5 * MINUTE
"""A player with fewer milliseconds than this left on the clock is short of time."""


class MemberTold(TypedDict):
    """A member or substitute of an appeal's panel: whether they decide this appeal, and whether they have voted."""

    official: str
    name: str
    sits: bool
    voted: bool


class ExcusedTold(TypedDict):
    """A panel member who may not decide this appeal, with the reason."""

    official: str
    name: str
    reason: str


class PanelTold(TypedDict):
    """The panel of an appeal. `split`: whether everybody has voted, but there is no majority for one decision."""

    members: list[MemberTold]
    substitutes: list[MemberTold]
    excused: list[ExcusedTold]
    split: bool


class VoteTold(TypedDict):
    """A panel member's vote, shown once the appeal has been decided.

    `entered_by`: the official who entered a vote given on paper, otherwise null.
    """

    name: str
    overturned: bool
    result: str | None
    reason: str
    entered_by: str | None


class AppealTold(TypedDict):
    """An appeal against a ruling: the player, the grounds, the panel, and the decision once there is one."""

    appeal: int
    at: int
    round: int
    board: int
    side: str
    player: str | None
    grounds: str
    asks: Sides[str] | None
    paper: bool
    result: str | None
    branch: str
    decided: str | None
    decided_at: int | None
    reason: str
    admitted: str
    heard_by: str
    panel: PanelTold | None
    votes: list[VoteTold]
    decided_by: list[str]


class RecordLine(TypedDict):
    """A journal line about a game, with the position and the clocks after its event."""

    seq: int
    at: int
    kind: str
    hash: str
    told: dict[str, Any]
    ply: int
    fen: str
    clocks: Sides[int]


class WaitingCall(TypedDict):
    """A call for the arbiter that is not answered yet: since when, and the officials whose sector has the board."""

    round: int
    board: int
    side: str | None
    player: str | None
    reason: str
    at: int
    waits_ms: int
    officials: list[str]


class LateTold(TypedDict):
    """A board at which a player is short of time, so that an arbiter should go to it."""

    round: int
    board: int
    side: str
    left_ms: int
    moves_to_go: int | None
    flag_at: int | None


class CallsTold(TypedDict):
    """The calls not answered yet, the oldest first, and the boards at which a player is short of time."""

    calls: list[WaitingCall]
    trouble: list[LateTold]


class ConductTold(TypedDict):
    """A note that an official has made about a player's conduct."""

    seq: int
    at: int
    round: int
    board: int
    entry: int
    player: str
    category: str
    count: int
    step: str
    reason: str
    by: str
    overruled: bool


def appeal_shape(view: View, appeal: Appeal, *, blind: bool = False) -> AppealTold:
    """Return the appeal. If *blind*, the players' names are left out, for a panel that should not know them."""
    state = view.state
    game = state.game(appeal.round, appeal.board)
    asks = appeal.asks
    return told(
        AppealTold,
        appeal,
        appeal=appeal.number,
        side=appeal.side.value,
        player=None if blind else view.name(appeal.entry),
        asks=sides(lambda side: asks[side].value) if asks else None,
        result=state.result_text(game),
        heard_by=state.regulations.appeal_to,
        panel=panel_shape(view, appeal),
        votes=[vote_shape(view, vote) for vote in appeal.votes] if appeal.decided else [],
        decided_by=[view.who(by) for by in appeal.decided_by],
    )


def panel_shape(view: View, appeal: Appeal) -> PanelTold | None:
    """Return the panel of an appeal, with who has voted but not how; None if no panel has been named."""
    panel = appeal.panel
    if panel is None:
        return None
    sitting = appeal.sitting

    def member(who: str) -> MemberTold:
        return {"official": who, "name": view.who(who), "sits": who in sitting, "voted": appeal.voted(who)}

    return {
        "members": [member(who) for who in panel.members],
        "substitutes": [member(who) for who in panel.substitutes],
        "excused": [{"official": who, "name": view.who(who), "reason": why} for who, why in panel.excused],
        "split": appeal.split,
    }


def vote_shape(view: View, vote: Vote) -> VoteTold:
    """Return a panel member's vote with its reason."""
    result = vote.written or (vote.outcome and view.state.points.pair_text(vote.outcome.map(view.state.points.of)))
    return {
        "name": view.who(vote.member),
        "overturned": vote.overturned,
        "result": result or None,
        "reason": vote.reason,
        "entered_by": view.who(vote.by) if vote.on_paper else None,
    }


def record_of(
    lines: Iterable[Line], round: int, board: int, shut: frozenset[int] = frozenset()
) -> Iterator[RecordLine]:
    """Yield the journal of one game line by line: each event, with the position and the clocks after it.

    *shut*: the numbers of the journal lines whose content is still sealed. Their content is left out.
    """
    state = Tournament()
    for line in lines:
        event = parse_event(line.kind, line.at, line.body)
        state = after(state, event)
        if len(state.rounds) < round or (round, board) not in event.about(state):
            continue
        game = state.game(round, board)
        yield {
            "seq": line.seq,
            "at": line.at,
            "kind": line.kind,
            "hash": line.hash,
            "told": {
                name: value
                for name, value in (covered(line.kind, told_of(event)) if line.seq in shut else told_of(event)).items()
                if value not in (None, "", ()) and name not in ("round", "board", "boards", "sealed")
            },
            "ply": game.ply,
            "fen": fen_text(game.position, state.variant),
            "clocks": {"white": left(game, Side.WHITE, line.at), "black": left(game, Side.BLACK, line.at)},
        }


def left(game: Game, side: Side, at: Instant) -> int:
    return max(0, game.clock.left(side, at))


def calls_shape(view: View) -> CallsTold:
    """Return the calls not answered yet, the oldest first, and the boards at which a player is short of time."""
    state, at = view.state, view.at
    calls: list[WaitingCall] = [
        {
            "round": game.round,
            "board": game.board,
            "side": call.side.value if call.side else None,
            "player": view.name(game.entries[call.side]) if call.side else None,
            "reason": call.reason,
            "at": call.at,
            "waits_ms": at - call.at,
            "officials": [o.name for o in state.officials if game.board in o.boards],
        }
        for game in state.games()
        for call in game.calling
    ]
    return {"calls": sorted(calls, key=lambda call: call["at"]), "trouble": list(_trouble(state, at))}


def _trouble(state: Tournament, at: Instant) -> Iterator[LateTold]:
    for game in state.games():
        side = game.clock.running
        if not game.running or side is None or not game.clock.control[side].periods:
            continue
        if game.clock.lasts(side, at) < SHORT_OF_TIME_MS:
            yield {
                "round": game.round,
                "board": game.board,
                "side": side.value,
                "left_ms": max(0, game.clock.left(side, at)),
                "moves_to_go": game.clock.moves_to_go(side),
                "flag_at": game.clock.flag_at,
            }


def conduct_shape(view: View) -> list[ConductTold]:
    """Return the notes about players' conduct."""
    return [
        {
            "seq": noted.line,
            "at": noted.at,
            "round": noted.round,
            "board": noted.board,
            "entry": noted.entry,
            "player": view.name(noted.entry),
            "category": noted.category,
            "count": noted.count,
            "step": noted.step,
            "reason": noted.reason,
            "by": noted.by,
            "overruled": noted.overruled,
        }
        for noted in view.state.conduct
    ]
