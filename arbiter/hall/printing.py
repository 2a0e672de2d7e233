"""Printing a sheet as PDF, either in the service or by the command `arbiter print`."""

from __future__ import annotations

from collections.abc import Callable, Container
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from arbiter.engines.stored_analyses import analyses_in
from arbiter.hall.worker import SMALL_FIELD_ENTRIES, RunElsewhere, here
from arbiter.journal.read_only import ReadBeside
from arbiter.machine.keys import KNOWN, instance_keys, keys_beside
from arbiter.machine.signed_heads import Heads
from arbiter.refused import Refused
from arbiter.tournament.fixtures import teams
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.view import View

if TYPE_CHECKING:
    from arbiter.sheets.print_data import Given, Link

Binding: TypeAlias = Callable[[int], tuple[str, str]]
"""A function that returns, for a board, the token and the letters that bind a tablet to the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """Prints sheets, and adds what a view of the tournament lacks: URL, links, the key for signing, analyses."""

    address: str = ""
    """The URL of the service."""
    binding: Binding = lambda _: ("", "")
    """A function that takes a board's number and returns the token and the letters that bind a tablet to the board.

    It is called only for sheets with links.
    """
    captain: Callable[[int], str] = lambda _: ""
    """A function that takes a team's number and returns the token in the link of its captain.

    It is called only for sheets with captains' links.
    """
    code: str = ""
    """The tournament's two characters for binding a device by hand; empty if they are not needed."""
    instance: Path | None = None
    """The folder of the instance, in which the computer's analyses lie."""
    heads: Heads | None = None
    """The signer of the journal line that a sheet is made from; None: sheets are not signed."""
    run: RunElsewhere = here
    """The function that draws large sheets: in the service it does so in another process."""

    def print(
        self,
        sheet: str,
        view: View,
        *,
        round: int | None = None,
        board: int | None = None,
        entry: int | None = None,
        cancelled: int | None = None,
        envelope_key: str = "",
    ) -> bytes:
        """Return the sheet with the name *sheet* as PDF.

        *round*, *board*, *entry*: the one that the sheet is about; None if it is not about one. *cancelled*: the
        journal line that cancelled the sheet's round, otherwise None. *envelope_key*: the key of a move that was just
        sealed, otherwise empty. Raise Refused if the sheet, round, board, entry or paper does not exist.
        """
        from arbiter.sheets.catalogue import sheet_named  # loads ReportLab
        from arbiter.sheets.print_data import Given

        row = sheet_named(sheet)
        given = Given.of(replace(view.in_public, texts=view.texts) if row.public else view)
        if entry is not None and entry not in view.state.entries:
            raise Refused("no_entry", entry=entry)
        given = replace(given, round=round, board=board, entry=entry, envelope_key=envelope_key)
        if cancelled is not None:
            then = view.state.with_cancelled(cancelled)
            given = replace(given, state=then, cancelled=True, until=cancelled - 1)
        if row.public:
            given = replace(given, address=f"{self.address}/tournaments/{view.tournament}")
        if row.links:
            boards = boards_of(view.state) if board is None else (board,)
            given = replace(given, links=tuple(self._link(number) for number in boards))
        if row.captains:
            given = replace(given, captains={team.number: self._captain(team.number) for team in teams(view.state)})
        if row.analysed and self.instance is not None:
            given = replace(given, analyses=analyses_in(self.instance, view.tournament, view.state))
        if self.heads is not None and view.head:
            signed = self.heads.sign(view.tournament, view.state.version, view.head).text
            given = replace(given, signed=signed, public_key=self.heads.public)
        if not is_large(view.state, board, entry):
            return drawn(sheet, given)
        about = range(0) if row.only_results else (round or len(given.state.rounds),) if row.needs_round else None
        state = given.state if about is None else without_plays(given.state, about)
        made: bytes = self.run(drawn, sheet, replace(given, state=state))
        return made

    def _captain(self, team: int) -> str:
        token = self.captain(team)
        return f"{self.address}/captain/{token}" if token else ""

    def _link(self, board: int) -> Link:
        """Return the link that binds a tablet to the board *board*, to be printed on the board's table card."""
        from arbiter.sheets.print_data import Link

        token, letters = self.binding(board)
        by_hand = "/".join(filter(None, (self.address, "b", str(board), self.code)))
        return Link(board=board, url=f"{self.address}/t/{token}", pin=letters, by_hand=by_hand)


def is_large(state: Tournament, board: int | None = None, entry: int | None = None) -> bool:
    """Return whether a sheet takes long: there are many entries, and the sheet is not about one board or entry."""
    return board is None and entry is None and len(state.entries) > SMALL_FIELD_ENTRIES


def without_plays(state: Tournament, about: Container[int] = ()) -> Tournament:
    """Return the tournament with the moves and clocks of the rounds *about* only.

    All other games get the same simple clock, and no game has its clocks of earlier plies, so that the tournament is
    quickly sent to another process.
    """
    one = next(state.games(), None)
    if one is None:
        return state

    def bare(game: Game) -> Game:
        if game.round in about:
            return replace(game, shown=())
        return replace(game, plays=(), shown=(), position=game.start, clock=one.clock, tally=one.tally)

    rounds = tuple(replace(round, games=tuple(map(bare, round.games))) for round in state.rounds)
    return replace(state, rounds=rounds)


def drawn(sheet: str, given: Given) -> bytes:
    """Return the sheet with the name *sheet* as PDF, drawn in this process."""
    from arbiter.sheets.catalogue import draw

    made = BytesIO()
    draw(sheet, given, made)
    return made.getvalue()


def printer_beside(beside: ReadBeside, instance: Path, view: View) -> Printer:
    """Return the printer for a tournament that is read from the store, whether the service runs or not.

    *instance*: the folder with the service's key and the computer's analyses.
    """
    keys, tournament = keys_beside(beside, instance) or instance_keys(instance, beside.setting(KNOWN)), view.tournament
    return Printer(
        address=beside.setting("address") or "http://127.0.0.1:8000",
        binding=lambda board: keys.tablet(tournament, board, None, beside.epoch(tournament, board)),
        code=beside.setting(f"code {tournament}") or "",
        instance=instance,
        heads=Heads(keys, lambda: view.at),
    )


def boards_of(state: Tournament) -> tuple[int, ...]:
    """Return the board numbers of a tournament: enough for half of its entries, and for its largest round."""
    most = max(len(state.entries) // 2, state.boards)
    return tuple(range(1, max(1, most) + 1))
