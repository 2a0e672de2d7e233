"""The progress bar of those commands that can take longer than a second."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from arbiter.progress import LISTENER

T = TypeVar("T")
SILENT_SECONDS = 1.0
"""The time before the bar is first shown, in seconds. Shorter work shows none."""
APART_SECONDS = 0.1
"""The shortest time between two changes of the bar, in seconds."""
TICK_SECONDS = 1.0
"""The seconds after which the bar is drawn again while the work reports no progress."""
WIDTH = 24
"""The length of the whole bar, in characters."""


def shown(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield *items*, and show on the terminal how many of them are done, with the word *what* before the bar.

    *total*: their number, if the items cannot be counted beforehand. The bar goes to standard error and is removed at
    the end. It is not shown if standard error is not a terminal.
    """
    if total is None:
        items = items if isinstance(items, Collection) else list(items)
        total = len(items)
    with _drawing(what) as tell:
        for done, item in enumerate(items):
            tell(done, total)
            yield item


@contextmanager
def listened(what: str) -> Iterator[None]:
    """Show on the terminal the progress that the block reports (`arbiter/progress.py`).

    *what*: the word before the bar.
    """
    with _drawing(what) as tell:
        token = LISTENER.set(tell)
        try:
            yield
        finally:
            LISTENER.reset(token)


@contextmanager
def _drawing(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that draws the bar. It is called with the number of units done and the number of all units.

    At the end the bar is removed. While the work reports no progress, the bar is drawn again each second, so that a
    person sees that the work goes on. Without a terminal nothing is drawn.
    """
    began = time.monotonic()
    next_change, width, told = began + SILENT_SECONDS, 0, (0, 0)
    lock, over = threading.Lock(), threading.Event()

    def draw() -> None:
        nonlocal next_change, width
        with lock:
            if over.is_set() or time.monotonic() < next_change:
                return
            text = bar(what, *told, time.monotonic() - began)
            width = max(width, len(text))
            sys.stderr.write(f"\r{text:{width}}")
            sys.stderr.flush()
            next_change = time.monotonic() + APART_SECONDS

    def tell(done: int, of: int) -> None:
        nonlocal told
        told = (done, of)
        draw()

    def tick() -> None:
        while not over.wait(TICK_SECONDS):
            draw()

    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    threading.Thread(target=tick, daemon=True).start()
    try:
        yield tell
    finally:
        with lock:
            over.set()
        if width:
            sys.stderr.write(f"\r{'':{width}}\r")
            sys.stderr.flush()


def said(text: str) -> None:
    """Print a line of the command's output. If a bar is shown, remove it first."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
    print(text, flush=True)


def bar(what: str, done: int, total: int, seconds: float) -> str:
    """Return the bar as text. *seconds*: the time that the work has taken so far.

    >>> bar("checked", 50_000, 200_000, 3.0)
    'checked [######..................] 25 %  50,000 of 200,000, 9 s left'
    """
    if not total:
        return f"{what}: {seconds:.0f} s"
    part = min(1.0, done / total)
    full = int(part * WIDTH)
    left = f", {seconds * (1 - part) / part:.0f} s left" if part else ""
    return (
        f"{what} [{'#' * full}{'.' * (WIDTH - full)}] {part:.0%} ".replace("%", " %") + f" {done:,} of {total:,}{left}"
    )
