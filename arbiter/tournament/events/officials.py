"""What officials settle and decide besides rulings at a board. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulationsChanged:
    """The director turned switches of the regulations before the first round: each with its new value."""

    at: Instant
    switches: tuple[tuple[str, Fact], ...]
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialNamed:
    """What binds an official: the entry that they play as (0: none), and the boards of their sector (none: all)."""

    at: Instant
    official: str
    entry: int
    boards: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerNamed:
    """An entry is a computer: it always wants an irregular move put right, and never offers a draw."""

    at: Instant
    entry: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeNamed:
    """These entries play at home; whoever meets one of them from elsewhere is the visitor (001 Turns)."""

    at: Instant
    entries: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingProposed:
    """The service found that the game at a board may end so: an arbiter decides.

    `white` and `black` are empty where no result is proposed; `step` is then what is: a penalty, or a warning.
    """

    at: Instant
    round: int
    board: int
    kind: str
    side: str
    white: str
    black: str
    because: str
    article: str | None = None
    step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeGiven:
    """Both players were told what may be ruled at their board before long."""

    at: Instant
    round: int
    board: int
    matter: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductNoted:
    """An arbiter wrote down how somebody behaved; `step` is what the ladder of the regulations proposes."""

    at: Instant
    round: int
    board: int
    side: str
    category: str
    step: str
    count: int
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSigned:
    """An official whose own game it is signed a proposal: it takes a second signature."""

    at: Instant
    proposal: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealFiled:
    """A player appeals against what was ruled at their board; until it is decided the result is provisional.

    `white` and `black` are the result asked for, empty where none is asked for. `paper`: it was written by hand.
    """

    at: Instant
    round: int
    board: int
    side: str
    grounds: str
    white: str
    black: str
    paper: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided:
    """The committee let the ruling of an appeal stand, or overturned it; another line then has what takes its place."""

    at: Instant
    appeal: int
    overturned: bool
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchChosen:
    """The director pairs on as if the appeal were decided so: "stands" or "overturned"."""

    at: Instant
    appeal: int
    branch: str
    by: str


OfficialEvent: TypeAlias = (
    RegulationsChanged
    | OfficialNamed
    | ComputerNamed
    | HomeNamed
    | RulingProposed
    | NoticeGiven
    | ConductNoted
    | FirstSigned
    | AppealFiled
    | AppealDecided
    | BranchChosen
)
