"""Office pages of accounts: officials and their rights, invitations, passwords, sessions and tokens."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.account_acts import acts_kept
from arbiter.journal.accounts import MACHINE, Account
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import ADMIT, OF_ACCOUNTS, OWN
from arbiter.web import access, page
from arbiter.web.access.account_changes import NEVER, ChangeAccount, MakeAccount, MakeToken
from arbiter.web.access.sign_in import LEAST_PASSWORD_CHARACTERS
from arbiter.web.api.service.accounts import ChangePassword
from arbiter.web.request_parsing import Body, choice, emptied, form, read, takes
from arbiter.web.visitor_addresses import code_of

accounts = Blueprint("accounts", __name__)
DEEDS = ("change", "link", "password", "token", "end", "back", "erase")


@accounts.get("/office/accounts")
@access.only(ADMIT)
def show() -> ResponseReturnValue:
    """Show all accounts that the asker may see, and the form that invites a new official."""
    return _all({})


def _all(given: Body, refused: str | None = None, invited: dict[str, Any] | None = None) -> str:
    admitting, kept = access.admitting(), access.accounts.kept
    every = [account for account in kept.all() if admitting.sees(account)]
    return render_template(
        "office/accounts.html",
        accounts=[one for one in every if not one.ended],
        ended=[one for one in every if one.ended],
        seen={one.number: _seen(one) for one in every},
        machine=[] if access.reader().tournaments else access.accounts.in_use(MACHINE),
        roles=[role for role in OF_ACCOUNTS if admitting.over(role)],
        tournaments=_tournaments(),
        form=given,
        refused=refused,
        invited=invited,
    )


def _seen(account: Account) -> int:
    """Return when an account was last used, in seconds since 1970; 0 if never."""
    return max((one.seen for one in access.accounts.in_use(account.number) if one.kind != "link"), default=0)


def _tournaments() -> dict[str, str]:
    return {desk.id: desk.state.name for desk in access.desks()}


@accounts.post("/office/accounts")
@access.only(ADMIT)
@takes(MakeAccount)
def make() -> ResponseReturnValue:
    """Make an account, and show the link with which its owner sets the password. The link is shown only once."""
    given = form()
    try:
        account, secret = access.admitting().make(read(MakeAccount, given))
    except Refused as refused:
        return _all(given, page.sentence(refused)), 422
    return _all({}, invited=_invited(account, secret))


def _invited(account: Account, secret: str) -> dict[str, Any]:
    address = access.link_address(secret)
    return {
        "account": account,
        "link": address,
        "code": code_of(address),
        "hours": access.service.settings.invitation_hours,
    }


@accounts.get("/office/accounts/<int:number>")
@access.only(OWN)
def one(number: int) -> ResponseReturnValue:
    """Show an account with its sessions, tokens and links."""
    return _one(access.admitting().account(number))


def _one(account: Account, refused: str | None = None, **more: Any) -> str:
    admitting = access.admitting()
    return render_template(
        "office/account.html",
        account=account,
        own=admitting.own(account),
        over=admitting.keeps(account),
        roles=[role for role in OF_ACCOUNTS if admitting.over(role)],
        credentials=access.accounts.in_use(account.number),
        acts=acts_kept(access.desks().register).get(account.number, ()),
        links=access.reader().role == "chief" or admitting.own(account) or not account.password,
        here=access.reader().credential,
        least=LEAST_PASSWORD_CHARACTERS,
        tournaments=_tournaments(),
        refused=refused,
        **more,
    )


@accounts.post("/office/accounts/<int:number>")
@access.only(OWN)
@takes(ChangeAccount, MakeToken, ChangePassword, also=("what", "username"))
def change(number: int) -> ResponseReturnValue:
    """Make the change that was sent with one of the forms of an account's page."""
    admitting, given = access.admitting(), form()
    account = admitting.account(number)
    what = choice(given, "what", DEEDS)
    try:
        match what:
            case "password":
                _change_password(account, given)
                flash(_("Your password has been changed. All your other sessions have ended."), "done")
            case "link":
                account, secret = admitting.change(ChangeAccount(account=number, reset=True))
                return _one(account, invited=_invited(account, secret or ""))
            case "token":
                token, made = admitting.make_token(read(MakeToken, given, account=number))
                return _one(account, token=token, made=made)
            case "erase":
                admitting.erase(number)
                flash(_("The name has been erased. The journals keep the number."), "done")
            case "end" | "back":
                admitting.change(ChangeAccount(account=number, ended=what == "end"))
                flash(_("The account has ended.") if what == "end" else _("The account has been reopened."), "done")
            case _:
                admitting.change(_changed(number, given, whole=admitting.keeps(account)))
                flash(_("The account has been changed."), "done")
    except Refused as refused:
        return _one(account, page.sentence(refused), asked=what), 422
    return page.see(url_for("office.accounts.one", number=number))


def _change_password(account: Account, given: Body) -> None:
    if not access.admitting().own(account):
        raise Refused("role_not_yours", role=account.role)
    access.change_password(str(given.get("current", "")), str(given.get("password", "")))


def _changed(number: int, given: Body, *, whole: bool) -> ChangeAccount:
    """Return the request that was sent with the form. An emptied field removes that limit of the account.

    *whole*: whether the form has all fields; otherwise only the name can be changed.
    """
    if not whole:
        return read(ChangeAccount, {"name": given.get("name")}, account=number)
    bounds = {name: given.get(name) or [] for name in ("tournaments", "boards")}
    asked = read(ChangeAccount, {**given, **bounds, "until": given.get("until") or NEVER}, account=number)
    return emptied(asked, given)


@accounts.post("/office/credentials/<int:id>/end")
@access.only(OWN)
@takes()
def end(id: int) -> ResponseReturnValue:
    """End a session, a token or a link."""
    ended = access.admitting().end(id)
    flash(_("Access has been ended."), "done")
    if ended.account == MACHINE:
        return page.see(url_for("office.accounts.show"))
    return page.see(url_for("office.accounts.one", number=ended.account))
