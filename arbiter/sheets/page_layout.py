"""Paper sizes, and the footer of every page: tournament, sheet, page number, time of printing, program."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, BinaryIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from arbiter import __version__
from arbiter.refused import Refused
from arbiter.sheets.drawing import PLAIN, write
from arbiter.sheets.print_data import Given
from arbiter.values import dataclass, replace

SAVING = threading.Lock()
"""The lock held while a sheet is saved: ReportLab reads one shared font file, with one reading position."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in points with its margins: the left one has room for punched holes, the bottom one for a footer."""

    name: str
    width: float
    height: float
    left: float = 14 * mm
    right: float = 10 * mm
    top: float = 10 * mm
    bottom: float = 15 * mm

    @property
    def across(self) -> float:
        return self.width - self.left - self.right

    @property
    def down(self) -> float:
        return self.height - self.top - self.bottom

    @property
    def turned(self) -> Paper:
        """Return the same paper size in landscape."""
        return replace(self, width=self.height, height=self.width)


PAPERS: Mapping[str, Paper] = {
    paper.name: paper for paper in (Paper("A4", 210 * mm, 297 * mm), Paper("Letter", 215.9 * mm, 279.4 * mm))
}


def paper_of(given: Given) -> Paper:
    if given.paper not in PAPERS:
        raise Refused("unknown_key", field="paper", key=given.paper[:80], known=tuple(PAPERS))
    return PAPERS[given.paper]


class Pages(Canvas):
    """A ReportLab canvas that writes "page 1 of n" in the footers, which is possible only once all pages are drawn.

    It writes no date into the file, so that the same data gives the same bytes.
    """

    def __init__(self, to: BinaryIO, given: Given, title: str, paper: Paper) -> None:
        size = (paper.width, paper.height)
        font: Any = PLAIN  # otherwise every page names a standard font that the file does not embed
        super().__init__(to, pagesize=size, invariant=1, lang=given.language, initialFontName=font)
        self.paper = paper
        self.given = given
        self.sheet = title
        self._pages: list[dict[str, Any]] = []
        self.setTitle(f"{given.state.name} · {title}")
        self.setCreator(f"Arbiter {__version__}")

    def showPage(self) -> None:  # noqa: N802  # ReportLab's name
        """End the page, but store it until `save` knows the number of pages."""
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]  # ReportLab begins a page with it

    def save(self) -> None:
        """Write every page with its footer, then the file. A sheet without content becomes one empty page."""
        if not self._pages:
            self.showPage()
        pages = self._pages
        for number, page in enumerate(pages, start=1):
            self.__dict__.update(page)
            self._footer(number, len(pages))
            super().showPage()
        with SAVING:
            super().save()

    def _footer(self, number: int, of: int) -> None:
        given, paper = self.given, self.paper
        right = paper.width - paper.right
        if given.cancelled:
            self.setLineWidth(1.2)
            self.line(paper.left, paper.bottom, right, paper.height - paper.top)
        told = given.text("Cancelled round") if given.cancelled else given.mark
        if told:
            write(self, paper.width / 2, paper.height - 7 * mm, told, 12, bold=True, align="centre")
        self.setLineWidth(0.4)
        self.line(paper.left, paper.bottom - 1.6 * mm, right, paper.bottom - 1.6 * mm)
        told = given.text("page {number} of {of}", number=number, of=of)
        page = write(self, right, 9.6 * mm, told, 8, bold=True, align="right")
        write(self, paper.left, 9.6 * mm, f"{given.state.name} · {self.sheet}", 8, width=paper.across - page - 5 * mm)
        printed = given.text("printed {when}", when=given.when(given.at))
        regulations = given.state.regulations
        under = f"{given.term(regulations.key)} {regulations.hash}"
        told = given.text("journal line {line}", line=given.state.version)
        if given.head:
            told = given.text("journal line {line}, hash {hash}", line=given.state.version, hash=given.head[:16])
        line = write(self, right, 6.2 * mm, told, 7, align="right")
        said = f"{printed} · Arbiter {__version__} · {under}"
        write(self, paper.left, 6.2 * mm, said, 7, width=paper.across - line - 5 * mm)
