"""Access: finds out who sends a request, and what the sender may read and write.

There are three kinds of readers. An official has an account, signs in or sends a bearer token, and may do what the role
of the account allows. A tablet has a secret that it received when its board's card was scanned, and may act on its own
board only. Everybody else may only read. Tokens are signed with the key of the service, and each token is for one
purpose. Revoking the links of a board raises the number (epoch) that is signed into new links, so that older links are
no longer valid.

What an official may do in one tournament also depends on other people: the official's own entries, the members of the
official's club, the other officials, and the witness. The witness is a second person, named by an official who rules in
a game of their own, and present during the ruling.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, redirect, request, session, url_for
from werkzeug.datastructures import LanguageAccept

from arbiter import words
from arbiter.desk.current_asker import ASKER, NEW_WITNESS, asking, with_witness
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.federation.hub.halls import hall_with
from arbiter.hall.account_acts import acts_kept, gone_by, made_by, makers
from arbiter.hall.witnesses import account_called, witness_called
from arbiter.journal.accounts import Account
from arbiter.journal.people import folded
from arbiter.journal.same_person import alike
from arbiter.machine.keys import BOUND
from arbiter.refused import Refused
from arbiter.rulings.bounds.interest import interested
from arbiter.rulings.bounds.may import check as check_bounds
from arbiter.rulings.bounds.may import may as may_bounds
from arbiter.rulings.bounds.may import second_hands
from arbiter.rulings.bounds.rights import (
    ADMIT,
    DIRECT,
    FEED,
    LOOK,
    NOBODY,
    OWN,
    RULE,
    SEAT,
    SERVICE,
    Asker,
    Colleague,
    Here,
    ToRead,
    ToWrite,
    within,
)
from arbiter.rulings.bounds.rights import may as role_may
from arbiter.sides import Instant, Side
from arbiter.tournament.officials import identity
from arbiter.tournament.past.spectator_delay import behind
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.web.access.account_changes import Admitting
from arbiter.web.access.captains import captain_of
from arbiter.web.access.sessions import accounts as accounts
from arbiter.web.access.sessions import bound_by, official_of
from arbiter.web.access.sessions import links as links
from arbiter.web.access.sessions import service as service
from arbiter.web.access.sign_in import Accounts, Reader, asker_of
from arbiter.web.request_parsing import WithWitness, body, read

P = ParamSpec("P")
R = TypeVar("R")
READING = ("GET", "HEAD", "OPTIONS")


def desks() -> Desks:
    return service.desks


def desk(t: str) -> Desk:
    """Return the desk of the tournament *t*: the object that takes all requests about it. Refuse an unknown tournament.

    If the request's method may write (POST, for example), also set the asker whose rights the desk checks.
    """
    found = desks().desk(t)
    if request.method not in READING:
        ASKER.set(known_at(found, reader(), accounts, witness_named))
    return found


def language() -> str:
    """Return the language in which this request is answered."""
    return chosen_language(request.args.get("lang", ""), request.cookies.get("lang", ""), request.accept_languages)


def chosen_language(asked: str, kept: str, accepted: LanguageAccept) -> str:
    """Return the language to answer in: the first of the three arguments that is a language of the service.

    *asked*: the language that the query parameter names. *kept*: that of the cookie. *accepted*: the languages that the
    browser prefers. If the service has none of them, the answer is in English.
    """
    known = next((language for language in (asked, kept) if language in words.LANGUAGES), None)
    return known or accepted.best_match(list(words.LANGUAGES)) or words.SOURCE


def called() -> Mapping[str, str]:
    """Return the variant's own names for sides and pieces, each by the usual name that it replaces.

    The variant is that of the tournament in the URL, or else of the tablet's tournament. The result is empty if there
    is no tournament, or if its variant uses the usual names.
    """
    t = (request.view_args or {}).get("t") or g.get("about")
    if t is None and "reader" in g:
        t = g.reader.tournament
    try:
        return desks().desk(str(t)).state.variant.called if t else {}
    except Refused:  # an unknown tournament: the page reports it
        return {}


def reader() -> Reader:
    """Return the reader (official, tablet or spectator) who makes this request. Refuse an invalid bearer token."""
    found: Reader | None = g.get("reader")
    if found is None:
        g.reader = Reader()  # so that the page about a refused token looks as it does for a spectator
        g.reader = found = _reader()
        if "asks" in g:
            ASKER.set(found.asker)
    return found


def look_as_everybody() -> None:
    """Treat the sender of this request as a spectator, even an official.

    Called before each request to a public page.
    """
    g.as_everybody = True


def sees_office(tournament: str) -> bool:
    """Return whether the reader of this request sees drafts and full names of the tournament, as officials do."""
    return "as_everybody" not in g and reader().may_at(LOOK, tournament)


def whoever() -> Reader:
    """Return the reader who makes this request. If its token is invalid, the reader counts as a spectator."""
    try:
        return reader()
    except Refused:
        return reader()  # a spectator: the first call stored one before it refused the token


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
    tablet = bound_tablet()
    if as_tablet and tablet:
        return tablet
    return official_of() or tablet or Reader()


def bound_tablet() -> Reader | None:
    """Return the tablet at a board that sends this request, as a reader; None if the browser is not such a tablet.

    A browser becomes a tablet when it opens the link of a board.
    """
    if "bound" not in g:
        link = bound_by()
        g.bound = links.tablet(link) if link else None
    found: Reader | None = g.bound
    return found


def tablet_here() -> Reader | None:
    """Return the tablet that sent this request, even if an official is signed in on it; None if no tablet sent it."""
    found = bound_tablet()
    if found is None and "Authorization" in request.headers and request.path.startswith("/api/"):
        found = reader() if reader().role == "tablet" else None
    return found


def _bearer(token: str) -> Reader | None:
    if service.keys.purpose(token) == BOUND:
        found = links.tablet(str(service.keys.opened(BOUND, token)))
        return replace(found, by_token=True) if found else None
    official = accounts.by_token(token) or captain_of(token)
    if official is not None:
        return official
    hall = hall_with(accounts.kept, token, int(service.now()))
    return Reader("hall", by_token=True, hall=hall) if hall else None


def known(app: Flask, headers: Mapping[str, str], tournament: str | None = None) -> bool:
    """Return whether a request with these *headers* comes from a tablet or an official.

    If *tournament* is given, the tablet or official must belong to it.
    """
    with app.test_request_context("/api/v1", headers=dict(headers)):
        try:
            return reader().of(tournament)
        except Refused:
            return False


def admitted(right: str, tournament: str | None = None) -> Reader:
    """Return the reader of this request. Refuse a reader whose role lacks that *right*.

    If a *tournament* is given, the reader must have the right there. The boards and entries that a request concerns are
    checked later, by the desk or by `allowed`.
    """
    found = reader()
    whole = tournament is None and request.method not in READING and right not in (OWN, ADMIT)
    check_bounds(found.asker, ToWrite(right=right, boards=()) if whole else ToRead(right=right), Here(tournament))
    if tournament is not None and right != FEED:
        desks().check_here(tournament)
    return found


def allowed(asked: ToRead | ToWrite, tournament: str) -> None:
    """Refuse the request if its sender may not read or write the thing *asked* in the tournament *tournament*.

    Used for actions that no journal records, such as those on tablets and the computer's analyses. The desk itself
    checks every action that a journal records.
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
    """Return whether the sender of the request may read something.

    *asked*: the right that is needed to read it, and the boards or games that it shows.
    """
    return may_bounds(reader().asker, asked, desk(tournament).here) is None


def only(right: str) -> Callable[[Callable[P, R]], Callable[P, R | Response]]:
    """Return a decorator for views, which refuses every reader who lacks that *right*.

    A reader who has not signed in is sent to the sign-in page. An empty *right* means the rights that an office page
    usually needs: `LOOK` to read, and `DIRECT` for anything else.
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
                return redirect(url_for("office.sign_in", next=back), code=303)  # type: ignore[return-value]  # a Response of werkzeug, not Flask's
            return view(*args, **kwargs)

        guarded.right = right  # type: ignore[attr-defined]  # for the table of roles and rights
        return guarded

    return guarding


def officials_only(view: Callable[P, R]) -> Callable[P, R | Response]:
    """Decorate an office page: only officials may open the page, and only directors may change anything with it.

    A page that needs another right has the decorator `only`.
    """
    return only("")(view)


def may(right: str, tournament: str | None = None) -> bool:
    """Return whether the asker has the right *right*. If a tournament is given, the asker must have the right there.

    Pages use the answer to decide which buttons and links to show.
    """
    found = reader()
    return found.may(right) if tournament is None else found.may_at(right, tournament)


def opens(endpoint: str, tournament: str) -> bool:
    """Return whether the asker may open the page of that endpoint.

    Pages use the answer to decide which links to show.
    """
    right = getattr(current_app.view_functions[endpoint], "right", None)
    return right is None or may(right or LOOK, tournament)


def admitting() -> Admitting:
    """Return the object that changes accounts for the asker, and refuses changes that the asker may not make."""
    hours, plays = service.settings.invitation_hours, lambda name: any(entries_called(one, name) for one in desks())
    return Admitting(accounts, reader(), hours, service.zone, plays)


def link_address(secret: str) -> str:
    """Return the URL of an invitation. *secret*: the last part of the URL, with which the invited person signs in."""
    return f"{(service.address or request.host_url).rstrip('/')}/sign-in/{secret}"


def change_password(current: str, fresh: str) -> None:
    """Change the password of the asker's own account from *current* to *fresh*. Refuse if *current* is wrong.

    Refuse also a reader without an account, and a display, which has no password.
    """
    found = reader()
    if found.account is None:
        raise Refused("account_needed")
    if found.role == "display":
        raise Refused("no_password")
    keep = 0 if found.by_token else found.credential
    accounts.change_password(found.account, current, fresh, request.remote_addr or "", keep)


def acting(tournament: str, board: int, side: Side | None = None) -> Reader:
    """Return the reader who acts at a board: the board's own tablet or an official.

    If *side* is given, a tablet of the other side is refused. Anybody else is refused too, with `not_yours`.
    """
    found = reader()
    if found.role != "tablet":
        return admitted(SEAT, tournament)
    if found.at(tournament, board) and (side is None or found.side in (None, side)):
        return found
    raise Refused("not_yours")


def own_game(t: str, round: int, board: int) -> bool:
    """Return whether the asker has an interest in the game at the board *board*, for example as a relative of a player.

    If so, the page's forms must ask for a witness: a second person who is present when the asker rules on the game.
    """
    found = desks().desk(t)
    if "at_stake" not in g:
        g.at_stake = known_at(found, reader(), accounts, str)
    return interested(g.at_stake, found.state.game(round, board), found.state)


def act_as(found: Reader) -> None:
    """Treat the reader *found* as the sender of this request from now on.

    Used for requests with a secret in their URL: the reader is the owner of that secret.
    """
    g.reader = found
    ASKER.set(found.asker)


def known_at(desk: Desk, reader: Reader, accounts: Accounts, named: Callable[[], str]) -> Asker:
    """Return the *reader* as an asker in the desk's tournament, with the data for the checks on own games.

    These are the asker's own entries, the members of the asker's club, and the other officials. *named* returns the
    name of the witness, the second person who is present, as the asker typed it. The name is empty if there is no
    witness. Refuse a witness who is the asker.
    """
    asker, state = reader.asker, desk.state
    if reader.role == "tablet":
        return replace(asker, colleagues=signed_in(desk, accounts)) if state.officials else asker
    if not role_may(asker.role, RULE) and reader.account is None:
        return asker
    name, club = (folded(reader.account.name), folded(reader.account.club)) if reader.account else ("", "")
    people, entries = desk.people, own_entries(desk, reader.account, asker.by) if reader.account else frozenset[int]()
    members = people.items() if club else ()
    clubmates = frozenset(entry for entry, person in members if folded(person.club or "") == club)
    if reader.account:
        acts, now = acts_kept(accounts.register), accounts.now()
        behind = makers(acts, asker.account, now, reader.credential)
        made = made_by(asker.by, acts, now)
        asker = replace(asker, makers=behind, made=made, makers_entries=entries_of(desk, accounts, behind))
    appealed = any(appeal.decided is None for appeal in state.appeals)
    if not (appealed or {*entries, *clubmates, *asker.makers_entries, *state.stakes(asker.by)}):
        return asker
    witness = named()
    if witness.strip():
        own = {name, *(folded(people[entry].name) for entry in {*entries, *state.stakes(asker.by)} & {*people})}
        if folded(witness) in own or account_called(accounts.kept, witness) == reader.account:
            raise Refused("witness_self")
        word = witness_called(accounts.kept, witness)
        plays = frozenset(entry for entry, person in people.items() if alike(witness, person.name, part=True))
        asker = replace(asker, witness=word or NEW_WITNESS, new_witness="" if word else witness, witness_entries=plays)
    return replace(asker, entries=entries, clubmates=clubmates, colleagues=signed_in(desk, accounts))


def witness_named() -> str:
    """Return the name in the field `witness` of this request; empty if there is none, or if the body is a file."""
    typed = request.mimetype in ("application/json", "application/x-www-form-urlencoded")
    return read(WithWitness, body()).witness if typed else ""


def signed_in(desk: Desk, accounts: Accounts) -> tuple[Colleague, ...]:
    """Return the officials who may rule in the tournament and are signed in, or were signed out by others lately.

    An official whom others signed out counts for another day. The boards that such an official is limited to are
    ignored, because they may have been changed as well.
    """
    acts, now = acts_kept(accounts.register), accounts.now()
    there = [one for one in accounts.present() if role_may(one.role, RULE) and within(one.tournaments, (desk.id,))]
    out = [(one, gone_by(acts[number], now)) for number in acts if (one := accounts.kept.numbered(number))]

    def entries(account: Account) -> frozenset[int]:
        behind = makers(acts, account.number, now)
        return own_entries(desk, account, asker_of(account).by) | entries_of(desk, accounts, behind)

    return (
        *(Colleague(asker_of(one).by, entries(one), one.boards) for one in there),
        *(Colleague(asker_of(one).by, entries_called(desk, folded(one.name)), gone_by=by) for one, by in out if by),
    )


def own_entries(desk: Desk, account: Account, by: str) -> frozenset[int]:
    """Return the entries that may be the official's own: those with the account's name, or with initials that fit it.

    If it is recorded which entry the official plays as, only an equal name counts, not initials. *by* names the
    official in the journal.
    """
    if desk.state.official(by) is not None:
        return entries_called(desk, folded(account.name))
    return frozenset(entry for entry, person in desk.people.items() if alike(account.name, person.name))


def entries_of(desk: Desk, accounts: Accounts, hands: Iterable[str]) -> frozenset[int]:
    """Return the entries of some officials and of their families. *hands*: the officials' names in the journal."""
    names = accounts.kept.names()
    own = (entries_called(desk, names.get(int(identity(hand)), "")) | desk.state.stakes(hand) for hand in hands)
    return frozenset[int]().union(*own)


def entries_called(desk: Desk, name: str) -> frozenset[int]:
    """Return the numbers of the entries in the desk's tournament whose player has that name."""
    wanted, people = folded(name), desk.people.items() if name else ()
    return frozenset(entry for entry, person in people if folded(person.name) == wanted)


def ask_as_nobody() -> None:
    """Set the asker to nobody until the sender is known. Called before every request."""
    g.asks = True
    ASKER.set(NOBODY)


def ask_no_more(_: BaseException | None) -> None:
    """Set the asker back to the service itself. Called after every request."""
    if g.pop("asks", False):
        ASKER.set(SERVICE)


def check_shown() -> None:
    """Refuse every request that is not a public read, if this service only shows tournaments."""
    if service.settings.role != "public":
        return
    operation = getattr(current_app.view_functions.get(request.endpoint or ""), "operation", None)
    public = (request.blueprint or "static").partition(".")[0] in ("public", "static")
    if request.method not in READING or not (public if operation is None else operation.who == "anybody"):
        raise Refused("only_shown")


def check_token() -> None:
    """Refuse a request to the API that has an invalid token, even if the operation needs no token."""
    if "Authorization" in request.headers and request.path.startswith("/api/"):
        reader()


def from_here() -> bool:
    """Return whether a page of this service may have sent the request.

    It is False if the browser's headers say that a page of another site sent it.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2].lower() == request.host.lower()


def check_csrf() -> None:
    """Refuse a request that may change something, unless a page of this service sent it with the session's CSRF token.

    A request with a bearer token is exempt, because no foreign page can send one. A request to the API without a
    session needs no CSRF token, because its view refuses it.
    """
    if request.method in READING or "Authorization" in request.headers:
        return
    if not from_here():
        raise Refused("foreign_page")
    brought = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not session and request.path.startswith("/api/"):
        return  # without a session there is nothing to protect: the view itself refuses
    if not hmac.compare_digest(brought.encode(), str(session.get("csrf", "")).encode()) or not brought:
        raise Refused("form_old")


def view(t: str, state: Tournament | None = None, at: Instant | None = None) -> View:
    """Return the tournament *t* as the reader of this request may see it.

    It is shown at the instant *at* and in *state*; if they are None, now and in the present state. Spectators see no
    draft round. If the tournament is shown with a delay, they do not see the newest moves.
    """
    hall, found = desks(), reader()
    desk, clock = hall.desk(t), hall.clock
    now = clock.now() if at is None else at
    whole = sees_office(t) and not desk.stands.fed
    if state is None:
        state = desk.state if whole else desk.state.announced
        if not whole and not (found.role in ("tablet", "display") and found.of(t)):  # a screen in the hall has no delay
            state = behind(state, now)
    seen = View(
        tournament=t,
        state=state,
        people=desk.people,
        staff=desk.register.staff(t),
        officials=desk.register.accounts.names(),
        at=now,
        speed=clock.speed,
        zone=service.zone,
        language=language(),
        relayed=desk.stands.fed is not None,
    )
    if whole:
        return seen
    return replace(seen.in_public, texts=_at_its_board(t, state))


def _at_its_board(t: str, state: Tournament) -> bool:
    """Return whether the reader is a tablet and the request is about the game that is played at the tablet's board."""
    named = request.view_args or {}
    board = named.get("b") or request.args.get("board", type=int)
    if board is None or not reader().at(t, board):
        return False
    game = state.at_board(board)
    return game is not None and (named.get("n") or request.args.get("round", type=int)) in (None, game.round)
