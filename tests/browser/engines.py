"""WebKit and Firefox in a test: Debian's WebKitWebDriver over HTTP, and Firefox's own Marionette over TCP.

Both take the commands of the W3C's WebDriver, so that one small client does for both. Chromium has Playwright.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tests.service import free_port
from tests.waiting import PATIENCE, until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Driver(ABC):
    """A browser of some engine with one page, used as a person would: addresses, presses, taps, and what is shown."""

    @abstractmethod
    def command(self, method: str, path: str, name: str, body: dict[str, Any]) -> Any:
        """The answer to a command, by its address for one transport and its name for the other."""

    def open(self, address: str) -> None:
        self.command("POST", "/url", "Navigate", {"url": address})

    def size(self, width: int, height: int) -> None:
        self.command("POST", "/window/rect", "SetWindowRect", {"width": width, "height": height})

    def script(self, body: str, *arguments: object) -> Any:
        """Return what a script on the page returns."""
        asked = {"script": body, "args": list(arguments), "sandbox": None}
        return self.command("POST", "/execute/sync", "ExecuteScript", asked)

    def text(self, selector: str) -> str:
        """The text of the first element of that selector as far as it is shown; empty where there is none."""
        return str(self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def shows(self, selector: str, text: str) -> None:
        """Waits until an element says that."""
        until(lambda: text in self.text(selector), what=lambda: f"{selector}: {self.text(selector)!r}, not {text!r}")

    def press(self, selector: str, text: str = "") -> None:
        """A click on the first element of that selector, of those with that *text*, as soon as it can be pressed."""
        found: list[Any] = []

        def there() -> bool:
            found[:] = [self.script(PRESSABLE, selector, text)]
            return found[0] is not None

        until(there, what=f"nothing to press: {selector} {text}")
        at = found[0][ELEMENT]
        self.command("POST", f"/element/{at}/click", "ElementClick", {"id": at})

    def fill(self, selector: str, text: str) -> None:
        """Types into a field, as soon as it is there."""
        self.press(selector)
        at = self.script("return document.querySelector(arguments[0])", selector)[ELEMENT]
        self.command("POST", f"/element/{at}/value", "ElementSendKeys", {"id": at, "text": text})

    def play(self, move: str) -> None:
        """A move is tapped and confirmed."""
        for square in move.replace("x", "-").split("-"):
            self.press(f'[data-square="{square}"]:not([aria-disabled="true"])')
        self.press("#confirm:not(:disabled)")


PRESSABLE = """
const shown = (one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible";
const fits = (one) => one.innerText.trim().startsWith(arguments[1]);
return [...document.querySelectorAll(arguments[0])].find((one) => shown(one) && !one.disabled && fits(one)) ?? null;
"""


class WebKit(Driver):
    """WebKitGTK's MiniBrowser, by the driver that is found in the path."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        self._base += "/" + self._asked("POST", "", {"capabilities": {}})["sessionId"]

    def command(self, method: str, path: str, name: str, body: dict[str, Any]) -> Any:
        del name
        return self._asked(method, path, body)

    def _asked(self, method: str, path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(self._base + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]


class Firefox(Driver):
    """Firefox without a screen, over Marionette: each message is its length, a colon, and an array as JSON."""

    def __init__(self, wire: socket.socket, file: IO[bytes]) -> None:
        self._wire, self._file = wire, file
        self._message()  # it says who it is
        self._asked = 0
        self.command("", "", "NewSession", {})

    def command(self, method: str, path: str, name: str, body: dict[str, Any]) -> Any:
        del method, path
        self._asked += 1
        data = json.dumps([0, self._asked, f"WebDriver:{name}", body]).encode()
        self._wire.sendall(b"%d:%b" % (len(data), data))
        _, _, refused, answer = self._message()
        assert refused is None, refused
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def _message(self) -> Any:
        length = b""
        while (one := self._file.read(1)) != b":":
            assert one, "Firefox has gone"
            length += one
        return json.loads(self._file.read(int(length)))


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """WebKit on a screen that nobody sees."""
    with _running(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1300x24", "-nolisten", "tcp"], {}) as screen:
        display = f":{screen.readline().decode().strip()}"
        port = free_port()
        rooted = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}
        more = {"DISPLAY": display, "HOME": str(folder), "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", **rooted}
        with _running(["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"], more):
            _listens(port)
            driver = WebKit(port)
            yield driver
            driver.command("DELETE", "", "", {})


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Firefox with a profile of its own, without a screen."""
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = [shutil.which("firefox-esr") or "firefox", "--headless", "--marionette", "--no-remote"]
    with _running([*command, "--profile", str(folder)], {"HOME": str(folder)}):
        _listens(port)
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire, wire.makefile("rb") as file:
            yield Firefox(wire, file)


ENGINES = {"webkit": webkit, "firefox": firefox}


@contextmanager
def _running(command: list[str], more: Mapping[str, str]) -> Iterator[IO[bytes]]:
    """A process with *more* in its environment for as long as the block lasts; what it says can be read."""
    environment = {**os.environ, **more}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def _listens(port: int) -> None:
    """Waits until somebody listens on the port."""

    def there() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(there, what=f"nobody listens on port {port}")
