"""The rows of the tables of the analyst's file, made from a view of a tournament for one reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from arbiter.clock.control import controls_text
from arbiter.exchange.analyst.past_rulings import PastRuling, RulingsReplay
from arbiter.incidents import irregular_moves
from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.pairing.table.points import points_text
from arbiter.pairing.table.standings_calculation import value_number
from arbiter.prizes.awards import awards_shown, prizes_shape
from arbiter.rules.position import fen_text
from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.rulings.rounds.awarding import members_of
from arbiter.rulings.rounds.placing import placing
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game, Play
from arbiter.tournament.past.struck_moves import position_of
from arbiter.view import View

DataRow = dict[str, Any]


def rows_of(view: View, lines: Iterable[Line]) -> Iterator[tuple[str, Iterator[DataRow]]]:
    """Yield the name and the rows of each table.

    *lines*: all lines of the journal. The table of rulings is made from them, if the reader is an official.
    """
    for name, rows in ROWS.items():
        yield name, rows(view)
    yield "rulings", _rulings(view, lines) if view.whole is view.people else iter(())


def _tournament(view: View) -> Iterator[DataRow]:
    state, told = view.state, view.state.details
    yield {
        "id": view.tournament,
        "name": state.name,
        "game": state.variant.key,
        "system": state.system,
        "control": controls_text(state.controls),
        "points": points_text(state.points),
        "tiebreaks": ",".join(state.tiebreaks),
        "regulations": state.regulations.key,
        "irregular_policy": state.regulations.irregular_policy,
        "rounds_planned": state.planned,
        "place": told.place or None,
        "federation": told.federation or None,
        "begins": told.begins or None,
        "ends": told.ends or None,
        "journal_line": state.version,
        "journal_hash": view.head or None,
    }


def _players(view: View) -> Iterator[DataRow]:
    for entry in view.state.entries:
        person = view.people.get(entry, Person())
        yield {
            "id": _player(view, entry),
            "tournament": view.tournament,
            "entry": entry,
            "name": view.name(entry),
            "rating": person.rating,
            "title": person.title,
            "club": person.club,
            "federation": person.federation,
            "born": person.born,
            "sex": person.sex,
            "federation_id": person.number,
            "computer": int(entry in view.state.house),
            "withdrawn": int(entry in view.state.withdrawn),
        }


def _rounds(view: View) -> Iterator[DataRow]:
    times = dict(view.state.details.times)
    for round in view.state.published:
        yield {
            "id": _round(view, round.number),
            "tournament": view.tournament,
            "round": round.number,
            "begins": times.get(round.number),
            "games": len(round.games),
        }


def _byes(view: View) -> Iterator[DataRow]:
    for round in view.state.published:
        for entry in round.byes:
            yield {
                "id": f"{_round(view, round.number)}/p{entry}",
                "round": _round(view, round.number),
                "player": _player(view, entry),
                "kind": round.kind(entry).value,
            }


def _games(view: View) -> Iterator[DataRow]:
    state = view.state
    for game in _published(view):
        result = game.result
        clocked = any(control.periods for control in game.clock.control)
        used = {side: sum(play.charged for play in game.plays if play.side is side) for side in Side}
        yield {
            "id": _game(view, game.round, game.board),
            "tournament": view.tournament,
            "round": _round(view, game.round),
            "board": game.board,
            "white": _player(view, game.entries.white),
            "black": _player(view, game.entries.black),
            "result": state.result_text(game),
            "white_outcome": result.outcome.white.value if result else None,
            "black_outcome": result.outcome.black.value if result else None,
            "because": result.because if result else None,
            "started": _iso(game.started),
            "ended": _iso(result.at) if result else None,
            "plies": game.ply,
            "sealed": len(sealed_plays(game)),
            "opening": game.opening.text if game.opening else None,
            "start": fen_text(game.begun_with, state.variant),
            "white_ms": used[Side.WHITE] if clocked else None,
            "black_ms": used[Side.BLACK] if clocked else None,
        }


def _plies(view: View) -> Iterator[DataRow]:
    variant = view.state.variant
    for game in _published(view):
        ruled = {ply for ply, _ in game.huffed} | {one.ply for one in game.set_ups}
        position = game.position_after(0)
        for play in game.plays:
            position = position.played(play.path, play.taken, play.crowned)
            if play.ply in ruled:
                position = game.position_after(play.ply)
            yield {**_ply(view, game, play), "position": fen_text(position, variant)}


def _ply(view: View, game: Game, play: Play) -> DataRow:
    clocked = bool(game.clock.control[play.side].periods)
    return {
        "id": f"{_game(view, game.round, game.board)}/{play.ply}",
        "game": _game(view, game.round, game.board),
        "ply": play.ply,
        "side": play.side.value,
        "move": play.move,
        "pieces_taken": len(play.taken),
        "crowned": int(play.crowned),
        "at": _iso(play.at),
        "used_ms": play.charged if clocked else None,
        "left_ms": play.left if clocked else None,
    }


def _irregular(view: View) -> Iterator[DataRow]:
    for game in _published(view):
        for number, attempt in enumerate(irregular_moves(game), start=1):
            yield {
                "id": f"{_game(view, game.round, game.board)}/i{number}",
                "game": _game(view, game.round, game.board),
                "ply": attempt.ply,
                "side": attempt.side.value,
                "move": attempt.move,
                "code": attempt.code,
                "article": attempt.article,
                "sentence": view.say(attempt.code, dict(attempt.facts), attempt.article),
                "corrections": " ".join(attempt.corrections),
                "at": _iso(attempt.at),
                "counts": int(not attempt.overruled and attempt not in game.unnoticed),
                "position": fen_text(position_of(game, attempt), view.state.variant),
            }


def _standings(view: View) -> Iterator[DataRow]:
    tables, teams = view.of_tables, bool(view.state.pairing.teams)
    for row in placing(view.state, view.known):
        yield {
            "id": f"{view.tournament}/{row.entry}",
            "tournament": view.tournament,
            "rank": row.rank,
            "player": None if teams else _player(view, row.entry),
            "name": tables.name(row.entry),
            "points": float(view.state.points.number(row.points)),
        }


def _tiebreaks(view: View) -> Iterator[DataRow]:
    for row in placing(view.state, view.known):
        pairs = zip(view.state.tiebreaks, row.tiebreaks, strict=True)
        for number, (name, value) in enumerate(pairs, start=1):
            standing = f"{view.tournament}/{row.entry}"
            told = value_number(value)
            yield {"id": f"{standing}/{number}", "standing": standing, "tiebreak": name, "value": told}


def _categories(view: View) -> Iterator[DataRow]:
    for category, entries in members_of(view.state, view.known).items():
        for entry in sorted(entries):
            player = _player(view, entry)
            yield {
                "id": f"{player}/{category}",
                "tournament": view.tournament,
                "category": category,
                "player": player,
            }


def _prizes(view: View) -> Iterator[DataRow]:
    for number, prize in enumerate(view.state.fund.prizes, start=1):
        yield {
            "id": _prize(view, number),
            "tournament": view.tournament,
            "name": prize.name,
            "category": prize.category or None,
            "place": prize.place,
            "amount": prize.amount,
            "currency": view.state.fund.currency,
        }


def _awards(view: View) -> Iterator[DataRow]:
    told = prizes_shape(view, official=view.whole is view.people)
    teams = bool(view.state.pairing.teams)
    for number, award in enumerate(told["awards"], start=1):
        entry = award["entry"]
        yield {
            "id": _award(view, number),
            "tournament": view.tournament,
            "player": None if entry is None or teams else _player(view, entry),
            "amount": award["amount"],
            "currency": told["currency"],
            "working": award["working"],
        }


def _awarded_prizes(view: View) -> Iterator[DataRow]:
    told = prizes_shape(view, official=view.whole is view.people)
    given = awards_shown(view) if told["awards"] else []
    for number, (award, _) in enumerate(given, start=1):
        for prize in award.prizes:
            yield {
                "id": f"{_award(view, number)}/{prize + 1}",
                "award": _award(view, number),
                "prize": _prize(view, prize + 1),
            }


def _rulings(view: View, lines: Iterable[Line]) -> Iterator[DataRow]:
    for ruling in RulingsReplay(view).read(lines):
        yield ruling_row(view, ruling)


def ruling_row(view: View, ruling: PastRuling) -> DataRow:
    """Return the row of a ruling."""
    incident, clocks = ruling.incident, ruling.clocks
    return {
        "id": f"{view.tournament}/{ruling.line}" + (f"/{ruling.number}" if ruling.number > 1 else ""),
        "tournament": view.tournament,
        "game": _game(view, ruling.round, ruling.board),
        "line": ruling.line,
        "at": _iso(ruling.at),
        "ply": incident.ply,
        "side": incident.side.value if incident.side else None,
        "kind": incident.kind,
        "detail": incident.detail or None,
        "move": incident.move or None,
        "article": incident.article,
        "text": incident.text,
        "reason": incident.reason or None,
        "decided_by": incident.decided or None,
        "position": fen_text(ruling.position, view.state.variant),
        "white_left_ms": clocks.white if clocks else None,
        "black_left_ms": clocks.black if clocks else None,
    }


def _published(view: View) -> Iterator[Game]:
    for round in view.state.published:
        yield from round.games


def _player(view: View, entry: int) -> str:
    return f"{view.tournament}/p{entry}"


def _prize(view: View, number: int) -> str:
    return f"{view.tournament}/prize{number}"


def _award(view: View, number: int) -> str:
    return f"{view.tournament}/a{number}"


def _round(view: View, number: int) -> str:
    return f"{view.tournament}/r{number}"


def _game(view: View, round: int, board: int) -> str:
    return f"{_round(view, round)}/b{board}"


def _iso(at: Instant | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1_000, UTC).isoformat(timespec="milliseconds")


ROWS: Mapping[str, Callable[[View], Iterator[DataRow]]] = {
    "tournaments": _tournament,
    "players": _players,
    "rounds": _rounds,
    "byes": _byes,
    "games": _games,
    "plies": _plies,
    "irregular_moves": _irregular,
    "standings": _standings,
    "tiebreaks": _tiebreaks,
    "categories": _categories,
    "prizes": _prizes,
    "awards": _awards,
    "awarded_prizes": _awarded_prizes,
}
"""The function that makes the rows of each table. Rulings are not here, because they need the journal."""
