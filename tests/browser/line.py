"""The line between a tablet and the service, which a test cuts and mends."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Line:
    """A port through which the service can be reached as long as the line holds."""

    def __init__(self, port: int) -> None:
        self.to = port
        self._whole = True
        self._deaf = False
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._take, daemon=True).start()

    def through(self, address: str) -> str:
        """An address of the service, by way of this line."""
        return address.replace(f":{self.to}/", f":{self.port}/")

    def cut(self) -> None:
        """Whatever is open breaks off, and nothing new gets through."""
        with self._lock:
            self._whole = False
            ends, self._ends = self._ends, set()
        for end in ends:
            _close(end)

    def mend(self) -> None:
        """It holds again."""
        with self._lock:
            self._whole, self._deaf = True, False

    def deafen(self) -> None:
        """Let requests through and hold back their answers, until the line is mended."""
        self._deaf = True

    def end(self) -> None:
        """Nobody calls any more."""
        self.cut()
        _close(self._door)

    def _take(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            with self._lock:
                if not self._whole:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self.to))
                except OSError:  # the service has ended
                    near.close()
                    continue
                self._ends |= {near, far}
            for here, there, answers in ((near, far, False), (far, near, True)):
                here.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # one way is as fast as the other
                threading.Thread(target=self._carry, args=(here, there, answers), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while (data := here.recv(65_536)) and not (answers and self._deaf):
                there.sendall(data)
        with self._lock:
            self._ends -= {here, there}
        _close(here)
        _close(there)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def line(port: int) -> Iterator[Line]:
    """A line to that port for as long as the block runs."""
    laid = Line(port)
    try:
        yield laid
    finally:
        laid.end()
