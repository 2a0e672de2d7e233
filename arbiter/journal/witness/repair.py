"""One unbroken chain of lines out of several damaged copies of a journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from arbiter.journal.lines import BEGINNING, Line, sound


@dataclass(frozen=True, slots=True)
class Mended:
    """The longest unbroken chain that the copies have together.

    `reaches`: the highest number of a line that any of them knows of. `forked`: two of them go on differently behind
    the same line, so that nobody can tell which of them is what happened.
    """

    lines: list[Line]
    reaches: int
    forked: bool

    @property
    def whole(self) -> bool:
        """Whether nothing that a copy knows of is missing in it."""
        return not self.forked and len(self.lines) >= self.reaches

    @property
    def end(self) -> tuple[int, str]:
        """The number of the last line and its hash."""
        return (self.lines[-1].seq, self.lines[-1].hash) if self.lines else (0, BEGINNING)

    def holds(self, end: tuple[int, str]) -> bool:
        """Whether the line of that number and hash is in it."""
        seq, head = end
        return seq == 0 or (seq <= len(self.lines) and self.lines[seq - 1].hash == head)


def mended(copies: Iterable[Iterable[Line]]) -> Mended:
    """What the *copies* come to together; a line counts where it has the hash of what it says."""
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
