"""A long tournament for measuring: thousands of games that were all played alike, written without being ruled on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import events_of, unwritten
from arbiter.journal.people import Person
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.entries import OpenTournament
from arbiter.sides import SECOND
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded, MovePlayed
from arbiter.tournament.events.rounds import GamesStarted, RoundPaired
from tests.games import real_games
from tests.hall import BY, Hall

WON = ((Outcome.WON, Outcome.LOST), (Outcome.DRAWN, Outcome.DRAWN), (Outcome.LOST, Outcome.WON))


def long_tournament(
    desks: Desks, *, players: int, rounds: int, plies: int, name: str = "Long", behind: int = 0
) -> Desk:
    """A tournament in which so many players have played so many rounds, each game that long; the last round runs.

    With *behind* a snapshot is made that has not the last so many moves of any board.
    """
    desk = desks.open(OpenTournament(name=name, system="swiss", rounds=rounds + 2))
    people = {
        number: Person(f"Family{number}, Given", 1_500 + number % 700, f"Club {number % 40}")
        for number in range(1, players + 1)
    }
    desks.register.enter(desk.id, people)
    moves = played(plies)
    pieces = list(told(players, rounds, moves, desks.clock.now()))
    for number, events in enumerate(pieces):
        if number == len(pieces) - behind:
            desk._catch_up()
            desk.keep(last=True)
        desk.journal.append(unwritten(events), desk.journal.version)
    desk._catch_up()
    return desk


def script(plies: int) -> Sequence[str]:
    """The moves of the first game that has more than so many."""
    return next(game.moves for game in real_games() if len(game.moves) > plies)


def played(plies: int) -> list[MovePlayed]:
    """The moves of one long game."""
    hall = Hall(players=2)
    for move in script(plies)[:plies]:
        hall.wait(seconds=20)
        hall.play(move)
    return [event for event in events_of(hall.journal.lines) if isinstance(event, MovePlayed)]


def told(players: int, rounds: int, moves: list[MovePlayed], at: int) -> Iterator[list[Event]]:
    """What is written, some thousand lines at a time."""
    yield [PlayerEntered(at=at, entry=number, by=BY) for number in range(1, players + 1)]
    boards = range(1, players // 2 + 1)
    for round in range(1, rounds + 1):
        others = [(n + round) % (players // 2) + players // 2 + 1 for n in range(players // 2)]
        pairs = tuple((n + 1, other) if round % 2 else (other, n + 1) for n, other in enumerate(others))
        yield [
            RoundPaired(at=at, round=round, pairs=pairs, byes=(), by=BY),
            GamesStarted(at=at, round=round, boards=tuple(boards), side=moves[0].side, by=BY),
        ]
        for move in moves:
            at += 20 * SECOND
            yield [replace(move, at=at, round=round, board=board) for board in boards]
        if round < rounds:
            results = [(board, *WON[(board * 7 + round) % 3]) for board in boards]
            yield [
                GameEnded(at=at, round=round, board=board, white=white, black=black, because="agreed", by=BY)
                for board, white, black in results
            ]
