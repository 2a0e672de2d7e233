"""Tournaments, rounds, and proposed rulings as plain dictionaries for JSON, pages and live event streams."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from arbiter.clock.control import controls_text
from arbiter.journal.people import Post
from arbiter.pairing.table.points import points_text
from arbiter.rulings.rounds.pairing import rounds_planned
from arbiter.shapes.board import BoardTold, board_shape
from arbiter.shapes.json_answers import told
from arbiter.shapes.referee.officiating import DecidedBy, proposal_more
from arbiter.shapes.referee.proposal_evidence import proof_lines
from arbiter.tournament.round import Round
from arbiter.tournament.state import Proposal
from arbiter.view import View


class PostTold(TypedDict):
    """An official of a tournament: the role, the name, and the number at the federation.

    Only officials see the number.
    """

    role: str
    name: str
    number: NotRequired[str]


class PublicFacts(TypedDict):
    """The facts about a person that everybody may see."""

    name: str
    family: str | None
    given: str | None
    rating: int | None
    club: str | None
    federation: str | None
    title: str | None


class FurtherFacts(TypedDict):
    """The facts about a person that only officials may see."""

    number: str | None
    born: str | None
    sex: str | None


class EntryTold(PublicFacts):
    """An entry in a tournament, with the public facts about the person."""

    entry: int
    withdrawn: bool
    here: bool


class PersonTold(EntryTold, FurtherFacts):
    """An entry in a tournament, with further facts about the person that only officials may see."""


class TournamentTold(TypedDict):
    """A tournament: what was announced about it, its entries, and its progress."""

    id: str
    name: str
    variant: str
    system: str
    rounds: int
    control: str
    regulations: str | None
    regulations_hash: str | None
    flags: str | None
    points: str
    tiebreaks: list[str]
    ballots: str | None
    endings: list[str]
    place: str
    begins: str | None
    ends: str | None
    organiser: str
    federation: str
    times: dict[str, str]
    officials: list[PostTold]
    version: int
    paired: int
    entries: list[EntryTold]


class RoundTold(TypedDict):
    """A round with all its boards."""

    round: int
    version: int
    boards: list[BoardTold]
    byes: list[int]
    closed: bool


class ProposalTold(DecidedBy):
    """A ruling that the service proposes, and that counts only if an arbiter signs it."""

    proposal: int
    kind: str
    at: int
    round: int
    board: int
    side: str
    player: str
    ground: str
    moves_to_go: int | None
    decided: str | None
    why: str | None
    provisional: str | None
    rests_on: list[str]


def tournament_shape(view: View) -> TournamentTold:
    state = view.state
    return told(
        TournamentTold,
        state,
        id=view.tournament,
        variant=state.variant.key,
        rounds=rounds_planned(state),
        control=controls_text(state.controls),
        regulations=state.regulations.key,
        regulations_hash=state.regulations.hash,
        flags=state.regulations.flags,
        points=points_text(state.points),
        ballots=state.ballots or None,
        endings=[row.key for row in state.rows],
        place=state.details.place,
        begins=state.details.begins or None,
        ends=state.details.ends or None,
        organiser=view.staff.organiser,
        federation=state.details.federation,
        times={str(round): begins for round, begins in state.details.times},
        officials=[_post(post) for post in view.staff.posts],
        paired=len(state.rounds),
        entries=[entry_shape(view, entry) for entry in state.entries],
    )


def _post(post: Post) -> PostTold:
    told: PostTold = {"role": post.role, "name": post.name}
    return {**told, "number": post.number} if post.number else told


def entry_shape(view: View, entry: int) -> EntryTold:
    """Return an entry with the public facts about the person."""
    return told(EntryTold, view.person(entry), **_standing(view, entry))


def person_shape(view: View, entry: int) -> PersonTold:
    """Return an entry with the public facts about the person, and those that only officials may see."""
    return told(PersonTold, view.person(entry), **_standing(view, entry))


def _standing(view: View, entry: int) -> dict[str, Any]:
    """Return the number and name of an entry, and whether it has withdrawn or is present."""
    withdrawn, here = entry in view.state.withdrawn, entry in view.state.here
    return {"entry": entry, "name": view.name(entry), "withdrawn": withdrawn, "here": here}


def round_shape(view: View, round: Round) -> RoundTold:
    """Return a round with all its boards."""
    return {
        "round": round.number,
        "version": view.state.version,
        "boards": [board_shape(view, game) for game in round.games],
        "byes": list(round.byes),
        "closed": round.closed,
    }


def proposal_shape(view: View, proposal: Proposal) -> ProposalTold:
    """Return a ruling that the service proposes, with the names of the players concerned."""
    game = view.state.game(proposal.round, proposal.board)
    return {
        "proposal": proposal.number,
        "kind": proposal.kind,
        "at": proposal.at,
        "round": proposal.round,
        "board": proposal.board,
        "side": proposal.side.value,
        "player": view.name(game.entries[proposal.side]),
        "ground": proposal.ground,
        "moves_to_go": game.clock.moves_to_go(proposal.side),
        **proposal_more(view, game, proposal),
        "decided": proposal.decided,
        "why": view.term(f"begun by {proposal.why}") if proposal.why else None,
        "provisional": proposal.provisional or None,
        "rests_on": proof_lines(view, proposal),
    }
