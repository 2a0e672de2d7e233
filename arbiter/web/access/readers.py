"""The reader of a request: an official, a tablet, a hall that sends its journal to this service, or a spectator."""

from __future__ import annotations

from arbiter.federation.hub.halls import Hall
from arbiter.journal.accounts import Account
from arbiter.rulings.bounds.rights import LOOK, NOBODY, Asker, may, within
from arbiter.sides import Side
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a request, with the role, and the tournaments and boards that the reader is limited to.

    A tablet belongs to one board of one tournament. It also belongs to one side, unless it lies between the players.
    *by_token*: whether the request was made with a bearer token. *credential*: the number of the session, token or
    tablet that was used. *hall*: the hall that sends its journal to this service, if the reader is a hall. *team*: the
    number of the team whose captain the reader is; 0 for anybody else.
    """

    role: str = "spectator"
    tournament: str | None = None
    board: int | None = None
    side: Side | None = None
    by_token: bool = False
    account: Account | None = None
    credential: int = 0
    hall: Hall | None = None
    team: int = 0

    @property
    def asker(self) -> Asker:
        """The reader as an `Asker`, the form in which rights are checked."""
        if self.role == "spectator" and not self.by_token:
            return NOBODY
        if self.tournament is not None and self.board is not None:
            seat = (self.tournament, self.board)
            return Asker(role=self.role, by=self.by, seat=seat, side=self.side, credential=self.credential)
        if self.team and self.tournament is not None:
            return Asker(role=self.role, by=self.by, tournaments=(self.tournament,), team=self.team)
        known = asker_of(self.account) if self.account else Asker(role=self.role, by=self.by)
        return replace(known, credential=self.credential)

    def may(self, right: str) -> bool:
        """Return whether the reader's role has that right, in at least some tournaments and boards."""
        return may(self.role, right)

    def may_at(self, right: str, tournament: str) -> bool:
        """Return whether the reader has that right in that tournament."""
        return self.may(right) and (not self.tournaments or tournament in self.tournaments)

    def of(self, tournament: str | None) -> bool:
        """Return whether the reader is a tablet or an official of the tournament.

        If *tournament* is None, return whether the reader is anybody but a spectator.
        """
        if tournament is None or self.role == "spectator":
            return self.role != "spectator"
        bound = (self.tournament,) if self.tournament is not None else self.tournaments
        return self.role != "hall" and within(bound, (tournament,))

    @property
    def official(self) -> bool:
        """Whether the reader may look at office pages."""
        return self.may(LOOK)

    @property
    def tournaments(self) -> tuple[str, ...]:
        """The tournaments that the reader's account is limited to; empty means all."""
        return self.account.tournaments if self.account else ()

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards that the reader's account is limited to; empty means all."""
        return self.account.boards if self.account else ()

    def at(self, tournament: str, board: int) -> bool:
        """Return whether the reader is a tablet of that board."""
        return self.role == "tablet" and (self.tournament, self.board) == (tournament, board)

    @property
    def by(self) -> str:
        """The reader's name in the journal, such as `arbiter 481516` or `tablet 7 white`; never a person's name."""
        if self.team:
            return f"captain of team {self.team}"
        if self.role == "tablet":
            return f"tablet {self.board}" + (f" {self.side.value}" if self.side else "")
        return f"{self.role} {self.account.number}" if self.account else self.role


def asker_of(account: Account) -> Asker:
    """Return the owner of the account as an `Asker`, the form in which rights are checked."""
    return Asker(
        role=account.role,
        by=f"{account.role} {account.number}",
        account=account.number,
        tournaments=account.tournaments,
        boards=account.boards,
        until=account.until,
    )
