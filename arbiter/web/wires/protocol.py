"""A connection of the hall: HTTP as uvicorn has it, and for a wire the transport itself.

A wire is written to directly. A task that is woken for each message, and the ASGI call that sends it, cost five times
what the writing does (`docs/benchmarks.md`), and whoever plays would wait for a thousand of them.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

TRANSPORT = "arbiter.transport"
"""Under this name the state of a request's scope has the transport of its connection."""


class HallProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which tells the application what it writes to."""

    def on_message_begin(self) -> None:
        """A request begins on this connection."""
        super().on_message_begin()
        self.scope["state"][TRANSPORT] = self.transport
