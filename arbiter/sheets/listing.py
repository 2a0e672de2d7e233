"""Sheets that are lists: titles, tables and lines that continue on as many pages as needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, PageTemplate, Paragraph, Table

from arbiter.journal.people import POSTS
from arbiter.progress import tell
from arbiter.sheets.drawing import BOLD, GREY, PLAIN, SMALLEST, Align, cell, code, paragraph, plain, signature
from arbiter.sheets.page_layout import Pages, Paper, paper_of
from arbiter.sheets.print_data import Given
from arbiter.values import dataclass

SHADE = Color(GREY, GREY, GREY)
GUTTER = 7 * mm
CODE = 30 * mm
"""The side in points of the QR code with its white border; it holds the public page's address and the signed head."""
ASIDE = 3
"""The points left free at either side of a cell."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, and its width in points.

    `grows`: the column's share of the space that is left over, if its width is 0.
    """

    heading: str
    width: float = 0
    grows: float = 0
    align: Align = "left"
    bold: bool = False
    whole: bool = False
    """Whether text that is too wide for the column is made smaller. If not, it continues on a second line."""


def table(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str | Paragraph]],
    size: float,
    across: float,
    *,
    least: float = SMALLEST,
) -> Table:
    """Return a table, *across* points wide, whose heading is repeated on each page.

    Text that is too long for its column continues on the next line. No row is split between pages. The font size is
    *size* and at least the fraction *least* of it. A cell that is a paragraph is drawn as it is.
    """
    fixed = sum(column.width for column in columns)
    shares = sum(column.grows for column in columns) or 1
    widths = [column.width or (across - fixed) * column.grows / shares for column in columns]
    rooms = [wide - 2 * ASIDE for wide in widths]
    heading = [
        cell(column.heading, size * 0.8, room, bold=True, align=column.align)
        for column, room in zip(columns, rooms, strict=True)
    ]
    fonts = [BOLD if column.bold else PLAIN for column in columns]
    cells = [
        [
            # a text on one line is written by the table itself, in a tenth of the time of a paragraph
            text
            if isinstance(text, Paragraph)
            else line
            if stringWidth(line := plain(text), font, size) <= room - 0.5
            else cell(text, size, room, bold=column.bold, align=column.align, least=least, whole=column.whole)
            for text, column, room, font in zip(row, columns, rooms, fonts, strict=True)
        ]
        for row in rows
    ]
    pad = size * 0.22
    made = Table([heading, *cells], colWidths=widths, repeatRows=1, hAlign="LEFT")
    made.setStyle(
        [
            ("FONTSIZE", (0, 1), (-1, -1), size),
            ("LEADING", (0, 1), (-1, -1), size * 1.25),
            *(("FONTNAME", (at, 0), (at, -1), font) for at, font in enumerate(fonts)),
            *(("ALIGN", (at, 1), (at, -1), column.align.upper()) for at, column in enumerate(columns)),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), ASIDE),
            ("RIGHTPADDING", (0, 0), (-1, -1), ASIDE),
            ("TOPPADDING", (0, 0), (-1, -1), pad),
            ("BOTTOMPADDING", (0, 0), (-1, -1), pad * 1.6),
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("LINEBELOW", (0, 0), (-1, 0), 1, black),
            ("LINEBELOW", (0, 1), (-1, -1), 0.3, black),
        ]
    )
    return made


def titled(given: Given, title: str, below: str = "", under: str = "") -> list[Flowable]:
    """Return the top of a list: its title, the tournament with place, days and officials, and one more line.

    *below*: that line. *under*: the text in small print under it, such as the regulations.
    """
    told = [line for line in (announced(given), below) if line]
    lines = [paragraph(line, 9, before=2, after=0 if at < len(told) else 9) for at, line in enumerate(told, start=1)]
    made: list[Flowable] = [
        paragraph(title, 20, bold=True),
        paragraph(given.state.name, 12, before=2, after=0 if lines else 9),
        *lines,
    ]
    return [*made, paragraph(under, 7, after=9)] if under else made


def announced(given: Given) -> str:
    """Return the known facts of the tournament: place, days, federation, organiser, officials; empty if none are."""
    details, staff = given.state.details, given.staff
    days = " \u2013 ".join(given.iso_day(day) for day in dict.fromkeys((details.begins, details.ends)) if day)
    organiser = given.text("Organiser: {name}", name=staff.organiser) if staff.organiser else ""
    posts = (f"{post_word(given, post.role)}: {post.name}" for post in staff.posts)
    return " \u00b7 ".join(filter(None, (details.place, days, details.federation, organiser, *posts)))


def post_word(given: Given, role: str) -> str:
    """Return the name of an official's post, with a capital. A name that the club has made up stays as it is."""
    word = given.term(f"post {role}") if role in POSTS else role
    return f"{word[:1].upper()}{word[1:]}"


class Code(Flowable):
    """A QR code at the left of a printed list."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.content = content
        self.width = self.height = CODE

    def draw(self) -> None:
        code(self.canv, self.content, 0, 0, CODE)


class Signatures(Flowable):
    """Lines to sign on beside each other, at the end of a printed list."""

    def __init__(self, labels: Sequence[str], across: float) -> None:
        super().__init__()
        self.labels = labels
        self.width, self.height = across, 20 * mm

    def draw(self) -> None:
        wide = self.width / max(2, len(self.labels))
        for at, label in enumerate(self.labels):
            signature(self.canv, at * wide, 4 * mm, wide - GUTTER, label)


def signing(given: Given, title: str, *labels: str) -> Flowable:
    """Return lines to sign on, one for each of the *labels*, with the sheet and the tournament named above them.

    They stay together, so that no signature stands alone on a page.
    """
    what = given.text("Signed for: {title}, {name}.", title=title, name=given.state.name)
    return KeepTogether([paragraph(what, 9, before=14), Signatures(labels, paper_of(given).across)])


def flow(
    given: Given,
    title: str,
    head: Sequence[Flowable],
    body: Sequence[Flowable],
    to: BinaryIO,
    *,
    paper: Paper | None = None,
    columns: int = 1,
) -> None:
    """Write the sheet: *head* across the top of the first page, then *body* in *columns* on as many pages as needed.

    *paper*: None for the paper of the tournament.
    """
    paper = paper or paper_of(given)
    canvas = Pages(to, given, title, paper)
    key = given.text("Key of the hall: {key}", key=given.public_key) if given.public_key else ""
    if given.address or key:
        head = [*head, paragraph(given.address or key, 7, after=6)]
    room = paper.across - (CODE if given.coded else 0)
    taken = 0.0
    for flowable in head:
        _, high = flowable.wrapOn(canvas, room, paper.down)
        taken += high + flowable.getSpaceBefore() + flowable.getSpaceAfter()
    taken = max(taken, CODE) if given.coded else taken
    top = Frame(paper.left, paper.bottom + paper.down - taken, room, taken + 0.01, 0, 0, 0, 0)
    first = [top, *_columns(paper, columns, paper.down - taken)]
    made = BaseDocTemplate(to, pagesize=(paper.width, paper.height), title=canvas.sheet)
    story = [*head, *body]
    rows = _rows(story)

    def ended(_: Canvas, __: BaseDocTemplate) -> None:
        tell(rows - _rows(story), rows)  # ReportLab removes from the list what it has drawn

    made.addPageTemplates(
        [
            PageTemplate("first", first, onPage=_coded(given, paper), onPageEnd=ended, autoNextPageTemplate="next"),
            PageTemplate("next", _columns(paper, columns, paper.down), onPageEnd=ended),
        ]
    )
    made.build(story, canvasmaker=lambda *_, **__: canvas)


def _rows(flowables: Sequence[Any]) -> int:
    """Return the number of table rows among *flowables*. A part that is not a table counts as one row."""
    return sum(
        _rows(vars(one)["_content"]) if isinstance(one, KeepTogether) else int(vars(one).get("_nrows", 1))
        for one in flowables
    )


def _coded(given: Given, paper: Paper) -> Callable[[Canvas, BaseDocTemplate], None]:
    """Return a function that draws the sheet's QR code in the upper right corner of a page."""

    def put(canvas: Canvas, _: BaseDocTemplate) -> None:
        if given.coded:
            code(canvas, given.coded, paper.width - paper.right - CODE, paper.height - paper.top - CODE, CODE)

    return put


def _columns(paper: Paper, columns: int, high: float) -> list[Frame]:
    wide = column_width(paper, columns)
    return [Frame(paper.left + (wide + GUTTER) * n, paper.bottom, wide, high, 0, 0, 0, 0) for n in range(columns)]


def column_width(paper: Paper, columns: int) -> float:
    return (paper.across - GUTTER * (columns - 1)) / columns
