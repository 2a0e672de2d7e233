"""Who may look, who may touch.

Three kinds of people come to the door. Officials have an account and a session, or a bearer token for the API, and may
what their role may (`roles.py`); a tablet has the secret that its card gave it, and acts on its own board
only; everybody else reads. Tokens are signed with the instance's key and say what they are for; revoking the links of a
board raises the epoch that they were signed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, redirect, request, url_for

from arbiter.desk.current_asker import ASKER, asking, with_witness
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.federation.hub.halls import hall_with
from arbiter.hall.printing import boards_of
from arbiter.journal.tablets import Tablet
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import SERVICE, Here
from arbiter.rulings.bounds.interest import interested
from arbiter.rulings.bounds.may import check as check_bounds
from arbiter.rulings.bounds.may import may as may_bounds
from arbiter.rulings.bounds.may import second_hands
from arbiter.rulings.bounds.rights import ADMIT, DIRECT, FEED, LOOK, OWN, RULE, SEAT
from arbiter.rulings.bounds.touching import ToRead, ToWrite
from arbiter.shapes.places.tablets import TabletsTold, tablets_shape
from arbiter.sides import Side
from arbiter.web.access.account_changes import Admitting
from arbiter.web.access.askers import called as called_so
from arbiter.web.access.askers import known_at, witness_named
from arbiter.web.access.at_hand import accounts as accounts
from arbiter.web.access.at_hand import links as links
from arbiter.web.access.at_hand import service as service
from arbiter.web.access.languages import chosen_language
from arbiter.web.access.readers import Reader
from arbiter.web.access.sessions import bound_by, official_of

P = ParamSpec("P")
R = TypeVar("R")
READING = ("GET", "HEAD", "OPTIONS")


def desks() -> Desks:
    return service.desks


def desk(t: str) -> Desk:
    """The desk of that tournament, at which whoever asks is known; refused when there is none."""
    found = desks().desk(t)
    if request.method not in READING:
        ASKER.set(known_at(found, reader(), accounts, witness_named()))
    return found


def language() -> str:
    """The reader's language."""
    return chosen_language(request.args.get("lang", ""), request.cookies.get("lang", ""), request.accept_languages)


def called() -> Mapping[str, str]:
    """What the game of the tournament that is asked about calls its sides and pieces otherwise than most."""
    t = (request.view_args or {}).get("t") or g.get("about")
    if t is None and "reader" in g:
        t = g.reader.tournament
    try:
        return desks().desk(str(t)).state.variant.called if t else {}
    except Refused:  # there is no such tournament: the page says so
        return {}


def reader() -> Reader:
    """Who asks. A bearer token that opens nothing is refused rather than taken for a spectator."""
    if "reader" not in g:
        g.reader = Reader()  # whoever brings what opens nothing is told so on a page for everybody
        g.reader = _reader()
        if "asks" in g:
            ASKER.set(g.reader.asker)
    found: Reader = g.reader
    return found


def look_as_everybody() -> None:
    """Show this request what everybody sees, also to officials: called before each request to a public page."""
    g.as_everybody = True


def sees_office(tournament: str) -> bool:
    """Return whether the reader sees drafts and full names of that tournament in this request."""
    return "as_everybody" not in g and reader().may_at(LOOK, tournament)


def whoever() -> Reader:
    """Who asks, for a page that is shown to anybody: that a token opens nothing is no reason not to show it."""
    try:
        return reader()
    except Refused:
        return reader()  # taken for a spectator from now on


def _reader() -> Reader:
    if service.settings.only_shows:
        return Reader()
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme:
        found = _bearer(token.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise Refused("token_bad")
        return found
    as_tablet = request.path.startswith(("/tablet", "/practice")) or "X-Arbiter-Tablet" in request.headers
    link = bound_by()
    tablet = links.tablet(link) if link else None
    if as_tablet and tablet:
        return tablet
    return official_of(accounts) or tablet or Reader()


def _bearer(token: str) -> Reader | None:
    bound = service.keys.opened("bound tablet", token)
    if isinstance(bound, str):
        found = links.tablet(bound)
        return replace(found, by_token=True) if found else None
    official = accounts.by_token(token)
    if official is not None:
        return official
    hall = hall_with(accounts.kept, token, int(service.now()))
    return Reader("hall", by_token=True, hall=hall) if hall else None


def device_of_tournament(t: str, id: int) -> Tablet:
    """A device at the boards of that tournament; refused where there is none."""
    found = next((one for one in desks().register.devices.at(t) if one.id == id), None)
    if found is None:
        raise Refused("no_device", number=id)
    return found


def device_in_reach(t: str, id: int) -> Tablet:
    """A device that whoever asks may let in or turn away; refused where there is none, or it is of others' boards."""
    found = device_of_tournament(t, id)
    allowed(ToWrite(right=RULE, boards=(found.board,)), t)
    return found


def known(app: Flask, headers: Mapping[str, str], tournament: str | None = None) -> bool:
    """Whether a request with these headers comes from a tablet of this hall, or an official: of that *tournament*."""
    with app.test_request_context("/api/v1", headers=dict(headers)):
        try:
            return reader().of(tournament)
        except Refused:
            return False


def admitted(right: str, tournament: str | None = None) -> Reader:
    """The reader who asks; refused unless they have that *right*, in that tournament.

    What the request touches is decided by the desk, or by `allowed`, once the request was read.
    """
    found = reader()
    whole = tournament is None and request.method not in READING and right not in (OWN, ADMIT)
    check_bounds(found.asker, ToWrite(right=right, boards=()) if whole else ToRead(right=right), Here(tournament))
    if tournament is not None and right != FEED:
        desks().check_here(tournament)
    return found


def allowed(asked: ToRead | ToWrite, tournament: str) -> None:
    """Refused unless whoever asks may read or write that; what a journal holds is decided by the desk instead."""
    found = desk(tournament)
    asker = reader().asker if request.method in READING else ASKER.get()
    check_bounds(asker, asked, found.here)
    if asker.new_witness:
        asker = with_witness(asker, second_hands(asker, asked, found.here), found.register.accounts)
    with asking(SERVICE):
        for note in second_hands(asker, asked, found.here):
            found.submit(note)


def may_see(asked: ToRead, tournament: str) -> bool:
    """Whether whoever asks may read that."""
    return may_bounds(reader().asker, asked, desk(tournament).here) is None


def only(right: str) -> Callable[[Callable[P, R]], Callable[P, R | Response]]:
    """The view for those who have that right; a page sends whoever has not signed in to do so."""

    def guarding(view: Callable[P, R]) -> Callable[P, R | Response]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
            asked = right or (LOOK if request.method in READING else DIRECT)
            try:
                admitted(asked, (request.view_args or {}).get("t"))
            except Refused as refused:
                if refused.code != "sign_in_first":
                    raise
                back = request.full_path if request.method == "GET" else None
                return redirect(url_for("office.sign_in", next=back), code=303)  # type: ignore[return-value]  # werkzeug's Response
            return view(*args, **kwargs)

        guarded.right = right  # type: ignore[attr-defined]  # for the matrix of roles
        return guarded

    return guarding


def officials_only(view: Callable[P, R]) -> Callable[P, R | Response]:
    """A page of the office for officials; what it changes is for the director, unless the view says `only`."""
    return only("")(view)


def may(right: str, tournament: str | None = None) -> bool:
    """Whether whoever asks has that right, in that tournament: what a page offers them."""
    found = reader()
    return found.may(right) if tournament is None else found.may_at(right, tournament)


def opens(endpoint: str, tournament: str) -> bool:
    """Whether whoever asks may look at that page: what links lead to."""
    right = getattr(current_app.view_functions[endpoint], "right", None)
    return right is None or may(right or LOOK, tournament)


def admitting() -> Admitting:
    """The accounts, as whoever asks may keep them."""
    hours, plays = service.settings.invitation_hours, lambda name: any(called_so(one, name) for one in desks())
    return Admitting(accounts, reader(), hours, service.zone, plays)


def link_address(secret: str) -> str:
    """Where the link of an invitation leads."""
    return f"{(service.address or request.host_url).rstrip('/')}/sign-in/{secret}"


def change_password(current: str, fresh: str) -> None:
    """Another password for the account of whoever asks."""
    found = reader()
    if found.account is None:
        raise Refused("account_needed")
    if found.role == "display":
        raise Refused("no_password")
    keep = 0 if found.by_token else found.credential
    accounts.change_password(found.account, current, fresh, request.remote_addr or "", keep)


def acting(tournament: str, board: int, side: Side | None = None) -> Reader:
    """Whoever acts at that board: its own tablet, for the side it was given, or an official.

    Refused for everybody else.
    """
    found = reader()
    if found.role != "tablet":
        return admitted(SEAT, tournament)
    if found.at(tournament, board) and (side is None or found.side in (None, side)):
        return found
    raise Refused("not_yours")


def own_game(t: str, round: int, board: int) -> bool:
    """Whether whoever asks has an interest in that game, so that a form of theirs asks for a witness."""
    found = desks().desk(t)
    if "at_stake" not in g:
        g.at_stake = known_at(found, reader(), accounts, "")
    return interested(g.at_stake, found.state.game(round, board), found.state)


def tablets(t: str) -> TabletsTold:
    """How it stands with the tablets of the boards of that tournament."""
    found = desk(t)
    bound = {
        (device.board, Side(device.side) if device.side else None): 1_000 * device.made
        for device in found.register.devices.at(t)
        if device.bound
    }
    return tablets_shape(boards_of(found.state), found.tablets, bound, found.now(), desks().clock.speed)


def ready(t: str, boards: Iterable[int]) -> tuple[int, ...]:
    """Those of the boards at which moves can be entered just now: with tablets of both sides in touch."""
    if desk(t).state.setting("tables") == "results":
        return ()
    in_touch = {tablet["board"] for tablet in tablets(t)["tablets"] if tablet["state"] == "touch"}
    return tuple(board for board in boards if board in in_touch)
