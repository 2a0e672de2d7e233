"""Events of the clocks: flags that fell, and times, move numbers and time controls that an arbiter set."""

from __future__ import annotations

from arbiter.clock.clock import Clock, new_clock
from arbiter.clock.control import Control, parse_controls
from arbiter.refused import Fact
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.event import AtBoard, BoardAct, Event, Place, TournamentAct
from arbiter.tournament.game import Flag, Game
from arbiter.tournament.lapsed_proposals import decided, settled
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell(AtBoard):
    """The flag of *side* fell at the instant `at`: its time ran out before it had made the moves of its period (000 X).

    The clocks stop until a ruling.
    `noticed` is the instant at which the service found the fallen flag, never before `at`. If the service cannot be
    certain that the flag fell, it only proposes a ruling. `provisional` is then the reason (a code of `Doubt.why`), and
    `evidence` is what the service observed.
    """

    side: Side
    noticed: Instant
    provisional: str = ""
    evidence: tuple[tuple[str, Fact], ...] = ()

    def after(self, state: Tournament) -> Tournament:
        game, side = self.game(state), self.side
        flag = Flag(
            side=side,
            at=self.at,
            proposal=state.version,
            clock=game.clock,
            provisional=self.provisional,
            evidence=self.evidence,
        )
        clock = replace(_emptied(game.clock, side), running=None, since=self.at)
        state = state.put(replace(game, clock=clock, flag=flag, fallen=None, halted="flag"))
        return self.proposed(state, "flag", "", provisional=self.provisional)


NO_FLAG_CALLED = "no_flag_called"
"""The code of the note in a game that a player claimed a flag which had not fallen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagCalled(BoardAct):
    """A player claimed that the opponent's flag at their board has fallen. If it had not, nothing else happens."""

    side: Side

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        flag = game.flag
        if flag is None:
            return state.put(self.noted(game, NO_FLAG_CALLED))
        return state.put(replace(self.noted(game, "flag_called"), flag=replace(flag, called=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagDoubted(AtBoard):
    """A fallen flag became provisional, because a tablet has not confirmed that it holds no unsent moves."""

    side: Side
    provisional: str
    evidence: tuple[tuple[str, Fact], ...] = ()

    def after(self, state: Tournament) -> Tournament:
        return doubted(state, self.game(state), self.provisional, self.evidence)


def doubted(state: Tournament, game: Game, why: str, evidence: tuple[tuple[str, Fact], ...]) -> Tournament:
    """Return the tournament with the fallen flag at the board of *game* marked as provisional for the reason *why*.

    A flag that is provisional already keeps its reason.
    """
    flag = game.flag
    if flag is None or flag.provisional:
        return state
    proposals = tuple(replace(p, provisional=why) if p.number == flag.proposal else p for p in state.proposals)
    game = replace(game, flag=replace(flag, provisional=why, evidence=evidence))
    return replace(state, proposals=proposals).put(game)


def _emptied(clock: Clock, side: Side) -> Clock:
    """Return the clock with no time left for *side*: the main time is 0 and the overtime is used up."""
    rules = clock.rules(side)
    used = None if rules is None or rules.overtime is None else rules.overtime.blocks
    return replace(clock, had=clock.had.put(side, 0), overtime=clock.overtime.put(side, used))


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCorrected(BoardAct):
    """An arbiter set one side's time to `left` at the instant `at`."""

    side: Side
    left: Span
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        game = game.noted(replace(self.note(game, "time", span=self.left), had=self.had(game)))
        mark = replace(game.shown[-1], had=game.shown[-1].had.put(self.side, self.left))
        return settled(state, game.with_clock(game.clock.with_left(self.side, self.left, self.at), mark))


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterCorrected(BoardAct):
    """An arbiter corrected the number of moves that one side has to make in a period; the times do not change."""

    side: Side
    period: int
    to_go: int
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "counter", span=self.to_go, step=str(self.period))
        clock, mark = (clock.with_to_go(self.side, self.to_go, self.period) for clock in (game.clock, game.shown[-1]))
        return settled(state, game.with_clock(clock, mark))


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesSwapped(BoardAct):
    """An arbiter swapped the two sides. `what`: the "times" on the clock, or the "players" and their colours."""

    what: str
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), f"swapped_{self.what}")
        if self.what == "players":
            white, black = game.entries
            return _swapped(state, replace(game, entries=Both(black, white), offer=None, reported=None))
        clock = game.clock.swapped(self.at)
        mark = replace(game.shown[-1], had=clock.had, overtime=clock.overtime)
        return settled(state, game.with_clock(clock, mark))


def _swapped(state: Tournament, game: Game) -> Tournament:
    """Return the tournament with *game* after its players have changed colours.

    Claims of the players lapse. A waiting penalty stays with its player, who now has the other colour.
    """
    here = [p for p in state.waiting if (p.round, p.board) == (game.round, game.board)]
    for proposal in here:
        if proposal.kind in ("claim", "irregular", "objection"):
            state = decided(state, proposal.number, "lapsed", "swapped")
    numbers = {p.number for p in here if p.kind == "penalty"}
    turned = tuple(replace(p, side=p.side.other) if p.number in numbers else p for p in state.proposals)
    return settled(replace(state, proposals=turned), game)


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSet(TournamentAct):
    """A time control other than the tournament's was set for an entry or for a board.

    For an entry it holds from now on; `round` and `board` are then 0. For a board, whose game has not been started, it
    holds for one `side` or for both; `entry` is then 0.
    """

    control: str
    reason: str
    entry: int = 0
    round: int = 0
    board: int = 0
    side: Side | None = None

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return () if self.entry else ((self.round, self.board),)

    def after(self, state: Tournament) -> Tournament:
        """Return the tournament with the new control, which also applies to paired games that have not been started."""
        controls = parse_controls(self.control)
        if self.entry:
            own = tuple((entry, control) for entry, control in state.handicaps if entry != self.entry)
            state = replace(state, handicaps=(*own, (self.entry, controls.white)))
            for game in state.games():
                if self.entry in tuple(game.entries) and game.started is None and game.result is None:
                    state = state.put(_with_control(game, state.controls_of(game.entries)))
            return state
        game = state.game(self.round, self.board)
        if self.side is not None:
            controls = game.clock.control.put(self.side, controls[self.side])
        return state.put(_with_control(game, controls).noted(replace(self.note(game, "control"), side=None)))


def _with_control(game: Game, controls: Both[Control]) -> Game:
    clock = replace(new_clock(controls), moves=game.clock.moves)
    return replace(game, clock=clock, shown=(clock,) * (game.ply + 1))


EVENTS: tuple[type[Event], ...] = (
    FlagFell,
    FlagCalled,
    FlagDoubted,
    TimeCorrected,
    CounterCorrected,
    SidesSwapped,
    ControlSet,
)
