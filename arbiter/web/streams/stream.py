"""One reader who follows a tournament: what they have, what they asked for, and how it is written to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from arbiter.web.headers import RAW
from arbiter.web.streams.messages import Told

HEAD = (
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-store\r\n"
    b"x-accel-buffering: no\r\nconnection: close\r\n" + RAW + b"\r\nretry: 1000\n\n"
)
ALIVE = b"event: alive\ndata: {}\n\n"


class Outlet(Protocol):
    """Where a wire is written to: an asyncio transport."""

    def write(self, data: bytes) -> None:
        """Takes the bytes; what the network does not take yet waits here."""
        ...

    def get_write_buffer_size(self) -> int:
        """Bytes that wait."""
        ...

    def is_closing(self) -> bool:
        """Whether nothing goes out any more."""
        ...

    def abort(self) -> None:
        """Ends the connection at once, with whatever waits."""
        ...


@dataclass(eq=False, slots=True, kw_only=True)
class Wire:
    """`sent` is the last line that the reader has, `boards` those that they see; none: all. `brief`: without boards.

    `close`: a tablet or an official, who is told each line at once; everybody else hears twice a second.
    `proofs`: the headers by which they are known.
    """

    out: Outlet
    tournament: str
    language: str
    sent: int
    most: int
    close: bool = False
    boards: frozenset[int] = frozenset()
    brief: bool = False
    proofs: Mapping[str, str] = field(default_factory=dict)
    behind: list[Told] | None = field(default_factory=list)
    """What happens while the reader is still brought up to date; None once they are."""

    def sees(self, told: Told) -> bool:
        """Whether the reader has to hear of that line."""
        return told.seq > self.sent and (not self.boards or told.board is None or told.board in self.boards)

    def write(self, chunk: bytes, seq: int) -> None:
        """Sends what brings the reader up to that line; whoever reads too slowly is cut, and resumes from there."""
        if self.out.get_write_buffer_size() > self.most:
            self.out.abort()
        elif not self.out.is_closing():
            self.out.write(chunk)
            self.sent = seq

    def tell_all(self, lines: Iterable[Told]) -> None:
        """Sends what those lines come to."""
        if (chunk := self.tell(lines)) is not None:
            self.write(*chunk)

    def tell(self, lines: Iterable[Told]) -> tuple[bytes, int] | None:
        """What those lines come to for this reader, and the last of them; None where there is nothing to say.

        A board comes with the last line about it.
        """
        seen = [told for told in lines if self.sees(told)]
        if not seen:
            return None
        last = {} if self.brief else {told.board: told.seq for told in seen}
        whole = [last.get(told.board) == told.seq for told in seen]
        made = [one.message(self.language, whole=w, close=self.close) for one, w in zip(seen, whole, strict=True)]
        return b"".join(made), seen[-1].seq
