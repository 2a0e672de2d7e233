"""The page of a team's captain: the team's match, and the form with which the line-up is handed in."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from arbiter.refused import Refused
from arbiter.rulings.captains import HandInLineUp
from arbiter.rulings.rounds.line_ups import shown_line_ups
from arbiter.rulings.rounds.pairing_input import system_settings
from arbiter.tournament.fixtures import teams
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.web import access, page
from arbiter.web.access.captains import captain_of
from arbiter.web.access.sign_in import Reader
from arbiter.web.request_parsing import Once, number, read, takes

captain = Blueprint("captain", __name__)


def _captain(token: str) -> Reader:
    """Return the captain whose link has the token *token*, and treat the captain as the sender of the request.

    Refuse a link that is no longer valid.
    """
    found = captain_of(token)
    if found is None:
        raise Refused("link_revoked")
    access.act_as(found)
    g.about = found.tournament
    return found


@captain.get("/captain/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show the match of the captain's team in the last round, with the form for the line-up.

    The form is shown until both line-ups are in or the time for them is over.
    """
    return _page(_captain(token))


@captain.post("/captain/<token>")
@takes(made=("board-",), also=("substitute",))
def hand_in(token: str) -> ResponseReturnValue:
    """Hand in the line-up that was filled in."""
    found = _captain(token)
    try:
        submit_line_up(str(found.tournament), found.team)
    except Refused as refused:
        return _page(found, page.sentence(refused)), 422
    return page.see(request.path)


def submit_line_up(t: str, team: int) -> None:
    """Record the line-up in the form for the team's match in the last round.

    Raise Refused if `HandInLineUp` refuses it.
    """
    desk, by = access.desk(t), access.reader().by
    round = max(1, len(desk.state.rounds))
    players, substitutes = _typed(desk.state)
    known = page.view(t, desk.state).known
    once = read(Once, request.form).key  # the usual key contains the page's path, and so the captain's secret
    made = HandInLineUp(round=round, team=team, players=players, substitutes=substitutes, by=by, known=known)
    desk.submit(made, key=f"{by} line-up {round} {team}#{once}" if once else None)


def _typed(state: Tournament) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the players in the form from board 1 on (0 for an empty board), and the substitutes."""
    given, boards = request.form, int(system_settings(state).get("boards", 0))
    spare = (number({"substitute": one}, "substitute") for one in given.getlist("substitute"))
    return tuple(number(given, f"board-{at}") or 0 for at in range(1, boards + 1)), tuple(filter(None, spare))


def line_up_facts(t: str, team: int, *, own: int = 0) -> dict[str, Any]:
    """Return the variables of the form for a team's line-up: the match in the last round, and the team's players.

    `told` is the line-up, or None if the team has no match in the round or if the captains were not asked. *own*: the
    team of the captain who reads the page; 0 for the director.
    """
    state = access.desk(t).state
    view, round = page.view(t, state), state.rounds[-1] if state.rounds else None
    told = other = None
    if round is not None and round.line_ups_until and round.match_of(team):
        shown = {one.team: one for one in shown_line_ups(state, round, view.at, own)}
        told = shown[team]
        other = next(one for one in shown.values() if one.name == told.against)
    members = teams(state)[team - 1].players
    if request.method == "POST":
        players, substitutes = _typed(state)
    else:
        players = (told.players if told else None) or members
        substitutes = (told.substitutes if told else None) or ()
    over = round is not None and 0 < round.line_ups_until <= view.at
    return {
        "round": round,
        "told": told,
        "other": other,
        "over": over,
        "members": members,
        "chosen": players,
        "spare": substitutes,
        "key": secrets.token_hex(8),
    }


def _page(found: Reader, refused: str = "") -> str:
    t = str(found.tournament)
    state = access.desk(t).state
    facts = line_up_facts(t, found.team, own=found.team)
    name = state.groups[teams(state)[found.team - 1].players[0]]
    return page.render("public/captain.html", replace(page.view(t, state)), name=name, refused=refused, **facts)
