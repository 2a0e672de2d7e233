"""Opening sealed findings. A finding tells whether a move was irregular.

A finding stays sealed (encrypted) until it is opened for an objection or a claim, or because an arbiter rules on the
move.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import move_text
from arbiter.rules.verdict import judge
from arbiter.rulings.board.irregular import binding, move_article, step_of
from arbiter.rulings.request import article
from arbiter.sides import Instant, Side
from arbiter.tournament.events.irregular import FindingsOpened
from arbiter.tournament.game import Game, Play
from arbiter.tournament.past.struck_moves import position_of
from arbiter.tournament.sealed_findings import IMPLIED, OpenedFinding, finding_of
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def judged_anew(state: Tournament, game: Game) -> Game:
    """Return the game with new findings for moves whose sealed findings cannot be opened, because their key is lost.

    A finding tells whether a move was irregular. The salts of the sealed ones stay unknown, so nobody can prove that a
    new finding equals the sealed one.
    """
    return replace(game, plays=tuple(_judged(state, game, play) for play in game.plays))


def _judged(state: Tournament, game: Game, play: Play) -> Play:
    if not play.kept or play.salt or play.line in game.opened:
        return play
    verdict = judge(game.position_after(play.ply - 1), play.path, state.variant)
    if verdict.code is None:
        return play
    bound = binding(verdict, play.path, None, state)
    facts = tuple((name, value) for name, value in verdict.facts.items() if name not in IMPLIED)
    finding = OpenedFinding(play.line, "", verdict.code, move_article(state, verdict), bound, facts)
    return replace(play, sealed=finding.attempt(play))


def sealed_plays(game: Game) -> list[Play]:
    """Return the moves of the game whose findings (whether the move was irregular) are still sealed."""
    return [play for play in (*game.plays, *game.struck) if play.line not in game.opened and (play.seal or play.sealed)]


def shut_games(state: Tournament) -> int:
    """Return the number of published games with moves of which nobody may know yet whether they were irregular."""
    return sum(bool(sealed_plays(game)) for round in state.published for game in round.games)


def opening(
    state: Tournament, game: Game, plays: Sequence[Play], at: Instant, by: str, because: str, side: Side | None = None
) -> FindingsOpened:
    """Return the event that opens the findings (whether moves were irregular) about *plays*.

    *side*: the side that objected, or None. If the objection is groundless, the event contains the penalty that the
    regulations have for that.
    """
    findings = tuple(_finding(state, game, play) for play in plays)
    groundless = because == "objection" and side is not None and all(one.code is None for one in findings)
    before = sum((note.what, note.side) == ("groundless", side) for note in game.notes)
    return FindingsOpened(
        at=at,
        round=game.round,
        board=game.board,
        side=side,
        findings=findings,
        because=because,
        by=by,
        article=article(state, "groundless" if groundless else "objection"),
        step=step_of(state.regulations.groundless_objections, before) if groundless else "",
    )


def _finding(state: Tournament, game: Game, play: Play) -> OpenedFinding:
    """Return the opened finding about a move: whether it was irregular, and which moves were correct."""
    found = finding_of(play)
    tried = found.attempt(play)
    if tried is None or found.corrections:
        return found
    legal = moves_in_play(position_of(game, tried), state.variant)
    right = [move for move in legal if move.origin == found.bound] or legal
    return found._replace(corrections=tuple(move_text(move, legal, state.variant) for move in right))
