"""Events of rounds: their pairings, the line-ups of their teams, and the starts of their games."""

from __future__ import annotations

from collections.abc import Container
from itertools import count

from arbiter.clock.clock import new_clock
from arbiter.clock.control import parse_control
from arbiter.pairing.system_interface import Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.rules.endings.draws import begin
from arbiter.rules.position import start
from arbiter.sides import Both, Instant, Side
from arbiter.tournament.events.event import AtBoards, BoardAct, Event, TournamentAct
from arbiter.tournament.game import Game
from arbiter.tournament.round import Change, Fixture, Round, SecondPass, TeamLineUp
from arbiter.tournament.state import CancelledRound, Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(TournamentAct):
    """A round was paired: `pairs` are (White's entry, Black's entry); the entries in `byes` do not play.

    `boards`: the board number of each pair; if empty, the boards are numbered from 1. `kinds`: the kind of each bye, in
    the order of `byes`. `withdrawn`: the entries that had left the tournament before. `why`: the reasons for the
    pairing. `lots`: the random number drawn for this round, or 0. `draft`: whether only the office sees the pairing
    until it is published.

    `control`: the time control of a play-off; empty for the tournament's time control. `matches`: matches of teams as
    (home, guest, empty home seats, empty guest seats), with guest 0 for a bye.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    kinds: tuple[ByeKind, ...] = ()
    why: tuple[Reason, ...] = ()
    draft: bool = False
    lots: int = 0
    reason: str = ""
    control: str = ""
    matches: tuple[tuple[int, int, int, int], ...] = ()
    boards: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()

    def after(self, state: Tournament) -> Tournament:
        boards = zip(self.boards or count(1), self.pairs, strict=False)
        paired = Round(
            number=self.round,
            games=tuple(new_game(state, self.round, board, pair, self.control) for board, pair in boards),
            byes=self.byes,
            kinds=dict(zip(self.byes, self.kinds, strict=False)),
            why=self.why,
            lots=self.lots,
            draft=self.draft,
            control=self.control,
            fixtures=tuple(Fixture(*match) for match in self.matches),
            paired_at=self.at,
            withdrawn=self.withdrawn,
        )
        return replace(state, rounds=(*state.rounds, paired))


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourDrawn(TournamentAct):
    """The initial colour was drawn by lot: the colour of the entry with pairing number 1 in round 1."""

    side: Side

    def after(self, state: Tournament) -> Tournament:
        return replace(state, initial=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundChanged(TournamentAct):
    """The director changed a pairing by hand. `pairs`, `boards` and `byes` are the whole round after the change.

    `boards` has the board number of each pair; if it is empty, the boards are numbered from 1. `what` is the code of
    the change, and `entries` are the entries that it names. `bends` are the pairing rules that the change breaks. A
    board with a new pair gets a new game. The other boards keep their games.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    kinds: tuple[ByeKind, ...]
    what: str
    entries: tuple[int, ...]
    bends: tuple[Reason, ...]
    reason: str
    boards: tuple[int, ...] = ()

    def after(self, state: Tournament) -> Tournament:
        state = paired_anew(state, self.round, self.pairs, self.boards)
        old = state.round(self.round)
        change = Change(
            at=self.at, what=self.what, entries=self.entries, bends=self.bends, by=self.by, reason=self.reason
        )
        round = replace(
            old,
            byes=self.byes,
            kinds=dict(zip(self.byes, self.kinds, strict=False)),
            changes=(*old.changes, change),
        )
        return state.with_round(round)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished(TournamentAct):
    """A draft pairing was published, so that everybody may see it."""

    round: int

    def after(self, state: Tournament) -> Tournament:
        round = replace(state.round(self.round), draft=False)
        return state.with_round(round)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUndone(TournamentAct):
    """The latest pairing of a round was taken back. The games and results of that round no longer count.

    If the round had been published, the printed sheets still show it, as cancelled.
    """

    round: int
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        gone, left = state.round(self.round), _without(state, self.round)
        if not gone.draft:
            cancelled = CancelledRound(
                line=state.version,
                at=self.at,
                by=self.by,
                reason=self.reason,
                round=gone,
                proposals=tuple(one for one in state.proposals if one.round == self.round),
                appeals=tuple(one for one in state.appeals if one.round == self.round),
            )
            left = replace(left, cancelled=(*left.cancelled, cancelled))
        return replace(left, rounds=state.rounds[: self.round - 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesStarted(AtBoards):
    """The clocks of these boards were started, all at the same instant, for the side that makes the first move."""

    side: Side
    by: str

    def after(self, state: Tournament) -> Tournament:
        for game in self.games(state):
            state = state.put(replace(game, started=self.at, clock=game.clock.start(self.side, self.at)))
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePostponed(BoardAct):
    """A game was postponed. `until` says in words when it will be played. The next round does not wait for it."""

    until: str
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        return state.put(replace(self.noted(self.game(state), "postponed", step=self.until), postponed=self.until))


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipsVerified(AtBoards):
    """An official read the result slips of these boards a second time. They agree with the recorded results."""

    by: str

    def after(self, state: Tournament) -> Tournament:
        old = state.round(self.round)
        read = SecondPass(at=self.at, boards=self.boards, by=self.by)
        round = replace(old, passes=(*old.passes, read))
        return state.with_round(round)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsAsked(TournamentAct):
    """The captains were asked for the line-ups of a drafted round, until the instant `until`."""

    round: int
    until: Instant

    def after(self, state: Tournament) -> Tournament:
        return state.with_round(replace(state.round(self.round), line_ups_until=self.until))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpHandedIn(TournamentAct):
    """A team's line-up was handed in: its players from board 1 on, 0 for an empty seat. It replaces an earlier one."""

    round: int
    team: int
    players: tuple[int, ...]
    substitutes: tuple[int, ...]

    def after(self, state: Tournament) -> Tournament:
        round = state.round(self.round)
        before = round.line_up(self.team)
        lines = (*(before.lines if before else ()), state.version)
        made = TeamLineUp(team=self.team, lines=lines, players=self.players, substitutes=self.substitutes)
        others = (one for one in round.line_ups if one.team != self.team)
        return state.with_round(replace(round, line_ups=(*others, made)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsOpened(TournamentAct):
    """The line-ups of these `teams` were opened.

    `pairs` and `matches` are all pairs and matches of the round from now on.

    If one team of a match has handed in no line-up, it plays in its order of strength.
    """

    round: int
    teams: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    matches: tuple[tuple[int, int, int, int], ...]

    def after(self, state: Tournament) -> Tournament:
        state = paired_anew(state, self.round, self.pairs)
        round = state.round(self.round)
        line_ups = tuple(replace(one, opened=one.opened or one.team in self.teams) for one in round.line_ups)
        return state.with_round(
            replace(round, line_ups=line_ups, fixtures=tuple(Fixture(*one) for one in self.matches))
        )


def new_game(state: Tournament, round: int, board: int, pair: tuple[int, int], control: str) -> Game:
    """Return a game that has not been started, under the tournament's present terms.

    *control* is the round's own time control; if it is empty, the time control of the tournament applies.
    """
    position, controls = start(state.variant), state.controls_of(Both(*pair))
    clock = new_clock(Both(parse_control(control), parse_control(control)) if control else controls)
    tally = begin(position, state.rows, state.variant.board)
    return Game(
        round=round,
        board=board,
        entries=Both(*pair),
        start=position,
        position=position,
        clock=clock,
        tally=tally,
        shown=(clock,),
    )


def paired_anew(
    state: Tournament, round: int, pairs: tuple[tuple[int, int], ...], boards: tuple[int, ...] = ()
) -> Tournament:
    """Return the tournament with these pairs in a round, at these *boards*.

    If *boards* is empty, the boards are numbered from 1. A pair that stays at its board keeps its game.
    """
    old = state.round(round)
    kept = {(game.board, tuple(game.entries)): game for game in old.games}
    games = tuple(
        kept.get((board, pair)) or new_game(state, round, board, pair, old.control)
        for board, pair in zip(boards or count(1), pairs, strict=False)
    )
    stays = {game.board for game, was in zip(games, old.games, strict=False) if game is was}
    return _without(state, round, stays).with_round(replace(old, games=games))


def _without(state: Tournament, round: int, stays: Container[int] = ()) -> Tournament:
    """Return the tournament without the proposals and appeals of *round*, except those at the boards *stays*."""
    return replace(
        state,
        proposals=tuple(p for p in state.proposals if p.round != round or p.board in stays),
        appeals=tuple(a for a in state.appeals if a.round != round or a.board in stays),
    )


EVENTS: tuple[type[Event], ...] = (
    RoundPaired,
    ColourDrawn,
    RoundChanged,
    RoundPublished,
    RoundUndone,
    GamesStarted,
    GamePostponed,
    SlipsVerified,
    LineUpsAsked,
    LineUpHandedIn,
    LineUpsOpened,
)
