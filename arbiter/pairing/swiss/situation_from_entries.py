"""The conversion of the entries and the crosstable to a `Situation` of the Dutch rules.

Draughts needs more than chess: any scheme of points, several games in a round, and an order by standings (Solkoff)
instead of pairing numbers. Several games of two players in a round count as one meeting, with the colours of the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbiter.pairing.standings.tiebreaks import KINDS
from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers
from arbiter.pairing.swiss.acceleration import baku, first_half
from arbiter.pairing.swiss.brackets_and_floaters import Situation
from arbiter.pairing.swiss.pairing_card import Card, Past, card
from arbiter.pairing.system_interface import Field, Options, Player
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.ledger import Ledger
from arbiter.pairing.table.points import Outcome
from arbiter.sides import Side


def situation(field: Field, history: Crosstable, options: Options) -> Situation:
    """Make the `Situation` of a round: the players to be paired, in order, and the pairs that are not allowed.

    A player who has never been paired and does not play now gets no pairing number yet, so that nobody's initial colour
    changes.
    """
    pasts = _Pasts(field, history, options)
    known = [player for player in field if player.plays or any(each.paired for each in pasts.of(player, options.round))]
    number = {player.entry: place for place, player in enumerate(known, start=1)}
    ranked = _ranked(known, history, options)
    cards = [
        _card(player, rank, number[player.entry] % 2 == 1, pasts, options)
        for rank, player in enumerate(ranked, start=1)
        if player.plays
    ]
    return Situation(
        round=options.round,
        rounds=options.rounds,
        initial=options.initial or _initial(known, history, options),
        cards=tuple(sorted(cards, key=lambda each: (-each.score, each.rank))),
        forbidden=_bans(options, weak=False),
        weak=_bans(options, weak=True),
    )


def _ranked(known: list[Player], history: Crosstable, options: Options) -> list[Player]:
    """Return the players in order of rank: by pairing number or, if the setting `order` says so, by Solkoff.

    *known*: the players, with their data. Players equal in Solkoff are ordered by pairing number.
    """
    if options.settings.get("order") != "standings" or options.round == 1:
        return known
    count = KINDS["solkoff"].count
    assert count is not None
    ledger = Ledger(history)
    solkoff = {player.entry: count(ledger, player.entry, Modifiers()).value or 0 for player in known}
    return sorted(known, key=lambda player: solkoff[player.entry], reverse=True)  # equal players keep their order


def _card(player: Player, rank: int, odd: bool, pasts: _Pasts, options: Options) -> Card:
    return card(
        number=player.entry,
        rank=rank,
        odd=odd,
        points=pasts.points(player.entry, options.round),
        extra=pasts.ahead(player.entry, options.round),
        past=pasts.of(player, options.round),
        win=pasts.win,
        loss=pasts.loss,
        last_round=bool(options.rounds) and options.round >= options.rounds,
    )


class _Pasts:
    """The earlier rounds of every entry."""

    def __init__(self, field: Field, history: Crosstable, options: Options) -> None:
        self.history = history
        self.options = options
        games = max((meeting.game for meeting in history.meetings), default=1)
        self._of: dict[tuple[int, int], tuple[Past, ...]] = {}
        self._sums: dict[tuple[int, int], int] = {}
        self.win = games * history.points.win
        self.loss = games * history.points.loss
        self.meetings: dict[tuple[int, int], list[Meeting]] = {}
        for meeting in history.meetings:
            for entry in (meeting.white, meeting.black):
                self.meetings.setdefault((entry, meeting.round), []).append(meeting)
        self.byes: dict[tuple[int, int], list[Bye]] = {}
        for bye in history.byes:
            self.byes.setdefault((bye.entry, bye.round), []).append(bye)
        first = [player for player in field if options.round == 1 or self._was_there(player.entry)]
        border = first_half(len(first))
        last = first[border - 1].entry if 0 < border <= len(first) else 0
        entries = [player.entry for player in field]
        self.upper = set(entries[: entries.index(last) + 1]) if last else set()
        """The entries that are accelerated: the upper half in round 1, and late entries numbered among this half."""

    def of(self, player: Player, round: int) -> tuple[Past, ...]:
        """Return the rounds of *player* before *round*, from round 1 on."""
        found = self._of.get((player.entry, round))
        if found is None:
            found = tuple([self._past(player.entry, before) for before in range(1, round)])
            self._of[player.entry, round] = found
        return found

    def points(self, entry: int, round: int) -> int:
        """Return the points of an entry before *round*. A game without a result counts as a draw."""
        if round == 1:
            return 0
        found = self._sums.get((entry, round))
        if found is None:
            found = self._sums[entry, round] = self.points(entry, round - 1) + self._points(entry, round - 1)
        return found

    def ahead(self, entry: int, round: int) -> int:
        """Return the extra points of acceleration that are added to the score of an entry in *round*."""
        if self.options.settings.get("acceleration") != "baku" or entry not in self.upper:
            return 0
        return baku(round, self.options.rounds, self.history.points)

    def _was_there(self, entry: int) -> bool:
        return (entry, 1) in self.meetings or (entry, 1) in self.byes

    def _points(self, entry: int, round: int) -> int:
        points = self.history.points
        if found := self.meetings.get((entry, round)):
            return sum(points.draw if each.outcome is None else each.points_of(entry, points) for each in found)
        byes = self.byes.get((entry, round), [])  # one for each game of the round
        return sum(points.of(bye.outcome) for bye in byes if bye.outcome is not None)

    def _past(self, entry: int, round: int) -> Past:
        points, found = self._points(entry, round), self.meetings.get((entry, round))
        if not found:
            return _sat_out(self.byes.get((entry, round), []), points, self.win)
        first = min(found, key=lambda meeting: meeting.game)
        other = first.opponent(entry)
        return Past(
            opponent=other,
            side=first.side(entry),
            played=any(each.played for each in found),
            paired=True,
            points=points,
            score=self.points(entry, round) + self.ahead(entry, round),
            against=self.points(other, round) + self.ahead(other, round),
        )


def _sat_out(byes: Sequence[Bye], points: int, win: int) -> Past:
    """Make the record of a round in which the player had no opponent.

    A bye that counts as a win excludes the player from the allocated bye, even if it gives fewer points.
    """
    allocated = any(bye.kind in {ByeKind.ALLOCATED, ByeKind.FREE} for bye in byes)
    won = any(bye.outcome is Outcome.WON for bye in byes)
    return Past(paired=allocated, allocated=allocated, points=max(points, win) if won else points)


def _bans(options: Options, *, weak: bool) -> Mapping[int, frozenset[int]]:
    """Return, for each entry, the entries that it may not meet in this round. With *weak* only weak bans count."""
    found: dict[int, frozenset[int]] = {}
    for ban in options.forbidden:
        if ban.weak is weak and ban.first <= options.round <= ban.last:
            for entry in ban.entries:
                found[entry] = found.get(entry, frozenset()) | (ban.entries - {entry})
    return found


def _initial(known: list[Player], history: Crosstable, options: Options) -> Side:
    """Return the initial colour (of pairing number 1), as the pairs of round 1 show it.

    If round 1 has not been paired, draw the colour by lot.
    """
    for place, player in enumerate(known):
        for meeting in history.of(player.entry):
            if meeting.round == 1 and meeting.game == 1:
                side = meeting.side(player.entry)
                return side if place % 2 == 0 else side.other
    return (Side.WHITE, Side.BLACK)[options.lots % 2]
