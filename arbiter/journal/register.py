"""The register: the people behind the entry numbers, the tablets at the boards, the accounts, and the settings.

Its rows may be corrected and deleted. Every method may be called from any thread. Each method writes all its changes or
none, and raises CannotWrite if the disk refuses them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from pathlib import Path

from arbiter.journal.accounts import ALL_BOARDS, KeptAccounts, KeptTablets, epoch_of
from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.people import Person, Post, Staff, alphabetical, folded, readable, readable_staff
from arbiter.journal.register_tables import KeptTables, RegisterTables, put_setting, setting_of
from arbiter.journal.same_person import Roll
from arbiter.values import from_row

LISTED = "rating list"
"""The tournament id that stands for the rating list in the table of people. No tournament can have it."""
SEALS = "findings"
"""The beginning of a setting's name, before a tournament's id.

The setting holds the key that encrypts findings about moves (whether they were irregular).
"""


class CredentialEnded(Exception):
    """Raised if credentials (sessions, tokens) or tablets' devices have ended, so that they can write nothing more.

    *credentials*, *devices*: their numbers.
    """

    def __init__(self, credentials: Sequence[int], devices: Sequence[int]) -> None:
        super().__init__(f"ended: {credentials} {devices}")
        self.credentials = credentials
        self.devices = devices


class Register:
    """The open register of an instance, in whatever storage its tables are."""

    def __init__(self, tables: KeptTables) -> None:
        self._tables = tables
        self._people: dict[str, dict[int, Person]] = {}
        self._staff: dict[str, Staff] = {}
        self._listed: list[tuple[str, Person]] | None = None
        self.accounts = KeptAccounts(tables)
        self.devices = KeptTablets(tables)

    @property
    def changes(self) -> int:
        """Return a number that differs from the last one if any fact about a person has changed since."""
        return self._tables.changes

    def refresh(self) -> None:
        """Forget cached data if another node has written to the register since."""
        if self._tables.changed_elsewhere():
            self._people, self._staff, self._listed = {}, {}, None
            self.accounts.refresh()

    def refuse(self, why: Obstacle | None) -> None:
        """Refuse all writes from now on, for the reason *why*. If *why* is None, allow writes again."""
        self._tables.refusing = why

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy while the service runs. Once the copy is complete, it replaces the file at *path*."""
        self._tables.copy_to(path)

    def close(self) -> None:
        """Close the register. Nothing is lost if this is never called."""
        self._tables.close()

    # people

    def people(self, tournament: str) -> dict[int, Person]:
        """Return the people of *tournament* by entry number. They are cached until somebody is entered or erased."""
        known, found = self._people, self._people.get(tournament)
        if found is None:
            with self._tables.reading() as tables:
                rows = tables.rows("person", {"tournament": tournament}, order="entry")
            found = known[tournament] = {row["entry"]: from_row(Person, row) for row in rows}
        return dict(found)

    def person(self, tournament: str, entry: int) -> Person | None:
        """Return the person with the entry number *entry*; None if nobody has it or the person was erased."""
        with self._tables.reading() as tables:
            rows = tables.rows("person", {"tournament": tournament, "entry": entry})
        return next((from_row(Person, row) for row in rows), None)

    def find(self, tournament: str, name: str) -> int | None:
        """Return the entry number of the person with the name *name*; None if there is none.

        Spaces, accents and capitals are ignored.
        """
        with self._tables.reading() as tables:
            rows = tables.rows("person", {"tournament": tournament, "folded": folded(name)})
        return next((row["entry"] for row in rows), None)

    def elsewhere(self, tournament: str, person: Person) -> bool:
        """Return whether somebody with this name or federation number is in another tournament of the register."""
        found = readable(person)
        keys = {"folded": folded(found.name), **({"number": found.number} if found.number else {})}
        with self._tables.reading() as tables:
            rows = [row for key, value in keys.items() for row in tables.rows("person", {key: value})]
        others = [from_row(Person, row) for row in rows if row["tournament"] != tournament]
        return Roll(dict(enumerate(others))).same(found) is not None

    def enter(self, tournament: str, people: Mapping[int, Person]) -> None:
        """Store or correct the people of these entries: all of them or none.

        Raise Refused if a name cannot be printed.
        """
        found = {entry: readable(person) for entry, person in people.items()}
        rows = [{"entry": entry, **asdict(person), "folded": folded(person.name)} for entry, person in found.items()]
        with self._tables.writing() as tables:
            tables.upsert("person", [{"tournament": tournament, **row} for row in rows], "tournament", "entry")
        self._people = {}  # a new dict, because another thread may still be reading the old one

    def together(self, *, alone: bool = False) -> AbstractContextManager[bool]:
        """Return a context in which register and journals are written in one transaction, if the storage can do that.

        *alone*: whether no other node may write the register meanwhile. The context's value tells whether it is one
        transaction.
        """
        return self._tables.together(alone=alone)

    @contextmanager
    def in_force(self, credentials: Sequence[int], devices: Sequence[int]) -> Iterator[None]:
        """Write the journal lines of the block only if these credentials and devices, by number, have not ended.

        Raise CredentialEnded if another node has ended one of them. They cannot end until the lines are written.
        """
        with self._tables.together() as joint:
            if joint and (credentials or devices):
                with self._tables.reading() as tables:
                    ended = [id for id in credentials if not _valid(tables, "credential", id, "ended = 0")]
                    away = [id for id in devices if not _valid(tables, "device", id, "bound = 1")]
                if ended or away:
                    raise CredentialEnded(ended, away)
            yield

    @contextmanager
    def entering(self, tournament: str, people: Mapping[int, Person]) -> Iterator[None]:
        """Store the people of these entries together with the journal lines that the block writes: both, or neither."""
        try:
            with self._tables.together() as joint:
                if joint:
                    yield
                    self.enter(tournament, people)  # after the journal, because every node locks the journal first
                else:
                    with self._undoing(tournament, people):
                        yield
        finally:
            self._people = {}

    @contextmanager
    def _undoing(self, tournament: str, people: Mapping[int, Person]) -> Iterator[None]:
        """Store the people of these entries, and erase them if the block cannot write their journal lines."""
        self.enter(tournament, people)
        try:
            yield
        except CannotWrite:
            for entry in people:
                self.erase(tournament, entry)
            raise

    def erase(self, tournament: str, entry: int) -> None:
        """Delete the person behind an entry number for good. The number itself stays in the journal."""
        with self._tables.writing() as tables:
            tables.delete("person", {"tournament": tournament, "entry": entry})
        self._people = {}
        self._tables.empty_log()

    @property
    def listed(self) -> list[tuple[str, Person]]:
        """Return the people of the stored rating list, each with a sort key.

        The sort key is a space and the key that `alphabetical` returns.
        """
        found = self._listed
        if found is None:
            with self._tables.reading() as tables:
                rows = tables.rows("person", {"tournament": LISTED}, order="entry")
            found = self._listed = [(f" {alphabetical(row['name'])}", from_row(Person, row)) for row in rows]
        return found

    def remember_list(self, people: Sequence[Person]) -> None:
        """Store *people* as the rating list in place of the previous one. An empty list deletes it."""
        found = [readable(person) for person in people]
        rows = [{"entry": at, **asdict(one), "folded": folded(one.name)} for at, one in enumerate(found, start=1)]
        with self._tables.writing() as tables:
            tables.delete("person", {"tournament": LISTED})
            tables.upsert("person", [{"tournament": LISTED, **row} for row in rows], "tournament", "entry")
        self._listed = None
        self._tables.empty_log()

    def staff(self, tournament: str) -> Staff:
        """Return the organiser and the officials of *tournament*."""
        known, found = self._staff, self._staff.get(tournament)
        if found is None:
            found = known[tournament] = staff_of(self.setting(f"staff {tournament}"))
        return found

    def put_staff(self, tournament: str, staff: Staff) -> None:
        """Store the organiser and the officials. Raise Refused if a name cannot be printed."""
        text = json.dumps(asdict(readable_staff(staff)), ensure_ascii=False)
        self.set_setting(f"staff {tournament}", text)
        self._staff = {}

    def forget(self, tournament: str) -> None:
        """Delete for good all people of *tournament*, and everything else that the register stores about it."""
        with self._tables.writing() as tables:
            for table in ("person", "tablet", "device"):
                tables.delete(table, {"tournament": tournament})
            for name in ("staff", "archived", "binding", "relay", "webhook", "dropped", "package", SEALS):
                tables.delete("setting", {"name": f"{name} {tournament}"})
        self._people, self._staff = {}, {}
        self._tables.empty_log()

    # tablets

    def epoch(self, tournament: str, board: int) -> int:
        """Return how many times the links of this board have been revoked (its epoch).

        A link contains the epoch in which it was made, and is valid while the board's epoch is the same.
        """
        with self._tables.reading() as tables:
            return epoch_of(tables, tournament, board)

    def revoke(self, tournament: str, board: int | None = None) -> None:
        """Revoke every link made so far for *board*, or for all boards."""
        key = {"tournament": tournament, "board": ALL_BOARDS if board is None else board}
        with self._tables.writing() as tables:
            epoch = 1 + sum(row["epoch"] for row in tables.rows("tablet", key))
            tables.upsert("tablet", [{**key, "epoch": epoch}], "tournament", "board")

    # settings

    def setting(self, name: str) -> str | None:
        """Return the value of the setting with the name *name*; None if it has no value."""
        with self._tables.reading() as tables:
            return setting_of(tables, name)

    def set_setting(self, name: str, value: str) -> None:
        """Store *value* as the value of the setting with the name *name*."""
        self.change_setting(name, lambda _: value)

    def settled(self, name: str, value: str) -> str:
        """Return the value of the setting with the name *name*. If it has none, store *value* and return that."""
        found = self.setting(name)  # a write would make every node read its cached names again
        return self.change_setting(name, lambda before: before or value) if found is None else found

    def change_setting(self, name: str, change: Callable[[str | None], str]) -> str:
        """Replace the setting's value by the result of *change*, called with the present value. Return the new value.

        Both happen in one transaction, so that no change by another node is lost between them.
        """
        with self._tables.writing() as tables:
            before = setting_of(tables, name)
            after = change(before)
            if after != before:
                put_setting(tables, name, after)
        return after


def staff_of(text: str | None) -> Staff:
    """Parse the organiser and officials stored in the setting *text*; nobody if it is None."""
    told = json.loads(text) if text else {}
    return Staff(told.get("organiser", ""), tuple(Post(**post) for post in told.get("posts", ())))


def _valid(tables: RegisterTables, table: str, id: int, also: str) -> bool:
    """Return whether the table has a row with the number *id* that fulfils a condition.

    Lock the row until the transaction ends.

    *also*: the condition, in SQL.
    """
    return bool(tables.rows(table, {"id": id}, also, order="id FOR SHARE"))
