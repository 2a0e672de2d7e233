"""A sheet printed: at the desks for the service, and beside it for `arbiter print`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from arbiter.engines.findings import analysis_in
from arbiter.hall.stored_view import view_in
from arbiter.journal.read_only import ReadBeside
from arbiter.machine.heads import Heads
from arbiter.machine.keys import KNOWN, instance_keys, keys_beside
from arbiter.sheets.catalogue import SHEETS, draw
from arbiter.tournament.state import Tournament
from arbiter.view import View

Binding: TypeAlias = Callable[[int], tuple[str, str]]
"""The token and the letters that bind a tablet to a board."""


def print_sheet(
    sheet: str,
    view: View,
    to: BinaryIO,
    address: str,
    binding: Binding,
    *,
    round: int | None = None,
    board: int | None = None,
    instance: Path | None = None,
    envelope_key: str = "",
    code: str = "",
    heads: Heads | None = None,
) -> None:
    """Draws a sheet of that view. Only one that holds links is given any: *address* is where tablets and readers go.

    *instance*: where what the house has found in games lies. *heads*: signs the line that the sheet is made from.
    """
    from arbiter.sheets.given import Given, Link  # ReportLab comes with it

    row = SHEETS.get(sheet)
    if row is not None and row.public:
        view = view.in_public
    links: tuple[Link, ...] = ()
    if row is not None and row.links:
        made = ((number, *binding(number)) for number in ((board,) if board is not None else boards_of(view.state)))
        hand = f"/{code}" if code else ""
        links = tuple(
            Link(board=number, url=f"{address}/t/{token}", pin=letters, by_hand=f"{address}/b/{number}{hand}")
            for number, token, letters in made
        )
    seen = {field.name: getattr(view, field.name) for field in fields(View)}
    page = f"{address}/tournaments/{view.tournament}" if row is not None and row.public else ""
    analyses = {}
    if row is not None and row.analysed and instance is not None:
        weighed = ((game, analysis_in(instance, view.tournament, game)) for game in view.state.games())
        analyses = {(game.round, game.board): analysis for game, analysis in weighed if analysis is not None}
    extra: dict[str, Any] = {"links": links, "address": page, "analyses": analyses, "envelope_key": envelope_key}
    if heads is not None and view.head:
        extra["signed"] = heads.sign(view.tournament, view.state.version, view.head).text
        extra["public_key"] = heads.public
    draw(sheet, Given(**seen, round=round, board=board, **extra), to)


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
    print_sheet(
        sheet,
        view,
        to,
        address,
        binding,
        round=round,
        board=board,
        instance=instance,
        code=code,
        heads=Heads(keys, lambda: view.at),
    )


def boards_of(state: Tournament) -> tuple[int, ...]:
    """The boards that the tournament can use: half as many as entries, or as many as a round had."""
    most = max([len(state.entries) // 2, *(len(round.games) for round in state.rounds)])
    return tuple(range(1, max(1, most) + 1))
