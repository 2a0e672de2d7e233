"""The links of captains: with one, its holder hands in the line-ups of a team in a tournament, without an account.

A link is signed and contains the team's name. Renewing raises the number (epoch) that is signed into the links of all
captains of the tournament, so that older links become invalid.
"""

from __future__ import annotations

from arbiter.refused import Refused
from arbiter.tournament.fixtures import labels
from arbiter.tournament.state import Tournament
from arbiter.web.access.sessions import service
from arbiter.web.access.sign_in import Reader

PURPOSE = "captain"


def _epoch(t: str) -> int:
    return int(service.desks.register.setting(f"captains {t}") or 0)


def captain_token(t: str, state: Tournament, team: int) -> str:
    """Return the token of the captain of team *team*: the last part of the link, and also a bearer token of the API."""
    return service.keys.sign(PURPOSE, [t, labels(state)[team - 1], _epoch(t)])


def captain_of(token: str) -> Reader | None:
    """Return the captain whose token this is, or None.

    It is None if the token is not a captain's, if the links were renewed since, or if the team or its tournament no
    longer exists.
    """
    what = service.keys.opened(PURPOSE, token)
    if what is None:
        return None
    t, name, epoch = what
    try:
        names = labels(service.desks.desk(t).state)
    except Refused:  # the tournament has been deleted
        return None
    if epoch != _epoch(t) or name not in names:
        return None
    return Reader("captain", tournament=t, team=names.index(name) + 1, by_token=True)


def renew(t: str) -> None:
    """Make the links of all captains of the tournament invalid. `captain_token` then makes different ones."""
    service.desks.register.set_setting(f"captains {t}", str(_epoch(t) + 1))
