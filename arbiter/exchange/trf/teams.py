"""Teams in a TRF: records 310 (013 in TRF16), 300, 320, 330, 352 and 362, written and read back.

The records have no order of boards and matches, and no seats that a team left empty. These facts are written as
comments. "Boards of round 1: 12-3 4-9" are the players of White and Black from board 1 on. "Matches of round 1: 3-1
2-4/1/0 5-0" are the numbers of home team and guest team (0: a bye); after each stroke comes the number of empty seats
of a team. If a file has no such comments, its matches are derived from its games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from arbiter.pairing.formats.teams import score
from arbiter.pairing.table.points import Outcome
from arbiter.pairing.trf import LineUp, TeamByes, TeamForfeit, Tenths, Trf, TrfTeam
from arbiter.rulings.rounds.line_ups import FixtureRow, seats
from arbiter.rulings.rounds.pairing_input import system_settings
from arbiter.rulings.rounds.placing import placing
from arbiter.tournament.fixtures import labels, match_of, match_table, teams
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass
from arbiter.view import View

NAME_CHARACTERS = 32
"""The width in characters of the column for the name of a team."""
ROWS = re.compile(r"(Boards|Matches) of round (\d{1,2}): ([-/\d ]+)", re.ASCII)
MATCH = re.compile(r"(\d{1,4})-(\d{1,4})(?:/(\d{1,2})/(\d{1,2}))?", re.ASCII)
FORFEITS: Mapping[str, tuple[bool, bool]] = {"+-": (False, True), "-+": (True, False), "--": (False, False)}
"""For each code of record 330 (a forfeited match): whether the home team, and whether the guest team, loses all boards.

A team loses all boards if all its seats are empty.
"""
COLOURS = ("WB", "BW", "WBBW", "BWWB")
"""The colours of the home team from board 1 on that the settings know. The first that fits the file is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecords:
    """The records of a team tournament, as fields of a `Trf`; empty for a tournament of players."""

    head: Mapping[str, str] = field(default_factory=dict)
    match_worths: Mapping[str, Tenths] = field(default_factory=dict)
    teams: tuple[TrfTeam, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    byes: tuple[TeamByes, ...] = ()
    forfeits: tuple[TeamForfeit, ...] = ()
    comments: tuple[str, ...] = ()


def records_of(view: View, numbers: Mapping[int, int]) -> TeamRecords:
    """Return the team records of a tournament; *numbers* are the pairing numbers of the entries."""
    state = view.state
    table, ranks = match_table(state), {row.entry: row.rank for row in placing(state, view.known)}
    settings = system_settings(state)
    boards, colours = int(settings["boards"]), str(settings["colours"])
    points = state.points

    def tenths(outcome: Outcome) -> Tenths:
        return int(points.value(points.of(outcome)) * 10)

    drawn, names = tenths(Outcome.DRAWN), labels(state)
    free = [_free(round) for round in state.published]
    return TeamRecords(
        head={"082": str(len(names)), "352": (colours * boards)[:boards]},
        match_worths={"TW": tenths(Outcome.WON), "TD": drawn, "TL": tenths(Outcome.LOST)},
        teams=tuple(
            TrfTeam(
                number=team.number,
                name=names[team.number - 1][:NAME_CHARACTERS],
                match_points=int(points.value(table.score(team.number)) * 10),
                game_points=int(points.value(_game_points(state, team.number)) * 10),
                rank=ranks.get(team.number),
                players=tuple(numbers[entry] for entry in team.players),
            )
            for team in teams(state)
        ),
        line_ups=tuple(_line_ups(state, numbers)),
        byes=(TeamByes(None if table.everybody else drawn, None, tuple(free)),) if any(free) else (),
        forfeits=tuple(_forfeits(state)),
        comments=tuple(_comments(state, numbers)),
    )


def _free(round: Round) -> int:
    """Return the number of the team that has the bye in a round; 0 if none has it."""
    return next((fixture.home for fixture in round.fixtures if not fixture.guest), 0)


def _forfeits(state: Tournament) -> Iterator[TeamForfeit]:
    """Yield the matches in which no board was played, because one or both teams had left all their seats empty."""
    for round in state.published:
        for one in round.fixtures:
            if one.guest and not seats(state, round, one)[0]:
                lost = (one.empty_home > 0, one.empty_guest > 0)
                kind = next((kind for kind, loses in FORFEITS.items() if loses == lost), "")
                if kind:
                    yield TeamForfeit(kind, round.number, one.home, one.guest)


def _game_points(state: Tournament, team: int) -> int:
    total = 0
    for round in state.published:
        for fixture in round.fixtures:
            if fixture.guest and team in (fixture.home, fixture.guest):
                home, guest = score(match_of(state, round, fixture))
                total += home if team == fixture.home else guest
    return total


def _line_ups(state: Tournament, numbers: Mapping[int, int]) -> Iterator[LineUp]:
    """Yield a record for each team whose line-up was not simply the first players of its order of strength."""
    order = {team.number: team.players for team in teams(state)}
    for round in state.published:
        for fixture in round.fixtures:
            if not fixture.guest:
                continue
            home, guest = seats(state, round, fixture)
            for team, other, there in (
                (fixture.home, fixture.guest, home + [0] * fixture.empty_home),
                (fixture.guest, fixture.home, guest + [0] * fixture.empty_guest),
            ):
                if tuple(there) != order[team][: len(there)]:
                    yield LineUp(round.number, team, other, tuple(numbers.get(entry, 0) for entry in there))


def _comments(state: Tournament, numbers: Mapping[int, int]) -> Iterator[str]:
    for round in state.published:
        boards = " ".join(f"{numbers[white]}-{numbers[black]}" for white, black in round.pairs)
        if boards:
            yield f"Boards of round {round.number}: {boards}"
        told = " ".join(
            f"{one.home}-{one.guest}" + (f"/{one.empty_home}/{one.empty_guest}" if one.guest else "")
            for one in round.fixtures
        )
        if told:
            yield f"Matches of round {round.number}: {told}"


class SeatedRound(NamedTuple):
    """The boards of a round in their order, as pairs of pairing numbers (White, Black), and its matches."""

    pairs: list[tuple[int, int]]
    matches: list[FixtureRow]


class TeamsOfFile:
    """The teams of a file, and the matches of its rounds."""

    def __init__(self, trf: Trf) -> None:
        self.trf = trf
        by_number = {team.number: team for team in trf.teams}
        left = {player.number for player in trf.players}
        self.players: dict[int, tuple[int, ...]] = {}
        for number, team in by_number.items():
            self.players[number] = tuple(one for one in dict.fromkeys(team.players) if one in left)
            left.difference_update(team.players)  # a player who is named in two teams belongs to the first one
        self.team = {one: number for number, those in self.players.items() for one in those}
        self.names = dict(_distinct((number, team.name) for number, team in by_number.items()))
        first = sorted((min(those), number) for number, those in self.players.items() if those)
        self.ours = {number: at for at, (_, number) in enumerate(first, start=1)}
        """The number of each team in this program, by its number in the file."""
        self.line_ups = {(one.round, one.team): one.players for one in trf.line_ups}
        self.told = dict(_told(trf))

    @cached_property
    def order(self) -> list[int]:
        """All pairing numbers, in an order in which the players of each team stand by strength."""
        if all(list(those) == sorted(those) for those in self.players.values()):
            return sorted(player.number for player in self.trf.players)
        teamed = [one for number in self.ours for one in self.players[number]]
        return [*teamed, *sorted({player.number for player in self.trf.players} - set(teamed))]

    @cached_property
    def settings(self) -> dict[str, str | int]:
        """The settings for the team system: how many boards a match has, and the colours of the home team."""
        colours = self.trf.head.get("352", "").strip().upper()
        rounds = range(1, max((len(player.cells) for player in self.trf.players), default=0) + 1)
        sizes = [size for n in rounds for size in Counter(row[:2] for row in self._games(n)).values()]
        boards = len(colours) or max(sizes, default=0) or max(map(len, self.players.values()), default=1)
        boards = min(max(boards, 1), 50)
        fits = (name for name in COLOURS if colours and (name * boards)[: len(colours)] == colours)
        return {"boards": boards, "colours": next(fits, "WB")}

    def _games(self, round: int) -> list[tuple[int, int, int, int]]:
        """Return for each game of a round its two teams (the lower number first), then its players (White, Black)."""
        found = []
        for white, black in self.trf.pairs(round):
            teams_of = sorted((self.team.get(white, 0), self.team.get(black, 0)))
            if teams_of[0] and teams_of[0] != teams_of[1]:
                found.append((teams_of[0], teams_of[1], white, black))
        return found

    def seated(self, round: int) -> SeatedRound:
        """Return the boards and the matches of a round, in the order of the comments if the file has them."""
        games: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for one, other, white, black in self._games(round):
            games.setdefault((one, other), []).append((white, black))
        matches = self.told.get(("Matches", round)) or [*self._found(round, games)]
        pairs = [row[:2] for row in self.told.get(("Boards", round), ())]
        for home, guest, *_ in matches:
            there = games.pop((min(home, guest), max(home, guest)), [])
            pairs += sorted(there, key=lambda pair: self._seat(round, home, pair))
        pairs += [pair for left in games.values() for pair in left]
        known = [row for row in matches if row[0] in self.ours and row[1] in {0, *self.ours} - {row[0]}]
        return SeatedRound(pairs, [(self.ours[h], self.ours.get(g, 0), *empty) for h, g, *empty in known])  # type: ignore[misc]

    def _found(self, round: int, games: Mapping[tuple[int, int], list[tuple[int, int]]]) -> Iterator[FixtureRow]:
        """Yield the matches of a round, derived from its *games*, for a file without comments about them."""
        met = set[int]()
        first_white = str(self.settings["colours"])[0] == "W"
        for (one, other), pairs in games.items():
            top = min(pairs, key=lambda pair: self._seat(round, one, pair))
            white = self.team[top[0]]
            home, guest = (white, one + other - white) if first_white else (one + other - white, white)
            yield home, guest, self._empty(round, home), self._empty(round, guest)
            met |= {one, other}
        for row in self.trf.team_forfeits:
            if row.round == round and row.kind in FORFEITS and not met & {row.white, row.black}:
                boards, empty = int(self.settings["boards"]), FORFEITS[row.kind]
                yield row.white, row.black, boards * empty[0], boards * empty[1]
                met |= {row.white, row.black}
        yield from ((team, 0, 0, 0) for team in self.ours if team not in met and met)

    def _empty(self, round: int, team: int) -> int:
        return self.line_ups.get((round, team), ()).count(0)

    def _seat(self, round: int, home: int, pair: Sequence[int]) -> int:
        """Return the index of the home team's player in its line-up or, without a line-up, in its order of strength."""
        player = next((one for one in pair if self.team.get(one) == home), 0)
        order = self.line_ups.get((round, home), self.players.get(home, ()))
        return order.index(player) if player in order else len(order)


def _told(trf: Trf) -> Iterator[tuple[tuple[str, int], list[FixtureRow]]]:
    """Yield the pairs that comments in the file list for a round: the boards, or the matches of teams.

    A key comes before the pairs: the word "Boards" or "Matches", and the number of the round.
    """
    for text in trf.comments:
        if found := ROWS.fullmatch(text):
            rows = [match for word in found[3].split() if (match := MATCH.fullmatch(word))]
            yield (found[1], int(found[2])), [(int(m[1]), int(m[2]), int(m[3] or 0), int(m[4] or 0)) for m in rows]


def _distinct(names: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield each team with a name of its own: teams of the same name get their numbers added."""
    told = [(number, name.strip() or f"Team {number}") for number, name in names]
    every = [name.casefold() for _, name in told]
    for number, name in told:
        yield number, name if every.count(name.casefold()) == 1 else f"{name} {number}"
