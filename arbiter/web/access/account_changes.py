"""Who may change which account, and what comes of it: one place for the pages and the API."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Annotated, TypeAlias

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.accounts import DAY, HOUR, LONGEST, account_token, invite
from arbiter.hall.witnesses import WITNESS
from arbiter.journal.accounts import MACHINE, Account, Credential
from arbiter.journal.people import folded
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import Here
from arbiter.rulings.bounds.may import check, may
from arbiter.rulings.bounds.rights import ADMIT, OF_ACCOUNTS, OWN, ROLES, RULE
from arbiter.rulings.bounds.rights import may as role_may
from arbiter.rulings.bounds.touching import ToWrite
from arbiter.web.access.account_names import check_name
from arbiter.web.access.acts import Act, note
from arbiter.web.access.readers import Reader, asker_of
from arbiter.web.access.sign_in import CHIEF, Accounts, told

log = logging.getLogger(__name__)

NEVER = "never"
"""In the place of a last day: there is none."""
TOKEN_DAYS = 90
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Name: TypeAlias = Annotated[str, Sent("what they are called, and sign in with", "Anna Bakker", longest=80)]
GivenRole: TypeAlias = Annotated[str, Sent("what they may do", "arbiter", known=OF_ACCOUNTS)]
OwnTournaments: TypeAlias = Annotated[
    tuple[str, ...] | None, Sent("the tournaments that they are bound to; none: every one", ("club-open",), longest=80)
]
OwnBoards: TypeAlias = Annotated[
    tuple[int, ...] | None,
    Sent("the boards that they are bound to; none: every one", (1, 2), least=1, most=MOST_BOARDS),
]
Until: TypeAlias = Annotated[
    str | None, Sent("the last day, as an ISO date; “never”: there is none", "2026-12-06", longest=40)
]
Club: TypeAlias = Annotated[
    str | None, Sent("their club, for tournaments in which nobody rules on a game of their own club", longest=80)
]
OfAccount: TypeAlias = Annotated[int, Sent("the number of the account", 481516)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeAccount:
    """An account for somebody; the answer has the link by which they set their password."""

    name: Name
    role: GivenRole
    tournaments: OwnTournaments = None
    boards: OwnBoards = None
    until: Until = None
    club: Club = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAccount:
    """Another name, role, or bounds for an account; its end; or a new link, because a password was forgotten."""

    account: OfAccount
    name: Annotated[str | None, Sent("what they are called, and sign in with", longest=80)] = None
    role: Annotated[str | None, Sent("what they may do", known=OF_ACCOUNTS)] = None
    tournaments: OwnTournaments = None
    boards: OwnBoards = None
    until: Until = None
    club: Club = None
    ended: Annotated[bool | None, Sent("true: nothing lets it in any more; false: it may be invited again")] = None
    reset: Annotated[bool, Sent("a new link, by which the password is set; whoever is in is out")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeToken:
    """A bearer token that may what its account may."""

    account: OfAccount
    expires: Annotated[
        str | None, Sent("the last day, or the instant, in ISO form; without it in 90 days", "2026-12-31", longest=40)
    ] = None


@dataclass(frozen=True, slots=True)
class Admitting:
    """The accounts as whoever asks may keep them."""

    accounts: Accounts
    reader: Reader
    invitation_hours: int
    zone: tzinfo
    plays: Callable[[str], bool] = lambda _: False
    """Whether an entry has that name."""

    def over(self, role: str) -> bool:
        """Whether accounts of that role are theirs to give."""
        return role in ROLES[self.reader.role].gives

    def keeps(self, account: Account) -> bool:
        """Whether they may change the role and the bounds of that account, which may no more than they do."""
        return self.over(account.role) and may(self.reader.asker, of_accounts(ADMIT, account), Here()) is None

    def sees(self, account: Account) -> bool:
        """Whether they are told of that account: whoever is bound to tournaments, of those that they keep."""
        return not self.reader.tournaments or self.own(account) or self.keeps(account)

    def account(self, number: int) -> Account:
        """An account that is theirs, or that they keep; refused for others."""
        found = self.accounts.kept.numbered(number) if number < 1_000_000 else None
        if found is None:
            raise Refused("no_account", name=number)
        self._check(OWN, found)
        return found

    def _check(self, right: str, *accounts: Account, lets_in: bool = False) -> None:
        check(self.reader.asker, of_accounts(right, *accounts, lets_in=lets_in), Here())

    def _note(self, account: Account, what: str, credential: int = 0, *, there: bool = False) -> None:
        """Log an act on *account*; if it is somebody else's, the register keeps it, and its owner is told."""
        log.info("%s has acted on the account of %s: %s", self.reader.by, told(account), what)
        if not self.own(account):
            act = Act(self.accounts.now(), self.reader.by, what, credential, there, told=what == "made")
            with self.accounts.changing:
                note(self.accounts.register, account.number, act)

    def own(self, account: Account) -> bool:
        """Whether it is the account of whoever asks."""
        return self.reader.account is not None and self.reader.account.number == account.number

    def make(self, asked: MakeAccount) -> tuple[Account, str]:
        """A new account, and the secret of its link."""
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
        """The account as it is then, and the secret of a new link where one was asked for."""
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
        """Forgets the name of an account that has ended; its number stays in the journals."""
        account = self.account(number)
        there = self._there(account)
        kept = self._put(account, replace(account, name="", password="", ended=True))
        self.accounts.kept.end_all(number, "session", "token", "link")
        self._note(kept, "ended", there=there)
        return kept

    def make_token(self, asked: MakeToken) -> tuple[str, Credential]:
        """A bearer token for an account, told once."""
        account = self.account(asked.account)
        self._check(OWN, account, lets_in=True)
        if account.ended:
            raise Refused("account_ended", name=account.name)
        until = self._instant(asked.expires)
        token, made = account_token(self.accounts.kept, self.accounts.keys, account, self.accounts.now(), until)
        self._note(account, "token", made.id)
        return token, made

    def end(self, id: int) -> Credential:
        """Ends a session, a token or a link of an account that is theirs or that they keep."""
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
        """Whether it is the account of an official who is signed in and may rule."""
        return role_may(account.role, RULE) and any(one.number == account.number for one in self.accounts.present())

    def _link(self, account: Account, what: str, *, there: bool = False) -> str:
        """The secret of a new link; *what*: the act by which it is made. *there*: it puts somebody out who was in."""
        secret, link = invite(self.accounts.kept, account, self.accounts.now(), self.invitation_hours * HOUR)
        self._note(account, what, link.id, there=there)
        return secret

    def _put(self, account: Account, changed: Account) -> Account:
        """Store an account as it was *changed*; refused where nobody would be left who may do everything, for good."""
        with self.accounts.changing:
            others = (one for one in self.accounts.kept.all() if one.number != account.number)
            was_chief = account.role == CHIEF and account.password and not account.ended
            same = _power(changed) == _power(account)
            if was_chief and not same and not reigns(changed) and not any(map(reigns, others)):
                raise Refused("last_chief")
            return self.accounts.kept.put(changed)

    def _instant(self, text: str | None) -> int:
        """Until when something is good: to the end of a day, in the hall's time, or to an instant."""
        now = self.accounts.now()
        if not text:
            return now + TOKEN_DAYS * DAY
        try:
            if len(text) == len("2026-12-31"):
                end = datetime.combine(date.fromisoformat(text) + timedelta(days=1), time(), self.zone)
            else:
                told = datetime.fromisoformat(text)
                end = told if told.tzinfo else told.replace(tzinfo=self.zone)
            until = int((end - EPOCH).total_seconds())
        except (ValueError, OverflowError):
            raise Refused("field_unreadable", field="expires", wanted="2026-12-31") from None
        if not now < until <= now + LONGEST:
            raise Refused("expires_impossible", days=LONGEST // DAY)
        return until


def of_accounts(right: str, *accounts: Account, lets_in: bool = False) -> ToWrite:
    """The request to do something with these accounts; *lets_in*: it is a link or a token."""
    return ToWrite(right=right, boards=(), accounts=tuple(map(asker_of, accounts)), lets_in=lets_in)


def reigns(account: Account) -> bool:
    """Whether it is a chief arbiter's who may sign in, everywhere and without an end."""
    return bool(account.password) and _power(account) == (CHIEF, False, "", (), ())


def _power(account: Account) -> tuple[object, ...]:
    return account.role, account.ended, account.until, account.tournaments, account.boards


def numbers(boards: tuple[int, ...] | None) -> tuple[int, ...]:
    """Boards in their order, each once."""
    return tuple(sorted(set(boards or ())))


def last_day(text: str | None) -> str:
    """A day in ISO form; empty where there is none."""
    if not text or text == NEVER:
        return ""
    try:
        return date.fromisoformat(text[:40]).isoformat()
    except ValueError:
        raise Refused("field_unreadable", field="until", wanted="2026-12-31") from None
