"""Adjudication: an arbiter ends a game by the stronger position (001 Referee), after notice to both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rules.endings.strength import strength, stronger, total
from arbiter.rulings.request import BOTH_LOST, DRAWN, BoardRequest, article, drawn, plain_text, running_game, won_by
from arbiter.sides import Both, Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.events.referee.conduct import NoticeGiven, OpinionAsked
from arbiter.tournament.game import Game
from arbiter.tournament.regulations import AFTER
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

MATTERS = ("strength", "slow")
BY_NOTICE = AFTER + "Standard Law 19"
"""The citation for the notice before a decision by the stronger position; 001 itself asks for no notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveNotice(BoardRequest):
    """Give both players notice that an arbiter may soon decide their game.

    `matter` is the reason: "strength" (the stronger position) or "slow" (slow play). If the regulations count the moves
    of an ending from a notice about slow play, that count begins.
    """

    matter: Annotated[str, Sent("what the notice is about", "strength", known=MATTERS)] = "strength"

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if self.matter == "strength" and not state.regulations.strength_after:
            raise Refused("no_strength", regulations=state.regulations.key)
        if noticed(game, self.matter):
            raise Refused("notice_given", board=self.board)
        matter = plain_text(self.matter, "matter")
        return [NoticeGiven(**self.at_board(at), matter=matter)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOpinion(BoardRequest):
    """Ask the computer player to evaluate the position at a board; the question is recorded in the journal.

    Refused while the clock runs there, because the evaluation would be advice during the game.
    """

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.result is None and (not game.running or game.halted is None):
            raise Refused("opinion_of_running", board=self.board)
        return [OpinionAsked(**self.at_board(at))]


def noticed(game: Game, matter: str) -> bool:
    """Return whether both players have had notice of *matter* ("strength" or "slow") in this game.

    For "strength", the notice must be later than the beginning of the count of moves towards an adjudication. For
    "slow", in a game that counts moves from notice (Standard Law 19), that count must have begun.
    """
    if matter == "slow" and (counted := game.tally.count("notice-40")) is not None:
        return counted.began is not None
    count = game.tally.count("strength") if matter == "strength" else None
    since = count.began if count is not None and count.began is not None else 0
    return any(note.what == "notice" and note.step == matter and note.ply >= since for note in game.notes)


def refuse_unready(state: Tournament, game: Game) -> None:
    """Raise Refused unless the stronger position may be judged at the board.

    For as many plies as the regulations say, only kings may have moved (001 Referee). Both players must have had
    notice, which is a rule of this project after Standard Law 19. No sealed move may wait in its envelope.
    """
    if game.adjourned is not None and game.adjourned.envelope:
        raise Refused("envelope_waits", board=game.board, envelope=game.adjourned.envelope)
    count = game.tally.count("strength")
    if count is None or not count.reached:
        number, limit = count.number if count else 0, state.regulations.strength_after
        raise Refused(
            "strength_not_due", board=game.board, number=number, limit=limit, article=article(state, "strength")
        )
    if not noticed(game, "strength"):
        raise Refused("notice_first", board=game.board, article=BY_NOTICE)


def refuse_another_winner(state: Tournament, game: Game, outcome: Both[Outcome]) -> None:
    """Raise Refused unless the stronger position may be judged at the board and the judgement is *outcome*."""
    refuse_unready(state, game)
    winner = stronger(game.position, state.variant)
    said = DRAWN if winner is None else BOTH_LOST.put(winner, Outcome.WON)
    if outcome != said:
        sums = strength(game.position, state.variant).map(total)
        where = article(state, "strength")
        raise Refused("strength_says", board=game.board, white=sums.white, black=sums.black, article=where)


def by_strength(state: Tournament, game: Game, at: Instant, by: str, reason: str) -> GameEnded:
    """Return the event that ends the game in favour of the side whose pieces are worth more.

    Raise Refused if the position may not be judged yet (`refuse_unready`).
    """
    refuse_unready(state, game)
    sums = strength(game.position, state.variant).map(total)
    told = reason or f"{sums.white} - {sums.black}"
    winner = stronger(game.position, state.variant)
    where = article(state, "strength")
    if winner is not None:
        return won_by(winner, game, at, because="adjudicated", article=where, by=by, reason=told)
    return drawn(game, at, because="adjudicated", article=where, by=by, reason=told)
