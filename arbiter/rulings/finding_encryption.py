"""Sealing of findings: the desk encrypts the finding about each move, and opens it for the rulings that may read it.

A finding tells whether the move was irregular. The state of a desk contains no finding in clear, so nothing computed
from a state can reveal one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbiter.rulings.board.late_acts import ConfirmedAct
from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.rulings.board.unsealing import judged_anew
from arbiter.rulings.referee.proposals import ConsentToRuling, SignProposal
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.rulings.request import Request
from arbiter.rulings.signing import Ruling
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.events.irregular import FindingsOpened
from arbiter.tournament.sealed_findings import IMPLIED, OpenedFinding, kept, salt_of, visible
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

OPENS = (Object, ClaimIrregular, OpenFindings, SignProposal, ConsentToRuling)
"""The requests whose rulings may open findings (whether a move was irregular)."""
NOTHING: dict[str, Any] = {
    "irregular": None,
    "irregular_article": None,
    "irregular_facts": (),
    "irregular_corrections": (),
    "irregular_piece": None,
}


@dataclass(frozen=True, slots=True)
class FindingSeals:
    """The encryption of the findings of one tournament: whether each move was irregular.

    `key` returns the tournament's key, which is not in the journal. `nonce` draws 32 random hexadecimal digits for each
    move.
    """

    key: Callable[[], str]
    nonce: Callable[[], str]

    def seen_by(self, request: Request, state: Tournament) -> Tournament:
        """Return the tournament as the ruling on *request* may see it.

        If the request may open findings (whether moves were irregular), those of its game are visible. Otherwise none
        are.
        """
        asked = request.request if isinstance(request, Ruling) else request
        asked = asked.act if isinstance(asked, ConfirmedAct) else asked
        if not isinstance(asked, OPENS):
            return state
        of = state.proposal(asked.proposal) if isinstance(asked, SignProposal) else asked
        game = state.game(of.round, of.board)
        if not any(play.kept for play in (*game.plays, *game.struck)):
            return state
        return state.put(judged_anew(state, visible(game, self.key())))

    def sealed(self, events: Sequence[Event], state: Tournament) -> Sequence[Event]:
        """Return the events with the findings about moves (irregular or not) encrypted, if they have to be secret.

        If the same events also open a finding, as a computer player's objection does, they get the salt of the finding.
        """
        if state.regulations.irregular_policy == "block" or not any(isinstance(event, MovePlayed) for event in events):
            return events
        key, salts, told = self.key(), dict[int, str](), list[Event]()
        for line, event in enumerate(events, start=state.version + 1):
            if isinstance(event, MovePlayed):
                nonce = self.nonce()
                salts[line] = salt_of(key, nonce)
                told.append(_sealed(event, OpenedFinding(line, salts[line]), key, nonce))
            elif isinstance(event, FindingsOpened):
                findings = tuple(one._replace(salt=one.salt or salts[one.line]) for one in event.opened)
                told.append(replace(event, findings=findings))
            else:
                told.append(event)
        return told


def _sealed(event: MovePlayed, finding: OpenedFinding, key: str, nonce: str) -> MovePlayed:
    facts = tuple((name, value) for name, value in event.irregular_facts if name not in IMPLIED)
    finding = finding._replace(
        code=event.irregular, article=event.irregular_article, bound=event.irregular_piece, facts=facts
    )
    return replace(event, seal=finding.digest, sealed=kept(finding, key, nonce), **NOTHING)
