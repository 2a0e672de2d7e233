"""Claims and proposals in words: their grounds, and the counts or the irregular moves on which they rest."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter import words
from arbiter.rules.endings import Counts
from arbiter.tournament.game import Game, Note, Play
from arbiter.tournament.past.draw_proof import looked_at, proofs
from arbiter.tournament.state import Proposal
from arbiter.view import View


def claimed(given: View, game: Game, claim: Note, *, counts: bool) -> Iterator[str]:
    """Yield a claim with its ground. If *counts*, add the count on which it rests: "1 of 3 times on the board"."""
    side = given.term(claim.side.value) if claim.side else ""
    yield given.text("{side} claims a draw: {ground}.", side=side, ground=given.reason(claim.reason).rstrip("."))
    if claim.move:
        yield given.text("Announced and not played: {move}.", move=claim.move)
    for proposal in given.state.proposals if counts else ():
        place = (proposal.round, proposal.board, proposal.kind)
        if place == (game.round, game.board, "claim") and (proposal.at, proposal.side) == (claim.at, claim.side):
            yield from counted(given, proposal)


def counted(given: View, proposal: Proposal) -> Iterator[str]:
    """Yield each count on which a proposal rests: "1 of 3 times on the board"; none if moves were taken back since."""
    if proposal.ply > given.state.game(proposal.round, proposal.board).ply:
        return
    for count in proofs(looked_at(given.state, proposal), proposal):
        told = {
            "number": count.number,
            "limit": count.row.limit,
            "counted": given.term(f"counts {count.row.counts.value}"),
        }
        if count.row.limit and proposal.kind == "claim" and count.row.counts is not Counts.TIMES:
            yield given.text(
                "{what}: {number} of {limit} {counted}.", what=given.term(count.row.key).capitalize(), **told
            )
        elif count.row.limit:
            yield given.text("{number} of {limit} {counted}.", **told)


def dismissed(given: View, note: Note, *, counts: bool) -> str:
    """Return which proposal was dismissed, in words. If not *counts*, a draw count is not named, but only the side."""
    side = given.term(note.side.value) if note.side else ""
    proposal = next((one for one in given.state.proposals if one.number == note.about), None)
    if proposal is None or (proposal.kind == "ending" and not counts):
        return given.text("The service's proposal about {side} was dismissed.", side=side)
    what = what_of(given, proposal)
    return given.text("Dismissed ({side}): {what}. Journal line {line}.", side=side, what=what, line=proposal.number)


def what_of(given: View, proposal: Proposal) -> str:
    """Return what a proposal is about: its kind, with the penalty, the count or the irregular move."""
    if proposal.kind in ("own_ruling", "witnessed"):
        return words.own_ruling(proposal.ground, dict(proposal.details), given.language)
    what = given.term(f"proposal {proposal.kind}")
    if proposal.kind == "penalty":
        return f"{what}, {given.step(proposal.step)}"
    if proposal.kind in ("claim", "ending"):
        return f"{what}, {given.term(proposal.ground)}"
    found = _opened_for(given, proposal)
    return f"{what}, {found.move} ({given.term(found.side.value)})" if found else what


def _opened_for(given: View, proposal: Proposal) -> Play | None:
    """Return the irregular move that a claim revealed; None if the proposal does not rest on one."""
    game = given.state.game(proposal.round, proposal.board)
    lines = [note.about for note in game.notes if (note.what, note.at) == ("opened", proposal.at)]
    plays = (*game.plays, *game.struck)
    return next((play for play in plays if play.line in lines), None) if proposal.kind == "irregular" else None
