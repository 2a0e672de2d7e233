"""The knock-out system: the loser of a match is out. Seeds are the pairing numbers; matches have one game or more.

Seed 1 meets the last seed, seed 2 the last but one. If a seat is empty, its opponent goes through without playing. In
the next stage the winner of the first match meets the winner of the last, so that the first two seeds can meet only in
the final. One round of the tournament is one game of every undecided match. A stage takes as many rounds as its longest
match has games.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.formats.playoffs import PLAY_OFFS, MatchStand, stand
from arbiter.pairing.lots import toss
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, SystemSettings
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match of two entries, the better seed `first`, and its state. 0 means an empty seat."""

    first: int
    second: int
    stand: MatchStand

    @property
    def winner(self) -> int:
        """The entry that goes through to the next stage; 0 while the match is undecided."""
        return {1: self.first, -1: self.second, 0: 0}[self.stand.ahead]

    @property
    def loser(self) -> int:
        """The entry that is out; 0 while the match is undecided, or if the winner's opponent was an empty seat."""
        return {1: self.second, -1: self.first, 0: 0}[self.stand.ahead]


def stages(field: Field, history: Crosstable, settings: SystemSettings) -> tuple[tuple[KnockoutMatch, ...], ...]:
    """Return the matches of every stage so far.

    The last stage returned is the final, or the first stage with an undecided match.
    """
    seeds = [player.entry for player in field]
    gone = {player.entry for player in field if player.withdrawn}
    size = 1
    while size < len(seeds):
        size *= 2
    slots = seeds + [0] * (size - len(seeds))
    done: list[tuple[KnockoutMatch, ...]] = []
    while len(slots) > 1:
        half = len(slots) // 2
        matches = tuple(_match(slots[at], slots[-1 - at], history, gone, settings) for at in range(half))
        done.append(matches)
        if not all(match.winner or not (match.first or match.second) for match in matches):
            break
        slots = [match.winner for match in matches]
        if settings["seats"] == "anew":
            slots.sort(key=lambda entry: seeds.index(entry) if entry in seeds else len(seeds))
        slots += [0] * (half - len(slots))
    return tuple(done)


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair the next game of every undecided match of the present stage.

    Raise Refused if the final is decided, if a game has no result, or if a match is level and an official must decide.
    """
    if len(field) < 2:
        raise Refused("too_few_entries", entries=len(field))
    drawn = stages(field, history, options.settings)
    stage = (*drawn[-1], *third_place(field, drawn, history, options.settings))
    _none_running(stage, history, options)
    open_matches = [match for match in stage if match.first and match.second and not match.winner]
    if not open_matches:
        raise Refused("knockout_decided", entry=stage[0].winner)
    level = [match for match in open_matches if match.stand.step is None]
    if level:
        raise Refused("match_level", white=level[0].first, black=level[0].second)
    seats = {match.first: at for at, match in enumerate(stage)}
    pairs, why = [], []
    for match in open_matches:
        step = match.stand.step
        assert step is not None
        white = _first_is_white(seats[match.first], history, match, len(drawn), options)
        pairs.append((match.first, match.second) if white else (match.second, match.first))
        facts = (("stage", len(stage)), ("step", step.key), ("game", match.stand.game), ("control", step.control))
        code = "match_game" if step.key == "match" else "play_off"
        why.append(Reason(code, pairs[-1], facts=facts))
    gone = {player.entry for player in field if player.withdrawn}
    byes = sorted(match.winner for match in stage if match.winner and match.winner not in gone)
    why += [Reason("through", (entry,)) for entry in byes]
    controls = [match.stand.step.control for match in open_matches if match.stand.step is not None]
    return Drawn(tuple(pairs), tuple((entry, ByeKind.FREE) for entry in byes), tuple(why), controls[0])


def order(field: Field, history: Crosstable, settings: SystemSettings) -> tuple[tuple[int, ...], ...]:
    """Return the final order as tuples of players who share a place.

    The winner comes first, then the loser of the final, then the losers of each earlier stage. While the tournament is
    played, all players who are not out share the first place.
    """
    drawn = stages(field, history, settings)
    lost = [tuple(sorted(match.loser for match in stage if match.loser)) for stage in drawn]
    for small in third_place(field, drawn, history, settings):
        lost[-2:-1] = [(small.loser,), (small.winner,)] if small.winner else [lost[-2]]
    left = {player.entry for player in field} - {entry for group in lost for entry in group}
    return tuple(group for group in (tuple(sorted(left)), *reversed(lost)) if group)


def out(field: Field, history: Crosstable, settings: SystemSettings) -> frozenset[int]:
    """Return the entries that are out of the tournament: those who have lost a match.

    Entries that still play for third place are not out.
    """
    drawn = stages(field, history, settings)
    stage = (*drawn[-1], *third_place(field, drawn, history, settings))
    still = {entry for match in stage for entry in (match.first, match.second)} - {match.loser for match in stage}
    return frozenset(player.entry for player in field if player.entry not in still)


def third_place(
    field: Field, drawn: Sequence[tuple[KnockoutMatch, ...]], history: Crosstable, settings: SystemSettings
) -> tuple[KnockoutMatch, ...]:
    """Return the match for third place, which is played at the same time as the final.

    Return nothing if the club plays no such match, or if the losers of the semi-finals are not known yet. *drawn* are
    the stages so far.
    """
    if settings["third"] != "yes" or len(drawn) < 2 or len(drawn[-1]) != 1:
        return ()
    losers = [match.loser for match in drawn[-2]]
    gone = {player.entry for player in field if player.withdrawn}
    return (_match(losers[0], losers[1], history, gone, settings),) if all(losers) else ()


def _match(first: int, second: int, history: Crosstable, gone: set[int], settings: SystemSettings) -> KnockoutMatch:
    if not (first and second):
        return KnockoutMatch(first, second, MatchStand(1 if first else -1 if second else 0))
    games = sorted(history.between(first, second), key=lambda met: (met.round, met.game))
    balances = tuple(
        met.points_of(first, history.points) - met.points_of(second, history.points)
        for met in games
        if met.outcome is not None
    )
    now = stand(balances, int(settings["games"]), PLAY_OFFS[str(settings["play_off"])])
    if not now.ahead and (first in gone or second in gone):
        return KnockoutMatch(first, second, MatchStand(-1 if first in gone else 1))
    if not now.ahead and now.step is None and settings["level"] == "seed":
        return KnockoutMatch(first, second, MatchStand(1))
    return KnockoutMatch(first, second, now)


def _none_running(stage: Sequence[KnockoutMatch], history: Crosstable, options: Options) -> None:
    waiting = [
        met
        for match in stage
        if match.first and match.second
        for met in history.between(match.first, match.second)
        if met.outcome is None
    ]
    if waiting:
        boards = tuple(met.board for met in waiting)
        raise Refused("games_running", round=options.round, boards=boards, running=waiting[0].round)


def _first_is_white(at: int, history: Crosstable, match: KnockoutMatch, stage: int, options: Options) -> bool:
    """Return whether the first player of *match* has White in its next game: colours alternate within a match.

    For the first game, the colours of the first match of a stage are drawn by lot, and the next matches alternate. *at*
    is the number of the match, counted from 0.
    """
    games = sorted(history.between(match.first, match.second), key=lambda met: (met.round, met.game))
    if games:
        return games[-1].white != match.first
    top = options.initial is Side.WHITE if options.initial and stage == 1 else toss(options.lots, stage)
    return top == (at % 2 == 0)


KNOCKOUT = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=(),
    fixed_field=True,
    meets=0,
    away=out,
    order=order,
    settings={
        "games": Bounds(default=1, least=1, most=10),
        "play_off": Bounds(default="micro-match", choices=tuple(PLAY_OFFS)),
        "level": Bounds(default="seed", choices=("seed", "hand")),
        "third": Bounds(default="no", choices=("no", "yes")),
        "seats": Bounds(default="kept", choices=("kept", "anew")),
    },
)
"""The knock-out system. Setting `games`: the number of games of a match. `play_off`: the play-off (see `playoffs`).

`level`: who goes through if the match is still level: the better seed ("seed"), or an official decides ("hand").
`third`: whether there is a match for third place. `seats`: whether the draw made before the first stage stays ("kept"),
or the winners are seeded again in every stage ("anew").
"""
