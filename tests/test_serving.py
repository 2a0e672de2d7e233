"""The socket on which the service listens."""

from __future__ import annotations

import asyncio
import socket

import pytest

from arbiter.serving import taken


def test_answers_are_sent_without_waiting_for_acknowledgements() -> None:
    """With Nagle's algorithm on, every answer on a kept-alive connection takes 40 ms."""

    async def options() -> int:
        seen: asyncio.Queue[int] = asyncio.Queue()

        async def called(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            await seen.put(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with taken("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(called, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                try:
                    return await seen.get()
                finally:
                    writer.close()

    assert asyncio.run(options())


def test_a_port_that_another_program_has_is_not_taken() -> None:
    with taken("127.0.0.1", 0) as first, pytest.raises(OSError, match="in use"), taken(*first.getsockname()):
        pass
