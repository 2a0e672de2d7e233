"""Pairing a round, publishing it, taking it back, postponing a game, and starting the clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.pairing.formats import manual
from arbiter.pairing.system_interface import Drawn, Pairs
from arbiter.refused import Refused
from arbiter.rulings.request import BoardRequest, Boards, By, RoundRequest, Why, plain_text
from arbiter.rulings.rounds.drafts import PublishRound, published
from arbiter.rulings.rounds.line_ups import set_out
from arbiter.rulings.rounds.pairing_input import (
    Basis,
    Inputs,
    Known,
    Prepared,
    basis_of,
    board_numbers,
    initial_colour,
    kinds_by_hand,
    rounds_planned,
    seated,
)
from arbiter.rulings.rounds.soundness import away, check, check_seats, rematch
from arbiter.rulings.rounds.starts import by_starts
from arbiter.rulings.time.open_claims import refuse_waiting_appeal
from arbiter.sides import Instant, Side
from arbiter.tournament.events.entries import EntryGrouped, NumbersGiven
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ClocksResumed, GamesOnPaper
from arbiter.tournament.events.rounds import (
    ColourDrawn,
    GamePostponed,
    GamesStarted,
    RoundPaired,
    RoundUndone,
)
from arbiter.tournament.game import Game
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

__all__ = ["PairRound", "PostponeGame", "PublishRound", "StartRound", "UndoRound", "rounds_planned"]

BOTH_PRESENT = "both are present"
"""The words (for the catalogue) that tell until when the game of an absent player is postponed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """Pair the next round by the tournament's system, or by hand with `pairs` of entries, White first.

    Pairs by hand are refused if an entry does not play or appears twice. A second meeting is refused unless `rematches`
    is true. A `draft` is shown to the office alone until it is published. With `again` the draft of the last round is
    replaced. If the system pairs a player who sits out this round, that game is postponed.

    `known` and `order` are the register's facts about the entries; `lots` is the random number. `prepared` is the round
    as it was drawn in advance; it is refused if the tournament has changed since.
    """

    by: By
    pairs: Annotated[
        tuple[tuple[int, int], ...] | None,
        Sent("the entries of each board, White first; without them the system draws"),
    ] = None
    rematches: Annotated[bool, Sent("a second meeting is meant")] = False
    draft: Annotated[bool, Sent("for the office alone until it is published")] = False
    again: Annotated[bool, Sent("in place of the draft of the last round")] = False
    known: Annotated[Mapping[int, Known], Road("what the register knows of the entries")] = field(default_factory=dict)
    order: Annotated[tuple[int, ...], Road("the pairing numbers as they are to be")] = ()
    how: Annotated[str, Road("how the numbers came about")] = "rating"
    lots: Annotated[int, Road("the number that was drawn")] = 0
    prepared: Annotated[Prepared | None, Road("the round as it was drawn outside the desk")] = None

    @property
    def inputs(self) -> Inputs:
        """The data for the pairing that the tournament's state does not contain."""
        return Inputs(
            known=self.known, order=self.order, lots=self.lots, pairs=self.pairs or (), rematches=self.rematches
        )

    def basis(self, state: Tournament) -> Basis:
        """Return all data from which the round is drawn. Raise Refused if the tournament cannot be paired now."""
        state = replay(self._undone(state, state.at), state)
        return basis_of(replay(self._teams_by_club(state, state.at), state), self.inputs)

    def _undone(self, state: Tournament, at: Instant) -> list[Event]:
        """Return the event that takes back the draft of the last round.

        The result is empty if the request does not replace that draft.
        """
        last = state.rounds[-1] if state.rounds else None
        undone = RoundUndone(at=at, round=last.number, by=self.by) if last is not None and last.draft else None
        return [undone] if self.again and undone is not None else []

    def _teams_by_club(self, state: Tournament, at: Instant) -> list[Event]:
        """Return events that make the players of each club a team.

        Nothing is returned unless this is round 1 of a team tournament whose players have no teams yet.
        """
        if not state.pairing.teams or state.rounds or state.groups:
            return []
        clubs = {entry: one.club[:20] for entry, one in self.known.items() if entry in state.entries and one.club}
        groups = {entry: plain_text(club, "group", needed=False) for entry, club in clubs.items()}
        return [EntryGrouped(at=at, entry=entry, group=group, by=self.by) for entry, group in groups.items()]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        basis, undone = self.basis(state), self._undone(state, at)
        state = replay(undone, state)
        events = [*undone, *self._teams_by_club(state, at)]
        state = replay(events[len(undone) :], state)
        if self.prepared is not None and self.prepared.basis != basis:
            raise Refused("pairing_outdated", round=basis.options.round)
        drawn = self._by_hand(state, basis) if self.pairs is not None else self._by_system(basis)
        number = basis.options.round
        matches: tuple[tuple[int, int, int, int], ...] = ()
        boards: tuple[int, ...] = ()
        byes = drawn.byes
        if state.pairing.teams:
            check(basis, drawn.pairs, [team for team, _ in drawn.byes])
            laid = set_out(state, drawn, number)
            pairs, matches, byes = laid.pairs, laid.matches, ()
            check_seats(state, number, pairs)
        else:
            pairs = drawn.pairs if self.pairs is not None else by_starts(state, drawn.pairs)
            boards = board_numbers(state, pairs)
            pairs = seated(pairs, state.seats, boards)
            check(basis, pairs, [entry for entry, _ in byes])
        if self.order and self.order != state.order:
            events.append(NumbersGiven(at=at, order=self.order, how=self.how, by=self.by))
        if state.initial is None and not state.pairing.cycles and self.pairs is None:
            colour = basis.options.initial or initial_colour(state, self.lots)
            events.append(ColourDrawn(at=at, side=colour, by=self.by))
        events.append(
            RoundPaired(
                at=at,
                round=number,
                pairs=pairs,
                boards=boards,
                byes=tuple(entry for entry, _ in byes),
                kinds=tuple(kind for _, kind in byes),
                matches=matches,
                why=drawn.why,
                draft=self.draft,
                lots=self.lots,
                control=drawn.control,
                withdrawn=tuple(sorted(state.withdrawn)),
                by=self.by,
            )
        )
        return [*events, *self._postponed(state, number, pairs, at)]

    def _postponed(self, state: Tournament, number: int, pairs: Pairs, at: Instant) -> list[Event]:
        """Return the events that postpone the games of players who sit out the round.

        Nothing is returned if the pairing system gives such players no opponent.
        """
        one = state.pairing.teams or state.pairing.everywhere is not None
        sits = [] if one or self.pairs is not None else [sit.entry for sit in state.sits if sit.round == number]
        boards = [board for board, pair in enumerate(pairs, start=1) if set(pair).intersection(sits)]
        return [
            GamePostponed(at=at, round=number, board=board, until=BOTH_PRESENT, by=self.by, reason="sits out")
            for board in boards
        ]

    def _by_system(self, basis: Basis) -> Drawn:
        return self.prepared.drawn if self.prepared is not None else basis.draw()

    def _by_hand(self, state: Tournament, basis: Basis) -> Drawn:
        for entry in (entry for pair in basis.options.pairs for entry in pair if entry in state.withdrawn):
            raise Refused("entry_withdrawn", entry=entry)
        drawn = manual.pair(basis.field, basis.history, basis.options)
        if not self.rematches:
            for pair in drawn.pairs:
                met = rematch(basis.history, state.pairing, pair)
                if met is not None:
                    raise Refused("met_before", white=pair[0], black=pair[1], round=met)
        gone = away(basis)
        left = (entry for entry, _ in drawn.byes if entry not in gone)
        kinds = kinds_by_hand(state, left, basis.options.round)
        parts = state.pairing.parts
        why = parts(basis.field, basis.history, basis.options) if parts is not None else ()
        return Drawn(drawn.pairs, tuple(kinds.items()), (*drawn.why, *why))


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoRound(RoundRequest):
    """Take back the last pairing.

    A draft needs no confirmation. Once the round is published, `confirm` must be true and a reason is needed. Moves and
    results of that round then no longer count. The printed sheets still show them, struck through, with the reason.
    Refused while an appeal waits in the round.
    """

    confirmed: Annotated[
        bool,
        Sent("the round has been published, and is taken back knowingly", name="confirm", formerly=(("confirmed", 1),)),
    ] = False
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = state.round(self.round)
        if self.round != len(state.rounds):
            raise Refused("not_the_last_round", round=self.round, last=len(state.rounds))
        for game in round.games:
            refuse_waiting_appeal(state, game)
        if not round.draft and not self.confirmed:
            results = sum(game.result is not None for game in round.games)
            raise Refused("round_started" if round.started else "round_published", round=self.round, results=results)
        reason = plain_text(self.reason, "reason", needed=not round.draft)
        return [RoundUndone(at=at, round=self.round, by=self.by, reason=reason)]

    def at_stake(self, state: Tournament) -> tuple[tuple[int, int], ...]:
        """Return the games of the round that have begun, as (round, board). Their moves would no longer count."""
        begun = (game for game in state.round(self.round).games if game.started is not None or game.result is not None)
        return tuple((game.round, game.board) for game in begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponeGame(BoardRequest):
    """Postpone a game whose clocks do not run. The next round does not wait for it."""

    until: Annotated[str, Sent("when it is played, in words", "Tuesday 19:30", longest=100)]
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.result is not None:
            raise Refused(
                "game_over",
                round=self.round,
                board=self.board,
                result=state.result_text(game),
                because=game.result.because,
            )
        if game.clock.running is not None:
            raise Refused("clock_going", board=self.board)
        until = plain_text(self.until, "until")
        reason = plain_text(self.reason, "reason", needed=False)
        return [
            GamePostponed(**self.at_board(at), until=until, reason=reason),
        ]


def both_here(state: Tournament, game: Game) -> bool:
    """Return whether both players have been noted as present. A computer player is always present."""
    return all(game.here[side] or game.entries[side] in state.house for side in Side)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(RoundRequest):
    """Start the clocks of a round at one instant. If the round is a draft, this publishes it.

    With `boards`, only these boards are started; otherwise all that have not begun or were stopped by an outage. A
    postponed game is started only if `boards` names it. With `ready`, only boards are started at which both players
    have been noted as present. The games at the boards in `paper` begin too, but without a running clock. If the
    tournament records no moves, all boards are on paper.
    """

    boards: Boards = None
    ready: Annotated[bool, Sent("only boards at which both players have been noted")] = False
    paper: Annotated[
        Boards,
        Sent("boards that are played without a tablet: no clock, no flag, a result by slip", (3, 4), about="also"),
    ] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = state.round(self.round)
        events = published(state, round, at, self.by) if round.draft else []
        state = replay(events, state)
        round = state.round(self.round)
        wanted = round.boards if self.boards is None else sorted(set(self.boards))
        paper = tuple(b for b in sorted(set(self.paper or ())) if unstarted(state.game(self.round, b)))
        games = [state.game(self.round, board) for board in wanted if board not in paper]
        fresh = tuple(
            game.board
            for game in games
            if unstarted(game)
            and (self.boards or game.postponed is None)
            and (not self.ready or both_here(state, game))
        )
        stopped = tuple(game.board for game in games if game.running and game.halted == "outage")
        if state.setting("tables") == "results":
            paper, fresh = tuple(sorted((*paper, *fresh))), ()
        if not fresh and not stopped and not paper:
            raise Refused("nothing_to_start", round=self.round)
        if fresh or paper:
            begun = (*fresh, *paper)
            if state.ballots and (bare := tuple(b for b in begun if state.game(self.round, b).opening is None)):
                raise Refused("ballots_missing", round=self.round, boards=bare)
            if paper:
                events.append(GamesOnPaper(at=at, round=self.round, boards=paper, by=self.by))
            for side in Side:  # an opening drawn by lot may leave either side to move
                boards = tuple(b for b in fresh if state.game(self.round, b).position.turn is side)
                if boards:
                    events.append(GamesStarted(at=at, round=self.round, boards=boards, side=side, by=self.by))
        if stopped:
            events.append(ClocksResumed(at=at, round=self.round, boards=stopped, by=self.by, reason=""))
        return events


def unstarted(game: Game) -> bool:
    """Return whether the game can still be started. It can if it has not begun and has no result."""
    return game.started is None and game.result is None
