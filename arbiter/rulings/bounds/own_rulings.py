"""Rulings of an official in a game of their own (L14): by consent of the opponent, or confirmed by a witness.

A ruling that needs the opponent's consent is a proposal of the kind "own_ruling". It takes effect once the opponent has
agreed at their tablet, or once another official has signed it. A ruling that a witness has confirmed takes effect at
once; it is provisional as long as a proposal of the kind "witnessed" waits for another official.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from arbiter.refused import Fact
from arbiter.rulings.official_rulings import RULINGS
from arbiter.rulings.referee.proposals import DismissProposal
from arbiter.rulings.request import Request
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament

ALONE = ("adjourn", "resume", "attendance", "call", "findings", "inactivity")
"""The names of rulings to which the opponent need not consent, because the rulings take nothing from the opponent."""
KINDS: Mapping[type, str] = {getattr(made, "func", made): kind for kind, made in reversed([*RULINGS.items()])}
"""The name of each kind of ruling, by its class."""


def opponent_of(state: Tournament, game: Game, by: str, entries: frozenset[int] = frozenset()) -> Side | None:
    """Return the side on which neither the official nor somebody of their family plays.

    None unless this holds for exactly one of the two sides. *entries*: the entries with the official's name.
    """
    own = {*state.stakes(by), *entries}
    free = [side for side in Side if game.entries[side] not in own]
    return free[0] if len(free) == 1 else None


def proposed(request: Request, kind: str, what: str, state: Tournament, game: Game, at: Instant, by: str) -> Event:
    """Return the proposal about a ruling that the official *by* requests.

    *kind*: the proposal's kind. *what*: the ruling's name.

    The proposal contains the fields of the request, so that the ruling can be made from it later.
    """
    told: dict[str, Any] = {one.name: getattr(request, one.name) for one in _own_fields(request)}
    details: list[tuple[str, Fact]] = [
        (name, value.value if isinstance(value, Side) else value) for name, value in told.items()
    ]
    return RulingProposed(
        at=at,
        round=game.round,
        board=game.board,
        kind=kind,
        side=opponent_of(state, game, by) or Side.WHITE,
        white=None,
        black=None,
        because=what,
        details=tuple(details),
        signed_by=by,
    )


def ruling_of(proposal: Proposal) -> Request | None:
    """Return the official's ruling to which the proposal asks the opponent to agree. None for any other proposal."""
    told: dict[str, Any] = dict(proposal.details)
    if proposal.kind != "own_ruling":
        return None
    if proposal.ground == "dismiss":
        return DismissProposal(by=proposal.signed_by or "", **told)
    if "side" in told:
        told["side"] = Side(told["side"])
    made: Request = RULINGS[proposal.ground](round=proposal.round, board=proposal.board, by=proposal.signed_by, **told)
    return made


def _own_fields(request: Any) -> list[Any]:
    """Return the fields of a request whose values differ from the defaults, except round and board."""
    here = [one for one in fields(request) if one.name not in ("round", "board", "by", "known", "second", "witnessed")]
    return [one for one in here if one.default is MISSING or getattr(request, one.name) != one.default]
