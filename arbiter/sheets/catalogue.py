"""The table of all printed sheets by name: the function that draws each, the data it needs, and who may see it.

Import this module only for printing or listing sheets. It imports ReportLab, which would make every start of the
program a quarter slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import BinaryIO

from arbiter.incidents.results import by_ruling
from arbiter.refused import Refused
from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.rounds.ratings import rating_system_of
from arbiter.sentences import N_
from arbiter.sheets.drawing import letters
from arbiter.sheets.print_data import Given
from arbiter.sheets.prizes import certificates, prize_list, receipts
from arbiter.sheets.referee import adjournment, clock_report, packet, proof, rulings
from arbiter.sheets.round import cards, checkin, emergency, pairings, schedule, slips, why
from arbiter.sheets.score import analysis, sheet
from arbiter.sheets.table import crosstable, final, ratings, standings, teams
from arbiter.tournament.game import Game
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet: its English title, and the function that draws it.

    The docstring of that function describes the sheet in `docs/reference`.

    - `needs_round`: whether the sheet is about one round.
    - `takes_board`, `takes_entry`: whether the sheet can be about one board, or about one entry.
    - `links`, `captains`: whether the sheet has the links that bind tablets to boards, or the links of the teams'
      captains.
    - `public`: whether everybody may see the sheet.
    - `history`: whether the sheet needs all events of the journal.
    - `analysed`: whether the sheet needs the computer's analyses of the games.
    - `awards`: whether the sheet hands out prizes, so that it is provisional while an appeal is not decided.
    - `only_results`: whether the sheet is made from results, and shows no move and no clock.
    - `timed`: whether the instant of printing changes more than the footer, such as the times of running clocks.
    - `exists`: a function that returns whether there is something to print, for the whole tournament or for one round.
    """

    title: str
    draw: Callable[[Given, BinaryIO], None]
    needs_round: bool = False
    takes_board: bool = False
    takes_entry: bool = False
    links: bool = False
    captains: bool = False
    public: bool = True
    history: bool = False
    analysed: bool = False
    awards: bool = False
    only_results: bool = False
    timed: bool = False
    exists: Callable[[Tournament, Round | None], bool] = lambda _state, _round: True

    @property
    def lasts(self) -> bool:
        """Whether the same journal line and the same names give the same sheet, apart from the time in the footer."""
        return not (self.links or self.captains or self.analysed or self.timed)


def _any_game(true: Callable[[Tournament, Game], bool]) -> Callable[[Tournament, Round | None], bool]:
    """Return a function that tells whether any game of a round meets a condition; without a round, of the tournament.

    *true*: the condition, a function of the tournament and a game.
    """

    def exists(state: Tournament, round: Round | None) -> bool:
        return any(true(state, game) for game in (state.games() if round is None else round.games))

    return exists


def _claimed(state: Tournament, game: Game) -> bool:
    """Return whether a draw was claimed in the game, or a count of it was completed."""
    kinds = ("claim", "ending")
    return any((one.round, one.board) == (game.round, game.board) and one.kind in kinds for one in state.proposals)


def _appealed(state: Tournament, game: Game) -> bool:
    return any((one.round, one.board) == (game.round, game.board) for one in state.appeals)


def _ruled(state: Tournament, game: Game) -> bool:
    """Return whether the game has, or needs, a ruling: a note, a late act, a flag, a ruled result, or an appeal."""
    here = [one.kind for one in state.proposals if (one.round, one.board) == (game.round, game.board)]
    flags = "flag" in here or "ending" in here
    decided = game.result is not None and by_ruling(game.result)
    noted = any(note.what not in rulings.NO_RULINGS for note in game.notes)
    return bool(noted or game.late or flags or decided) or _appealed(state, game)


def _rulings(state: Tournament, round: Round | None) -> bool:
    """Return whether a game has a ruling, a round was cancelled, or the terms were changed after play had begun."""
    return bool(state.cancelled or state.late_terms) or _any_game(_ruled)(state, round)


PLAYED = _any_game(lambda _, game: bool(game.plays))
IRREGULAR = _any_game(lambda _, game: bool(game.attempts or game.opened or sealed_plays(game)))
"""Whether the sheet of irregular moves is offered.

It is offered for a game with sealed moves too, so that the offer does not reveal which of them were irregular. The
sheet tells how many such games there are.
"""
CLAIMED, APPEALED = _any_game(_claimed), _any_game(_appealed)
ADJOURNED = _any_game(lambda _, game: game.adjourned is not None)
RUNNING = _any_game(lambda _, game: game.running)


def _over(state: Tournament, _: Round | None) -> bool:
    """Return whether every game has a result and no further round is planned. Without a plan, any round is the last."""
    planned, paired = rounds_planned(state), len(state.rounds)
    return bool(paired) and paired >= planned and all(game.result is not None for game in state.games())


def _funded(state: Tournament, _: Round | None) -> bool:
    return bool(state.fund.prizes)


def _of_teams(state: Tournament, round: Round | None) -> bool:
    """Return whether teams play in *round* or, if it is None, in the tournament."""
    return any(one.fixtures for one in (state.rounds if round is None else (round,)))


of_board = partial(Sheet, needs_round=True, takes_board=True, public=False)
"""Makes the row of a sheet that only officials see, and that is about one board or all boards of a round."""


SHEETS: Mapping[str, Sheet] = {
    "checkin": Sheet(N_("Check-in"), checkin.draw, public=False, only_results=True),
    "pairings": Sheet(N_("Pairings by board"), pairings.by_board, needs_round=True, only_results=True),
    "pairings-by-name": Sheet(N_("Pairings by name"), pairings.by_name, needs_round=True, only_results=True),
    "why": Sheet(N_("Why these pairings"), why.draw, needs_round=True),
    "standings": Sheet(N_("Standings"), standings.draw, only_results=True, exists=lambda state, _: bool(state.rounds)),
    "crosstable": Sheet(
        N_("Crosstable"), crosstable.draw, only_results=True, exists=lambda state, _: bool(state.rounds)
    ),
    "line-ups": Sheet(N_("Line-ups"), teams.line_ups, needs_round=True, captains=True, public=False, exists=_of_teams),
    "matches": Sheet(N_("Match sheets"), teams.matches, needs_round=True, exists=_of_teams),
    "teams": Sheet(N_("Teams and their boards"), teams.standings, exists=_of_teams),
    "final": Sheet(N_("Final standings"), final.draw, only_results=True, exists=_over),
    "prizes": Sheet(N_("Prize list"), prize_list.draw, public=False, awards=True, exists=_funded),
    "ceremony": Sheet(N_("Order of the ceremony"), prize_list.ceremony, public=False, awards=True, exists=_funded),
    "certificates": Sheet(
        N_("Certificates"),
        certificates.draw,
        takes_entry=True,
        public=False,
        awards=True,
        timed=True,
        exists=_funded,
    ),
    "receipts": Sheet(N_("Receipts"), receipts.draw, takes_entry=True, public=False, awards=True, exists=_funded),
    "fee-receipts": Sheet(
        N_("Receipts for entry fees"),
        receipts.of_fees,
        takes_entry=True,
        public=False,
        exists=lambda state, _: bool(state.fees.payments),
    ),
    "ratings": Sheet(
        N_("New ratings"),
        ratings.draw,
        only_results=True,
        exists=lambda state, _: rating_system_of(state) is not None,
    ),
    "schedule": Sheet(N_("Schedule"), schedule.draw, only_results=True),
    "scoresheet": Sheet(N_("Score sheet"), sheet.draw, needs_round=True, takes_board=True),
    "analysis": Sheet(N_("Analysis"), analysis.draw, needs_round=True, takes_board=True, analysed=True),
    "slips": Sheet(N_("Result slips"), slips.draw, needs_round=True, takes_board=True),
    "emergency": Sheet(
        N_("Emergency sheet"), emergency.draw, needs_round=True, public=False, timed=True, exists=RUNNING
    ),
    "cards": Sheet(N_("Table cards"), cards.draw, takes_board=True, links=True, public=False),
    "proof": of_board(N_("Proof of a drawn game"), proof.draw, exists=CLAIMED),
    "adjournment": of_board(N_("Adjournment"), adjournment.draw, exists=ADJOURNED),
    "clock-report": of_board(N_("Clock report"), clock_report.draw, history=True, exists=PLAYED),
    "record": of_board(N_("Official record"), packet.record, history=True, exists=PLAYED),
    "packet": of_board(N_("Papers for the committee"), packet.packet, history=True, exists=APPEALED),
    "irregularities": Sheet(N_("Irregularities"), rulings.draw_irregularities, public=False, exists=IRREGULAR),
    "rulings": Sheet(N_("Rulings"), rulings.draw, public=False, exists=_rulings),
}


def sheet_named(name: str) -> Sheet:
    """Return the sheet with the name *name*. Raise Refused (`no_sheet`) if there is none."""
    if name not in SHEETS:
        raise Refused("no_sheet", sheet=name[:80], known=tuple(SHEETS))
    return SHEETS[name]


def draw(name: str, given: Given, to: BinaryIO) -> None:
    """Write the sheet with the name *name* as PDF to the file *to*.

    Raise Refused if the sheet, round, board or paper size does not exist. *given*: the view, and the round and board
    that were asked for. If it names no round, a sheet about one round is about the last one. The same arguments give
    the same bytes.
    """
    row = sheet_named(name)
    if row.needs_round and given.round is None:
        given = replace(given, round=given.state.round(max(1, len(given.state.rounds))).number)
    waiting = sum(appeal.decided is None for appeal in given.state.appeals) if row.awards else 0
    if waiting:
        given = replace(given, mark=given.text("Provisional: undecided appeals: {count}", count=waiting))
    letters()
    row.draw(given, to)
