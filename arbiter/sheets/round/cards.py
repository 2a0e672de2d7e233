"""Table cards, two on a page, with the number of the board and the QR code that binds a tablet to the board."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm

from arbiter.sheets.drawing import code, dashes, disc, write
from arbiter.sheets.page_layout import Pages, paper_of
from arbiter.sheets.print_data import Given, Link
from arbiter.sides import Side

CODE = 62 * mm


def draw(given: Given, to: BinaryIO) -> None:
    """The table cards: for each board a QR code that binds a tablet, and eight letters for a device without a camera.

    The cards are in the order of the boards. If tablets cannot be bound, a card has only the number of its board.
    """
    canvas = Pages(to, given, given.text("Table cards"), paper_of(given))
    links = [link for link in given.links or _numbers(given) if given.board in (None, link.board)]
    links.sort(key=lambda link: (link.board, [None, *Side].index(link.side)))
    paper = canvas.paper
    for first in range(0, len(links), 2):
        high = (paper.height - paper.bottom) / 2
        for at, link in enumerate(links[first : first + 2]):
            _card(canvas, given, link, paper.bottom + high * (1 - at), high)
        dashes(canvas, 0, paper.bottom + high, paper.width, paper.bottom + high)
        canvas.showPage()
    canvas.save()


def _numbers(given: Given) -> tuple[Link, ...]:
    """Return the board numbers of the last round (before round 1, those it will have), for cards without QR codes."""
    boards = given.state.boards or len(given.state.entries) // 2
    return tuple(Link(board=board, url="", pin="") for board in range(1, boards + 1))


def _card(canvas: Pages, given: Given, link: Link, y: float, high: float) -> None:
    paper = canvas.paper
    left, right = paper.left + 4 * mm, paper.left + paper.across - 4 * mm
    top = y + high - 12 * mm
    write(canvas, left, top, given.state.name, 13, bold=True, width=right - left)
    middle = left + (right - CODE - 8 * mm - left) / 2
    write(canvas, middle, top - 14 * mm, given.text("Board"), 16, align="centre")
    room = right - CODE - 12 * mm - left
    write(canvas, middle, top - 70 * mm, str(link.board), 190, bold=True, align="centre", width=room)
    if link.side:
        disc(canvas, middle - 18 * mm, top - 81 * mm, 4 * mm, link.side)
        write(canvas, middle - 11 * mm, top - 83.5 * mm, given.term(link.side.value), 20, bold=True)
    if not link.url:
        return
    code(canvas, link.url, right - CODE, top - 8 * mm - CODE, CODE)
    letters = f"{link.pin[:4]} {link.pin[4:]}"
    write(canvas, right - CODE / 2, top - 77 * mm, letters, 20, bold=True, width=CODE, align="centre")
    how = given.text(
        "Scan the code with the tablet's camera. Without a camera, ask the arbiter to open binding by hand, then enter"
    )
    write(canvas, left, y + 20 * mm, how, 8.5, width=right - left)
    hand = given.text("{address} and the eight letters", address=link.by_hand)
    write(canvas, left, y + 15 * mm, hand, 11, bold=True, width=right - left)
