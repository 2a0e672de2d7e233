"""A sheet printed: at the desks for the service, and beside it for `arbiter print`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from arbiter.engines.findings import analysis_in
from arbiter.hall.keys import KNOWN, instance_keys, keys_beside
from arbiter.hall.machine.heads import Heads
from arbiter.hall.view import view_in
from arbiter.journal.beside import ReadBeside
from arbiter.tournament.past.analysis import Analysis
from arbiter.tournament.state import Tournament
from arbiter.view import View

Binding: TypeAlias = Callable[[int], tuple[str, str]]
"""The token and the letters that bind a tablet to a board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """What the hall adds to the sheets of a view: its address, its links, its signature, what the house has found."""

    address: str = ""
    """Where tablets and readers go."""
    binding: Binding = lambda _: ("", "")
    """Asked only for a sheet that holds links."""
    code: str = ""
    """Which tournament a board that is opened by hand is meant of; empty where only one is played."""
    instance: Path | None = None
    """The folder in which what the house has found in games lies."""
    heads: Heads | None = None
    """Signs the line that a sheet is made from."""

    def print(
        self,
        sheet: str,
        view: View,
        to: BinaryIO,
        *,
        round: int | None = None,
        board: int | None = None,
        envelope_key: str = "",
    ) -> None:
        """Draws that sheet of the view; refused as `draw` says."""
        from arbiter.sheets.catalogue import draw, sheet_named  # ReportLab comes with it
        from arbiter.sheets.given import Given, Link

        row = sheet_named(sheet)
        given = Given.of(view.in_public if row.public else view)
        if row.public:
            given = replace(given, address=f"{self.address}/tournaments/{view.tournament}")
        if row.links:
            hand = f"/{self.code}" if self.code else ""
            bound = (
                (number, *self.binding(number)) for number in ([board] if board is not None else boards_of(view.state))
            )
            given = replace(
                given,
                links=tuple(
                    Link(
                        board=number,
                        url=f"{self.address}/t/{token}",
                        pin=letters,
                        by_hand=f"{self.address}/b/{number}{hand}",
                    )
                    for number, token, letters in bound
                ),
            )
        if row.analysed:
            given = replace(given, analyses=self._analyses(view))
        if self.heads is not None and view.head:
            signed = self.heads.sign(view.tournament, view.state.version, view.head).text
            given = replace(given, signed=signed, public_key=self.heads.public)
        draw(sheet, replace(given, round=round, board=board, envelope_key=envelope_key), to)

    def _analyses(self, view: View) -> dict[tuple[int, int], Analysis]:
        """What the house has found in the games of the tournament, by round and board."""
        if self.instance is None:
            return {}
        found = {
            (game.round, game.board): analysis_in(self.instance, view.tournament, game) for game in view.state.games()
        }
        return {place: analysis for place, analysis in found.items() if analysis is not None}


def print_beside(
    beside: ReadBeside,
    instance: Path,
    tournament: str,
    sheet: str,
    to: BinaryIO,
    settings: Mapping[str, Any],
    *,
    round: int | None,
    board: int | None,
    paper: str,
    language: str,
) -> None:
    """Draws a sheet from journal and register as they are kept, whether or not the service runs.

    *instance*: where the key lies, and what the house has found.
    """
    view = view_in(beside, tournament, settings, language, paper)
    keys = keys_beside(beside, instance) or instance_keys(instance, beside.setting(KNOWN))

    def binding(number: int) -> tuple[str, str]:
        return keys.tablet(tournament, number, None, beside.epoch(tournament, number))

    address = beside.setting("address") or "http://127.0.0.1:8000"
    code = beside.setting(f"code {tournament}") or ""
    heads = Heads(keys, lambda: view.at)
    printer = Printer(address=address, binding=binding, code=code, instance=instance, heads=heads)
    printer.print(sheet, view, to, round=round, board=board)


def boards_of(state: Tournament) -> tuple[int, ...]:
    """The boards that the tournament can use: half as many as entries, or as many as a round had."""
    most = max([len(state.entries) // 2, *(len(round.games) for round in state.rounds)])
    return tuple(range(1, max(1, most) + 1))
