"""The public facts about one player: board in a round, opponents, colours and results."""

from __future__ import annotations

from typing import TypedDict

from arbiter.journal.people import alphabetical
from arbiter.pairing.table.cells import Cell, by_rounds
from arbiter.rulings.rounds.placing import placing
from arbiter.shapes.json_answers import told
from arbiter.sides import Side
from arbiter.tournament.round import Round
from arbiter.view import View


class MetTold(TypedDict):
    """One round of a player: the opponent and the board, or the kind of bye. `score` is null during the game."""

    round: int
    board: int | None
    colour: str | None
    opponent: int | None
    name: str | None
    rating: int | None
    score: str | None
    played: bool
    bye: str | None


class PlayerCard(TypedDict):
    """A player's name, rank and games. `rank` is null in a team tournament, where only teams are ranked."""

    entry: int
    name: str
    rating: int | None
    title: str | None
    club: str | None
    federation: str | None
    withdrawn: bool
    rank: int | None
    points: str
    rounds: list[MetTold]


class SeatTold(TypedDict):
    """A player's board in a round. `board` is null if the player has a bye or the round is not paired yet."""

    entry: int
    name: str
    board: int | None
    colour: str | None
    opponent: str | None


def player_card(view: View, entry: int) -> PlayerCard:
    """Return the name, rank and games of an entry, which must exist."""
    state, person = view.state, view.person(entry)
    table = state.crosstable()
    ranked = () if state.pairing.teams else placing(state, view.known)
    (row,) = by_rounds(table, [entry])
    return {
        "entry": entry,
        "name": view.name(entry),
        "rating": person.rating,
        "title": person.title,
        "club": person.club,
        "federation": person.federation,
        "withdrawn": entry in state.withdrawn,
        "rank": next((placed.rank for placed in ranked if placed.entry == entry), None),
        "points": state.points.text(table.score(entry)),
        "rounds": [_met(view, entry, cell) for cells in row.cells for cell in cells],
    }


def seats(view: View, asked: str, round: Round | None) -> list[SeatTold]:
    """Return the boards of all players whose name has every word of *asked*, in alphabetical order of their names.

    *round*: None before round 1; no player then has a board.
    """
    words = alphabetical(asked).split()
    found = [entry for entry in view.state.entries if all(word in alphabetical(view.name(entry)) for word in words)]
    return [_seat(view, entry, round) for entry in view.by_name(found)]


def seats_of(view: View, round: Round) -> list[SeatTold]:
    """Return the board or bye of everybody in that round, in alphabetical order of their names."""
    there = [entry for pair in round.pairs for entry in pair]
    return [_seat(view, entry, round) for entry in view.by_name((*there, *round.byes))]


def _seat(view: View, entry: int, round: Round | None) -> SeatTold:
    game = round.of(entry) if round is not None else None
    if game is None:
        return {"entry": entry, "name": view.listed(entry), "board": None, "colour": None, "opponent": None}
    side = Side.WHITE if game.entries.white == entry else Side.BLACK
    opponent = view.name(game.entries[side.other])
    return {
        "entry": entry,
        "name": view.listed(entry),
        "board": game.board,
        "colour": side.value,
        "opponent": opponent,
    }


def _met(view: View, entry: int, cell: Cell) -> MetTold:
    return told(
        MetTold,
        cell,
        board=_board(view.state.round(cell.round), entry, cell.colour),
        colour=cell.colour.value if cell.colour else None,
        name=view.name(cell.opponent) if cell.opponent is not None else None,
        rating=view.person(cell.opponent).rating if cell.opponent is not None else None,
        score=None if cell.score is None else view.state.points.text(cell.score),
        bye=cell.bye.value if cell.bye else None,
    )


def _board(round: Round, entry: int, colour: Side | None) -> int | None:
    """Return the number of the board at which *entry* played *colour* in *round*; None if there is none."""
    if colour is None:
        return None
    return next((game.board for game in round.games if game.entries[colour] == entry), None)
