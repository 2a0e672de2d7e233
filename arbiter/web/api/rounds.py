"""The director's hand over the API: drafts, changes, publishing, taking back, putting off, and what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from arbiter.fields import Sent, fitting
from arbiter.hall.pairing import by_lot, by_rating, by_restricted_lot, drawn_lot
from arbiter.pairing.system import Reason
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.arrangements import AllowPairs, FixBoard, ForbidPairs, ReturnPlayer, SetBye, SetGroup
from arbiter.rulings.rounds.hand import ChangeRound, Free, Join, Swap, WholeRound, changed_by
from arbiter.rulings.rounds.pairing import PostponeGame, PublishRound, UndoRound
from arbiter.rulings.rounds.paper import ChangeOver
from arbiter.rulings.terms import ChangeTerms, GiveNumbers
from arbiter.rulings.time.attendance import HomeLate
from arbiter.shapes.reasons import ReasonTold, reason_shape
from arbiter.tournament.round import Round
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold
from arbiter.web.reading.body import one_of, read

hand = Api("hand", __name__, url_prefix=f"{ROOT}/tournaments/<t>")
DEEDS: Mapping[str, Any] = {"swap": Swap, "set": Join, "bye": Free, "pairs": WholeRound}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyLook:
    """Whether it is only asked what would come of it, and nothing is recorded."""

    preview: Annotated[bool, Sent("only what it would bend; nothing is recorded")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots:
    """A lot that was drawn elsewhere."""

    lots: Annotated[int, Sent("the number that was drawn, from which the order follows; without it one is drawn")] = 0


class PairTold(TypedDict):
    """Who meets whom at a board."""

    board: int
    white: int
    black: int


class PairingTold(TypedDict):
    """Who meets whom, and who sits out as what."""

    round: int
    draft: bool
    boards: list[PairTold]
    byes: list[int]
    kinds: dict[str, str]


class ChangedTold(LineTold, PairingTold):
    """The round as a hand has left it, and what that bends."""

    bends: list[ReasonTold]


class WouldChangeTold(TypedDict):
    """What a change would come to."""

    pairs: list[tuple[int, int]]
    byes: dict[str, str]
    bends: list[ReasonTold]


class ChangeTold(TypedDict):
    """A change by hand."""

    what: str
    entries: list[int]
    reason: str
    by: str
    bends: list[ReasonTold]


class WhyTold(TypedDict):
    """Why these pairings."""

    round: int
    reasons: list[ReasonTold]
    changes: list[ChangeTold]


class BanTold(TypedDict):
    """Who may not meet, and in which rounds."""

    ban: int
    entries: list[int]
    first: int
    last: int
    weak: bool
    reason: str


class BansTold(TypedDict):
    """Who may not meet."""

    forbidden: list[BanTold]


@hand.ask("POST", "/rounds/<int:n>/changes", ChangeRound, OnlyLook, kinds=DEEDS, answers=(ChangedTold, WouldChangeTold))
def change_round(asked: Asked) -> ChangedTold | WouldChangeTold:
    """Changes the last pairing: `swap`, `set`, `bye`, or all `pairs`; with `preview` only says what it would bend."""
    deed, view = read(one_of(DEEDS, asked.given), asked.given), asked.view()
    if asked.read(OnlyLook).preview:
        seen = changed_by(view.state, asked.address["round"], deed, view.known)
        byes = {str(entry): kind.value for entry, kind in seen.byes.items()}
        return {"pairs": list(seen.pairs), "byes": byes, "bends": reasons(seen.bends)}
    recorded = asked.submit(asked.request(deed=deed, known=view.known))
    round = recorded.state.round(asked.address["round"])
    return {"seq": recorded.seq, **pairing_shape(round), "bends": reasons(round.changes[-1].bends)}


def pairing_shape(round: Round) -> PairingTold:
    """Who meets whom, and who sits out as what."""
    boards: list[PairTold] = [
        {"board": game.board, "white": game.entries.white, "black": game.entries.black} for game in round.games
    ]
    byes = {str(entry): round.kind(entry).value for entry in round.byes}
    return {"round": round.number, "draft": round.draft, "boards": boards, "byes": list(round.byes), "kinds": byes}


@hand.ask("GET", "/rounds/<int:n>/why", who=ANYBODY, answers=WhyTold)
def why(asked: Asked) -> WhyTold:
    """Why these pairings: of the round, of each pair, of each bye; and what the director's hand has changed."""
    round = asked.view().state.round(asked.address["round"])
    changes: list[ChangeTold] = [
        {
            "what": change.what,
            "entries": list(change.entries),
            "reason": change.reason,
            "by": change.by,
            "bends": reasons(change.bends),
        }
        for change in round.changes
    ]
    return {"round": round.number, "reasons": reasons(round.why), "changes": changes}


def reasons(found: Iterable[Reason]) -> list[ReasonTold]:
    """Reasons, in the reader's language too."""
    return [reason_shape(one, access.language()) for one in found]


@hand.ask("GET", "/forbidden", answers=BansTold)
def forbidden(asked: Asked) -> BansTold:
    """Who may not meet."""
    return {
        "forbidden": [
            {
                "ban": ban.number,
                "entries": list(ban.entries),
                "first": ban.first,
                "last": ban.last,
                "weak": ban.weak,
                "reason": ban.reason,
            }
            for ban in asked.desk.state.bans
        ]
    }


@hand.ask("POST", "/numbers", GiveNumbers, Lots, answers=LineTold)
def give_numbers(asked: Asked) -> LineTold:
    """The pairing numbers before round 1: by `rating`, `lot`, `restricted` lot, as `entered`, or by `hand` as sent."""
    lots, desk = asked.read(Lots).lots or drawn_lot(), asked.desk
    how = asked.request()
    fitting(how)
    if how.how == "hand" and not how.order:
        raise Refused("field_missing", field="order")
    orders: dict[str, Callable[[], tuple[int, ...]]] = {
        "rating": lambda: by_rating(desk.state, desk.people),
        "lot": lambda: by_lot(desk.state, lots),
        "restricted": lambda: by_restricted_lot(desk.state, desk.people, lots),
        "entered": lambda: desk.state.entries,
    }
    return line(asked, asked.request(order=orders[how.how]() if how.how in orders else None))


def line(asked: Asked, request: Request | None = None) -> LineTold:
    """The journal line that it became."""
    return {"seq": asked.submit(request).seq}


for path, kind in (
    ("/rounds/<int:n>/publish", PublishRound),
    ("/rounds/<int:n>/boards/<int:b>/postponements", PostponeGame),
    ("/entries/<int:entry>/return", ReturnPlayer),
    ("/entries/<int:entry>/byes", SetBye),
    ("/entries/<int:entry>/board", FixBoard),
    ("/entries/<int:entry>/group", SetGroup),
    ("/forbidden", ForbidPairs),
    ("/terms", ChangeTerms),
):
    hand.plain(line, path, kind, answers=LineTold)
hand.plain(line, "/rounds/<int:n>/home-late", HomeLate, who=RULE, answers=LineTold)
hand.plain(line, "/forbidden/<int:ban>", AllowPairs, method="DELETE", answers=LineTold)
hand.plain(line, "/rounds/<int:n>", UndoRound, method="DELETE", answers=LineTold)
hand.plain(line, "/rounds/<int:n>/paper", ChangeOver, who=RULE, answers=LineTold)
