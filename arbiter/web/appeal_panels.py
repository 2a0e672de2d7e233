"""The panel that decides an appeal: turns the names and account numbers that people type into words of the journal.

The journal has no names of people, only words such as `arbiter 481516`.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.hall.witnesses import account_called, account_meant, hand, hands_to_be, journal_word
from arbiter.journal.accounts import Account
from arbiter.journal.same_person import name_key
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import LOOK, may, within
from arbiter.rulings.referee.appeals import appeal_of
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel, refuse_hearing
from arbiter.tournament.officials import NUMBERED, Appeal
from arbiter.values import replace
from arbiter.web import access


def panel_told(t: str, asked: NamePanel) -> NamePanel:
    """Return the request to name an appeal panel, with the members written as in the journal.

    *asked*: the request with the members as they were typed. Refuse a member without an account that may vote, and a
    member with the name of a player of the game.
    """
    away = [one.member for one in asked.excused]
    _refuse_players(t, asked.appeal, (who for who in (*asked.members, *asked.substitutes) if who not in away))
    return replace(
        asked,
        members=tuple(_official(t, text) for text in asked.members),
        substitutes=tuple(_official(t, text) for text in asked.substitutes),
        excused=tuple(replace(one, member=_official(t, one.member)) for one in asked.excused),
    )


def decision_told(t: str, asked: DecideAppeal) -> DecideAppeal:
    """Return the decision of an appeal, with the members who decided on paper written as in the journal.

    *asked*: the decision with the members as they were typed. A member without an account gets an account of the role
    witness, but only after everything else has been checked.
    """
    to_be = decision_to_be(t, asked)
    if any(_unknown(word) for word in to_be.members):
        access.desk(t).preview(to_be)
    kept = access.desks().register.accounts
    return replace(asked, members=tuple(hand(kept, name) for name in asked.members))


def decision_to_be(t: str, asked: DecideAppeal) -> DecideAppeal:
    """Return the decision of an appeal, with its members as they would be recorded. Missing accounts are not made.

    *asked*: the decision with the members as they were typed. Refuse a member who is named twice, or who has the name
    of a player of the game.
    """
    if not asked.members:
        return asked
    _refuse_players(t, asked.appeal, asked.members)
    to_be = hands_to_be(access.desks().register.accounts, asked.members)
    twice = next((name for at, name in enumerate(asked.members) if to_be[at] in to_be[:at]), None)
    if twice is not None:  # the desk would refuse too, but with a number that nobody has yet
        raise Refused("member_twice", who=twice)
    return replace(asked, members=to_be)


def barred(t: str, appeal: Appeal, account: Account) -> str:
    """Return the code of the reason why the owner of *account* may not hear the appeal; empty if they may."""
    try:
        _refuse_players(t, appeal.number, [str(account.number)])
        refuse_hearing(access.desk(t).state, journal_word(account), appeal)
    except Refused as refused:
        return refused.code
    return ""


def eligible(t: str) -> list[Account]:
    """Return the accounts whose owners may vote on an appeal in the tournament, in the order of their names."""
    return [one for one in access.desks().register.accounts.all() if _votes(one, t)]


def _official(t: str, text: str) -> str:
    account = account_meant(access.desks().register.accounts, text)
    if not _votes(account, t):
        raise Refused("member_cannot_vote", name=account.name)
    return journal_word(account)


def _votes(account: Account, t: str) -> bool:
    """Return whether the owner of the account may vote on an appeal in the tournament.

    The account must not have ended, and must have the right to look at the tournament's office.
    """
    return not account.ended and may(account.role, LOOK) and within(account.tournaments, [t])


def _unknown(word: str) -> bool:
    found = NUMBERED.fullmatch(word)
    return found is None or access.desks().register.accounts.numbered(int(found[2])) is None


def _refuse_players(t: str, number: int, named: Iterable[str]) -> None:
    """Refuse panel members who have the name of a player of the game.

    *number*: the appeal about that game. *named*: the names of the members.
    """
    desk, kept = access.desk(t), access.desks().register.accounts
    appeal = appeal_of(desk.state, number)
    entries = desk.state.game(appeal.round, appeal.board).entries
    people = desk.people
    players = {name_key(people[entry].name) for entry in entries if entry in people}
    for text in named:
        account = account_called(kept, text)
        name = account.name if account else text
        if name_key(name) in players:
            raise Refused("interested", who=journal_word(account) if account else name, board=appeal.board)
