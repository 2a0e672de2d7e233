"""The API of openings, of what is counted towards an ending, and of moves entered by taps."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import Blueprint, Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES
from arbiter.rules.entry import entered
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import named_square, parse_move
from arbiter.rulings.board.ballots import DrawBallot
from arbiter.shapes.endings import counts_shape, opening_shape
from arbiter.shapes.tournament import completing, move_shape, square_shape
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.reading.body import body, key, read

endings = Blueprint("endings", __name__, url_prefix="/api/v1/tournaments/<t>/rounds/<int:n>")


@endings.post("/ballots")
@doors.officials_only
def draw(t: str, n: int) -> Response:
    """Draws an opening by lot for boards not yet started, or takes the one that is named."""
    given, desk = body(), doors.desk(t)
    asked = with_lots(read(DrawBallot, given, round=n, by=doors.reader().by), desk.state)
    recorded = desk.submit(asked, key=key(given))
    return jsonify(seq=recorded.seq, round=n, boards=drawn(recorded.state, n))


def with_lots(asked: DrawBallot, state: Tournament) -> DrawBallot:
    """The drawing with its lots, which are made here: the only chance there is in an opening."""
    if asked.name or not state.ballots:
        return asked
    fresh = [game for game in state.round(asked.round).games if game.started is None and game.result is None]
    count = (len(set(asked.boards)) if asked.boards else len(fresh)) if asked.each else 1
    many = len(TABLES[state.ballots].playable)
    return replace(asked, chance=tuple(secrets.randbelow(many) for _ in range(count)))


def drawn(state: Tournament, n: int) -> list[dict[str, object]]:
    """The openings of a round, board by board."""
    return [{"board": game.board, "opening": opening_shape(game)} for game in state.round(n).games]


@endings.get("/boards/<int:b>/counts")
def counts(t: str, n: int, b: int) -> Response:
    """What has been counted in the game, with its proof; `ply` asks how it stood then.

    Officials see it; players at the board only where the regulations show it to them.
    """
    desk = doors.desk(t)
    may_see(desk, b)
    game = desk.state.game(n, b)
    ply = request.args.get("ply", type=int)
    if ply is not None and not 0 <= ply <= game.ply:
        raise Refused("no_such_ply", board=b, ply=ply, played=game.ply)
    shown = counts_shape(page.view(t, desk.state), game, ply)
    return jsonify(version=desk.state.version, ply=game.ply if ply is None else ply, counts=shown)


def may_see(desk: Desk, b: int) -> None:
    """Refused where the regulations keep the counts from the reader."""
    by = doors.acting(desk.id, b)
    if not (by.official or desk.state.regulations.counts_shown == "players"):
        raise Refused("not_yours")


@endings.get("/boards/<int:b>/taps")
def taps(t: str, n: int, b: int) -> Response:
    """Which squares may follow those tapped (`path`, such as 28x19), and the whole move once only one fits.

    For officials, and for the tablet of the board where the regulations let it be helped; nothing follows elsewhere.
    """
    by = doors.acting(t, b)
    state = doors.desk(t).state
    game, variant = state.game(n, b), state.variant
    text = request.args.get("path", "").strip()
    prefix = tapped(text, state)
    if not (by.official or completing(state, game)):
        return jsonify(ply=game.ply, next=[], move=None)
    legal = legal_moves(game.position, variant)
    entry = entered(game.position, prefix, variant)
    return jsonify(
        ply=game.ply,
        next=[square_shape(square, variant) for square in sorted(entry.next)],
        move=move_shape(entry.move, legal, variant) if entry.move else None,
    )


def tapped(text: str, state: Tournament) -> tuple[int, ...]:
    """The squares tapped so far: none, one, or as a move is written."""
    if not text:
        return ()
    one = named_square(text, state.variant)
    return (one,) if one is not None else parse_move(text, state.variant)
