"""The commands of the computer player: `best`, `analyse`, `tables`.

`best` finds a move, `analyse` analyses the finished games of a round, and `tables` makes the endgame tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter import thinking
from arbiter.cli.progress import listened, said, shown
from arbiter.cli.rules import position_asked, position_of
from arbiter.cli.stores import beside, store_of
from arbiter.cli.typed import Verbs, as_document, as_json, instance_of
from arbiter.endgames import MADE, Exact, endgames, made_from
from arbiter.endgames import model as model_of
from arbiter.endgames.making import make, materials
from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import Position, fen_text
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.settings import settings
from arbiter.values import replace
from arbiter.words import SOURCE, term

if TYPE_CHECKING:
    from arbiter.engines.search_request import Advice

LONGEST_SECONDS = 3_600


def add(verb: Verbs) -> None:
    made = verb("best", best, "find the move that the computer would play")
    position_of(made)
    made.add_argument("--seconds", type=_seconds, metavar="S", help="thinking time in seconds; 1 if there is no limit")
    made.add_argument("--nodes", type=_nodes, metavar="N", help="number of positions to search")
    made.add_argument("--level", type=int, choices=tuple(thinking.LEVELS), help="playing level; else full strength")
    made.add_argument("--engine", metavar="NAME", help="use this engine, set in the instance or by ARBITER_ENGINES")
    instance_of(made)
    as_json(made)
    made = verb("analyse", analyse, "analyse the finished games of a round")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--round", type=int, required=True, help="the round of the games")
    made.add_argument("--board", type=int, help="only the game at this board")
    made.add_argument(
        "--nodes", type=_nodes, metavar="N", help="number of positions to search for each move, on average"
    )
    store_of(made)
    made = verb("tables", tables, "make the endgame tables of the games on 64 squares from the rules")
    made.add_argument("--variant", action="append", choices=tuple(VARIANTS), help="only this variant; may be repeated")
    made.add_argument("--into", type=Path, default=Path(str(MADE)), metavar="DIR", help="folder for the files")


def tables(asked: argparse.Namespace) -> int:
    asked.into.mkdir(parents=True, exist_ok=True)
    for variant in dict.fromkeys(model_of(VARIANTS[key]) for key in asked.variant or VARIANTS):
        if materials(variant):
            began = time.process_time()
            made = dict(make(variant))
            packed = made_from(made)
            (asked.into / f"{variant.key}.bin").write_bytes(packed)
            positions = sum(len(table.values) for table in made.values())
            longest = max(max(table.values) for table in made.values()) - 1
            seconds = time.process_time() - began
            told = f"{positions} positions, longest win {longest} plies, {len(packed)} bytes"
            print(f"{variant.key}: {told}, {seconds:.1f} s")
    return 0


def analyse(asked: argparse.Namespace) -> int:
    from arbiter.engines.analyses import WHOLE_EFFORT, weigh
    from arbiter.hall.stored_view import view_in
    from arbiter.tournament.past.analysis import decided, judged

    with beside(asked) as read:
        view = view_in(read, asked.tournament, settings(instance=asked.instance), SOURCE)
    state, effort = view.state, replace(WHOLE_EFFORT, nodes=asked.nodes or WHOLE_EFFORT.nodes)
    round = state.round(asked.round)
    over = [game for game in round.games if game.result is not None and game.plays]
    games = over if asked.board is None else [round.game(asked.board)]
    single = len(games) == 1
    for game in games if single else shown(games, "games"):
        with listened("positions") if single else nullcontext():
            analysis = weigh(asked.instance, asked.tournament, state.variant, game, effort)
        found, how = judged(game, analysis), decided(game, analysis)
        numbered = ((f"{(one.ply + 1) // 2}{'.' if one.ply % 2 else '...'} {one.move}", one) for one in found)
        wrong = [f"{move} ({one.best}){', decisive' if one.decisive else ''}" for move, one in numbered if one.mistake]
        wrong += [term(f"decided {how}", SOURCE)] if how not in (None, "mistake") else []
        white, black = game.entries.map(view.name)
        said(f"board {game.board}, {white} - {black} {state.result_text(game)}: {', '.join(wrong) or 'no mistake'}")
    return 0


def best(asked: argparse.Namespace) -> int:
    from arbiter.engines.search_request import advice_of, lookup

    variant, position = position_asked(asked)
    if asked.engine and legal_moves(position, variant):
        return _told(asked, variant, position, _by_engine(asked, variant, position))
    seconds = asked.seconds if asked.seconds is not None or asked.nodes is not None else 1.0
    until = None if seconds is None else time.monotonic() + seconds
    found = thinking.search(
        position,
        variant,
        nodes=asked.nodes,
        enough=lambda: until is not None and time.monotonic() >= until,
        level=asked.level,
        table=lookup(variant),
    )
    if found is None:
        print("There is no move: the game is over.", file=sys.stderr)
        return 1
    return _told(asked, variant, position, advice_of(position, variant, found))


def _by_engine(asked: argparse.Namespace, variant: Variant, position: Position) -> Advice:
    """Return the move that the engine named on the command line finds. Raise Refused if the engine fails."""
    from arbiter.engines.engine import conversation
    from arbiter.engines.engines import SETTING, engines_of
    from arbiter.engines.search_request import task_from
    from arbiter.journal.sqlite.register import setting_in

    register = asked.instance / "register.sqlite"
    kept = setting_in(register, SETTING) if register.is_file() else None
    found = settings(instance=asked.instance)
    engines = engines_of(found.engines, kept, found.engines_folder)
    if asked.engine not in engines:
        raise Refused("engine_unknown", engine=asked.engine[:40], known=tuple(engines))
    task = task_from(position, variant)
    with conversation(engines[asked.engine], task) as talk:
        return talk.advise(
            task, seconds=asked.seconds or (LONGEST_SECONDS if asked.nodes else 1.0), nodes=asked.nodes or 0
        )


def _told(asked: argparse.Namespace, variant: Variant, position: Position, found: Advice) -> int:
    tables = endgames(variant)
    exact = tables.exact(position) if tables else None
    if asked.json:
        told = {"variant": variant.key, "fen": fen_text(position, variant)}
        as_document({**told, **asdict(found), "line": list(found.line), "tables": _exact_told(exact)})
    else:
        deep = f"{found.depth} plies deep, {found.nodes} positions"
        print(f"{found.move}  {found.score / 100:+.2f}  {deep}: {' '.join(found.line)}")
        if exact:
            won = f"won by {exact.winner.value.title()} in {exact.moves}" if exact.winner else "drawn"
            print(f"by the endgame tables: {won}")
    return 0


def _exact_told(exact: Exact | None) -> dict[str, object] | None:
    winner = exact.winner.value if exact and exact.winner else None
    return {"winner": winner, "moves": exact.moves, "plies": exact.plies} if exact else None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(f"seconds are more than 0 and at most {LONGEST_SECONDS}")
    return seconds


def _nodes(text: str) -> int:
    nodes = int(text) if text.isascii() and text.isdigit() else 0
    if not nodes:
        raise argparse.ArgumentTypeError("nodes are counted from 1")
    return nodes
