"""A journal together with its text copy (witness): lines missing in one are restored from the other.

They are compared whenever the journal is opened, and at intervals while it is written. If the chain of hashes is
broken, or ends before the last acknowledged line, the journal is repaired from all its files before anything is
written. If lines remain lost, the journal is closed for writing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from arbiter.journal.journal import CannotWrite, Condition, FarCopy, Journal, Repair, VersionConflict
from arbiter.journal.lines import BEGINNING, BadLine, Line, Unwritten
from arbiter.journal.pacing import with_rests
from arbiter.journal.store import JournalStore, KeptJournal
from arbiter.journal.witness.medium import Differs, FarWitness, told
from arbiter.journal.witness.repair import Mended, mended
from arbiter.journal.witness.text import Compared, Witness, compared
from arbiter.refused import Refused

log = logging.getLogger(__name__)

T = TypeVar("T")

UNREADABLE = Compared(BadLine(1, "unreadable"))
Version: TypeAlias = Literal["journal", "medium"]
"""Which version of a tournament is valid if two differ: the one on this machine ("journal") or on the second medium."""
DAMAGE = frozenset({"file_damaged", "file_of_another_kind"})
NO_DAMAGE = frozenset({"file_of_a_later_version", "no_tournament"})


def _compared(
    engine: KeptJournal, witness: Witness, passed: Callable[[int, int], None] = lambda _, __: None, rest: float = 0
) -> Compared:
    """Compare a journal with its text copy: many lines at a time, and one by one from the first difference on."""
    total = engine.version
    begun = witness.alike(with_rests(engine.texts(), rest), lambda lines: passed(lines, total))
    return compared(with_rests(engine.lines(begun.lines), rest), witness.texts(begun.size), begun)


class Broken(Refused):
    """Raised if lines of a journal are lost and no copy has them. The journal is then not written any more."""

    def __init__(self, id: str, bad: BadLine, found: Mended) -> None:
        super().__init__("journal_damaged", tournament=id, line=len(found.lines) + 1)
        self.bad = bad
        self.found = found


class Witnessed(Journal):
    """An open journal with a text copy (witness). The methods that read may be called from any thread."""

    def __init__(
        self, id: str, store: JournalStore, engine: KeptJournal | None, witness: Witness, far: FarWitness | None = None
    ) -> None:
        self.id = id
        self.store = store
        self.witness = witness
        self.far = far
        """The witness on a second medium, or None. `settle` brings it up to date."""
        self.repairs: list[Repair] = []
        """The repairs since the office last acknowledged them."""
        self.broken: Broken | Differs | None = None
        """The reason why nothing is written into this journal any more; None while it is written."""
        self._engine = engine
        self._end: tuple[int, str] = (0, BEGINNING)
        self._lock = threading.RLock()

    @classmethod
    def create(cls, id: str, store: JournalStore, witness: Witness, far: FarWitness | None = None) -> Witnessed:
        """Make a new journal without a line, and an empty text copy."""
        made = cls(id, store, store.create(id), witness, far)
        for one in filter(None, (witness, far)):
            one.go_on(Compared())
        return made

    @classmethod
    def open(
        cls,
        id: str,
        store: JournalStore,
        witness: Witness,
        far: FarWitness | None = None,
        passed: Callable[[int, int], None] = lambda _, __: None,
    ) -> Witnessed:
        """Open the journal after checking it from its first line.

        *passed*: a function that is called with the number of lines checked so far, and of all lines.

        Raise Broken if lines are lost for good. Raise Differs if the second medium has a line that the journal lacks.
        """
        engine: KeptJournal | None = None
        try:
            engine = store.open(id)
            found = _compared(engine, witness, passed)
        except Exception as cause:
            if isinstance(cause, CannotWrite) or (isinstance(cause, Refused) and cause.code in NO_DAMAGE):
                raise
            log.warning("the journal of %s cannot be read: %s", id, cause)
            found = UNREADABLE
        opened = cls(id, store, engine, witness, far)
        if found.bad is not None or found.more:
            opened._mend(found)
        else:
            witness.go_on(found)
        opened._end = opened.engine.version, opened.engine.head
        witness.bring_up(opened.engine)
        try:
            opened._meet()
        except Differs as differs:
            log.error("%s: nothing is written, nor on the second medium", differs)  # noqa: TRY400  # not a bug
            opened.engine.close()
            raise
        return opened

    @property
    def engine(self) -> KeptJournal:
        """The journal in its own storage, without its text copy."""
        assert self._engine is not None
        return self._engine

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> Sequence[Line]:
        with self._lock:
            if self.broken is not None:
                raise CannotWrite("damaged")
            try:
                lines = self.engine.append(unwritten, expected_version)
            except (VersionConflict, Refused) as cause:
                if not self._lost_something(cause):
                    raise
                self._mend_now(Compared(BadLine(1, "unreadable")))
                lines = self.engine.append(unwritten, expected_version)
            if not self.engine.in_place():
                self._mend_now(Compared(BadLine(1, "missing")), lines)
            if lines:
                self._end = lines[-1].seq, lines[-1].hash
                self.witness.write(lines)
            return lines

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        return self._read(lambda: self.engine.read(after, limit))

    def by_keys(self, keys: Collection[str]) -> Mapping[str, Line]:
        return self._read(lambda: self.engine.by_keys(keys))

    @property
    def version(self) -> int:
        return self._read(lambda: self.engine.version)

    @property
    def head(self) -> str:
        return self._read(lambda: self.engine.head)

    def copy_to(self, path: Path) -> None:
        self.engine.copy_to(path)

    def close(self) -> None:
        with self._lock:
            for witness in filter(None, (self.witness, self.far)):
                self._bring_up(witness, self.engine)
                witness.close()
            self.engine.close()

    def condition(self) -> Condition:
        far = self.far
        there = None if far is None else FarCopy(far.path, far.version, far.head, far.late, tuple(far.aside))
        return Condition(self.broken, tuple(self.repairs), self.witness.late, there)

    def noted(self) -> None:
        self.repairs.clear()
        if self.far is not None:
            self.far.aside.clear()

    def check(self, rest: float = 0) -> None:
        reached = self._end[0]
        try:
            found = _compared(self.engine, self.witness, rest=rest)
        except CannotWrite:
            return  # the disk cannot be read at present: that is no damage
        except Exception as cause:  # noqa: BLE001  # any error in reading counts as damage
            log.warning("the journal of %s cannot be read through: %s", self.id, cause)
            found = UNREADABLE
        with self._lock:
            if self.broken is not None:
                return
            if found.bad is not None or found.lines < reached or not self.engine.in_place():
                self._mend_now(found)
                return
            if found.agreeing < found.lines and self.witness.late is None:
                log.warning("the witness of %s is damaged behind line %d; it is written anew", self.id, found.agreeing)
                self.witness.go_on(found)
            self.witness.bring_up(self.engine)

    def settle(self) -> None:
        """Sync all lines to the text copies, and let the storage shorten its log. It is called once a second."""
        for witness in filter(None, (self.witness, self.far)):
            self._bring_up(witness, self)
            witness.sync()
        with self._lock:
            if self.broken is None:
                self.engine.settle()

    def _bring_up(self, witness: Witness, journal: Journal) -> None:
        """Write the missing lines into a text copy.

        If the copy on the second medium differs from the journal, refuse all writes from now on.
        """
        if self.broken is not None or witness.version == self._end[0]:
            return
        try:
            witness.bring_up(journal)
        except Differs as differs:
            # a difference is no fault of the program
            log.error("%s: from now on nothing is written, nor on the second medium", differs)  # noqa: TRY400
            self.broken = differs

    def _meet(self) -> None:
        """Compare the file on the second medium with the journal, whose lines are read from the text copy beside it."""
        if self.far is None or not self.far.path.exists():
            return
        near, engine = self.witness, self.engine
        self.far.meet(near.texts if near.version == self._end[0] else lambda: told(engine))

    def _read(self, reading: Callable[[], T]) -> T:
        """Return the result of calling *reading*. If the journal cannot be read, repair it and call once more."""
        try:
            return reading()
        except Refused as cause:
            if not self._lost_something(cause):
                raise
            with self._lock:
                self._mend_now(UNREADABLE)
            return reading()

    def _lost_something(self, cause: VersionConflict | Refused) -> bool:
        if isinstance(cause, VersionConflict):
            return cause.actual < self._end[0]
        return cause.code in DAMAGE

    def _mend_now(self, found: Compared, more: Sequence[Line] = ()) -> None:
        """Repair the journal while the tournament goes on. If the repair fails, refuse all writes from now on.

        *found*: the result of comparing the journal with its text copy. *more*: lines that were just written.
        """
        try:
            self._mend(found, more)
        except Broken as broken:
            log.exception("nothing more is written to the journal of %s: lines are lost, %s", self.id, broken.bad)
            self.broken = broken
            raise CannotWrite("damaged") from broken

    def _mend(self, found: Compared, more: Sequence[Line] = ()) -> None:
        """Restore the journal and its text copy from the lines that at least one of them still has.

        *more*: lines that were just written.
        """
        kept = [*self._engine.salvaged()] if self._engine is not None else [*self.store.salvaged(self.id)]
        far = self.far.lines() if self.far is not None else ()
        all_there_is = mended((kept, self.store.salvaged(self.id), self.witness.lines(), far, more))
        bad = found.bad or BadLine(found.lines + 1, "missing")
        if not all_there_is.lines or not all_there_is.whole or not all_there_is.holds(self._end):
            raise Broken(self.id, bad, all_there_is)
        if found.bad is not None or found.lines < len(all_there_is.lines):
            had = {line.hash for line in kept}
            lost = tuple(line for line in all_there_is.lines if line.hash not in had)
            if self._engine is not None:
                self._engine.close()
            self._engine = self.store.anew(self.id, all_there_is.lines)
            self.repairs.append(Repair(bad, lost))
            log.warning("the journal of %s is mended from line %d on; it had lost %d", self.id, bad.seq, len(lost))
        self.witness.go_on(compared(all_there_is.lines, self.witness.texts()))
        self.witness.bring_up(self.engine)


def repair(
    id: str,
    store: JournalStore,
    witness: Witness,
    more: Iterable[Iterable[Line]],
    *,
    shorter: bool,
    far: FarWitness | None = None,
    of: Version | None = None,
) -> Mended:
    """Replace a journal by the longest unbroken chain of its copies and the lines *more*, and return that chain.

    *shorter*: whether the journal is replaced even if that loses lines. *of*: the version to use if the second medium
    differs, "journal" or "medium"; None to use the lines of both. A file on the second medium that has lines which the
    journal lacks is set aside on that medium.
    """
    here = () if of == "medium" else (store.salvaged(id), witness.lines(), *more)
    there = () if far is None or of == "journal" else (far.lines(),)
    found = mended((*here, *there))
    if found.lines and (found.whole or shorter):
        store.anew(id, found.lines).close()
        witness.put_aside(store.damaged)
        witness.go_on(Compared())
        journal = Witnessed.open(id, store, witness)
        journal.close()
        if far is not None and far.differs(witness.texts) is not None:
            far.put_aside(far.path.parent / "damaged")
    return found
