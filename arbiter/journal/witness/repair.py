"""Joining several damaged copies of a journal into one unbroken chain of lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from arbiter.journal.lines import BEGINNING, Line, sound
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Mended:
    """The longest unbroken chain of lines that can be joined from all copies of a journal.

    `reaches`: the highest line number in any copy. `forked`: whether two copies continue differently after the same
    line, so that nobody can tell which one is true.
    """

    lines: list[Line]
    reaches: int
    forked: bool

    @property
    def whole(self) -> bool:
        """Return whether the chain contains every line that any copy has."""
        return not self.forked and len(self.lines) >= self.reaches

    @property
    def end(self) -> tuple[int, str]:
        """Return the number and the hash of the chain's last line."""
        return (self.lines[-1].seq, self.lines[-1].hash) if self.lines else (0, BEGINNING)

    def holds(self, end: tuple[int, str]) -> bool:
        """Return whether the chain contains the line of that number and hash."""
        seq, head = end
        return seq == 0 or (seq <= len(self.lines) and self.lines[seq - 1].hash == head)


def mended(copies: Iterable[Iterable[Line]]) -> Mended:
    """Return the longest unbroken chain of lines joined from all *copies*. Lines with a wrong hash are ignored."""
    following: defaultdict[tuple[int, str], dict[str, Line]] = defaultdict(dict)
    reaches = 0
    for copy in copies:
        for line in copy:
            reaches = max(reaches, line.seq)
            known = following[line.seq, line.before]
            if line.hash not in known and sound(line):
                known[line.hash] = line
    lines: list[Line] = []
    before, forked = BEGINNING, False
    while found := following.get((len(lines) + 1, before)):
        forked = forked or len(found) > 1
        line = next(iter(found.values()))
        lines.append(line)
        before = line.hash
    return Mended(lines, reaches, forked)
