"""API of rounds: pair a round, change the pairing by hand, publish, start and withdraw it, and explain it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypedDict

from arbiter.fields import Sent
from arbiter.hall.pairing import pair as draw
from arbiter.hall.pairing import refuse_outdated
from arbiter.pairing.system_interface import Reason
from arbiter.rulings.bounds.rights import CAPTAIN, DIRECT, REPORT, RULE
from arbiter.rulings.captains import AskLineUps, HandInLineUp
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.games_on_paper import ChangeOver, VerifySlips
from arbiter.rulings.rounds.hand import ChangeRound, Free, Join, Swap, WholeRound, changed_by
from arbiter.rulings.rounds.line_ups import out_of_order
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame, PublishRound, StartRound, UndoRound
from arbiter.rulings.time.attendance import HomeLate
from arbiter.shapes.json_answers import Sides, told
from arbiter.shapes.line_ups import LineUpsTold, line_ups_shape
from arbiter.shapes.reasons import ReasonTold, reason_shape
from arbiter.shapes.standings_and_crosstable import Number
from arbiter.shapes.tournament import (
    RoundTold,
    round_shape,
)
from arbiter.tournament.fixtures import labels, shown
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.web import access
from arbiter.web.access.captains import captain_token, renew
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold
from arbiter.web.request_parsing import one_of, read

rounds = Api("rounds", __name__, url_prefix=f"{ROOT}/tournaments/<t>")
DEEDS: Mapping[str, Any] = {"swap": Swap, "set": Join, "bye": Free, "pairs": WholeRound}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyLook:
    """Query parameter: whether to preview the change, so that nothing is recorded."""

    preview: Annotated[bool, Sent("only show which pairing rules break; nothing is recorded")] = False


class PairTold(TypedDict):
    """The two entries that play each other at a board."""

    board: int
    white: int
    black: int


class PairingTold(TypedDict):
    """The pairing of a round: the pair at each board, and the entries that have a bye.

    `kinds`: the kind of each bye, by entry number.
    """

    round: int
    draft: bool
    boards: list[PairTold]
    byes: list[int]
    kinds: dict[str, str]


class Names(TypedDict):
    """The names of the players of White and of Black."""

    white: str
    black: str


class NamedPair(PairTold):
    """The two entries that play each other at a board, with their names."""

    names: Names


class ChangedTold(LineTold, PairingTold):
    """Response: the round after a change by hand. `bends`: the pairing rules that the change breaks."""

    bends: list[ReasonTold]


class WouldChangeTold(TypedDict):
    """Response of a preview: the pairs and byes to which a change by hand would lead.

    `bends`: the pairing rules that the change would break.
    """

    pairs: list[tuple[int, int]]
    byes: dict[str, str]
    bends: list[ReasonTold]


class ChangeTold(TypedDict):
    """A change of a round's pairing by hand, with who made it and why. `bends`: the pairing rules that it breaks."""

    what: str
    entries: list[int]
    reason: str
    by: str
    bends: list[ReasonTold]


class WhyTold(TypedDict):
    """Response: the reasons for the pairs and byes of a round, and the changes by hand."""

    round: int
    reasons: list[ReasonTold]
    changes: list[ChangeTold]


class MatchTold(TypedDict):
    """A match of two teams.

    `points`: the points of the home team under `white`, those of the guest under `black`. A team with a bye is `home`;
    then `guest` is null and `boards` is empty.
    """

    home: str
    guest: str | None
    points: Sides[Number]
    boards: list[int]


class AgainstStrength(TypedDict):
    """Two players of a team who sit against the order of strength.

    `upper` sits at the board with the lower number, but has a rating that is lower by `by`.
    """

    team: str
    upper: int
    lower: int
    by: int


class MatchesTold(TypedDict):
    """Response: the matches of teams in a round, and the players who sit against the order of strength."""

    round: int
    matches: list[MatchTold]
    against_strength: list[AgainstStrength]


class HandedInTold(LineTold, LineUpsTold):
    """Response: the line-ups of the round after one was handed in. The other team's is shown once both are in."""


class CaptainTold(TypedDict):
    """A team, and the token of its captain: the last part of the captain's link, and a bearer token of this API."""

    team: int
    name: str
    token: str
    link: str


class CaptainsTold(TypedDict):
    """Response: the teams, and the links of their captains."""

    captains: list[CaptainTold]


class PairedTold(LineTold):
    """Response: a round that has just been paired, with the names of the players."""

    round: int
    draft: bool
    boards: list[NamedPair]
    byes: list[int]
    kinds: dict[str, str]


class StartedTold(LineTold, RoundTold):
    """Response: a round whose clocks have just been started."""


@rounds.ask("POST", "/rounds", PairRound, answers=PairedTold, status=201)
def pair_round(asked: Asked) -> PairedTold:
    """Pair the next round, by the pairing system or with the pairs that are sent."""
    request = asked.request()
    recorded = draw(
        asked.desk,
        access.service.jobs.worker.run,
        request.by,
        draft=request.draft,
        again=request.again,
        pairs=request.pairs,
        rematches=request.rematches,
        key=asked.key,
    )
    round, view = recorded.state.rounds[-1], asked.view(recorded.state)
    told = pairing_shape(round)
    boards: list[NamedPair] = [
        {**pair, "names": {"white": view.name(pair["white"]), "black": view.name(pair["black"])}}
        for pair in told["boards"]
    ]
    return {
        "seq": recorded.seq,
        "round": told["round"],
        "draft": told["draft"],
        "boards": boards,
        "byes": told["byes"],
        "kinds": told["kinds"],
    }


@rounds.ask("GET", "/rounds/<int:n>", who=ANYBODY, answers=RoundTold)
def round_(asked: Asked) -> RoundTold:
    """Show all boards of a round."""
    view = asked.view()
    return round_shape(view, view.state.round(asked.address["round"]))


@rounds.ask("POST", "/rounds/<int:n>/start", StartRound, who=RULE, answers=StartedTold)
def start_round(asked: Asked) -> StartedTold:
    """Start all clocks of a round at the same instant."""
    refuse_outdated(asked.desk, asked.address["round"])
    recorded = asked.submit()
    view = asked.view(recorded.state, recorded.at)
    return {"seq": recorded.seq, **round_shape(view, view.state.round(asked.address["round"]))}


@rounds.ask(
    "POST", "/rounds/<int:n>/changes", ChangeRound, OnlyLook, kinds=DEEDS, answers=(ChangedTold, WouldChangeTold)
)
def change_round(asked: Asked) -> ChangedTold | WouldChangeTold:
    """Change the pairing of the last round by hand. `kind` names the change.

    `swap`: exchange two players. `set`: pair two players with each other. `bye`: give a player a bye. `pairs`: replace
    all pairs. With `?preview=1` nothing is recorded, and the response shows which pairing rules the change would break.
    """
    deed, view = read(one_of(DEEDS, asked.given), asked.given), asked.view()
    if asked.read(OnlyLook).preview:
        seen = changed_by(view.state, asked.address["round"], deed, view.known)
        byes = {str(entry): kind.value for entry, kind in seen.byes.items()}
        return {"pairs": list(seen.pairs), "byes": byes, "bends": reasons(seen.bends)}
    recorded = asked.submit(asked.request(deed=deed, known=view.known))
    round = recorded.state.round(asked.address["round"])
    return {"seq": recorded.seq, **pairing_shape(round), "bends": reasons(round.changes[-1].bends)}


def pairing_shape(round: Round) -> PairingTold:
    """Return the pairing of a round: the pair at each board, the entries that have a bye, and the kinds of byes."""
    boards: list[PairTold] = [
        {"board": game.board, "white": game.entries.white, "black": game.entries.black} for game in round.games
    ]
    byes = {str(entry): round.kind(entry).value for entry in round.byes}
    return {"round": round.number, "draft": round.draft, "boards": boards, "byes": list(round.byes), "kinds": byes}


@rounds.ask("GET", "/rounds/<int:n>/matches", who=ANYBODY, answers=MatchesTold)
def matches(asked: Asked) -> MatchesTold:
    """List the matches of teams in a round with their boards, and the players who sit against the order of strength.

    `against_strength` is empty unless the setting `tolerance` limits how much lower a rating may be than that of a
    team-mate at a board with a higher number.
    """
    view = asked.view()
    round, points = view.state.round(asked.address["round"]), view.state.points
    return {
        "round": round.number,
        "matches": [
            {
                "home": one.home,
                "guest": one.guest,
                "points": {"white": points.number(one.points.white), "black": points.number(one.points.black)},
                "boards": list(one.boards),
            }
            for one in shown(view.state, round)
        ],
        "against_strength": [
            {"team": one.team, "upper": one.upper, "lower": one.lower, "by": one.by}
            for one in out_of_order(view.state, round, view.known)
        ],
    }


@rounds.ask("GET", "/rounds/<int:n>/why", who=ANYBODY, answers=WhyTold)
def why(asked: Asked) -> WhyTold:
    """Show the reasons for each pair and each bye of a round, and the director's changes by hand."""
    view = asked.view()
    round = view.state.round(asked.address["round"])
    changes: list[ChangeTold] = [
        told(ChangeTold, change, reason=view.reason(change.reason), bends=reasons(change.bends))
        for change in round.changes
    ]
    return {"round": round.number, "reasons": reasons(round.reasons), "changes": changes}


def reasons(found: Iterable[Reason]) -> list[ReasonTold]:
    """Return the reasons for a pairing, each with a sentence in the reader's language."""
    return [reason_shape(one, access.language()) for one in found]


def line(asked: Asked, request: Request | None = None) -> LineTold:
    """Submit the request, and return the number of the journal line that records it."""
    return {"seq": asked.submit(request).seq}


@rounds.ask("POST", "/rounds/<int:n>/publish", PublishRound, answers=LineTold)
def publish_round(asked: Asked) -> LineTold:
    """Publish the draft of a round.

    A draft that is out of date after a correction is refused unless `as_it_is` is true.
    """
    request = asked.request()
    refuse_outdated(asked.desk, request.round, as_it_is=request.as_it_is)
    return line(asked, request)


rounds.plain(line, "/rounds/<int:n>/boards/<int:b>/postponements", PostponeGame, answers=LineTold)
rounds.plain(line, "/rounds/<int:n>/home-late", HomeLate, who=RULE, answers=LineTold)
rounds.plain(line, "/rounds/<int:n>", UndoRound, method="DELETE", answers=LineTold)
rounds.plain(line, "/rounds/<int:n>/paper", ChangeOver, who=RULE, answers=LineTold)
rounds.plain(line, "/rounds/<int:n>/slips", VerifySlips, who=REPORT, answers=LineTold)
rounds.plain(line, "/rounds/<int:n>/line-ups", AskLineUps, answers=LineTold)


@rounds.ask("GET", "/rounds/<int:n>/line-ups", who=CAPTAIN, answers=LineUpsTold)
def line_ups(asked: Asked) -> LineUpsTold:
    """Show which teams have handed in their line-ups. A line-up that is no longer secret is shown with its players.

    A captain sees only the match of the own team, and the own line-up at once.
    """
    return _line_ups(asked, asked.desk.state)


def _line_ups(asked: Asked, state: Tournament) -> LineUpsTold:
    return line_ups_shape(replace(asked.view(), state=state), state.round(asked.address["round"]), asked.reader.team)


@rounds.ask("PUT", "/rounds/<int:n>/line-ups/<int:team>", HandInLineUp, who=CAPTAIN, answers=HandedInTold)
def hand_in_line_up(asked: Asked) -> HandedInTold:
    """Hand in the line-up of a team for its match in a drafted round, as the team's captain or as the director.

    Once both line-ups of a match are in, they are opened, and the players get their boards.
    """
    recorded = asked.submit(asked.request(known=asked.view().known))
    return {"seq": recorded.seq, **_line_ups(asked, recorded.state)}


@rounds.ask("GET", "/captains", who=DIRECT, answers=CaptainsTold)
def captains(asked: Asked) -> CaptainsTold:
    """List the teams with the links of their captains. Anybody who has a link can hand in that team's line-ups."""
    return _captains(asked)


def _captains(asked: Asked) -> CaptainsTold:
    state, told = asked.desk.state, list[CaptainTold]()
    for team, name in enumerate(labels(state), start=1):
        token = captain_token(asked.t, state, team)
        told.append({"team": team, "name": name, "token": token, "link": f"{access.service.address}/captain/{token}"})
    return {"captains": told}


@rounds.ask("POST", "/captains", answers=CaptainsTold)
def renew_captains(asked: Asked) -> CaptainsTold:
    """Make the links of all captains of the tournament invalid, and list the new ones."""
    renew(asked.t)
    return _captains(asked)
