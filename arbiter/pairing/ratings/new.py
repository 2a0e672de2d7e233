"""The ratings after a tournament: a line for each entry, with the contribution of each of its games.

A game counts if it was played at the board and the opponent has a rating. A player without a rating gets one from the
rated opponents; that new rating does not count for anybody else in the same tournament.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arbiter.pairing.ratings.systems import WORTH, Before, NewRating, RatingSystem, of_table
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    """One game of an entry. `how` is "played" if the game counts for the rating.

    Otherwise it is the reason why not: "forfeit", "running" or "unrated". `points` is 1, ½ or 0, or None without a
    result. `expected` is None if the game does not count or the player had no rating.
    """

    round: int
    opponent: int
    side: Side
    rating: int | None
    points: Fraction | None
    expected: Fraction | None
    how: str

    @property
    def counts(self) -> bool:
        """Whether the new rating takes this game into account."""
        return self.how == "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingLine:
    """An entry's rating before and after.

    `after` is None if no game counts or there is no formula; the rating then stays.
    """

    entry: int
    before: Before
    games: tuple[RatedGame, ...]
    after: NewRating | None
    listed: int = 0

    @property
    def rating(self) -> int | None:
        """The new rating; None for a player who had none and met nobody with one."""
        return self.before.rating if self.after is None else self.after.rating

    @property
    def change(self) -> int | None:
        """The change of the rating; None if there was no rating before or after."""
        if self.before.rating is None or self.rating is None:
            return None
        return self.rating - self.before.rating

    @property
    def counted(self) -> int:
        return sum(game.counts for game in self.games)

    @property
    def note(self) -> str | None:
        """A remark as a code: "new", "unlisted" (too few games for the list yet) or "unrated"; otherwise None."""
        if self.before.rating is not None:
            return None
        if self.rating is None:
            return "unrated"
        return "new" if self.counted >= self.listed else "unlisted"


def rating_list(
    table: Crosstable, system: RatingSystem | None, known_before: Mapping[int, Before]
) -> tuple[RatingLine, ...]:
    """The rating list after the tournament, the highest new rating first, players without one last.

    *known_before* has the rating of every entry of the table before the tournament.
    """
    lines = [_line(table, system, entry, known_before[entry]) for entry in table.entries]
    return tuple(sorted(lines, key=lambda line: (line.rating is None, -(line.rating or 0), line.entry)))


def _line(table: Crosstable, system: RatingSystem | None, entry: int, before: Before) -> RatingLine:
    games = tuple(_game(table, system, entry, before, met) for met in table.of(entry))
    after = system.after(before, of_table(table, entry)) if system and any(game.counts for game in games) else None
    games = tuple(sorted(games, key=lambda game: game.round))
    return RatingLine(entry=entry, before=before, games=games, after=after, listed=system.listed if system else 0)


def _game(table: Crosstable, system: RatingSystem | None, entry: int, before: Before, met: Meeting) -> RatedGame:
    rating, outcome = table.ratings.get(met.opponent(entry)), met.of(entry)
    how, expected = _how(met, rating), None
    if system is not None and how == "played" and before.rating is not None and rating is not None:
        expected = system.expected(before.rating - rating)
    return RatedGame(
        round=met.round,
        opponent=met.opponent(entry),
        side=met.side(entry),
        rating=rating,
        points=None if outcome is None else WORTH[outcome],
        expected=expected,
        how=how,
    )


def _how(met: Meeting, rating: int | None) -> str:
    if met.outcome is None:
        return "running"
    if not met.played:
        return "forfeit"
    return "unrated" if rating is None else "played"
