"""The proposals to the arbiter in words: flags, due draws and others, each with its decision."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.incidents.claims import counted, what_of
from arbiter.incidents.incident import Incident, played_by, with_grounds
from arbiter.incidents.results import results
from arbiter.rules.endings import ENDINGS
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal
from arbiter.view import View

RULINGS = ("restore", "return")
"""The kinds of proposals that are printed as rulings of their own once they are signed."""


def proposed(given: View, game: Game, *, counts: bool) -> Iterator[Incident]:
    """Yield the fallen flags of a game and, if *counts*, the draws that were due, each with the arbiter's decision.

    Proposals that became void come after them. Proposals about claims are left out, because the outcome of a claim is
    among the notes of the game and in its result.
    """
    for proposal in given.state.proposals:
        if (proposal.round, proposal.board) == (game.round, game.board):
            if proposal.kind == "flag":
                yield _flag(given, game, proposal)
            elif proposal.kind != "ending":
                yield from _other_proposal(given, proposal)
            elif counts:
                yield _ending(given, game, proposal)


def _ending(given: View, game: Game, proposal: Proposal) -> Incident:
    row, how = ENDINGS[proposal.ground], proposal.decided or ""
    told = given.text("A draw count was complete: {what}.", what=given.term(row.key))
    text = " ".join((told, *counted(given, proposal), f"{_decision(given, proposal)}.".capitalize()))
    ply = None if proposal.ply > game.ply else proposal.ply
    grounds = with_grounds(given, text, "", row.article)
    return Incident(proposal.at, ply, None, grounds, kind="ending", detail=how, article=row.article)


def _flag(given: View, game: Game, proposal: Proposal) -> Incident:
    side, what = given.term(proposal.side.value), _decision(given, proposal)
    if any((one.because, one.at) == ("flag", proposal.decided_at) for one in results(game)):
        what = given.text("it ended the game")
    told = given.text("The flag of {side} fell: {what}.", side=side, what=what)
    if proposal.provisional:
        told += f" ({given.term(f'provisional {proposal.provisional}')})"
    ply, how = played_by(game, proposal.at), proposal.decided or ""
    return Incident(proposal.at, ply, proposal.side, told, kind="flag", detail=how, article=proposal.article)


def _other_proposal(given: View, proposal: Proposal) -> Iterator[Incident]:
    """Yield a proposal that was signed, with its signature, or that became void, with the reason.

    Yield nothing for a dismissed proposal, because the notes have the dismissal.
    """
    ruling = proposal.kind if proposal.kind in RULINGS else ""
    side, what, ply = given.term(proposal.side.value), what_of(given, proposal), proposal.ply
    if proposal.kind == "witnessed":
        yield _witnessed(given, proposal, what)
        return
    if proposal.kind != "claim":
        told = given.text("Proposed to the arbiter ({side}): {what}.", side=side, what=what)
        told = with_grounds(given, told, proposal.ground if proposal.kind == "position" else "", proposal.article)
        first = given.who(proposal.signed_by) if proposal.signed_by else ""
        yield Incident(proposal.at, ply, proposal.side, told, first, kind=ruling or "proposed", detail=proposal.kind)
    at = proposal.decided_at or proposal.at
    if proposal.decided_by and proposal.decided == "signed":
        told = given.text("Signed ({side}): {what}. Journal line {line}.", side=side, what=what, line=proposal.number)
        yield Incident(
            at, ply, proposal.side, told, given.who(proposal.decided_by), kind=ruling or "signed", detail=proposal.kind
        )
    elif proposal.decided == "lapsed" and proposal.why:
        why = given.term(f"begun by {proposal.why}")
        void = given.text("A proposal became void ({what}): {why}.", what=what, why=why)
        yield Incident(at, ply, None, void, kind="void", detail=proposal.kind)


def _witnessed(given: View, proposal: Proposal, what: str) -> Incident:
    """Return a ruling that only a witness has confirmed, and whether another official has confirmed it since."""
    told = given.text("In the official's own game: {what}.", what=what)
    if proposal.decided is None:
        told += " " + given.text("Provisional: another official has not confirmed it yet.")
    elif proposal.decided == "signed":
        told += " " + given.text("Confirmed by {who}.", who=given.who(proposal.decided_by))
    by = given.who(proposal.signed_by or "")
    return Incident(proposal.at, proposal.ply, None, told, by, "witnessed", proposal.decided or "")


def _decision(given: View, proposal: Proposal) -> str:
    return given.text("waiting for the arbiter") if proposal.decided is None else given.term(proposal.decided)
