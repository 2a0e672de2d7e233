"""Access: finds out who sends a request, and what they may read and write.

There are three kinds of readers. An official has an account, signs in or sends a bearer token, and may do what the role
of the account allows. A tablet has a secret that it got through its board's card, and acts on its own board only.
Everybody else only reads. Tokens are signed with the key of the service and say what they are for. Revoking the links
of a board raises the number (epoch) that is signed into them, so that older links are no longer valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
from arbiter.values import replace
from arbiter.web.access.account_changes import Admitting
from arbiter.web.access.askers import called as called_so
from arbiter.web.access.askers import known_at, witness_named
from arbiter.web.access.at_hand import accounts as accounts
from arbiter.web.access.at_hand import links as links
from arbiter.web.access.at_hand import service as service
from arbiter.web.access.captains import captain_of
from arbiter.web.access.languages import chosen_language
from arbiter.web.access.readers import Reader
from arbiter.web.access.sessions import bound_by, official_of

P = ParamSpec("P")
R = TypeVar("R")
READING = ("GET", "HEAD", "OPTIONS")


def desks() -> Desks:
    return service.desks


def desk(t: str) -> Desk:
    """Return the object (desk) that takes all requests about that tournament. Refuse an unknown tournament.

    If the request may write, also set the asker whose rights the desk checks.
    """
    found = desks().desk(t)
    if request.method not in READING:
        ASKER.set(known_at(found, reader(), accounts, witness_named))
    return found


def language() -> str:
    """Return the language in which this request is answered."""
    return chosen_language(request.args.get("lang", ""), request.cookies.get("lang", ""), request.accept_languages)


def called() -> Mapping[str, str]:
    """Return the names that the request's variant has for sides and pieces; empty if it has none of its own."""
    t = (request.view_args or {}).get("t") or g.get("about")
    if t is None and "reader" in g:
        t = g.reader.tournament
    try:
        return desks().desk(str(t)).state.variant.called if t else {}
    except Refused:  # there is no such tournament: the page says so
        return {}


def reader() -> Reader:
    """Return the reader (official, tablet or spectator) who makes this request. Refuse an invalid bearer token."""
    found: Reader | None = g.get("reader")
    if found is None:
        g.reader = Reader()  # so that the page of a refused token is shown as to a spectator
        g.reader = found = _reader()
        if "asks" in g:
            ASKER.set(found.asker)
    return found


def look_as_everybody() -> None:
    """Show this request only what spectators see, even to officials. Called before each request to a public page."""
    g.as_everybody = True


def sees_office(tournament: str) -> bool:
    """Return whether the reader sees drafts and full names of that tournament in this request."""
    return "as_everybody" not in g and reader().may_at(LOOK, tournament)


def whoever() -> Reader:
    """Return the reader who makes this request. If its token is invalid, the reader counts as a spectator."""
    try:
        return reader()
    except Refused:
        return reader()  # a spectator, because the first call has set one before it refused


def _reader() -> Reader:
    if service.settings.role == "public":
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
    official = accounts.by_token(token) or captain_of(token)
    if official is not None:
        return official
    hall = hall_with(accounts.kept, token, int(service.now()))
    return Reader("hall", by_token=True, hall=hall) if hall else None


def device_of_tournament(t: str, id: int) -> Tablet:
    """Return the device with number *id* at a board of that tournament. Refuse an unknown device."""
    found = next((one for one in desks().register.devices.at(t) if one.id == id), None)
    if found is None:
        raise Refused("no_device", number=id)
    return found


def device_in_reach(t: str, id: int) -> Tablet:
    """Return a device that the asker may let in or turn away. Refuse an unknown device, and one at another's board."""
    found = device_of_tournament(t, id)
    allowed(ToWrite(right=RULE, boards=(found.board,)), t)
    return found


def known(app: Flask, headers: Mapping[str, str], tournament: str | None = None) -> bool:
    """Return whether these headers are those of a tablet or an official.

    They must belong to that *tournament*; if it is None, to any tournament.
    """
    with app.test_request_context("/api/v1", headers=dict(headers)):
        try:
            return reader().of(tournament)
        except Refused:
            return False


def admitted(right: str, tournament: str | None = None) -> Reader:
    """Return the reader of this request. Refuse readers who lack that *right*, in that tournament if one is given.

    The boards and entries that a request touches are checked later, by the desk or by `allowed`.
    """
    found = reader()
    whole = tournament is None and request.method not in READING and right not in (OWN, ADMIT)
    check_bounds(found.asker, ToWrite(right=right, boards=()) if whole else ToRead(right=right), Here(tournament))
    if tournament is not None and right != FEED:
        desks().check_here(tournament)
    return found


def allowed(asked: ToRead | ToWrite, tournament: str) -> None:
    """Refuse the request if its asker may not read or write *asked*.

    Used for what is not recorded in a journal, such as tablets and the computer's analyses. For everything that is
    recorded, the desk makes this check itself.
    """
    found = desk(tournament)
    asker = reader().asker if request.method in READING else ASKER.get()
    check_bounds(asker, asked, found.here)
    if asker.new_witness:
        asker = with_witness(asker, second_hands(asker, asked, found.here), found.register.accounts)
    with asking(SERVICE):
        for note in second_hands(asker, asked, found.here):
            found.submit(note)


def may_see(asked: ToRead, tournament: str) -> bool:
    """Return whether the asker may read the things that *asked* names, such as boards or entries."""
    return may_bounds(reader().asker, asked, desk(tournament).here) is None


def only(right: str) -> Callable[[Callable[P, R]], Callable[P, R | Response]]:
    """Make a decorator that refuses a view to everybody who lacks that right.

    If the view is a page, a reader who has not signed in is sent to the sign-in page.
    """

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
    """Decorate an office page: only officials may open the page, and only directors may change anything by it.

    `only` is the decorator for pages with another right.
    """
    return only("")(view)


def may(right: str, tournament: str | None = None) -> bool:
    """Return whether the asker has that right; if a tournament is given, in that tournament.

    Pages use this to decide which buttons and links to show.
    """
    found = reader()
    return found.may(right) if tournament is None else found.may_at(right, tournament)


def opens(endpoint: str, tournament: str) -> bool:
    """Return whether the asker may look at the page of that endpoint. Pages use this to decide which links to show."""
    right = getattr(current_app.view_functions[endpoint], "right", None)
    return right is None or may(right or LOOK, tournament)


def admitting() -> Admitting:
    """Return the accounts of the service, with the checks of what the asker may do to each of them."""
    hours, plays = service.settings.invitation_hours, lambda name: any(called_so(one, name) for one in desks())
    return Admitting(accounts, reader(), hours, service.zone, plays)


def link_address(secret: str) -> str:
    """Return the URL of an invitation with that secret."""
    return f"{(service.address or request.host_url).rstrip('/')}/sign-in/{secret}"


def change_password(current: str, fresh: str) -> None:
    """Change the password of the asker's own account. Refuse if *current* is not its present password."""
    found = reader()
    if found.account is None:
        raise Refused("account_needed")
    if found.role == "display":
        raise Refused("no_password")
    keep = 0 if found.by_token else found.credential
    accounts.change_password(found.account, current, fresh, request.remote_addr or "", keep)


def acting(tournament: str, board: int, side: Side | None = None) -> Reader:
    """Return the reader who acts at that board: the board's own tablet, for its side, or an official.

    Anybody else is refused with `not_yours`.
    """
    found = reader()
    if found.role != "tablet":
        return admitted(SEAT, tournament)
    if found.at(tournament, board) and (side is None or found.side in (None, side)):
        return found
    raise Refused("not_yours")


def own_game(t: str, round: int, board: int) -> bool:
    """Return whether the asker has an interest in that game, for example as a relative of a player.

    If so, the page's forms must ask for a witness: a second person who is present when the asker rules there.
    """
    found = desks().desk(t)
    if "at_stake" not in g:
        g.at_stake = known_at(found, reader(), accounts, str)
    return interested(g.at_stake, found.state.game(round, board), found.state)


def tablets(t: str) -> TabletsTold:
    """Return the state of each tablet of that tournament: never bound, not seen since the start, in touch, or lost."""
    found = desk(t)
    devices = links.devices(t)
    bound = {
        (device.board, Side(device.side) if device.side else None): 1_000 * device.made
        for device in devices
        if device.bound
    }
    waiting = [device.id for device in devices if not device.bound]
    return tablets_shape(boards_of(found.state), found.tablets, bound, found.now(), desks().clock.speed, waiting)


def act_as(found: Reader) -> None:
    """Let the rest of this request be made by *found*, whom the secret in its URL names."""
    g.reader = found
    ASKER.set(found.asker)


def ready(t: str, boards: Iterable[int]) -> tuple[int, ...]:
    """Return those of the boards where a game can begin on the tablets.

    The tablets of both sides are connected, and no earlier game is in progress at the board.
    """
    state = desk(t).state
    if state.setting("tables") == "results":
        return ()
    in_touch = {tablet["board"] for tablet in tablets(t)["tablets"] if tablet["state"] == "touch"}
    taken = {game.board for game in state.games() if game.going}
    return tuple(board for board in boards if board in in_touch - taken)
