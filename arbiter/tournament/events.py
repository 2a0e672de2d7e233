"""What can happen at a tournament, one frozen value a kind; the journal holds nothing else.

An event records what was decided (squares taken, time charged, pairs made), never what would have to be decided
again, so that next year's program cannot change last year's tournament. Fields are plain numbers, words, and tuples
of them. People are entry numbers; whoever acted for the tournament is named by office ("chief", "tablet 7",
"service").
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, TypeAlias, get_args

from arbiter.refused import Fact
from arbiter.sides import Instant, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOpened:
    """The director announced the tournament and what it is played under."""

    at: Instant
    name: str
    variant: str
    system: str
    rounds: int
    control: str
    regulations: str
    flags: str
    points: str
    tiebreaks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered:
    """Somebody takes part from now on; the register knows who."""

    at: Instant
    entry: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew:
    """An entry is paired no more; what it has played stands."""

    at: Instant
    entry: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired:
    """Who meets whom: `pairs` are (White's entry, Black's entry) from board 1 on; `byes` sit out."""

    at: Instant
    round: int
    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUndone:
    """The pairing of a round in which no board had been started was taken back."""

    at: Instant
    round: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesStarted:
    """The clocks of these boards were set going at one instant, for the side that begins."""

    at: Instant
    round: int
    boards: tuple[int, ...]
    side: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed:
    """A legal move, and what its press did to the clock.

    `charged` was thought, `left` remains once the period is credited.
    """

    at: Instant
    round: int
    board: int
    ply: int
    side: str
    move: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    crowned: bool
    charged: Span
    left: Span
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularMove:
    """A move that may not stand was attempted, and has to be put right; the mover's clock went on.

    `bound` is the square of the piece with which the correct move has to be made (000 VII), if that piece has one.
    """

    at: Instant
    round: int
    board: int
    ply: int
    side: str
    move: str
    code: str
    article: str | None
    facts: tuple[tuple[str, Fact], ...]
    bound: int | None
    corrections: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered:
    """One side proposes a draw; the offer stands until the other answers or moves."""

    at: Instant
    round: int
    board: int
    side: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnswered:
    """The side that was asked said yes or no."""

    at: Instant
    round: int
    board: int
    side: str
    accepted: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClaimed:
    """One side says that the game is drawn, on a ground that an arbiter has to look at."""

    at: Instant
    round: int
    board: int
    side: str
    ground: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCalled:
    """Somebody at the board wants the arbiter."""

    at: Instant
    round: int
    board: int
    side: str | None
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered:
    """The arbiter came: every call from that board is dealt with."""

    at: Instant
    round: int
    board: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell:
    """The time of *side* expired at `at` before it had made the moves of its period (000 X).

    The board stands still until a ruling.

    `noticed` is when the service found it, never before `at`.
    """

    at: Instant
    round: int
    board: int
    side: str
    noticed: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSigned:
    """An arbiter made the proposal of that journal line his ruling."""

    at: Instant
    proposal: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDismissed:
    """An arbiter decided otherwise; a board that stood still for it stays stopped until he sets its clock going."""

    at: Instant
    proposal: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """A result, and because of what: `white` and `black` are each won, drawn or lost."""

    at: Instant
    round: int
    board: int
    white: str
    black: str
    because: str
    by: str
    article: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected:
    """An arbiter put another result in the place of the one that stood; the old one stays in the journal."""

    at: Instant
    round: int
    board: int
    white: str
    black: str
    because: str
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCorrected:
    """An arbiter gave one side another time: `left` as of `at`."""

    at: Instant
    round: int
    board: int
    side: str
    left: Span
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped:
    """An arbiter stopped the clocks of a board."""

    at: Instant
    round: int
    board: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksResumed:
    """Clocks that stood still go on at one instant, for the side to move."""

    at: Instant
    round: int
    boards: tuple[int, ...]
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInterrupted:
    """The service was not there from `alive` to `at`.

    These boards, as (round, board), stopped at `alive`, and nobody pays for the gap.
    """

    at: Instant
    alive: Instant
    boards: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored:
    """An arbiter took the game back to the position after `ply` plies.

    The plays since are struck through, and the clocks stand.
    """

    at: Instant
    round: int
    board: int
    ply: int
    white_left: Span
    black_left: Span
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """An arbiter penalised one side; `step` says how far up the ladder."""

    at: Instant
    round: int
    board: int
    side: str
    step: str
    by: str
    article: str | None
    reason: str


Event: TypeAlias = (
    TournamentOpened
    | PlayerEntered
    | PlayerWithdrew
    | RoundPaired
    | RoundUndone
    | GamesStarted
    | MovePlayed
    | IrregularMove
    | DrawOffered
    | DrawAnswered
    | DrawClaimed
    | ArbiterCalled
    | CallAnswered
    | FlagFell
    | ProposalSigned
    | ProposalDismissed
    | GameEnded
    | ResultCorrected
    | TimeCorrected
    | ClockStopped
    | ClocksResumed
    | ServiceInterrupted
    | PositionRestored
    | PenaltyGiven
)

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


def event_text(event: Event) -> str:
    """The event's fields as canonical JSON, its kind and instant apart (the journal has columns for those)."""
    told = asdict(event)
    del told["at"]
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_event(kind: str, at: Instant, text: str) -> Event:
    """The event that was written as *text*; fields that its release did not know yet have their defaults."""
    shape = KINDS.get(kind)
    if shape is None:
        raise ValueError(f"no event is called {kind!r}: the journal is of a newer release")
    known = {field.name for field in fields(shape)}
    told = {name: _tuples(value) for name, value in json.loads(text).items() if name in known}
    event: Event = shape(at=at, **told)
    return event


def _tuples(value: object) -> object:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
