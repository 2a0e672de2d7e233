"""Events that follow from the position on the board: the end of the game, or a draw that an arbiter confirms.

They are checked in this order: the object of the game, no legal move left, then the draw counts (such as repetition).
`draw_found` tells who may end the game by a count: the players by a claim, an arbiter by a signature, or the service
itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.endings import EndsAs, Mode
from arbiter.rules.endings.draws import Count, Tally, begin
from arbiter.rules.endings.specials import OnTheBoard, won
from arbiter.rules.moves import legal_moves, moves_in_play
from arbiter.rules.notation import Move
from arbiter.rules.position import Position, start
from arbiter.rulings.request import article, drawn, won_by
from arbiter.sides import Instant, Side
from arbiter.tournament.events.endings import EndingDue
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.proposals import ProposalLapsed
from arbiter.tournament.game import Game
from arbiter.tournament.lapsed_proposals import broken
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def endings_after(state: Tournament, game: Game, move: Move, at: Instant) -> Sequence[Event]:
    """Return the events that follow from *move*, whether it is regular or not."""
    now = game.position.played(move.path, move.taken, move.crowned)
    replies = moves_in_play(now, state.variant)
    over = ending_here(state, replace(game, position=now), at, replies)
    if over is not None:
        return [over]
    capturing = bool(replies and replies[0].taken)
    tally = game.tally.after(move, now)
    due = tally.due(capturing=capturing)
    ending = next((count for count in due if _ends(state, count)), None)
    if ending is not None:
        return [drawn(game, at, because=ending.row.key, article=ending.row.article)]
    open_rows = {p.ground for p in state.waiting if (p.round, p.board, p.kind) == (game.round, game.board, "ending")}
    shown = [count for count in due if _shown(state, count) and count.row.key not in open_rows]
    return [*lapses(state, game, tally, at), *(_due(game, count, now.turn, at) for count in shown)]


def ending_here(state: Tournament, game: Game, at: Instant, replies: Sequence[Move] | None = None) -> Event | None:
    """Return the event that ends the game because of the position on its board; None if the game goes on.

    The position ends the game if it is a special win of the variant, or if the side to move has no legal move.
    *replies*: the legal moves, or None to compute them.
    """
    replies = moves_in_play(game.position, state.variant) if replies is None else replies
    capturing = bool(replies and replies[0].taken)
    special = won(OnTheBoard(game.begun_with, game.position, capturing), state.variant)
    if special is not None:
        way, winner = special
        return won_by(winner, game, at, because=way.key, article=way.article)
    if not replies:
        return won_by(game.position.turn.other, game, at, because="no_move", article=article(state, "no_move"))
    return None


def decided_on_sight(state: Tournament, position: Position) -> str | None:
    """Return the code of the ending that *position* alone decides, whatever was played before it; None without one.

    Lost pieces are counted from the full starting array, because a set-up position has no history of its own.
    """
    replies = legal_moves(position, state.variant)
    capturing = bool(replies and replies[0].taken)
    special = won(OnTheBoard(start(state.variant), position, capturing), state.variant)
    if special is not None:
        return special[0].key
    if not replies:
        return "no_move"
    due = begin(position, state.rows, state.variant.board).due(capturing=capturing)
    return next((one.row.key for one in due if not one.row.limit and one.row.mode is Mode.FACT), None)


def lapses(state: Tournament, game: Game, tally: Tally, at: Instant) -> Sequence[Event]:
    """Return an event for each waiting proposal of the game that lapses, because *tally* no longer supports it.

    *tally*: the draw counts (such as repetitions) after the last move.
    """
    here = [p for p in state.waiting if (p.round, p.board) == (game.round, game.board)]
    why = {p.number: cause for p in here if (cause := broken(tally, p)) is not None}
    return [ProposalLapsed(at=at, proposal=number, why=cause) for number, cause in why.items()]


def _ends(state: Tournament, count: Count) -> bool:
    return count.row.mode is Mode.FACT and count.row.outcome is EndsAs.DRAW and state.regulations.draw_found == "auto"


def _shown(state: Tournament, count: Count) -> bool:
    return count.row.mode is Mode.ARBITER or (count.row.mode is Mode.FACT and state.regulations.draw_found != "claim")


def _due(game: Game, count: Count, turn: Side, at: Instant) -> EndingDue:
    return EndingDue(
        at=at,
        round=game.round,
        board=game.board,
        row=count.row.key,
        side=turn,
        number=count.number,
        limit=count.row.limit,
        plies=count.plies,
        outcome=count.row.outcome.value,
        article=count.row.article,
    )
