"""Pairing a round, taking the pairing back, and setting its clocks going."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.pairing import round_robin
from arbiter.pairing.systems import SYSTEMS
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import ClocksResumed, Event, GamesStarted, RoundPaired, RoundUndone
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """The next round is paired by the tournament's system, or by hand: `pairs` of White's and Black's entry.

    By hand everything is checked: entries that do not play, somebody twice, and a second meeting unless `rematches`
    says that it is meant.
    """

    by: str
    pairs: tuple[tuple[int, int], ...] | None = None
    rematches: bool = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        number = len(state.rounds) + 1
        playing = [game for round in state.rounds for game in round.games if game.result is None]
        if playing:
            boards = tuple(game.board for game in playing)
            raise Refused("games_running", round=number, boards=boards, running=playing[0].round)
        system = SYSTEMS[state.system]
        present = [entry for entry in state.entries if entry not in state.withdrawn]
        if len(present) < 2:
            raise Refused("too_few_entries", entries=len(present))
        planned = rounds_planned(state)
        if planned and number > planned:
            raise Refused("all_rounds_paired", rounds=planned)
        if self.pairs is not None:
            pairs = self._checked(state)
        elif system.cycles:
            drawn = round_robin.drawing(len(state.entries), number, system.cycles).pairs
            by_number = [(state.entries[white - 1], state.entries[black - 1]) for white, black in drawn]
            pairs = tuple(pair for pair in by_number if not state.withdrawn.intersection(pair))
            if not self.rematches:  # the tables know nothing of rounds that were made by hand
                self._refuse_met(state, pairs, system.cycles)
        else:
            raise Refused("pairs_needed", system=state.system)
        paired = {entry for pair in pairs for entry in pair}
        byes = tuple(entry for entry in present if entry not in paired)
        return [RoundPaired(at=at, round=number, pairs=pairs, byes=byes, by=self.by)]

    def _refuse_met(self, state: Tournament, pairs: Sequence[tuple[int, int]], cycles: int) -> None:
        """Refused when two of a pair have met as often as everybody does."""
        for pair in pairs:
            met = [game for game in state.games() if set(game.entries) == set(pair)]
            if len(met) >= cycles:
                raise Refused("met_before", white=pair[0], black=pair[1], round=met[-1].round)

    def _checked(self, state: Tournament) -> tuple[tuple[int, int], ...]:
        assert self.pairs is not None
        if not self.pairs:
            raise Refused("pairs_needed", system=state.system)
        seen: set[int] = set()
        for pair in self.pairs:
            for entry in pair:
                if entry not in state.entries:
                    raise Refused("no_entry", entry=entry)
                if entry in state.withdrawn:
                    raise Refused("entry_withdrawn", entry=entry)
                if entry in seen:
                    raise Refused("paired_twice", entry=entry)
                seen.add(entry)
        if not self.rematches:
            self._refuse_met(state, self.pairs, max(1, SYSTEMS[state.system].cycles))
        return self.pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoRound:
    """The last pairing is taken back, as long as no board of it has been started."""

    round: int
    by: str

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = state.round(self.round)
        if self.round != len(state.rounds):
            raise Refused("not_the_last_round", round=self.round, last=len(state.rounds))
        if round.started:
            raise Refused("round_started", round=self.round)
        return [RoundUndone(at=at, round=self.round, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound:
    """The clocks of a round are set going at one instant.

    Of all boards that stand ready or were stopped by an outage, or of `boards`.
    """

    round: int
    by: str
    boards: tuple[int, ...] | None = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = state.round(self.round)
        wanted = range(1, len(round.games) + 1) if self.boards is None else sorted(set(self.boards))
        games = [state.game(self.round, board) for board in wanted]
        fresh = tuple(game.board for game in games if game.started is None and game.result is None)
        stopped = tuple(game.board for game in games if game.running and game.halted == "outage")
        if not fresh and not stopped:
            raise Refused("nothing_to_start", round=self.round)
        events: list[Event] = []
        if fresh:
            side = state.variant.first.value
            events.append(GamesStarted(at=at, round=self.round, boards=fresh, side=side, by=self.by))
        if stopped:
            events.append(ClocksResumed(at=at, round=self.round, boards=stopped, by=self.by, reason=""))
        return events


def rounds_planned(state: Tournament) -> int:
    """How many rounds the tournament has, as far as that is known: as announced, or as the Berger tables need."""
    cycles = SYSTEMS[state.system].cycles
    if not cycles:
        return state.planned
    needed = round_robin.rounds(len(state.entries), cycles) if len(state.entries) > 1 else 0
    return min(state.planned, needed) if state.planned else needed
