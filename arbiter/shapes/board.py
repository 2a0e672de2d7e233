"""A board as the API returns it: position, moves, clocks, and unanswered offers, claims and calls.

Instants are Unix milliseconds of the service's clock, lengths of time are milliseconds. Squares and moves are in the
notation of the variant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from arbiter import words
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import Move, move_text, square_text
from arbiter.rules.position import fen_text
from arbiter.rules.variants import Variant
from arbiter.rulings.time.flags import uncalled
from arbiter.shapes.game.endings import NearTold, OpeningTold, nearest_shape
from arbiter.shapes.json_answers import Sides, SideTold, sides, told
from arbiter.shapes.referee.officiating import FindingTold, OfficiatingTold, officiating_shape
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View


class PlayerTold(TypedDict):
    """A player at a board: entry number, name and club."""

    entry: int
    name: str
    club: str | None


class PlayTold(TypedDict):
    """A ply (a move of one side) as on the score sheet, with the milliseconds left after it."""

    ply: int
    side: SideTold
    move: str
    left_ms: int
    at: int


class LastTold(TypedDict):
    """The last move, which a page highlights on its board."""

    move: str
    path: list[str]


class OneClock(TypedDict):
    """One side's clock: the milliseconds left, the period of the time control, and the moves still to make in it."""

    left_ms: int
    period: int
    moves_to_go: int | None
    lasts_ms: int
    overtime_ms: int | None


class ClockTold(TypedDict):
    """Both clocks at one instant. `now_ms` and `flag_at` are Unix milliseconds of the service's clock.

    `calls_flags`: whether a flag falls only when a player claims it. Before the claim nothing shows that the time is
    over.
    """

    running: SideTold | None
    now_ms: int
    flag_at: int | None
    calls_flags: bool
    speed: float
    low_ms: int
    timed: bool
    white: OneClock
    black: OneClock


class MoveTold(TypedDict):
    """A legal move: its notation, every square visited, and the squares of the pieces captured."""

    move: str
    path: list[int | str]
    taken: list[int | str]
    promotes: bool


class LegalTold(TypedDict):
    """A legal move as texts, as a tablet shows it: its notation, every square visited, and the squares captured."""

    move: str
    path: list[str]
    taken: list[str]


class OwedTold(TypedDict):
    """The correction that is due after an irregular move: the side, the rule broken, and the moves that correct it."""

    side: SideTold
    move: str
    code: str
    article: str | None
    facts: dict[str, Any]
    sentence: str
    piece: int | str | None
    count: int
    corrections: list[MoveTold]
    pieces: list[int | str]


class OfferTold(TypedDict):
    """A draw offer that the opponent has not answered yet."""

    side: SideTold


class ConsentTold(TypedDict):
    """A ruling that needs a player's consent, because the official who signed it has an interest in the game.

    `side`: the side that may agree. `asked`: whether the ruling counts only if this player agrees, and the player may
    refuse it.
    """

    proposal: int
    side: SideTold | None
    by: str
    what: str
    asked: bool


class ClaimTold(TypedDict):
    """A draw claim on which the arbiter has not decided yet."""

    side: SideTold
    ground: str


class CallTold(TypedDict):
    """A call for the arbiter that has not been answered yet."""

    side: SideTold | None
    reason: str
    at: int


class FlagTold(TypedDict):
    """A flag that has fallen, on which an arbiter has not ruled yet."""

    side: SideTold
    at: int
    proposal: int | None
    provisional: str | None


class ReportedTold(TypedDict):
    """A reported result that does not count yet, because only one side reported it or the other side objected."""

    side: SideTold
    result: str
    objected: bool


class AdjournedTold(TypedDict):
    """The adjournment of a game: when it was adjourned and by which side, its envelope, and when play resumes."""

    at: int
    side: SideTold
    envelope: str | None
    until: str | None
    digest: str | None


class BoardTold(OfficiatingTold):
    """A board as the API returns it.

    `legal` and `counts` are present only if the reader may get help with the moves, `sealed` only if the reader is an
    arbiter.
    """

    version: int
    round: int
    board: int
    variant: str
    players: Sides[PlayerTold]
    fen: str
    ply: int
    turn: SideTold
    moves: list[str]
    plays: list[PlayTold]
    opening: OpeningTold | None
    last: LastTold | None
    clock: ClockTold
    started: int | None
    halted: str | None
    owed: OwedTold | None
    irregular: Sides[int]
    offers: list[OfferTold]
    declined: SideTold | None
    claims: list[ClaimTold]
    calls: list[CallTold]
    flag: FlagTold | None
    adjourned: AdjournedTold | None
    reported: ReportedTold | None
    postponed: str | None
    here: Sides[bool | None]
    result: str | None
    because: str | None
    because_text: str | None
    winner: SideTold | None
    counts: NotRequired[list[NearTold]]
    legal: NotRequired[list[LegalTold]]
    consent: NotRequired[ConsentTold]
    sealed: NotRequired[list[FindingTold]]


def board_shape(view: View, game: Game, *, helped: bool = False, listed: bool = False) -> BoardTold:
    """Return the board. If *helped*, it has the legal moves, so that a tablet can complete an unambiguous capture.

    *listed*: whether the board is one of many on a page, which shows the last move and no other. Its list of moves is
    empty.
    """
    state = view.state
    plays = () if listed else game.plays
    shape: BoardTold = {
        "version": state.version,
        "round": game.round,
        "board": game.board,
        "variant": state.variant.key,
        "players": sides(lambda side: player_shape(view, game.entries[side])),
        "fen": fen_text(game.position, state.variant),
        "ply": game.ply,
        "turn": game.position.turn.value,
        "moves": [play.move for play in plays],
        "plays": [PlayTold(ply=p.ply, side=p.side.value, move=p.move, left_ms=p.left, at=p.at) for p in plays],
        "opening": told(OpeningTold, game.opening) if game.opening else None,
        "last": last_shape(state, game),
        "clock": clock_shape(view, game),
        "started": game.started,
        "halted": game.halted,
        "owed": owed_shape(view, game),
        "irregular": sides(game.irregular),
        "offers": [{"side": game.offer.value}] if game.offer else [],
        "declined": game.declined.value if game.declined else None,
        "claims": [
            {"side": claim.side.value, "ground": claim.ground}
            for claim in state.waiting
            if (claim.kind, claim.round, claim.board) == ("claim", game.round, game.board)
        ],
        "calls": [
            {"side": c.side.value if c.side else None, "reason": view.reason(c.reason), "at": c.at}
            for c in game.calling
        ],
        "flag": {
            "side": game.flag.side.value,
            "at": game.flag.at,
            "proposal": game.flag.proposal,
            "provisional": game.flag.provisional or None,
        }
        if game.flag
        else None,
        "adjourned": {
            "at": game.adjourned.at,
            "side": game.adjourned.side.value,
            "envelope": game.adjourned.envelope or None,
            "until": game.adjourned.until or None,
            "digest": game.adjourned.digest or None,
        }
        if game.adjourned
        else None,
        "reported": {
            "side": game.reported.side.value,
            "result": game.reported.written or state.points.pair_text(game.reported.outcome.map(state.points.of)),
            "objected": game.reported.objected,
        }
        if game.reported
        else None,
        "postponed": words.reason(game.postponed, view.language) if game.postponed else None,
        "here": sides(lambda side: game.here[side]),
        "result": state.result_text(game),
        "because": game.result.because if game.result else None,
        "because_text": words.term(game.result.because, view.language) if game.result else None,
        "winner": winner(game),
        **officiating_shape(view, game),  # type: ignore[typeddict-item]  # no key of it may be missing
    }
    if helped and game.running and state.regulations.counts_shown == "players":
        shape["counts"] = nearest_shape(view, game)
    if helped and (asked := consent_shape(view, game)) is not None:
        shape["consent"] = asked
    if helped and game.running:
        legal = moves_in_play(game.position, state.variant) if completing(state, game) else ()
        names = state.variant.names(state.variant.board)
        shape["legal"] = [
            {
                "move": move_text(move, legal, state.variant),
                "path": [names[square] for square in move.path],
                "taken": [names[square] for square in move.taken],
            }
            for move in legal
        ]
    return shape


def consent_shape(view: View, game: Game) -> ConsentTold | None:
    """Return the ruling to which a player at this board may still agree, or None if there is none.

    Such a ruling was signed by an official with an interest in the game (case L14 in `docs/officiating.md`).
    """
    state = view.state
    for proposal in state.waiting:
        here = (proposal.round, proposal.board) == (game.round, game.board) and proposal.kind != "witnessed"
        if here and proposal.signed_by is not None:
            asked = proposal.kind == "own_ruling"
            own = state.stakes(proposal.signed_by)
            free = [side for side in Side if game.entries[side] not in own]
            return {
                "proposal": proposal.number,
                "side": free[0].value if len(free) == 1 else None,
                "by": words.who(proposal.signed_by, view.language, officials=view.officials),
                "what": words.own_ruling(proposal.ground, dict(proposal.details), view.language)
                if asked
                else words.term(f"proposal {proposal.kind}", view.language),
                "asked": asked,
            }
    return None


def completing(state: Tournament, game: Game) -> bool:
    """Return whether a tablet may know the legal moves, to complete a capture if only one fits.

    A tablet may if the hint level is 3 or higher, and if irregular moves are blocked or at present being corrected.
    Otherwise the legal moves would tell players more than the regulations allow.
    """
    rules = state.regulations
    return rules.hint_level >= 3 and (rules.irregular_policy == "block" or game.owed is not None)


def player_shape(view: View, entry: int) -> PlayerTold:
    return {"entry": entry, "name": view.name(entry), "club": view.person(entry).club}


def last_shape(state: Tournament, game: Game) -> LastTold | None:
    """Return the last move with its squares, which a page highlights, or None before the first move."""
    if not game.plays:
        return None
    play = game.plays[-1]
    return {"move": play.move, "path": [square_text(square, state.variant) for square in play.path]}


def clock_shape(view: View, game: Game) -> ClockTold:
    """Return both clocks at the view's instant.

    `low_ms`: the tablet of a side with less than so many milliseconds left warns its player.
    """
    state, clock, at = view.state, game.clock, view.at
    return {
        "running": clock.running.value if clock.running else None,
        "now_ms": at,
        "flag_at": None if uncalled(state) else clock.flag_at,
        "calls_flags": uncalled(state),
        "speed": view.speed,
        "low_ms": 1_000 * state.regulations.low_time,
        "timed": bool(clock.control.white.periods),
        **sides(
            lambda side: {
                "left_ms": max(0, clock.left(side, at)),
                "period": clock.period(side),
                "moves_to_go": clock.moves_to_go(side),
                "lasts_ms": max(0, clock.lasts(side, at)),
                "overtime_ms": clock.block_left(side, at),
            }
        ),
    }


TELLS: Mapping[str, int] = {"squares": 2, "corrections": 3}
"""The hint level (0 to 3) from which a fact about an irregular move is shown; other facts are shown at all levels."""


def owed_shape(view: View, game: Game) -> OwedTold | None:
    """Return the correction that is due at a board after an irregular move, or None if none is due.

    The squares and the correcting moves are listed only if the tournament's hint level allows it.
    """
    attempt = game.owed
    if attempt is None:
        return None
    state = view.state
    variant, level = state.variant, state.regulations.hint_level
    legal = moves_in_play(game.position, variant)
    right = [move for move in legal if move_text(move, legal, variant) in attempt.corrections]
    return told(
        OwedTold,
        attempt,
        side=attempt.side.value,
        facts={name: value for name, value in attempt.facts if level >= TELLS.get(name, 1)},
        sentence=view.say(attempt.code, dict(attempt.facts), attempt.article),
        piece=square_shape(game.bound, variant) if game.bound is not None else None,
        count=game.irregular(attempt.side),
        corrections=[move_shape(move, legal, variant) for move in right] if level >= 3 else [],
        pieces=list(dict.fromkeys(square_shape(move.origin, variant) for move in right)) if level >= 2 else [],
    )


def move_shape(move: Move, legal: Sequence[Move], variant: Variant) -> MoveTold:
    """Return *move*, one of the *legal* moves, in the format of the command `arbiter legal --json`."""
    return {
        "move": move_text(move, legal, variant),
        "path": [square_shape(square, variant) for square in move.path],
        "taken": [square_shape(square, variant) for square in move.taken],
        "promotes": move.crowned,
    }


def square_shape(square: int, variant: Variant) -> int | str:
    """Return a square in the notation of the variant: a number as in draughts, or a name such as "c3"."""
    name = square_text(square, variant)
    return int(name) if name.isdigit() else name


def winner(game: Game) -> str | None:
    """Return the side that won, or None if nobody has won (a draw, two losers or no result yet)."""
    if game.result is None or game.result.outcome.white is game.result.outcome.black:
        return None
    return "white" if game.result.outcome.white.value == "won" else "black"
