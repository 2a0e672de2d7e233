"""One reader's event stream: the last line it has sent, the boards asked for, and how lines are written to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Protocol

from arbiter.values import dataclass
from arbiter.web.headers import RAW
from arbiter.web.streams.messages import Told

HEAD = (
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-store\r\n"
    b"x-accel-buffering: no\r\nconnection: close\r\n" + RAW
)
BEGIN = b"\r\nretry: 1000\n\n"
ALIVE = b"event: alive\ndata: {}\n\n"


class Outlet(Protocol):
    """The interface of the asyncio transport that a stream is written to."""

    def write(self, data: bytes) -> None:
        """Send the bytes. Bytes that the network does not accept yet wait in the send buffer."""
        ...

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait in the send buffer."""
        ...

    def is_closing(self) -> bool:
        """Return whether the connection is closing, so that nothing more can be sent."""
        ...

    def abort(self) -> None:
        """Close the connection at once, and drop the send buffer."""
        ...


@dataclass(eq=False, slots=True, kw_only=True)
class Wire:
    """One reader's event stream of a tournament.

    `sent`: the number of the last journal line that the reader has. `boards`: the boards whose lines the reader gets;
    empty means all. `rounds`: the same for rounds. `brief`: whether the messages leave out the boards. `close`: whether
    the reader is a tablet or an official, who gets each line at once; spectators get lines twice a second. `proofs`:
    the headers that identify the tablet or official. `most`: the largest send buffer in bytes; beyond it the stream is
    cut.
    """

    out: Outlet
    tournament: str
    language: str
    sent: int
    most: int
    close: bool = False
    boards: frozenset[int] = frozenset()
    rounds: frozenset[int] = frozenset()
    brief: bool = False
    proofs: Mapping[str, str] = field(default_factory=dict)
    behind: list[Told] | None = field(default_factory=list)
    """The new lines that arrive while the reader is still sent older ones; None once the reader is up to date."""

    def sees(self, told: Told) -> bool:
        """Return whether this reader gets the message *told* about a journal line."""
        return told.seq > self.sent and (self.close or not told.waits) and self.follows(told.round, told.board)

    def follows(self, round: int | None, board: int | None) -> bool:
        """Return whether this reader asked for lines about the board. Lines about no board are for everybody."""
        here = not self.boards or board is None or board in self.boards
        return here and (not self.rounds or round is None or round in self.rounds)

    def write(self, chunk: bytes, seq: int) -> None:
        """Send the bytes *chunk*. After them *seq* is the number of the last journal line that the reader has.

        If the reader is too slow, cut the stream instead.
        """
        if self.out.get_write_buffer_size() > self.most:
            self.out.abort()
        elif not self.out.is_closing():
            self.out.write(chunk)
            self.sent = seq

    def tell_all(self, lines: Iterable[Told]) -> None:
        """Send the messages about those of the lines that this reader may see."""
        if (chunk := self.tell(lines)) is not None:
            self.write(*chunk)

    def tell(self, lines: Iterable[Told]) -> tuple[bytes, int] | None:
        """Return the messages about those lines that this reader gets, as bytes, and the number of the last line.

        Return None if the reader gets none of them. If several lines are about one board, only the last message
        contains the board.
        """
        seen = [told for told in lines if self.sees(told)]
        if not seen:
            return None
        last = {} if self.brief else {told.board: told.seq for told in seen}
        whole = [last.get(told.board) == told.seq for told in seen]
        made = [one.message(self.language, whole=w, close=self.close) for one, w in zip(seen, whole, strict=True)]
        return b"".join(made), seen[-1].seq
