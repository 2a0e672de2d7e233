"""The ratings after a tournament: a line for each entry, with the contribution of each of its games.

A game counts if it was played at the board and the opponent has a rating. A player without a rating gets one from the
games against rated opponents. These games do not change the ratings of the opponents.
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
    """One game of an entry, as it counts for the rating. `rating` is the rating of the opponent.

    `how` is "played" if the game counts. Otherwise it is the reason why it does not: "forfeit", "running" (no result)
    or "unrated" (the opponent). `points` is 1, ½ or 0, or None if there is no result. `expected` is the expected score,
    None if the game does not count or the player had no rating.
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
    """The rating of an entry before and after the tournament, with its games.

    `after` is None if no game counts, or if the tournament has no rating system; then the rating stays. `listed` is the
    number of games that a new rating needs to be listed.
    """

    entry: int
    before: Before
    games: tuple[RatedGame, ...]
    after: NewRating | None
    listed: int = 0

    @property
    def rating(self) -> int | None:
        """The new rating; None if the player had no rating and met no rated opponent."""
        return self.before.rating if self.after is None else self.after.rating

    @property
    def change(self) -> int | None:
        """The change of the rating; None if the player had no rating before, or has none after."""
        if self.before.rating is None or self.rating is None:
            return None
        return self.rating - self.before.rating

    @property
    def counted(self) -> int:
        return sum(game.counts for game in self.games)

    @property
    def note(self) -> str | None:
        """The code of a remark on a player who had no rating; None for all others.

        "new": a new rating. "unlisted": a new rating from too few games to be listed. "unrated": still no rating.
        """
        if self.before.rating is not None:
            return None
        if self.rating is None:
            return "unrated"
        return "new" if self.counted >= self.listed else "unlisted"


def rating_list(
    table: Crosstable, system: RatingSystem | None, known_before: Mapping[int, Before]
) -> tuple[RatingLine, ...]:
    """Return the rating list after the tournament, the highest new rating first, players without a rating last.

    *known_before* has the rating before the tournament of every entry of *table*. If *system* is None, all ratings
    stay.
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
