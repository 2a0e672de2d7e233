"""The data for pairing a round (players, earlier rounds and options), taken from the state as one plain value.

Drawing a large field takes seconds, and no move may wait for it. So another thread may draw the round in advance: it
takes the `Basis` and returns `Prepared`. The prepared round is used only if the tournament's basis is still the same.
Otherwise the round is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import count, islice

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.system_interface import Drawn, Field, Forbidden, Options, Player, SystemSettings, settings_of
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.referee.appeals import paired_on
from arbiter.sides import Both, Side
from arbiter.tournament.fixtures import labels, match_table, team_of
from arbiter.tournament.state import Tournament
from arbiter.tournament.terms import GENERAL
from arbiter.values import dataclass, replace

DRAWN = Both(Outcome.DRAWN, Outcome.DRAWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Facts about an entry that a pairing may use. They are in the register, not in the journal."""

    rating: int | None = None
    club: str = ""
    federation: str = ""
    categories: frozenset[str] = frozenset()
    """The names of the categories to which the entry belongs. No pairing depends on categories."""


@dataclass(frozen=True, slots=True)
class Basis:
    """All data from which a round is drawn. The same basis always gives the same round."""

    system: str
    field: Field
    history: Crosstable
    options: Options

    def draw(self) -> Drawn:
        """Draw the round. Raise Refused if no pairing exists."""
        return SYSTEMS[self.system].pair(self.field, self.history, self.options)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A round drawn in advance, with the basis from which it was drawn."""

    basis: Basis
    drawn: Drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The data for a pairing that the tournament's state lacks: facts of the register, the lot, pairs made by hand."""

    known: Mapping[int, Known] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    lots: int = 0
    pairs: tuple[tuple[int, int], ...] = ()
    rematches: bool = False


def basis_of(state: Tournament, inputs: Inputs) -> Basis:
    """Return the basis of the next round. Raise Refused while no round can be drawn.

    Each waiting appeal counts as the director has chosen.
    """
    state = paired_on(state)
    number = len(state.rounds) + 1
    if state.rounds and state.rounds[-1].draft:
        raise Refused("round_is_draft", round=number - 1)
    playing = [game for game in state.games() if game.result is None and game.postponed is None]
    if playing and not state.rolling:
        boards = tuple(game.board for game in playing if game.round == playing[0].round)
        raise Refused("games_running", round=number, boards=boards, running=playing[0].round)
    if len(state.entries) - len(state.withdrawn) < 2:
        raise Refused("too_few_entries", entries=len(state.entries) - len(state.withdrawn))
    planned = rounds_planned(state)
    if planned and number > planned:
        raise Refused("all_rounds_paired", rounds=planned)
    if state.pairing.teams:
        options = options_of(state, number, inputs)
        options = replace(options, forbidden=tuple(_of_their_teams(state, ban) for ban in options.forbidden))
        return Basis(state.system, team_field(state), match_table(state), options)
    history = history_of(state, inputs)
    if inputs.rematches and state.pairing.cycles:  # pairing tables allow second meetings
        history = replace(history, meetings=())
    return Basis(state.system, field_of(state, number, inputs), history, options_of(state, number, inputs))


def field_of(state: Tournament, round: int, inputs: Inputs) -> Field:
    """Return every participant, in the order of the pairing numbers."""
    nothing, out, gone = Known(), absentees(state), seatless(state)
    players = []
    for entry in inputs.order or state.order:
        if entry in gone:
            continue
        known = inputs.known.get(entry, nothing)
        players.append(
            Player(
                entry=entry,
                rating=known.rating,
                club=known.club,
                federation=known.federation,
                group=state.groups.get(entry, ""),
                sits=state.sits_out(entry, round),
                withdrawn=entry in state.withdrawn,
                left=state.left(entry),
                board=state.seats.get(entry),
                absent=entry in out,
            )
        )
    return tuple(players)


def seatless(state: Tournament) -> frozenset[int]:
    """Return the entries that left before round 1 of a system whose pairing tables are made once, for a fixed field.

    These tables have no seat for such entries.
    """
    fixed = state.pairing.fixed_field
    return frozenset(entry for entry in state.withdrawn if state.left(entry) == 1) if fixed else frozenset()


def without_seat(state: Tournament, entry: int) -> bool:
    """Return whether the entry left before the pairing tables were made that are used now."""
    system, left = state.pairing, state.left(entry)
    if not (system.fixed_field and left):
        return False
    begins = [1]
    if system.stages is not None and system.table is not None:
        field = field_of(state, len(state.rounds) + 1, Inputs())
        begins.append(system.table(field, system_settings(state)) + 1)
    return any(left <= begin <= len(state.rounds) for begin in begins)


def absentees(state: Tournament) -> frozenset[int]:
    """Return the entries that are not paired until they check in.

    Empty if nobody has checked in, and for a system in which every entry plays each round.
    """
    waiting = state.rolling and state.checking
    return frozenset(state.entries).difference(state.here, state.withdrawn, state.house) if waiting else frozenset()


def team_field(state: Tournament) -> Field:
    """Return the teams as entries of a tournament of teams. Raise Refused if there are fewer than two."""
    names = labels(state)
    if len(names) < 2:
        raise Refused("two_teams_needed", teams=len(names))
    return tuple(Player(entry=number) for number in range(1, len(names) + 1))


def history_of(state: Tournament, inputs: Inputs) -> Crosstable:
    """Return the crosstable of all rounds so far, from which the next round is paired.

    A postponed game counts as the tournament's settings say.
    """
    ratings = {entry: known.rating for entry, known in inputs.known.items() if known.rating is not None}
    table = state.crosstable(ratings)
    numbers = {entry: number for number, entry in enumerate(inputs.order or state.order, start=1)}
    as_drawn = state.setting("postponed") == "draw"
    put_off = {(game.round, game.board) for game in state.games() if as_drawn and game.postponed is not None}
    meetings = tuple(
        replace(met, outcome=DRAWN) if met.outcome is None and (met.round, met.board) in put_off else met
        for met in table.meetings
    )
    return replace(table, meetings=meetings, numbers=numbers)


def options_of(state: Tournament, round: int, inputs: Inputs) -> Options:
    """Return the director's decisions for the round *round*: forbidden pairs, byes, fixed boards, lots."""
    bans = [
        Forbidden(entries=frozenset(ban.entries), first=ban.first, last=ban.last, weak=ban.weak) for ban in state.bans
    ]
    bans += _of_one_kind(state, "clubmates", {entry: known.club for entry, known in inputs.known.items()})
    bans += _of_one_kind(state, "compatriots", {entry: known.federation for entry, known in inputs.known.items()})
    return Options(
        round=round,
        rounds=rounds_planned(state),
        settings=system_settings(state),
        forbidden=tuple(bans),
        lots=inputs.lots,
        initial=state.initial or initial_colour(state, inputs.lots),
        pairs=inputs.pairs,
    )


def _of_one_kind(state: Tournament, setting: str, words: Mapping[int, str]) -> Iterable[Forbidden]:
    """Return bans between entries with an equal value, such as the same club, if the director forbids such pairs."""
    settled = state.setting(setting)
    if settled == "meet":
        return []
    together: dict[str, set[int]] = {}
    for entry, word in words.items():
        if word:
            together.setdefault(word.casefold(), set()).add(entry)
    return [
        Forbidden(entries=frozenset(entries), weak=settled == "avoid")
        for entries in together.values()
        if len(entries) > 1
    ]


def _of_their_teams(state: Tournament, ban: Forbidden) -> Forbidden:
    """Return a ban between players, changed into a ban between their teams."""
    return replace(ban, entries=frozenset(team_of(state, entry) for entry in ban.entries))


def initial_colour(state: Tournament, lots: int) -> Side:
    """Return the colour of pairing number 1 in round 1, by the tournament's settings or by the lot."""
    settled = state.setting("colour")
    return Side(settled) if settled in ("white", "black") else (Side.WHITE, Side.BLACK)[lots % 2]


def system_settings(state: Tournament) -> SystemSettings:
    """Return the settings of the tournament's system, the defaults included."""
    system = state.pairing
    return settings_of(system, {key: value for key, value in state.settings.items() if key not in GENERAL})


def rounds_planned(state: Tournament) -> int:
    """Return the number of rounds, as announced or as the system needs; 0 if it is not known yet."""
    if state.pairing.teams:
        field: Field = tuple(Player(entry=number) for number in range(1, len(labels(state)) + 1))
        needed = state.pairing.rounds(field, system_settings(state)) if field else 0
        return min(state.planned, needed) if state.planned and needed else needed or state.planned
    gone = seatless(state)
    field = tuple(
        Player(
            entry=entry,
            group=state.groups.get(entry, ""),
            withdrawn=entry in state.withdrawn,
            left=state.left(entry),
        )
        for entry in state.entries
        if entry not in gone
    )
    needed = state.pairing.rounds(field, system_settings(state))
    return min(state.planned, needed) if state.planned and needed else needed or state.planned


def seated(
    pairs: Iterable[tuple[int, int]], seats: Mapping[int, int], boards: Sequence[int] = ()
) -> tuple[tuple[int, int], ...]:
    """Return the pairs in the order of *boards*; an empty *boards* stands for 1, 2, 3 and so on.

    A pair with an entry that has a fixed board gets that board. The other pairs fill the rest. If the fixed board is
    beyond the last board of the round, the pair gets the last board. If two pairs want one board, the first pair gets
    it.
    """
    waiting = list(pairs)
    boards = boards or range(1, len(waiting) + 1)
    fixed: dict[int, tuple[int, int]] = {}
    for pair in tuple(waiting):
        wanted = next((min(seats[entry], boards[-1]) for entry in pair if entry in seats), 0)
        if wanted in boards and wanted not in fixed:
            fixed[wanted] = pair
            waiting.remove(pair)
    return tuple(fixed[board] if board in fixed else waiting.pop(0) for board in boards)


def board_numbers(state: Tournament, pairs: Sequence[tuple[int, int]], old: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return board numbers for the pairs of a round, if games of several rounds are played at once; otherwise nothing.

    A board number is not given again while its game has no result. Apart from fixed boards, the lowest free numbers are
    given. *old*: the numbers of a round that is being changed; it keeps them.
    """
    if not state.rolling:
        return ()
    taken = {game.board for game in state.games() if game.result is None}.union(old)
    more = max(0, len(pairs) - len(old))
    fixed = sorted({state.seats[one] for pair in pairs for one in pair if one in state.seats} - taken)[:more]
    free = (number for number in count(1) if number not in taken and number not in fixed)
    return (*old, *sorted((*fixed, *islice(free, more - len(fixed)))))[: len(pairs)]


def kinds_by_hand(state: Tournament, left: Iterable[int], round: int) -> dict[int, ByeKind]:
    """Return the kinds of bye for the entries that a pairing by hand has left without an opponent.

    An entry that asked for a bye gets the kind it asked for. The first of the others gets the bye for an odd number of
    players (`ALLOCATED`), and the rest get byes without points (`ZERO`). In three cases all of the others get `FREE`
    instead: everybody sits out in turn, the director makes the rounds, or players wait for the next free opponent.
    """
    system = state.pairing
    kinds: dict[int, ByeKind] = {}
    for entry in left:
        asked = state.sits_out(entry, round)
        if asked is not None:
            kinds[entry] = asked
        elif system.cycles or system.by_hand or system.running:
            kinds[entry] = ByeKind.FREE
        else:
            kinds[entry] = ByeKind.ZERO if ByeKind.ALLOCATED in kinds.values() else ByeKind.ALLOCATED
    return kinds
