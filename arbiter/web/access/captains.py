"""The links of captains: each lets its holder hand in the line-ups of one team of a tournament, without an account.

A link is signed and contains the team's name. Renewing the links raises the number (epoch) that is signed into every
link, so that older links are invalid.
"""

from __future__ import annotations

from arbiter.refused import Refused
from arbiter.tournament.fixtures import labels
from arbiter.tournament.state import Tournament
from arbiter.web.access.readers import Reader
from arbiter.web.access.sessions import service

PURPOSE = "captain"


def _epoch(t: str) -> int:
    return int(service.desks.register.setting(f"captains {t}") or 0)


def captain_token(t: str, state: Tournament, team: int) -> str:
    """Return the token of that team's captain: the last part of the link, and a bearer token of the API."""
    return service.keys.sign(PURPOSE, [t, labels(state)[team - 1], _epoch(t)])


def captain_of(token: str) -> Reader | None:
    """Return the captain to whom this token belongs; None if it is no captain's, was renewed, or the team is gone."""
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
    """Make the links of all captains of the tournament invalid; their new ones differ."""
    service.desks.register.set_setting(f"captains {t}", str(_epoch(t) + 1))
