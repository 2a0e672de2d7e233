"""Adjourned games: sealing the next move in an envelope, and resuming the game later.

The clock of the side to move runs until the sealed move is in its envelope. Closing the envelope counts as a press of
the clock, so if the move completes a period of the time control, the next period is added. The service stores the
sealed move only if it was entered. The stored move is encrypted under a key that is printed on the envelope alone
(I06). Both players may see a digest of the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.refused import Refused
from arbiter.rules.notation import LONGEST_MOVE, parse_move
from arbiter.rules.verdict import judge, made
from arbiter.rulings.board.irregular import move_article
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.request import BoardRequest, Why, plain_text, running_game
from arbiter.rulings.time.flags import undisputed_game
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import AdjournmentEnded, GameAdjourned
from arbiter.tournament.game import Adjournment, Game
from arbiter.tournament.sealed_data import sealed_up, unsealed
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

LONGEST_ENVELOPE = 40
LONGEST_UNTIL = 80
LONGEST_KEY = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjournGame(BoardRequest):
    """Adjourn a game.

    `envelope` is the number or name of the envelope, if the side to move has sealed a move; entering that move as
    `sealed` is optional. Without an envelope the side to move goes on thinking when the game is resumed. `until` says
    in words when the game is resumed. The next round need not wait for the game.
    """

    reason: Why = ""
    envelope: Annotated[
        str, Sent("the number or name of the envelope, where a move is sealed", "7", longest=LONGEST_ENVELOPE)
    ] = ""
    sealed: Annotated[str, Sent("the sealed move, shown to nobody until the game is resumed", longest=LONGEST_MOVE)] = (
        ""
    )
    until: Annotated[str, Sent("when the game goes on, in words", "Sunday 10:00", longest=LONGEST_UNTIL)] = ""
    secret: Annotated[str, Road("the key of the envelope, 128 bits of chance in hexadecimal")] = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        if game.halted == "adjourned":
            raise Refused("game_adjourned", board=self.board)
        least = state.regulations.adjourn_after_move
        if game.ply < 2 * least:
            raise Refused("adjourned_too_early", board=self.board, least=least, played=game.ply // 2)
        if game.owed is not None:
            raise Refused("put_right_first", board=self.board)
        envelope = plain_text(self.envelope, "envelope", needed=False)
        sealed = plain_text(self.sealed, "sealed", needed=False)
        if sealed and not envelope:
            raise Refused("text_needed", field="envelope")
        if sealed:
            parse_move(sealed, state.variant)  # only checks that the move can be read
        kept, shown = sealed_up(sealed, self.secret) if sealed and self.secret else ("", "")
        left = game.clock.stop(at).had
        return [
            GameAdjourned(
                **self.at_board(at),
                side=game.position.turn,
                envelope=envelope,
                sealed="" if kept else sealed,
                white_left=left.white,
                black_left=left.black,
                reason=plain_text(self.reason, "reason", needed=False),
                until=plain_text(self.until, "until", needed=False),
                kept=kept,
                digest=shown,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeGame(BoardRequest):
    """Resume an adjourned game.

    If a move was sealed in an envelope, it is played first, and then the other side's clock runs. `envelope_key`: the
    key printed on the envelope, which is needed if the service stores the sealed move. `move`: the move found in the
    envelope, which is needed if the service does not store it.

    A sealed move is played like a move made at the board. If it is irregular, the regulations say whether it has to be
    corrected at once or the opponent has to object. The request is refused if the move cannot be read, is ambiguous, or
    cannot have been made by hand. The arbiter then rules on the consequence.

    A missing envelope is refused, unless `lost` is true and a reason is given. Then `move` is played if there is one;
    otherwise the side to move goes on thinking.
    """

    reason: Why = ""
    move: Annotated[
        str, Sent("the move that the envelope held, where the service was not told", longest=LONGEST_MOVE)
    ] = ""
    key: Annotated[str, Sent("the key on the envelope", name="envelope_key", longest=LONGEST_KEY)] = ""
    lost: Annotated[bool, Sent("whether the envelope is lost, which the arbiter rules on", True)] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if game.adjourned is None:
            raise Refused("not_adjourned", board=self.board)
        envelope = game.adjourned.envelope
        lost = ("played" if self.move else "thinks") if self.lost and envelope else ""
        reason = plain_text(self.reason, "reason", needed=bool(lost))
        ended = AdjournmentEnded(**self.at_board(at), reason=reason, lost=lost)
        if not envelope or lost == "thinks":
            return [ended]
        move = self.move if lost else self._held(game.adjourned)
        if not move:
            raise Refused("envelope_unopened", board=self.board, envelope=envelope)
        self._refuse_slip(state, game, move)
        open_game = replace(game, halted=None, adjourned=None)
        request = PlayMove(round=self.round, board=self.board, ply=game.ply, move=move, by=self.by)
        return [ended, *request.rule(state.put(open_game), at)]

    def _held(self, adjourned: Adjournment) -> str:
        """Return the sealed move. If it is encrypted, decrypt it with the request's key.

        Raise Refused if the key is wrong.
        """
        if not adjourned.kept:
            return adjourned.sealed or self.move
        if not self.key:
            return ""
        key = self.key.strip().lower().replace("-", "").replace(" ", "")
        move = unsealed(adjourned.kept, key, adjourned.digest)
        if move is None:
            raise Refused("envelope_key_wrong", board=self.board, envelope=adjourned.envelope)
        return move

    def _refuse_slip(self, state: Tournament, game: Game, move: str) -> None:
        entered = parse_move(move, state.variant)
        verdict = judge(game.position, entered, state.variant)
        played = verdict.move or made(game.position, entered, state.variant)
        if verdict.code == "ambiguous" or played is None:
            raise Refused("sealed_irregular", board=self.board, move=move, article=move_article(state, verdict))


def sealed_by(event: Event, request: object) -> bool:
    """Return whether the adjournment *event* stores a move encrypted under the envelope key of *request*.

    The event of an earlier adjournment of the same game has another key.
    """
    if not isinstance(request, AdjournGame) or not isinstance(event, GameAdjourned):
        return False
    return bool(event.kept) and unsealed(event.kept, request.secret, event.digest) is not None
