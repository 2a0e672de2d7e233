"""The to-do list of a tournament's officials: what needs them, in the order in which it is to be done.

Only this module makes the list, from the state of the tournament and the devices that wait for admission. The office
shows the list, and its length in the title of the browser tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from arbiter.journal.accounts import Tablet
from arbiter.pairing.system_interface import Reason
from arbiter.prizes.awards import signed_by_two
from arbiter.rulings.rounds.drafts import outdated, recorded_since
from arbiter.rulings.rounds.pairing import rounds_planned
from arbiter.rulings.rounds.pairing_input import absentees
from arbiter.shapes.referee.late_moves import beside_flag
from arbiter.tournament.events.halts import unexplained
from arbiter.tournament.game import Game
from arbiter.tournament.round import Round
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, replace

LEAST_ENTRIES = 2
NEEDS: Mapping[str, str] = {
    "device": "urgent",
    "outage": "urgent",
    "proposal": "urgent",
    "call": "urgent",
    "appeal": "urgent",
    "refused": "calm",
    "unexplained": "urgent",
    "stopped": "due",
    "objected": "urgent",
    "reported": "due",
    "outdated": "urgent",
    "enter": "due",
    "publish": "due",
    "ballots": "due",
    "start": "due",
    "free": "due",
    "check_in": "due",
    "slips": "due",
    "wait": "calm",
    "pair": "due",
    "by_hand": "due",
    "postponed": "calm",
    "sign": "due",
    "sign_second": "due",
    "finished": "calm",
}
"""The kinds of needs in the order of the list, each with its urgency.

"urgent" needs are marked in red. The title of the browser tab counts the "urgent" and the "due" ones. A "calm" need
asks for nothing yet.
"""
ORDER = tuple(NEEDS)
ENDS = ("sign", "sign_second", "finished")
"""The kind of the agenda's last line, by the number of officials (0 to 2) who have signed the same final standings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgendaLine:
    """One line of the to-do list: the kind of the need, and the round, boards, entries and reasons that it is about.

    `number`: the journal line of a proposal or an appeal, or the number of a device.
    """

    code: str
    round: int = 0
    boards: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    number: int = 0
    why: tuple[Reason, ...] = ()

    @property
    def how(self) -> str:
        """The urgency of the need: "urgent", "due" or "calm"."""
        return NEEDS[self.code]

    @property
    def key(self) -> str:
        """A key that stays the same as long as the need lasts, so that an updated page finds the line again."""
        return "-".join(map(str, (self.code, self.number) if self.number else (self.code, self.round, *self.boards)))


def needs(state: Tournament, waiting: Iterable[Tablet] = (), since: tuple[Reason, ...] = ()) -> tuple[AgendaLine, ...]:
    """Return the to-do list: what needs the officials now, the first thing first.

    *waiting*: the devices that wait for admission. *since*: the changes to names and ratings that outdate a draft.
    """
    found = [AgendaLine(code="device", boards=(one.board,), number=one.id) for one in waiting]
    found += (*_at_boards(state), *_of_rounds(state, since))
    return tuple(sorted(found, key=lambda need: ORDER.index(need.code)))


def counted(found: Iterable[AgendaLine]) -> int:
    """Return how many of the needs are urgent or due."""
    return sum(need.how != "calm" for need in found)


def _at_boards(state: Tournament) -> Iterator[AgendaLine]:
    for number, stopped in interrupted(state).items():
        yield AgendaLine(code="outage", round=number, boards=stopped)
    for proposal in state.waiting:
        if not beside_flag(state, proposal):
            yield AgendaLine(code="proposal", round=proposal.round, boards=(proposal.board,), number=proposal.number)
    for appeal in state.appeals:
        if appeal.decided is None:
            yield AgendaLine(code="appeal", round=appeal.round, boards=(appeal.board,), number=appeal.number)
    for game in state.games():
        at = (game.board,)
        if game.calls and game.calling:
            yield AgendaLine(code="call", round=game.round, boards=at)
        if game.running and (refused := refused_ruling(state, game)):
            yield AgendaLine(code="refused", round=game.round, boards=at, number=refused.number)
        if game.reported is not None and game.result is None:
            yield AgendaLine(code="objected" if game.reported.objected else "reported", round=game.round, boards=at)
    playing = [game for game in state.games() if game.result is None and game.running]
    if bare := tuple(game.board for game in playing if any(unexplained(note) for note in game.notes)):
        yield AgendaLine(code="unexplained", boards=bare)
    if still := tuple(game.board for game in playing if game.halted == "hall"):
        yield AgendaLine(code="stopped", boards=still)


def _of_rounds(state: Tournament, since: tuple[Reason, ...]) -> Iterator[AgendaLine]:
    """Yield what the rounds need from the officials: players, a publication, openings, a start, results, a pairing.

    *since*: the changes to names and ratings that outdate a draft.
    """
    if len(state.entries) - len(state.withdrawn) < LEAST_ENTRIES:
        yield AgendaLine(code="enter")
        return
    for round in state.rounds:
        yield from _of_round(state, round, since)
    planned = rounds_planned(state)
    system, paired = state.pairing, len(state.rounds)
    if paired and state.rounds[-1].draft:
        return
    if planned and paired >= planned:
        if over(state):
            yield AgendaLine(code=ENDS[signed(state)], round=paired)
    elif system.running and signed(state) == len(ENDS) - 1 and all(game.result for game in state.games()):
        yield AgendaLine(code=ENDS[-1], round=paired)
    elif system.running:
        free = free_players(state)
        if len(free) >= LEAST_ENTRIES:
            yield AgendaLine(code="free", round=paired + 1, entries=free)
        elif state.checking and not any(held(game) for game in state.games()):
            yield AgendaLine(code="check_in", round=paired + 1, entries=state.not_come(paired + 1))
    elif not any(held(game) for game in state.games()):
        yield AgendaLine(code="by_hand" if system.by_hand else "pair", round=paired + 1)


def _of_round(state: Tournament, round: Round, since: tuple[Reason, ...]) -> Iterator[AgendaLine]:
    if round.draft:
        why = (*outdated(state), *since)
        yield AgendaLine(code="outdated" if why else "publish", round=round.number, why=why)
        return
    left = [game for game in round.games if game.result is None]
    if not left:
        return
    fresh = tuple(game.board for game in left if fresh_game(game))
    bare = tuple(board for board in fresh if round.game(board).opening is None)
    if state.ballots and bare:
        yield AgendaLine(code="ballots", round=round.number, boards=bare)
    elif fresh:
        begun = len(fresh) < len(round.games)
        since = () if begun else recorded_since(state, round)
        yield AgendaLine(code="start", round=round.number, boards=fresh, why=since)
    running = state.rolling
    paper = tuple(game.board for game in left if game.on_paper and game.postponed is None and not running)
    if paper:
        some = len(left) < len(round.games)
        yield AgendaLine(code="slips" if some else "wait", round=round.number, boards=paper)
    playing = tuple(g.board for g in left if held(g) and g.running and g.board not in paper)
    if playing and not running:
        yield AgendaLine(code="wait", round=round.number, boards=playing)
    if later := tuple(game.board for game in left if game.postponed is not None):
        yield AgendaLine(code="postponed", round=round.number, boards=later)


def refused_ruling(state: Tournament, game: Game) -> Proposal | None:
    """Return the proposal of an official's ruling in their own game that the opponent has refused.

    None if there is none, or once anything else is noted at the board.
    """
    last = game.notes[-1] if game.notes else None
    refused = last is not None and (last.what, last.reason) == ("dismissed", "opponent refuses")
    return state.proposal(last.about) if refused and last else None


def over(state: Tournament) -> bool:
    """Return whether all planned rounds are paired and every game has a result."""
    planned = rounds_planned(state)
    finished = all(game.result is not None for game in state.games())
    return bool(planned) and len(state.rounds) >= planned and not state.rounds[-1].draft and finished


def signed(state: Tournament) -> int:
    """Return how many officials have signed the same final standings since the last result: 0, 1 or 2 (two or more)."""
    last = max((game.result.at for game in state.games() if game.result is not None), default=0)
    since = [one for one in state.signatures if one.at >= last]
    return 2 if signed_by_two(since) else min(len(since), 1)


def games_now(state: Tournament) -> tuple[Game, ...]:
    """Return the games of the last round, preceded by unfinished games of earlier rounds."""
    last = len(state.rounds)
    return tuple(game for game in state.games() if game.round == last or held(game))


def round_now(state: Tournament) -> Round | None:
    """Return the round that visitors see first: the last one, or None before round 1.

    In a continuous club evening this round has all games that are played now, in the order of their boards.
    """
    last = state.rounds[-1] if state.rounds else None
    if last is None or not state.rolling:
        return last
    return replace(last, games=tuple(sorted(games_now(state), key=lambda game: game.board)))


def free_players(state: Tournament) -> tuple[int, ...]:
    """Return the entries that can be paired now.

    These entries play in the next round and have a result for every game of theirs. If check-in is used, they are
    present too.
    """
    busy = absentees(state).union(*(game.entries for game in state.games() if game.result is None))
    number = len(state.rounds) + 1
    here = [entry for entry in state.entries if entry not in state.withdrawn and entry not in busy]
    return tuple(entry for entry in here if state.sits_out(entry, number) is None)


def held(game: Game) -> bool:
    """Return whether the next round waits for *game*: it has no result and is not postponed."""
    return game.result is None and game.postponed is None


def fresh_game(game: Game) -> bool:
    """Return whether *game* begins when the round is started: it is not postponed, has no result and is not running."""
    return held(game) and game.started is None


def interrupted(state: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the boards whose clocks stopped because the service failed: the board numbers by round number."""
    boards = {
        round.number: tuple(g.board for g in round.games if g.halted == "outage" and g.running)
        for round in state.rounds
    }
    return {number: stopped for number, stopped in boards.items() if stopped}


def spans(boards: Iterable[int]) -> str:
    """Return board numbers as text, with consecutive ones as a range: "1-8, 12"."""
    found: list[list[int]] = []
    for board in sorted(boards):
        if found and found[-1][-1] == board - 1:
            found[-1].append(board)
        else:
            found.append([board])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)
