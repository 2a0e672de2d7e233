"""Objecting to an irregular move, and crowning the opponent's king.

Under the policy "opponent" (FMJD 5.4 to 5.8) the side to move may object until it moves itself. It chooses whether the
irregular move is corrected as a whole or stays as played; a move cannot be corrected in part. Under the policy "silent"
a player claims to the arbiter that a move was irregular, and the arbiter decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import square_text
from arbiter.rulings.board.claims import call_stop, call_stops
from arbiter.rulings.board.endings import ending_here
from arbiter.rulings.board.irregular import penalty_step
from arbiter.rulings.board.stopped_boards import BEYOND_THE_BOARD, STANDING
from arbiter.rulings.board.unsealing import opening
from arbiter.rulings.request import BoardRequest, BySide, Why, article, of_official, plain_text
from arbiter.rulings.time.flags import undisputed_game
from arbiter.rulings.time.open_claims import open_claim, upheld
from arbiter.rulings.time.provisional_flags import InformedRequest, refuse_beside_tablet
from arbiter.rulings.time.times import clock_back
from arbiter.sides import MINUTE, Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import ArbiterCalled
from arbiter.tournament.events.halts import ClocksResumed
from arbiter.tournament.events.irregular import (
    FindingsOpened,
    KingCrowned,
    ObjectionDropped,
    ObjectionRaised,
    PieceHuffed,
)
from arbiter.tournament.events.takebacks import MoveRetracted
from arbiter.tournament.game import Attempt, Game
from arbiter.tournament.regulations.switches import ALWAYS
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, replace

CAPTURES = ("capture_missed", "capture_not_maximum", "capture_stopped_early", "precedence")
"""The codes of irregular moves after which a piece may be huffed (removed): a capture was missed or not completed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Object(InformedRequest):
    """Object to the last move as irregular. `choice` says whether that move is corrected, accepted or huffed.

    Without a choice the service shows what was wrong with the move, and asks the side to choose. If by the regulations
    arbiters answer objections, the side chooses after an arbiter has looked. An objection to a regular move is
    recorded, and has the penalty that the regulations name.

    Only the opponent objects (FMJD Annex 1, 5.4). If no tablet of that side is in touch, an official may write down
    what the player has said, with the `reason`. The journal line says so. Such an objection proposes no penalty if it
    is groundless, because the player has not made it at a tablet.
    """

    side: BySide = None
    reason: Why = ""
    choice: Annotated[str, Sent("what is to become of the move: “rectify”, “stand” or “huff”")] = ""
    square: Annotated[
        str, Sent("the piece to be huffed, where more than one should have taken", number=True, longest=10)
    ] = ""
    """The square of the piece to be huffed; needed if more than one piece should have captured."""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = _game(state, self.round, self.board, at)
        if state.regulations.irregular_policy != "opponent":
            code = "no_objections" if state.regulations.irregular_policy == "block" else "objections_to_arbiter"
            raise Refused(code, article=article(state, "irregular"))
        if self.choice and self.choice not in choices(state):
            raise Refused("unknown_key", field="choice", key=self.choice[:80], known=choices(state))
        objector = game.position.turn
        if code := _no_objection(game, self.side):
            told = {"side": objector.other.value} if code in ("objection_too_late", "objection_own_move") else {}
            about = "accepted" if code == "objection_too_late" else "objection"
            raise Refused(code, board=self.board, article=article(state, about), **told)
        refuse_beside_tablet(self.known, self.by, self.board, objector, at)
        if self.choice and game.halted in BEYOND_THE_BOARD and game.result is None:
            raise Refused(STANDING[game.halted], board=self.board)
        found, raised = game.objection, list[Event]()
        if found is None:
            raised = self._raised(state, game, objector, at)
            opened = raised[-1]
            if not isinstance(opened, FindingsOpened):
                return raised
            found = opened.opened[0].attempt(game.plays[-1])
            if not self.choice:
                return [*raised, *stop_until_chosen(state, game, opened, at, self.by, ("stop",))]
        elif not self.choice:
            raise Refused("objection_open", board=self.board)
        if found is None or not self.choice:
            return raised
        if self.choice == "rectify":
            return [*raised, *retraction(state, game, found, at, self.by)]
        if self.choice == "huff" and raised and not _huffable(state, game, found, self.square):
            # recorded and not refused: a refusal would tell that the move is irregular, and would leave no line
            return [*raised, *stop_until_chosen(state, game, raised[-1], at, self.by, ("stop",))]
        where: dict[str, Any] = {
            "at": at,
            "round": self.round,
            "board": self.board,
            "side": objector,
            "by": self.by,
        }
        if self.choice == "stand":
            chosen: Event = ObjectionDropped(**where)
        else:
            square = huffed(state, game, found, self.square)
            chosen = PieceHuffed(**where, square=square, article=article(state, "huff"))
        after = replay([*raised, chosen], state).game(self.round, self.board)
        over = ending_here(state, after, at) if after.result is None else None
        if over is not None:
            return [*raised, chosen, over]
        return [*raised, chosen, *_going_on(after, at, self.by)]

    def _raised(self, state: Tournament, game: Game, objector: Side, at: Instant) -> list[Event]:
        """Return the event of the objection.

        The event that opens the finding (whether the move was irregular) follows, unless an arbiter has to look first.
        """
        if objection_waiting(state, game):
            raise Refused("objection_waits", board=self.board, article=article(state, "objection"))
        waits = state.regulations.objections_answered_by == "arbiter" and game.entries[objector] not in state.computers
        raised: list[Event] = [
            ObjectionRaised(
                **self.at_board(at),
                side=objector,
                ply=game.ply,
                code=None,
                waits=waits,
                reason=plain_text(self.reason, "reason", needed=False),
            )
        ]
        if not waits:
            answer = opening(state, game, game.plays[-1:], at, self.by, "objection", objector)
            return [*raised, replace(answer, step="") if of_official(self.by) else answer]
        return [*raised, *([call_stop(game, at, self.by)] if call_stops(state, game, at, "stop") else [])]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimIrregular(InformedRequest):
    """Claim, to the arbiter, that the other side has made an irregular move.

    The claiming side is shown what was wrong with the other side's last irregular move, if there is one.
    """

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = _game(state, self.round, self.board, at)
        if state.regulations.irregular_policy != "silent":
            raise Refused("no_irregular_claims", article=article(state, "irregular"))
        here = [p for p in state.waiting if (p.round, p.board) == (self.round, self.board)]
        if any(p.kind in ("irregular", "objection") for p in here):
            raise Refused("claim_waits", board=self.board)
        side = self.side or game.position.turn
        refuse_beside_tablet(self.known, self.by, self.board, side, at)
        if _claimed_before(state, game, side):
            raise Refused("claimed_before", board=self.board)
        if state.regulations.objections_answered_by != "arbiter":
            return claim_answered(state, game, side, at, self.by)
        raised = ObjectionRaised(**self.at_board(at), side=side, ply=game.ply, code=None, waits=True)
        return [raised, *([call_stop(game, at, self.by)] if call_stops(state, game, at, "stop") else [])]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrownKing(BoardRequest):
    """Crown the opponent's new king, which the opponent forgot to crown.

    Until then the side to move may not play (000 V).
    """

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        if state.regulations.crowning != "opponent":
            raise Refused("tablet_crowns", article=article(state, "crown"))
        if game.uncrowned is None:
            raise Refused("nothing_to_crown", board=self.board, article=article(state, "crown"))
        side = game.position.turn
        if self.side not in (None, side):
            raise Refused("not_yours_to_crown", board=self.board, side=side.value, article=article(state, "crown"))
        square = game.uncrowned
        return [KingCrowned(**self.at_board(at), side=side, square=square)]


def _no_objection(game: Game, side: Side | None) -> str:
    """Return the code of the reason why *side* cannot object to the last move; empty if it can."""
    if not game.plays:
        return "objection_no_move"
    if game.objection is None and game.plays[-1].line in game.opened:
        return "objection_settled"
    if side in (None, game.position.turn):
        return ""
    return "objection_too_late" if game.ply > 1 else "objection_own_move"


def claim_answered(
    state: Tournament, game: Game, side: Side, at: Instant, by: str, *, looked: bool = False
) -> Sequence[Event]:
    """Return the answer to a claim of *side* that the other side made an irregular move within the correction window.

    The finding about the last irregular move is opened, and an arbiter decides on the consequence. If no move was
    irregular, the arbiter is told so. *looked*: whether the arbiter has looked at the claim; if so and no move was
    irregular, the finding about the last move is opened, as after a groundless objection.
    """
    window = state.regulations.correction_window
    reach = game.plays if window >= ALWAYS else game.plays[max(0, game.ply - 1 - 2 * window) :]
    theirs = [play for play in reach if play.side is side.other]
    found = next((play for play in reversed(theirs) if play.sealed), None)
    if found is None and looked:
        return [opening(state, game, (theirs or game.plays)[-1:], at, by, "objection", side)] if game.plays else []
    opened = [] if found is None else [opening(state, game, (found,), at, by, "claim", side)]
    return [
        *opened,
        ObjectionRaised(
            at=at,
            round=game.round,
            board=game.board,
            side=side,
            ply=found.ply if found else game.ply,
            code=found.sealed.code if found and found.sealed else None,
            by=by,
            proposes=True,
            looked=looked,
        ),
    ]


def _claimed_before(state: Tournament, game: Game, side: Side) -> bool:
    """Return whether *side* has made a claim at this ply before, and no irregular move was found."""
    told = any((note.what, note.side, note.ply) == ("groundless", side, game.ply) for note in game.notes)
    return told or any(p.side is side and p.ply == game.ply for p in unfounded_claims(state, game))


def unfounded_claims(state: Tournament, game: Game) -> list[Proposal]:
    """Return the claims of an irregular move at the board that an arbiter refused because no move was irregular."""
    here = [p for p in state.proposals if (p.kind, p.round, p.board) == ("irregular", game.round, game.board)]
    return [p for p in here if p.decided == "dismissed" and not p.ground]


def retraction(state: Tournament, game: Game, found: Attempt, at: Instant, by: str) -> list[Event]:
    """Return the events that take back the whole irregular move.

    The time that the move earned (its increment) is taken back too (A33), and the side has to make a correcting move.
    If the move had ended the game, its players may have left the board. Then the arbiter is called, and the clocks
    stand until they are started.
    """
    clock = clock_back(state, game, found.ply, at)
    back = MoveRetracted(
        at=at,
        round=game.round,
        board=game.board,
        ply=found.ply,
        side=found.side,
        move=found.move,
        code=found.code,
        article=found.article,
        facts=found.facts,
        bound=found.bound,
        corrections=found.corrections,
        white_left=clock.had.white,
        black_left=clock.had.black,
        white_skew=clock.skew.white,
        black_skew=clock.skew.black,
        white_overtime=clock.overtime.white,
        black_overtime=clock.overtime.black,
        by=by,
        step=penalty_step(state, game, found.side),
    )
    if game.result is None or state.practice or state.person_at(game) is not None:  # a computer does not go away
        return [back]
    called = ArbiterCalled(
        at=at, round=game.round, board=game.board, side=found.side.other, reason="the game is open again", by=by
    )
    return [back, called, call_stop(game, at, by)]


def stop_until_chosen(
    state: Tournament, game: Game, opened: Event, at: Instant, by: str, when: tuple[str, ...]
) -> Sequence[Event]:
    """Return the event that stops the clocks after an upheld objection, until the side that objected has chosen.

    An objection counts as a call for the arbiter (FFJD: the opponent pauses the clock). *when*: the values of
    `call_clock` (a setting of the regulations) with which the clocks stop at this moment.
    """
    if not isinstance(opened, FindingsOpened) or all(one.code is None for one in opened.opened):
        return []
    return [call_stop(game, at, by)] if any(call_stops(state, game, at, policy) for policy in when) else []


def _going_on(game: Game, at: Instant, by: str) -> Sequence[Event]:
    """Return the event that starts the clocks again after an objection; nothing if a call waits for the arbiter."""
    if game.halted != "call" or game.calling:
        return []
    return [ClocksResumed(at=at, round=game.round, boards=(game.board,), by=by, reason="")]


def objected(state: Tournament, round: int, board: int, at: Instant) -> Sequence[Event]:
    """Return a computer player's objection to an irregular move. The computer always wants the move corrected (T20)."""
    return Object(round=round, board=board, by="computer", choice="rectify").rule(state, at)


def choices(state: Tournament) -> tuple[str, ...]:
    """Return the choices after an objection: correct the whole move, accept it as played, or huff.

    Huffing (removing the piece that missed a capture) is a choice only if the rules of the game have it.
    """
    huff = state.regulations.huff != "off"
    return ("rectify", "stand", *(("huff",) if huff else ()))


def choices_now(state: Tournament, game: Game) -> tuple[str, ...]:
    """Return the choices that are open now to the side that objected.

    There are none while the clocks of the whole hall are stopped. There are none either after the fall of a flag,
    unless that flag waits for the choice. Huffing is a choice only after a capture that was missed or not completed.
    """
    waits = game.flag is not None and not _chooses_first(state, game)
    if waits or (game.halted in BEYOND_THE_BOARD and game.result is None):
        return ()
    captures = game.objection is None or game.objection.code in CAPTURES
    return tuple(choice for choice in choices(state) if captures or choice != "huff")


def huffed(state: Tournament, game: Game, found: Attempt, chosen: str) -> int:
    """Return the square of the piece that is huffed (removed) because it missed a capture.

    By the regulations it is the piece that moved, or a piece that could capture and that the opponent chooses.
    *chosen*: the square of the chosen piece, as text.
    """
    if found.code not in CAPTURES:
        raise Refused("no_huff", board=game.board, article=article(state, "huff"))
    path = game.plays[found.ply].path
    if state.regulations.huff == "moved":
        return path[-1]
    before = moves_in_play(game.position_after(found.ply), state.variant)
    takers = dict.fromkeys(move.origin for move in before)
    squares = {square_text(now, state.variant): now for now in (path[-1] if o == path[0] else o for o in takers)}
    if chosen not in squares and (chosen or len(squares) > 1):
        raise Refused("huff_which", board=game.board, squares=tuple(squares), article=article(state, "huff"))
    return squares[chosen] if chosen else next(iter(squares.values()))


def _huffable(state: Tournament, game: Game, found: Attempt, chosen: str) -> bool:
    """Return whether the piece that a player chose may be huffed. *chosen*: the square of that piece, as text."""
    try:
        huffed(state, game, found, chosen)
    except Refused:
        return False
    return True


def _game(state: Tournament, round: int, board: int, at: Instant) -> Game:
    """Return the game at the board, for an objection to its last move.

    A game that its last move seems to have ended is returned too. So is a game in which a flag fell before the side
    chose on an objection that an arbiter has upheld. In any other case Refused is raised if the game is over or a flag
    fell.
    """
    game = state.game(round, board)
    speaks = _chooses_first(state, game) or may_still_object(state, game, at)
    return game if speaks else undisputed_game(state, round, board, at)


def _chooses_first(state: Tournament, game: Game) -> bool:
    """Return whether the fall of a flag waits for the side that objected to choose.

    An arbiter has upheld its objection.
    """
    claim = open_claim(state, game) if game.flag is not None else None
    return claim is not None and upheld(claim, game)


def may_still_object(state: Tournament, game: Game, at: Instant) -> bool:
    """Return whether an objection to the last move of a finished game is possible.

    The move itself must have ended the game, and an appeal must still be possible. Once a later round is published,
    only an appeal is possible (A32), because that round was paired with this result.
    """
    result = game.result
    later = any(one.number > game.round and not one.draft for one in state.rounds)
    return (
        result is not None
        and not later
        and game.ended_on_board
        and result.because != "flag"
        and at <= result.at + state.regulations.appeal_minutes * MINUTE
    )


def may_object(state: Tournament, game: Game, at: Instant) -> bool:
    """Return whether the side to move may object now.

    The answer is the same whether or not the last move was irregular.
    """
    answered = bool(game.plays) and game.plays[-1].line in game.opened
    return (
        state.regulations.irregular_policy == "opponent"
        and bool(game.plays)
        and not (answered or game.owed or game.objection or objection_waiting(state, game))
        and (game.running or may_still_object(state, game, at))
    )


def objection_waiting(state: Tournament, game: Game) -> bool:
    """Return whether an objection at the board waits for an arbiter to look at it."""
    return any((p.kind, p.round, p.board) == ("objection", game.round, game.board) for p in state.waiting)
