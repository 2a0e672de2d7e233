"""API of openings drawn by lot, of the counts that lead to a draw, and of moves entered square by square."""

from __future__ import annotations

import secrets
from typing import Annotated, TypedDict

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import named_square, parse_move
from arbiter.rules.tapped_moves import entered
from arbiter.rulings.board.ballots import DrawBallot
from arbiter.rulings.bounds.rights import LOOK, RULE, ToRead
from arbiter.shapes.board import MoveTold, completing, move_shape, square_shape
from arbiter.shapes.game.endings import CountTold, OpeningTold, counts_shape
from arbiter.shapes.json_answers import told
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.web import access
from arbiter.web.api.operation import ROOT, TABLET, Api, Asked, LineTold

endings = Api("endings", __name__, url_prefix=f"{ROOT}/tournaments/<t>/rounds/<int:n>")


@dataclass(frozen=True, slots=True, kw_only=True)
class AtPly:
    """Query parameter: the number of plies (single moves) after which the position is wanted."""

    ply: Annotated[int | None, Sent("the number of plies (single moves) after which", least=0)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """Query parameter: the squares that a player has tapped so far to enter a move."""

    path: Annotated[str, Sent("the squares tapped so far, such as 28x19")] = ""


class OpeningOf(TypedDict):
    """A board and its prescribed opening; null if it has none."""

    board: int
    opening: OpeningTold | None


class DrawnTold(LineTold):
    """Response: the prescribed openings of a round, board by board."""

    round: int
    boards: list[OpeningOf]


class CountsTold(TypedDict):
    """Response: the counts that lead to an end of the game, such as repetitions, as they were after `ply` plies."""

    version: int
    ply: int
    counts: list[CountTold]


class TapsTold(TypedDict):
    """Response: the squares that can be tapped next. If only one move remains possible, also that move."""

    ply: int
    next: list[int | str]
    move: MoveTold | None


@endings.ask("POST", "/ballots", DrawBallot, who=RULE, answers=DrawnTold)
def draw_ballot(asked: Asked) -> DrawnTold:
    """Set the openings of the boards that have not started: drawn by lot, or the one that is named."""
    recorded = asked.submit(with_lots(asked.request(), asked.desk.state))
    n = asked.address["round"]
    return {"seq": recorded.seq, "round": n, "boards": drawn(recorded.state, n)}


def with_lots(asked: DrawBallot, state: Tournament) -> DrawBallot:
    """Return the request with numbers drawn at random, from which the ruling derives the openings.

    It is unchanged if it names an opening, or if the tournament draws no openings.
    """
    if asked.name or not state.ballots:
        return asked
    fresh = [game for game in state.round(asked.round).games if game.started is None and game.result is None]
    count = (len(set(asked.boards)) if asked.boards else len(fresh)) if asked.each else 1
    many = len(TABLES[state.ballots].playable)
    return replace(asked, chance=tuple(secrets.randbelow(many) for _ in range(count)))


def drawn(state: Tournament, n: int) -> list[OpeningOf]:
    """Return the prescribed openings of round *n*, board by board."""
    games = state.round(n).games
    return [{"board": g.board, "opening": told(OpeningTold, g.opening) if g.opening else None} for g in games]


@endings.ask("GET", "/boards/<int:b>/counts", who=TABLET, query=AtPly, answers=CountsTold)
def counts(asked: Asked) -> CountsTold:
    """Show the counts that lead to an end of the game, such as repetitions, with the moves that prove them.

    `ply` asks about an earlier position. Officials get the counts, except in a running game of their own, of their
    family or of their club. Players get the counts only if the regulations show counts to players.
    """
    view = asked.view()
    rules, game = view.state.regulations, view.state.game(*asked.place)
    if not (asked.official or rules.counts_shown == "players"):
        raise Refused("not_yours")
    if rules.counts_shown != "players" and game.running:
        access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    ply = asked.read(AtPly).ply
    if ply is not None and ply > game.ply:
        raise Refused("no_such_ply", board=game.board, ply=ply, played=game.ply)
    shown = counts_shape(view, game, ply)
    return {"version": view.state.version, "ply": game.ply if ply is None else ply, "counts": shown}


@endings.ask("GET", "/boards/<int:b>/taps", who=TABLET, query=Tapped, answers=TapsTold)
def taps(asked: Asked) -> TapsTold:
    """List the squares that can follow the tapped ones in a legal move. If only one move remains possible, show it too.

    `path` has the tapped squares, such as 28x19. The board's tablet gets the list only if the regulations allow help
    with moves, otherwise an empty list. Officials get the list unless the regulations keep secret, while the game runs,
    which moves are irregular.
    """
    state = asked.desk.state
    game, variant = state.game(*asked.place), state.variant
    prefix = tapped(asked.read(Tapped).path.strip(), state)
    secret = state.regulations.irregular_policy != "block" and game.running
    if not ((asked.official and not secret) or completing(state, game)):
        return {"ply": game.ply, "next": [], "move": None}
    legal = moves_in_play(game.position, variant)
    entry = entered(game.position, prefix, variant)
    return {
        "ply": game.ply,
        "next": [square_shape(square, variant) for square in sorted(entry.next)],
        "move": move_shape(entry.move, legal, variant) if entry.move else None,
    }


def tapped(text: str, state: Tournament) -> tuple[int, ...]:
    """Parse the tapped squares of a path such as "28x19" and return them in order. Empty text gives none."""
    if not text:
        return ()
    one = named_square(text, state.variant)
    return (one,) if one is not None else parse_move(text, state.variant)
