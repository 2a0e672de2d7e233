"""Tie-breaks: numbers that separate players with equal points. The table of methods has one row each.

The codes of the tie-breaks of draughts are words (`solkoff`). Those of FIDE C.07 are FIDE's own codes (`BH/C1`). They
are computed by the edition of March 2026 or, with `@2024` at the end, by the edition of 2024. Every value is exact, and
is rounded only if the regulation says so. Every value comes with its `Working`, which shows how it was calculated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from arbiter.pairing.standings.tiebreaks import boards, encounter, games, opponents, performance
from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers, parse_code
from arbiter.pairing.table.ledger import Ledger
from arbiter.pairing.table.standings_calculation import Working
from arbiter.refused import Refused
from arbiter.values import dataclass

AS_IT_IS = Modifiers()
CountOne: TypeAlias = Callable[[Ledger, int, Modifiers], Working]
CountAmong: TypeAlias = Callable[[Ledger, Sequence[int], Modifiers], Mapping[int, Working]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A method of computing a tie-break.

    A method has one of two functions: `count` computes the value of one entry alone, `among` the values of all entries
    that are equal so far. `takes` are the letters of the modifiers that its code may have. `preset` are the modifiers
    that always apply. `article` is that of FIDE C.07. `ratings` and `teams` say that the method needs ratings, or the
    crosstable of a team tournament.
    """

    count: CountOne | None = None
    among: CountAmong | None = None
    takes: str = ""
    preset: Modifiers = AS_IT_IS
    article: str = ""
    ratings: bool = False
    teams: bool = False


KINDS: Mapping[str, Method] = {
    # draughts: the sort criteria of the program Draughts Arbiter Pro (FMJD); a bye counts 0
    "wins": Method(count=games.games_won),
    "solkoff": Method(count=opponents.solkoff),
    "solkoff-median": Method(count=opponents.solkoff, preset=Modifiers(low=1, high=1)),
    "solkoff-truncated": Method(count=opponents.solkoff, preset=Modifiers(low=1)),
    "solkoff-full-truncated": Method(count=opponents.truncated),
    "solkoff-plus": Method(count=opponents.solkoff_plus),
    "sonneborn-berger": Method(count=opponents.won_from),
    "direct-encounter": Method(among=encounter.points_among),
    "koya": Method(count=opponents.koya),
    "progressive": Method(count=games.progressive),
    "plus-draws": Method(count=games.plus_draws),
    "average-rating": Method(count=performance.average, preset=Modifiers(rated_only=True), ratings=True),
    "performance": Method(count=performance.linear, preset=Modifiers(rated_only=True), ratings=True),
    "lots": Method(count=games.lot),
    "board-points": Method(count=boards.board_points, teams=True),
    # FIDE C.07
    "PTS": Method(count=games.points, article="5"),
    "DE": Method(among=encounter.encounter, takes="P", article="6"),
    "WIN": Method(count=games.rounds(games.won), article="7.1"),
    "WON": Method(count=games.rounds(games.won_at_the_board), article="7.2"),
    "BPG": Method(count=games.rounds(games.black), article="7.3"),
    "BWG": Method(count=games.rounds(games.won_with_black), article="7.4"),
    "PS": Method(count=games.progressive, takes="C", article="7.5"),
    "REP": Method(count=games.rounds(games.elected), article="7.6"),
    "GE": Method(count=games.rounds(games.elected), article="7.6"),  # its name in the edition of 2024
    "STD": Method(count=games.standard, article="7.9"),
    "VUR": Method(count=games.rounds(games.given_up), article="16.2"),
    "NUM": Method(count=games.rounds(games.played)),
    "TPN": Method(count=games.number, takes="R", article="7.10"),
    "RND": Method(count=games.lot),
    "BH": Method(count=opponents.buchholz, takes="CMPF", article="8.1"),
    "AOB": Method(count=opponents.average_buchholz, takes="CMPF", article="8.2"),
    "FB": Method(count=opponents.buchholz, takes="CMP", preset=Modifiers(fore=True), article="8.3"),
    "SB": Method(count=opponents.sonneborn_berger, takes="CMPF", article="9.1"),
    "KS": Method(count=opponents.koya, takes="L", article="9.2"),
    "ABH": Method(count=opponents.adjusted_score, article="16.3"),
    "AFB": Method(count=opponents.adjusted_score, preset=Modifiers(fore=True), article="16.3"),
    "RTNG": Method(count=performance.rating, takes="RU", ratings=True, article="10"),
    "ARO": Method(count=performance.average, takes="CMU", ratings=True, article="10.1"),
    "TPR": Method(count=performance.performance, takes="CMU", ratings=True, article="10.2"),
    "PTP": Method(count=performance.perfect, takes="CMU", ratings=True, article="10.3"),
    "APRO": Method(count=performance.mean_of(performance.performance), takes="U", ratings=True, article="10.4"),
    "APPO": Method(count=performance.mean_of(performance.perfect), takes="U", ratings=True, article="10.5"),
    # teams
    "MPTS": Method(count=games.points, teams=True, article="12.1"),
    "GPTS": Method(count=boards.board_points, teams=True, article="12.1"),
    "MPVGP": Method(count=boards.board_points, teams=True, article="12.2"),
    "EMMSB": Method(count=boards.extended("match", "match"), takes="C", teams=True, article="12.3"),
    "EMGSB": Method(count=boards.extended("match", "board"), takes="C", teams=True, article="12.3"),
    "EGMSB": Method(count=boards.extended("board", "match"), takes="C", teams=True, article="12.3"),
    "EGGSB": Method(count=boards.extended("board", "board"), takes="C", teams=True, article="12.3"),
    "BC": Method(count=boards.board_count, teams=True, article="13.1"),
    "TBR": Method(count=boards.top_boards, teams=True, article="13.2"),
    "BBE": Method(count=boards.without_the_last_board, teams=True, article="13.2"),
}
"""The methods of calculating a tie-break, by the tie-break's code without modifiers."""

NOT_COUNTED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"), ("DE", "BC", "TBR", "BBE")),
    **dict.fromkeys(("ESB", "SSSC"), ("EMGSB", "EMMSB")),
}
"""The codes of C.07 for teams whose rules we could not read in full, each with codes that may be used instead."""


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break that a tournament uses: a method with its modifiers, and the code by which it was chosen."""

    code: str
    kind: Method
    modifiers: Modifiers

    def workings(self, ledger: Ledger, equals: Sequence[int]) -> Mapping[int, Working]:
        """Return the value of each entry in *equals*, with its working.

        *equals* are entries that are equal in points and in all earlier tie-breaks.
        """
        if self.kind.among is not None:
            return self.kind.among(ledger, equals, self.modifiers)
        assert self.kind.count is not None
        return {entry: self.kind.count(ledger, entry, self.modifiers) for entry in equals}


def tiebreak(code: str, edition: int = 2026) -> Tiebreak:
    """Return the tie-break with the code *code*. *edition* is the edition of FIDE C.07 if the code does not name one.

    Raise Refused if there is no such tie-break, or if it does not take one of the modifiers.

    >>> tiebreak("BH/C1").modifiers.low  # cut the lowest contribution
    1
    """
    name, modifiers, letters = parse_code(code, edition)
    name = name if name in KINDS else name.upper()
    if name in NOT_COUNTED:
        raise Refused("tiebreak_not_counted", text=name, instead=NOT_COUNTED[name])
    if name not in KINDS:
        raise Refused("unknown_key", field="tiebreaks", key=code[:80], known=tuple(KINDS))
    kind = KINDS[name]
    if not set(letters) <= set(kind.takes):
        raise Refused("tiebreak_unreadable", text=code[:40])
    return Tiebreak(code, kind, _preset(kind.preset, modifiers))


def _preset(preset: Modifiers, asked: Modifiers) -> Modifiers:
    """Join two sets of modifiers of a tie-break.

    *preset*: the modifiers that the method always has. *asked*: those given in the tie-break's code.
    """
    return Modifiers(
        low=asked.low or preset.low,
        high=asked.high or preset.high,
        limit=asked.limit,
        shift=asked.shift,
        forfeits=asked.forfeits,
        fore=asked.fore or preset.fore,
        unrated=asked.unrated,
        rated_only=preset.rated_only,
        reverse=asked.reverse,
        edition=asked.edition,
    )


OFFERED = (
    "wins", "solkoff", "solkoff-median", "solkoff-truncated", "solkoff-full-truncated", "solkoff-plus",
    "sonneborn-berger", "direct-encounter", "koya", "progressive", "plus-draws", "average-rating", "performance",
    "lots", "board-points",
    "DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "BH", "BH/C1", "BH/C2", "BH/M1", "AOB", "FB", "FB/C1",
    "SB", "SB/C1", "KS", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG", "TPN",
    "BH@2024", "BH/C1@2024", "AOB@2024", "FB@2024", "SB@2024", "SB/C1@2024",
    "EMGSB", "EMMSB", "BC", "TBR", "BBE",
)  # fmt: skip
TIEBREAKS: Mapping[str, Tiebreak] = {code: tiebreak(code) for code in OFFERED}
"""The tie-breaks that a club can choose on the pages. Their names and descriptions are in the message catalogue.

`tiebreak` accepts more codes: every modifier of C.07 that the method takes.
"""
