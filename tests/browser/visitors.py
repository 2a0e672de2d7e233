"""People with a browser: each a context of its own in one Chromium, watched for what goes out and what goes wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
CANDIDATES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

TABLET = (820, 1_180)
DESK = (1_280, 800)
PHONE = (360, 740)
PATIENCE = 300_000
"""Milliseconds that a page may take on a busy machine."""


@dataclass
class Visitors:
    """Everybody who has come, and what their pages have asked for."""

    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """The address of every request of every page."""
    mishaps: list[str] = field(default_factory=list)
    """What the pages' scripts stumbled over, and what the content security policy kept from them."""

    def come(self, size: tuple[int, int] = DESK) -> Page:
        """One more person, with nothing in the browser yet."""
        width, height = size
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("weberror", lambda error: self.mishaps.append(str(error.error)))
        context.on("console", self._hear)
        self.contexts.append(context)
        return context.new_page()

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.text.startswith("Failed to load resource"):  # a refusal is no mishap
            self.mishaps.append(said.text)

    def left_the_machine(self) -> list[str]:
        """The requests that went anywhere else than to the service."""
        return [address for address in self.asked if urlsplit(address).hostname not in ("127.0.0.1", None)]

    def leave(self) -> None:
        """Everybody goes."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()


def chromium() -> str:
    """The browser: named by CHROMIUM, or found in the path."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CANDIDATES)), None)
    if path is None:
        raise FileNotFoundError("no Chromium: name one with CHROMIUM=, or leave these tests out with BROWSER=none")
    return path


@contextmanager
def visitors(*more: str) -> Iterator[Visitors]:
    """A hall's worth of browsers, started with *more* arguments."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, *more])
        hall = Visitors(browser)
        try:
            yield hall
        finally:
            hall.leave()
            browser.close()


OPEN: list[tuple[ExitStack, Visitors]] = []
"""The browser that is open just now, if there is one: it holds the event loop of the process."""


def at_hand() -> Visitors:
    """The one Chromium of this process; it is started for the first of the tests that want it one after the other."""
    if not OPEN:
        stack = ExitStack()
        OPEN.append((stack, stack.enter_context(visitors())))
    return OPEN[0][1]


def go_home() -> None:
    """Ends it, before anybody else needs the event loop."""
    while OPEN:
        OPEN.pop()[0].close()
