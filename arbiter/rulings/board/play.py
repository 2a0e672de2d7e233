"""Playing a move. The squares tapped on a tablet become a move on the score sheet, or an irregular move (000 VII)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any

from arbiter.clock.clock import Clock
from arbiter.fields import Beside, Road, Sent
from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import LONGEST_MOVE, Move, move_text, named_square, parse_move, square_text
from arbiter.rules.verdict import Verdict, judge, made, plain_route
from arbiter.rulings.board.endings import endings_after
from arbiter.rulings.board.irregular import binding, corrected, move_article, penalty_step, uncrowned_move
from arbiter.rulings.board.objections import objected
from arbiter.rulings.board.stopped_boards import STANDING
from arbiter.rulings.request import article, of_official, running_game
from arbiter.rulings.time.flags import NO_STAMP, Stamp, flag_events, flag_fallen, given_back
from arbiter.rulings.time.provisional_flags import InformedRequest, in_touch
from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.events.irregular import IrregularMove
from arbiter.tournament.game import Game
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

NO_MOVE = ("no_piece", "square_not_in_play", "occupied")
"""The codes of moves that nobody can have made on a board: they are typing errors, not offences (IR25)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMove(InformedRequest):
    """Play a move for the side to move.

    `ply` is the number of plies already played, as the tablet knows it. `side` is the side assigned to the tablet, if
    it was assigned one. `touched` lists the squares of the pieces tapped, in order, for regulations with touch-move:
    the first of these pieces that can move has to make the move (FMJD 3.11).

    An irregular move is not refused, because it has been made at the board. It becomes an `IrregularMove`: the mover's
    clock runs on, and nothing else may be played until the move has been corrected.

    If a move is received after the flag fell, the fall of the flag is recorded instead of the move. By some regulations
    the network delay measured in `stamp` is given back first.
    """

    ply: Annotated[int, Sent("moves already played, as the sender knows it", 0)]
    move: Annotated[str, Sent("the move in notation", "32-28", longest=LONGEST_MOVE)]
    side: Annotated[Side | None, Road("the side that the tablet was given")] = None
    stamp: Annotated[Stamp, Beside("what the tablet says of the press")] = NO_STAMP
    touched: Annotated[
        str,
        Sent("the squares of the pieces touched; where touching binds, the first that can move is bound", number=True),
    ] = ""
    late: Annotated[Span, Road("for how many ms it could not be recorded: nobody's time")] = 0

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        at, counts = after_outage(game, at), counts_at(state, game, at, self.stamp, self.late)
        lag = at - counts
        if game.flag is not None and counts >= game.flag.at:
            raise Refused("flag_pending", board=self.board, side=game.flag.side.value, article=article(state, "flag"))
        if self.ply != game.ply:
            raise Refused("stale_ply", board=self.board, ply=self.ply, played=game.ply)
        if game.halted is not None and game.halted in STANDING:
            raise Refused(STANDING[game.halted], board=self.board)
        turn = game.position.turn
        if self.side not in (None, turn):
            raise Refused("not_your_turn", board=self.board, turn=turn.value)
        entered = parse_move(self.move, state.variant)
        if event := flag_fallen(state, game, counts, self.known):
            return flag_events(state, replace(event, noticed=at), self.known)
        told = game.owed is not None and game.bound is not None  # it binds only if the tablet shows it
        touched = self._touched(state, game)
        first = game.bound if told else touched
        # if so, nobody is told whether the move is irregular
        secret = state.regulations.irregular_policy != "block" and not game.owed
        verdict = judge(game.position, entered, state.variant, first, alike=secret)
        _refuse_a_slip(verdict, entered, state, game)
        if game.uncrowned is not None:
            return [uncrowned_move(state, game, entered, at, self.by)]
        if verdict.code == "ambiguous":  # not an irregular move: the text fits two legal moves
            raise Refused("ambiguous", article=move_article(state, verdict), **verdict.facts)
        if secret:
            return self._in_secret(verdict, entered, first, state, game, at, lag)
        if verdict.move is not None:
            return self._played(verdict.move, state, game, at, lag)
        return [self._irregular(verdict, binding(verdict, entered, first, state), state, game, at)]

    def _in_secret(
        self,
        verdict: Verdict,
        entered: Sequence[int],
        first: int | None,
        state: Tournament,
        game: Game,
        at: Instant,
        lag: Span,
    ) -> Sequence[Event]:
        """Return the events of a move, if nobody may learn whether it is legal.

        The steps are the same for legal and illegal moves, so that the time they take does not tell either.
        """
        as_made = made(game.position, entered, state.variant)
        finding = self._finding(verdict, binding(verdict, entered, first, state), state, game)
        move = verdict.move or as_made
        if move is None:  # a journal line of its own would tell the opponent
            raise self._no_move(verdict, state)
        move = plain_route(game.position, move, state.variant)
        pressed = replace(self._pressed(move, state, game, at, lag), **finding)
        of_computer = game.entries[game.position.turn.other] in state.computers
        if of_computer and verdict.move is None and state.regulations.irregular_policy == "opponent":
            return [pressed, *objected(replay([pressed], state), self.round, self.board, at)]
        return [pressed, *endings_after(state, game, move, at)]

    def _no_move(self, verdict: Verdict, state: Tournament) -> Refused:
        assert verdict.code is not None
        facts = {name: value for name, value in verdict.facts.items() if name != "corrections"}
        return Refused(verdict.code, article=move_article(state, verdict), **facts)

    def _touched(self, state: Tournament, game: Game) -> int | None:
        """Return the square of the first touched piece that can move; None if the regulations have no touch-move.

        Raise Refused for a text that is no square, even without touch-move.
        """
        if len(self.touched) > LONGEST_MOVE:
            raise Refused("text_too_long", field="touched", length=len(self.touched), longest=LONGEST_MOVE)
        squares = [named_square(name, state.variant) for name in self.touched.split()]
        for name, square in zip(self.touched.split(), squares, strict=True):
            if square is None or not 1 <= square <= state.variant.board.last:
                raise Refused("square_unreadable", text=name)
        if not squares or not state.regulations.touch_move:
            return None
        able = {move.origin for move in moves_in_play(game.position, state.variant)}
        return next((square for square in squares if square in able), None)

    def _irregular(self, verdict: Verdict, bound: int | None, state: Tournament, game: Game, at: Instant) -> Event:
        assert verdict.code is not None
        corrections = corrected(verdict, bound, state, game)
        return IrregularMove(
            **self.at_board(at),
            ply=game.ply,
            side=game.position.turn,
            move=str(verdict.facts["move"]),
            code=verdict.code,
            article=move_article(state, verdict),
            facts=tuple({**verdict.facts, "corrections": corrections}.items()),
            bound=bound,
            corrections=corrections,
            step=penalty_step(state, game, game.position.turn),
        )

    def _finding(self, verdict: Verdict, bound: int | None, state: Tournament, game: Game) -> Mapping[str, Any]:
        """Return the finding about the move (why it is irregular) as fields of its event. The desk encrypts them.

        Empty if the move is legal.
        """
        corrections = corrected(verdict, bound, state, game)
        found = {
            "irregular": verdict.code,
            "irregular_article": move_article(state, verdict),
            "irregular_facts": tuple({**verdict.facts, "corrections": corrections}.items()),
            "irregular_corrections": corrections,
            "irregular_piece": bound,
        }
        return {} if verdict.code is None else found

    def _played(self, move: Move, state: Tournament, game: Game, at: Instant, lag: Span) -> Sequence[Event]:
        if state.regulations.irregular_policy != "block":
            move = plain_route(game.position, move, state.variant)
        return [self._pressed(move, state, game, at, lag), *endings_after(state, game, move, at)]

    def _pressed(self, move: Move, state: Tournament, game: Game, at: Instant, lag: Span) -> MovePlayed:
        """Return the event of the move, with the effect of its press on the clock.

        The move is written by the same rule whether it is legal or not.
        """
        mover = game.position.turn
        text = move_text(move, moves_in_play(game.position, state.variant), state.variant)
        clock = clock_in_time(game, at)
        pressed = clock.press(at - lag)
        handshake = state.regulations.crowning == "opponent"
        return MovePlayed(
            **self.at_board(at),
            ply=game.ply + 1,
            side=mover,
            move=text,
            path=move.path,
            taken=move.taken,
            crowned=move.crowned,
            charged=clock.thought[mover] + max(0, at - lag - clock.since),
            left=pressed.had[mover],
            overtime=pressed.overtime[mover],
            lag=lag,
            pressed=self.stamp.pressed,
            round_trip=self.stamp.round_trip,
            device=self.stamp.device,
            gained=pressed.had[mover] - clock.left(mover, at - lag),
            to_crown=move.crowned and handshake,
            beside=of_official(self.by) and in_touch(self.known, self.known.tablet(self.board, mover), at),
        )


def _refuse_a_slip(verdict: Verdict, entered: Sequence[int], state: Tournament, game: Game) -> None:
    """Raise Refused if nobody can have made the move on a board.

    The text is then a typing error, and no offence (IR25). The same square twice in a row is a typing error too, unless
    a capture can lead back to it.
    """
    if verdict.code in NO_MOVE:
        facts = {name: value for name, value in verdict.facts.items() if name != "corrections"}
        raise Refused(verdict.code or "", article=move_article(state, verdict), **facts)
    twice = next((square for square, after in pairwise(entered) if square == after), None)
    if twice is None:
        return
    round_trip = len(entered) == 2 and made(game.position, entered, state.variant) is not None
    if verdict.move is None and not round_trip:
        raise Refused("square_twice", move=verdict.facts["move"], square=square_text(twice, state.variant))


def counts_at(state: Tournament, game: Game, at: Instant, stamp: Stamp, late: Span = 0) -> Instant:
    """Return the instant for which a move counts.

    *at*: the instant of the ruling. *late*: how many milliseconds before *at* the move was received. If the regulations
    give back network delay, the delay (measured in *stamp*) is subtracted too.
    """
    at = after_outage(game, at - late)
    return at - given_back(state, game, at, stamp)


def after_outage(game: Game, at: Instant) -> Instant:
    """Return *at*, or the end of the outage that stopped the clocks if that is later.

    So no player is charged for an outage.
    """
    ends = [note.at for note in game.notes if note.what == "outage"] if game.halted == "outage" else []
    return max(at, *ends) if ends else at


def clock_in_time(game: Game, at: Instant) -> Clock:
    """Return the clock to which a move received at *at* is charged.

    If the flag fell only after *at*, this is the clock as it ran before the fall. If an outage had stopped the clock,
    it is returned restarted.
    """
    clock = game.flag.clock if game.flag else game.clock
    return clock if clock.running else clock.start(game.position.turn, at)
