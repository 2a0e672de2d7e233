"""Events of a tournament's terms: its announcement, and the director's changes."""

from __future__ import annotations

from arbiter.clock.control import parse_controls
from arbiter.pairing.table.points import parse_points
from arbiter.refused import Fact
from arbiter.rules.endings import endings_of, keys_for
from arbiter.rules.variants import VARIANTS, WHOLE, Variant
from arbiter.tournament.events.event import Event, TournamentAct
from arbiter.tournament.events.rounds import new_game
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.profiles import BEFORE_SWITCHES, REGULATIONS
from arbiter.tournament.regulations.switches import CAME_LATER, NEVER
from arbiter.tournament.state import Tournament
from arbiter.tournament.terms import LateTerms
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOpened(Event):
    """The director announced the tournament with its terms."""

    name: str
    variant: str
    system: str
    rounds: int
    control: str
    regulations: str
    flags: str
    points: str
    tiebreaks: tuple[str, ...]
    switches: tuple[tuple[str, Fact], ...] = ()
    """Every switch (single value) of the regulations; empty in journals begun before switches were recorded."""
    turned: tuple[str, ...] = ()
    """The switches (single values of the regulations) that the director set to another value than the profile's."""
    settings: tuple[tuple[str, int | str], ...] = ()
    endings: tuple[str, ...] | None = None
    """The keys of the endings that are counted; None in journals begun before the keys were recorded."""
    ballots: str = ""
    """The table from which openings are drawn; empty if they are not drawn."""
    late_at_once: bool = False
    """Whether a limit of 0 minutes for late players means that they lose at once; in old journals 0 meant no limit."""
    practice: bool = False
    """Whether this is a visitor's practice with the computer, which no list of tournaments contains."""

    def after(self, state: Tournament) -> Tournament:
        keys = keys_for(self.variant, self.regulations) if self.endings is None else self.endings
        return replace(
            state,
            name=self.name,
            variant=row_of(self.variant, self._regulations()),
            system=self.system,
            planned=self.rounds,
            controls=parse_controls(self.control),
            regulations=self._regulations(),
            points=parse_points(self.points),
            tiebreaks=self.tiebreaks,
            settings=dict(self.settings),
            endings=endings_of(keys),
            ballots=self.ballots,
            practice=self.practice,
        )

    def _regulations(self) -> Regulations:
        switches = as_meant(self.switches, at_once=self.late_at_once) or BEFORE_SWITCHES
        row = REGULATIONS[self.regulations].put((*CAME_LATER.items(), *switches, ("flags", self.flags)))
        return replace(row, turned=frozenset(self.turned))


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged(TournamentAct):
    """The director changed the terms of the tournament. A field that is None was not changed."""

    reason: str
    rounds: int | None = None
    tiebreaks: tuple[str, ...] | None = None
    settings: tuple[tuple[str, int | str], ...] | None = None

    def after(self, state: Tournament) -> Tournament:
        rounds = self.rounds if self.rounds != state.planned else None
        tiebreaks = self.tiebreaks if self.tiebreaks != state.tiebreaks else None
        if (rounds is not None or tiebreaks is not None) and any(game.result is not None for game in state.games()):
            late = LateTerms(
                at=self.at,
                by=self.by,
                reason=self.reason,
                after=len(state.rounds),
                rounds_before=state.planned,
                rounds=rounds,
                tiebreaks_before=state.tiebreaks,
                tiebreaks=tiebreaks,
            )
            state = replace(state, late_terms=(*state.late_terms, late))
        return replace(
            state,
            planned=state.planned if self.rounds is None else self.rounds,
            tiebreaks=state.tiebreaks if self.tiebreaks is None else self.tiebreaks,
            settings=state.settings if self.settings is None else dict(self.settings),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulationsChanged(TournamentAct):
    """The director changed switches (single values) of the regulations before the first round.

    Each switch is given with its new value.
    """

    switches: tuple[tuple[str, Fact], ...]
    reason: str = ""
    late_at_once: bool = False

    def after(self, state: Tournament) -> Tournament:
        rules = state.regulations.turn(as_meant(self.switches, at_once=self.late_at_once))
        return replace(state, regulations=rules, variant=row_of(state.variant.key, rules))


def row_of(variant: str, rules: Regulations) -> Variant:
    """Return the rules of *variant* under *rules*: regulations may demand that a capture be completed (003)."""
    return WHOLE.get(variant, VARIANTS[variant]) if rules.multiple_jump == "must" else VARIANTS[variant]


def as_meant(switches: tuple[tuple[str, Fact], ...], *, at_once: bool) -> tuple[tuple[str, Fact], ...]:
    """Return the switches (values of the regulations) of a journal line as they were meant when it was written.

    In older lines a limit of 0 minutes for late players meant no limit. *at_once* is False for these lines.
    """
    return tuple((key, NEVER if (key, value, at_once) == ("late", 0, False) else value) for key, value in switches)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentMended(TournamentAct):
    """The director edited the announced tournament. A field that is None was not changed.

    If the variant or the time control changed, boards that are already paired get new games, because no game has been
    started yet. With new regulations, `switches` has the value of every switch, as in `TournamentOpened`.
    """

    reason: str = ""
    name: str | None = None
    place: str | None = None
    begins: str | None = None
    ends: str | None = None
    federation: str | None = None
    times: tuple[tuple[int, str], ...] | None = None
    rounds: int | None = None
    variant: str | None = None
    control: str | None = None
    points: str | None = None
    regulations: str | None = None
    switches: tuple[tuple[str, Fact], ...] = ()
    turned: tuple[str, ...] = ()
    endings: tuple[str, ...] | None = None
    ballots: str | None = None

    def after(self, state: Tournament) -> Tournament:
        told = ("place", "begins", "ends", "federation", "times")
        mended = {field: value for field in told if (value := getattr(self, field)) is not None}
        rules = state.regulations if self.regulations is None else self._regulations(self.regulations)
        state = replace(
            state,
            name=state.name if self.name is None else self.name,
            details=replace(state.details, **mended),
            planned=state.planned if self.rounds is None else self.rounds,
            variant=row_of(self.variant or state.variant.key, rules),
            controls=state.controls if self.control is None else parse_controls(self.control),
            points=state.points if self.points is None else parse_points(self.points),
            regulations=rules,
            endings=state.endings if self.endings is None else endings_of(self.endings),
            ballots=state.ballots if self.ballots is None else self.ballots,
        )
        return state if (self.variant, self.control, self.endings) == (None, None, None) else _anew(state)

    def _regulations(self, key: str) -> Regulations:
        return replace(REGULATIONS[key].put((*CAME_LATER.items(), *self.switches)), turned=frozenset(self.turned))


def _anew(state: Tournament) -> Tournament:
    """Return the tournament with a fresh game at every paired board, under the present terms.

    Players and notes are kept.
    """
    for round in state.rounds:
        for game in round.games:
            fresh = new_game(state, game.round, game.board, (game.entries.white, game.entries.black), round.control)
            state = state.put(replace(fresh, here=game.here, postponed=game.postponed, notes=game.notes))
    return state


EVENTS: tuple[type[Event], ...] = (TournamentOpened, TermsChanged, RegulationsChanged, TournamentMended)
