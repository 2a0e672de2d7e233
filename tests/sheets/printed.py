"""Sheets in tests: drawn from a hall, and read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from pypdf import PageObject, PdfReader

from arbiter.journal.people import Person
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.sheets.catalogue import draw
from arbiter.sheets.print_data import Given
from tests.hall import BY, MORNING, Hall

AMSTERDAM = ZoneInfo("Europe/Amsterdam")  # where the morning of the hall is 21 September 2026, 16:13
NAMES = ("Wiersma, Harm", "Georgijew, Aleksander", "Георгиев, Александр", "Święcicka-Łuczak, Żółcisława", "Åström, Zoë")


@dataclass(frozen=True)
class Printed:
    """A sheet that was read back."""

    pdf: bytes
    reader: PdfReader

    @cached_property
    def pages(self) -> tuple[PageObject, ...]:
        return tuple(self.reader.pages)

    def words(self, page: int | None = None) -> list[str]:
        """The words of a page, or of all, in the order in which they were drawn."""
        return [word for drawn in (self._words if page is None else (self._words[page],)) for word in drawn]

    @cached_property
    def _words(self) -> tuple[list[str], ...]:
        """The words of each page: to read them costs more than to print them."""
        return tuple(page.extract_text().split() for page in self.pages)

    def bold(self) -> list[str]:
        """What is printed in bold, in the order in which it was drawn."""
        found: list[str] = []

        def look(text: str, _: object, __: object, font: Mapping[str, object] | None, ___: float) -> None:
            if font is not None and "Bold" in str(font["/BaseFont"]) and text.strip():
                found.append(" ".join(text.split()))

        for page in self.pages:
            page.extract_text(visitor_text=look)
        return found

    def text(self, page: int | None = None) -> str:
        """The words with single spaces between them."""
        return " ".join(self.words(page))


def people(number: int) -> Mapping[int, Person]:
    """So many people, with the names of several countries."""
    return {
        entry: Person(
            f"{NAMES[entry % len(NAMES)]} {entry}", 1_500 + entry, club="DIOS & Co", federation="NED", title="MF"
        )
        for entry in range(1, number + 1)
    }


def given(hall: Hall, **told: Any) -> Given:
    """The hall as it stands, to be printed."""
    base: dict[str, Any] = {
        "tournament": "open",
        "state": hall.state,
        "people": people(len(hall.state.entries)),
        "at": MORNING,
        "zone": AMSTERDAM,
        "lines": tuple(hall.journal.lines),
    }
    return Given(**{**base, **told})


def printed(sheet: str, hall: Hall, **told: Any) -> Printed:
    """That sheet of the hall as it stands."""
    to = BytesIO()
    draw(sheet, given(hall, **told), to)
    return Printed(to.getvalue(), PdfReader(BytesIO(to.getvalue())))


def waiting_hall(players: int, **terms: Any) -> Hall:
    """A hall whose first round is paired, and whose clocks stand."""
    hall = Hall(players=players, started=False, **terms)
    hall.submit(PairRound(by=BY))
    return hall


def start(hall: Hall, *boards: int) -> None:
    """Sets the clocks of those boards of round 1 going."""
    hall.submit(StartRound(round=1, by=BY, boards=boards))
