"""The service as a process: the socket on which it listens, and how it ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from arbiter.serving import taken
from tests.service import ARBITER, Service, service


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


def test_a_service_that_is_told_to_end_leaves_whole_journals(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER) as served:
        with served.caller(served.token()) as caller:
            id = caller.tournament(2)
        ended = served.stop()
        said = served.said()
    left = {path.name for path in (served.instance / "tournaments").iterdir()}

    assert ended == 0
    assert f"Journals and register: {served.instance.resolve()}\n" in said
    assert left == {f"{id}.sqlite"}  # no log beside it that would have to be read first


def test_a_service_over_a_folder_of_its_owner_makes_no_other(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with service(tmp_path, ARBITER, TMPDIR=str(temporary)):
        assert list(temporary.iterdir()) == []


def test_a_start_reads_nothing_that_few_need_and_nobody_at_once() -> None:
    """What prints, reads workbooks, shows the help, copies or demonstrates is read when it is asked for."""
    unread = ("reportlab", "PIL", "segno", "openpyxl", "markdown_it", "apscheduler", "sqlite_utils", "arbiter.demo")
    script = f"import sys, arbiter.cli, arbiter.serving; print([m for m in {unread!r} if m in sys.modules])"

    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "[]\n"


def test_a_service_whose_window_is_closed_ends_in_order(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER) as served:
        os.kill(served.process, signal.SIGHUP)
        assert served.stop() == 0


def test_a_double_click_opens_the_first_page_whose_address_nobody_else_knows_and_which_stops_it(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    served = Service(tmp_path, {"BROWSER": f"sh -c 'echo %s >{opened}'"})
    served.options = ("--open",)
    try:
        served.start()
        served.wait()
        while not (opened.exists() and (path := opened.read_text().strip().removeprefix(served.url))):
            time.sleep(0.05)
        with served.caller() as caller:
            page = caller.send("GET", path, root="").body.decode()
            assert path.startswith("/first/")
            assert served.url in page
            assert "Become chief arbiter" in page
            assert caller.send("GET", "/first/other", root="").status == 404
            assert caller.send("POST", f"{path}/end", root="").status != 200  # nobody's form
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(served.url + path) as shown:
            (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', shown.read().decode()))
        with browser.open(f"{served.url}{path}/end", f"csrf={csrf}".encode()) as ended:
            assert b"Arbiter has stopped" in ended.read()
    finally:
        assert served.stop() == 0
