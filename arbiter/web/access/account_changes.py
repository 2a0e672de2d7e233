"""Changes of officials' accounts: who may change which account, and what each change does.

Used by the pages and the API.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Annotated, TypeAlias

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.account_acts import Act, note
from arbiter.hall.accounts import DAY_SECONDS, HOUR_SECONDS, LONGEST_SECONDS, account_token, invite
from arbiter.hall.witnesses import WITNESS
from arbiter.journal.accounts import MACHINE, Account, Credential
from arbiter.journal.people import folded
from arbiter.refused import Refused
from arbiter.rulings.bounds.may import check, may
from arbiter.rulings.bounds.rights import ADMIT, OF_ACCOUNTS, OWN, ROLES, RULE, Here, ToWrite
from arbiter.rulings.bounds.rights import may as role_may
from arbiter.values import dataclass, replace
from arbiter.web.access.account_names import check_name
from arbiter.web.access.sign_in import CHIEF, Accounts, Reader, asker_of, told

log = logging.getLogger(__name__)

NEVER = "never"
"""The text to send instead of a last day, if the account has no last day."""
TOKEN_DAYS = 90
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Name: TypeAlias = Annotated[str, Sent("the name, which is also used to sign in", "Anna Bakker", longest=80)]
GivenRole: TypeAlias = Annotated[str, Sent("the role, which decides on the rights", "arbiter", known=OF_ACCOUNTS)]
OwnTournaments: TypeAlias = Annotated[
    tuple[str, ...] | None, Sent("the tournaments that it is limited to; empty: all", ("club-open",), longest=80)
]
OwnBoards: TypeAlias = Annotated[
    tuple[int, ...] | None,
    Sent("the boards that it is limited to; empty: all", (1, 2), least=1, most=MOST_BOARDS),
]
Until: TypeAlias = Annotated[
    str | None, Sent("the last day, as an ISO date; “never”: it has none", "2026-12-06", longest=40)
]
Club: TypeAlias = Annotated[
    str | None, Sent("the club, for tournaments in which nobody rules on a game of their own club", longest=80)
]
OfAccount: TypeAlias = Annotated[int, Sent("the number of the account", 481516)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeAccount:
    """Request: make an account. The response contains the link with which the account's owner sets the password."""

    name: Name
    role: GivenRole
    tournaments: OwnTournaments = None
    boards: OwnBoards = None
    until: Until = None
    club: Club = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAccount:
    """Request: change an account's name, role or limits (tournaments, boards, last day), end it, or make a new link.

    The link is for an owner who has forgotten the password. With it the owner sets a new one.
    """

    account: OfAccount
    name: Annotated[str | None, Sent("the name, which is also used to sign in", longest=80)] = None
    role: Annotated[str | None, Sent("the role, which decides on the rights", known=OF_ACCOUNTS)] = None
    tournaments: OwnTournaments = None
    boards: OwnBoards = None
    until: Until = None
    club: Club = None
    ended: Annotated[bool | None, Sent("true: the account ends; false: it can be used again after a new link")] = None
    reset: Annotated[bool, Sent("true: make a new link to set the password, and end all sessions and tokens")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeToken:
    """Request: make a bearer token with the rights of its account."""

    account: OfAccount
    expires: Annotated[
        str | None, Sent("the last day, or the last instant, in ISO form; else in 90 days", "2026-12-31", longest=40)
    ] = None


@dataclass(frozen=True, slots=True)
class Admitting:
    """The accounts of the service, and the changes to them. A change that the asker may not make is refused.

    *reader*: the asker. *invitation_hours*: how long a new link is valid. *zone*: the time zone of the service, in
    which days end.
    """

    accounts: Accounts
    reader: Reader
    invitation_hours: int
    zone: tzinfo
    plays: Callable[[str], bool] = lambda _: False
    """Function that tells whether somebody with a given name is entered in a tournament."""

    def over(self, role: str) -> bool:
        """Return whether the asker may give the role *role* to an account."""
        return role in ROLES[self.reader.role].gives

    def keeps(self, account: Account) -> bool:
        """Return whether the asker may change the account's role, and its limits to tournaments, boards and days."""
        return self.over(account.role) and may(self.reader.asker, of_accounts(ADMIT, account), Here()) is None

    def sees(self, account: Account) -> bool:
        """Return whether the asker may see the account.

        An asker who is limited to tournaments sees only their own account and those they may manage. Any other asker
        sees every account.
        """
        return not self.reader.tournaments or self.own(account) or self.keeps(account)

    def account(self, number: int) -> Account:
        """Return the account with number *number*.

        Refuse an unknown number, and an account that the asker may not manage.
        """
        found = self.accounts.kept.numbered(number) if number < 1_000_000 else None
        if found is None:
            raise Refused("no_account", name=number)
        self._check(OWN, found)
        return found

    def _check(self, right: str, *accounts: Account, lets_in: bool = False) -> None:
        check(self.reader.asker, of_accounts(right, *accounts, lets_in=lets_in), Here())

    def _note(self, account: Account, what: str, credential: int = 0, *, there: bool = False) -> None:
        """Log an act on *account*. If the account is somebody else's, also store the act, so that the owner is told.

        *what*: the word for the act. *credential*: the number of the link or token that it made. *there*: whether the
        act limited or signed out an official who was present.
        """
        log.info("%s has acted on the account of %s: %s", self.reader.by, told(account), what)
        if not self.own(account):
            act = Act(self.accounts.now(), self.reader.by, what, credential, there, told=what == "made")
            note(self.accounts.register, account.number, act)

    def own(self, account: Account) -> bool:
        """Return whether the account is the asker's own."""
        return self.reader.account is not None and self.reader.account.number == account.number

    def make(self, asked: MakeAccount) -> tuple[Account, str]:
        """Make an account. Return the account, and the secret of the link with which the owner sets the password.

        Refuse a name that another account has, or that looks like another account's name.
        """
        account = Account(
            asked.name,
            asked.role,
            tournaments=asked.tournaments or (),
            boards=numbers(asked.boards),
            until=last_day(asked.until),
            club=asked.club or "",
        )
        self._check(ADMIT, account)
        if self.accounts.kept.named(asked.name) is not None:
            raise Refused("account_twice", name=asked.name)
        check_name(asked.name, self.accounts.kept.all())
        account = self.accounts.kept.put(account)
        return account, self._link(account, "made")

    def change(self, asked: ChangeAccount) -> tuple[Account, str | None]:
        """Change an account. Return the account, and the secret of the new link, or None if no link was asked for."""
        account = self.account(asked.account)
        role = asked.role or account.role
        bounded = {asked.role, asked.tournaments, asked.boards, asked.until, asked.ended, asked.club} != {None}
        moved = bool(account.club) and asked.club not in (None, account.club) and account.role != "chief"
        if self.own(account) and ((bounded and not self.over(account.role)) or moved):
            raise Refused("role_not_yours", role=account.role)
        renamed = folded(asked.name or account.name) != folded(account.name)
        if renamed and self.own(account) and self.plays(account.name):
            raise Refused("name_plays", name=account.name)
        changed = replace(
            account,
            name=asked.name or account.name,
            role=role,
            tournaments=account.tournaments if asked.tournaments is None else asked.tournaments,
            boards=account.boards if asked.boards is None else numbers(asked.boards),
            until=account.until if asked.until is None else last_day(asked.until),
            ended=account.ended if asked.ended is None else asked.ended,
            club=account.club if asked.club is None else asked.club,
        )
        if account.role == WITNESS and (role != WITNESS or not changed.ended):
            raise Refused("account_ended", name=account.name)
        self._check(OWN, account, changed, lets_in=asked.reset and bool(account.password))
        if asked.reset and changed.ended:
            raise Refused("account_ended", name=changed.name)
        kept, there = self.accounts.kept, self._there(account)
        others = [one for one in kept.all() if one.number != account.number]
        if renamed or (account.ended and not changed.ended):
            check_name(changed.name, others)
        changed = self._put(account, changed)
        if changed.ended or asked.reset:
            kept.end_all(changed.number, "session", "token", "link")
        if changed != account:
            out = there and _power(changed) != _power(account)
            self._note(changed, "ended" if changed.ended else "changed", there=out)
        return changed, self._link(changed, "link", there=there) if asked.reset else None

    def erase(self, number: int) -> Account:
        """End an account and erase its name. The account's number stays in the journals. Return the erased account."""
        account = self.account(number)
        there = self._there(account)
        kept = self._put(account, replace(account, name="", password="", ended=True))
        self.accounts.kept.end_all(number, "session", "token", "link")
        self._note(kept, "ended", there=there)
        return kept

    def make_token(self, asked: MakeToken) -> tuple[str, Credential]:
        """Make a bearer token for an account. Return the token and its stored record.

        Only a hash of the token is stored, so that nobody can read it again later.
        """
        account = self.account(asked.account)
        self._check(OWN, account, lets_in=True)
        if account.ended:
            raise Refused("account_ended", name=account.name)
        until = self._instant(asked.expires)
        token, made = account_token(self.accounts.kept, self.accounts.keys, account, self.accounts.now(), until)
        self._note(account, "token", made.id)
        return token, made

    def end(self, id: int) -> Credential:
        """End the session, token or link with number *id*, and return its stored record.

        Raise Refused if the number is unknown, or if the asker may not manage the account.
        """
        found = self.accounts.kept.one_credential(id) if id < 1 << 62 else None
        if found is None or found.ended:
            raise Refused("no_credential", number=id)
        if found.account == MACHINE:
            self._check(ADMIT, Account("", found.role if found.role in OF_ACCOUNTS else "director"))
            log.info("%s has ended the %s %d of the machine", self.reader.by, found.kind, id)
        else:
            account = self.account(found.account)
            self._note(account, "session", there=self._there(account))
        self.accounts.kept.end(id)
        return found

    def _there(self, account: Account) -> bool:
        """Return whether the account was used in the last two hours and has a role that may make rulings."""
        return role_may(account.role, RULE) and any(one.number == account.number for one in self.accounts.present())

    def _link(self, account: Account, what: str, *, there: bool = False) -> str:
        """Make a new sign-in link for an account, note the act, and return the secret of the link.

        *what* is the word for the act. *there* tells whether the new link signs out an official who was signed in.
        """
        secret, link = invite(self.accounts.kept, account, self.accounts.now(), self.invitation_hours * HOUR_SECONDS)
        self._note(account, what, link.id, there=there)
        return secret

    def _put(self, account: Account, changed: Account) -> Account:
        """Store *changed* in place of *account*. Refuse if no unrestricted chief arbiter would be left."""
        with self.accounts.changing:
            others = (one for one in self.accounts.kept.all() if one.number != account.number)
            was_chief = account.role == CHIEF and account.password and not account.ended
            same = _power(changed) == _power(account)
            if was_chief and not same and not reigns(changed) and not any(map(reigns, others)):
                raise Refused("last_chief")
            return self.accounts.kept.put(changed)

    def _instant(self, text: str | None) -> int:
        """Return the instant at which a token ends, in seconds since 1970.

        *text* is an instant or a day in ISO form. A day ends at midnight in the time zone of the service. None means
        `TOKEN_DAYS` from now. Refuse an instant that has passed or is too far away.
        """
        now = self.accounts.now()
        if not text:
            return now + TOKEN_DAYS * DAY_SECONDS
        try:
            if len(text) == len("2026-12-31"):
                end = datetime.combine(date.fromisoformat(text) + timedelta(days=1), time(), self.zone)
            else:
                told = datetime.fromisoformat(text)
                end = told if told.tzinfo else told.replace(tzinfo=self.zone)
            until = int((end - EPOCH).total_seconds())
        except (ValueError, OverflowError):
            raise Refused("field_unreadable", field="expires", wanted="2026-12-31") from None
        if not now < until <= now + LONGEST_SECONDS:
            raise Refused("expires_impossible", days=LONGEST_SECONDS // DAY_SECONDS)
        return until


def of_accounts(right: str, *accounts: Account, lets_in: bool = False) -> ToWrite:
    """Return the description of a write to *accounts*, from which is checked whether the asker may do it.

    *right* is the right that is needed. *lets_in* tells whether the write makes a link or a token, with which somebody
    can sign in.
    """
    return ToWrite(right=right, boards=(), accounts=tuple(map(asker_of, accounts)), lets_in=lets_in)


def reigns(account: Account) -> bool:
    """Return whether the account is that of an unrestricted chief arbiter.

    Such an account has a password, has not ended, and is not limited to tournaments, boards or days.
    """
    return bool(account.password) and _power(account) == (CHIEF, False, "", (), ())


def _power(account: Account) -> tuple[object, ...]:
    return account.role, account.ended, account.until, account.tournaments, account.boards


def numbers(boards: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the board numbers in ascending order, without repetition."""
    return tuple(sorted(set(boards or ())))


def last_day(text: str | None) -> str:
    """Parse a day in ISO form. Return it in ISO form, or "" if *text* is empty or "never". Refuse any other text."""
    if not text or text == NEVER:
        return ""
    try:
        return date.fromisoformat(text[:40]).isoformat()
    except ValueError:
        raise Refused("field_unreadable", field="until", wanted="2026-12-31") from None
