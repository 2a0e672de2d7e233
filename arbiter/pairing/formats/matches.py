"""Matches of two to four games between the same two players, with alternating colours.

One round of the tournament is one game of every match. The pairing system is called only for the first round of each
match, with a history in which a match is one round. The other rounds of a match repeat the pairs with the colours
reversed. A match counts by its games, or as one result.
"""

from __future__ import annotations

from arbiter.pairing.system_interface import (
    Bounds,
    Drawn,
    Field,
    Options,
    Pair,
    Reason,
    RoundsCount,
    System,
    SystemSettings,
)
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.sides import Both
from arbiter.values import replace

GAMES = Bounds(default=1, least=1, most=4)
COUNT = Bounds(default="games", choices=("games", "match"))


def of_games(system: System) -> System:
    """Return *system* changed so that it pairs matches. The setting `games` is the number of games of a match.

    The setting `count` says how a match counts: "games" (each game) or "match" (one result).
    """
    return replace(
        system,
        pair=_pair(system.pair),
        rounds=_of_all_games(system.rounds),
        table=_of_all_games(system.table) if system.table else None,
        settings={**system.settings, "games": GAMES, "count": COUNT},
    )


def _of_all_games(count: RoundsCount) -> RoundsCount:
    """Return a function that multiplies the number of rounds of *count* by the number of games of a match."""
    return lambda field, settings: count(field, _inner(settings)) * games_of(settings)


def games_of(settings: SystemSettings) -> int:
    return int(settings.get("games", 1))


def merged(table: Crosstable, games: int, count: str = "games") -> Crosstable:
    """Return *table* with one round for each match of *games* games instead of one for each game.

    If *count* is "games", a match keeps its games. If *count* is "match", it becomes one meeting with the result of the
    whole match. The byes during a match become byes of its round. If *count* is "match", only the first of them stays.
    """
    if games == 1:
        return table
    meetings = tuple(
        replace(met, round=(met.round - 1) // games + 1, game=(met.round - 1) % games + 1) for met in table.meetings
    )
    if count == "match":
        meetings = _as_one(meetings, games, table.points)
    byes = tuple(
        replace(bye, round=(bye.round - 1) // games + 1)
        for bye in table.byes
        if (bye.round - 1) % games == 0 or (count == "games" and bye.outcome is not None)
    )
    return replace(table, meetings=meetings, byes=byes, rounds=-(-table.rounds // games))


def _as_one(meetings: tuple[Meeting, ...], games: int, points: PointScheme) -> tuple[Meeting, ...]:
    """Return one meeting for each match, with the colours of its first game.

    A meeting has no outcome until all games of its match have one.
    """
    found: dict[tuple[int, frozenset[int]], list[Meeting]] = {}
    for met in meetings:
        found.setdefault((met.round, frozenset((met.white, met.black))), []).append(met)
    return tuple(_one(sorted(match, key=lambda met: met.game), games, points) for match in found.values())


def _one(match: list[Meeting], games: int, points: PointScheme) -> Meeting:
    first = match[0]
    if len(match) < games or any(met.outcome is None for met in match):
        return replace(first, outcome=None, game=1)
    ahead = sum(met.points_of(first.white, points) - met.points_of(first.black, points) for met in match)
    won, drawn, lost = Outcome.WON, Outcome.DRAWN, Outcome.LOST
    outcome = Both(won, lost) if ahead > 0 else Both(lost, won) if ahead < 0 else Both(drawn, drawn)
    return replace(first, outcome=outcome, game=1, scored=None, played=any(met.played for met in match))


def _pair(inner: Pair) -> Pair:
    def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
        games = games_of(options.settings)
        if games == 1:
            return inner(field, history, replace(options, settings=_inner(options.settings)))
        game = (options.round - 1) % games
        if game:
            return _again(field, history, options, game)
        count = str(options.settings["count"])
        asked = replace(
            options,
            round=(options.round - 1) // games + 1,
            rounds=-(-options.rounds // games),
            settings=_inner(options.settings),
            forbidden=tuple(
                replace(ban, first=(ban.first - 1) // games + 1, last=(ban.last - 1) // games + 1)
                for ban in options.forbidden
            ),
        )
        return inner(field, merged(history, games, count), asked)

    return pair


def _again(field: Field, history: Crosstable, options: Options, game: int) -> Drawn:
    """Pair the next game of the matches in progress: the pairs of the round before, with the colours reversed.

    *game* is the number of games of the match already paired. A player who came after the match began, or whose
    opponent withdrew, sits out.
    """
    before = sorted((met for met in history.meetings if met.round == options.round - 1), key=lambda met: met.board)
    gone = {player.entry for player in field if player.withdrawn}
    pairs = tuple((met.black, met.white) for met in before if not gone.intersection((met.white, met.black)))
    paired = {entry for pair in pairs for entry in pair}
    had = {bye.entry: bye.kind for bye in history.byes if bye.round == options.round - 1}
    byes = tuple(
        (player.entry, player.sits or had.get(player.entry, ByeKind.FREE))
        for player in sorted(field, key=lambda player: player.entry)
        if player.entry not in paired and player.entry not in gone
    )
    facts = (("game", game + 1), ("games", int(options.settings["games"])))
    why = [Reason("same_match", pair, facts=facts) for pair in pairs]
    why += [Reason("no_opponent_left", (entry,)) for entry, kind in byes if kind is ByeKind.FREE and entry not in had]
    return Drawn(pairs, byes, tuple(why))


def _inner(settings: SystemSettings) -> SystemSettings:
    return {key: value for key, value in settings.items() if key not in ("games", "count")}
