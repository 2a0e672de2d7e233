"""The import of a tournament from a TRF: what was announced about it, its entries, and all rounds that the file has.

Each fact becomes an event of a new journal, as if the tournament had been played in this program; the events' `by` is
"import". The file has no board numbers, so boards are numbered in the order of the pairing numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from arbiter.exchange.lists.encoding import decoded
from arbiter.exchange.trf.dates import iso_day
from arbiter.exchange.trf.facts import CommentedFacts, facts_in, staff_in
from arbiter.exchange.trf.players_of_a_report import people_of
from arbiter.exchange.trf.teams import SeatedRound, TeamsOfFile
from arbiter.fields import LAST_ROUND
from arbiter.journal.people import Person, Staff, readable_staff
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome, parse_points, points_text
from arbiter.pairing.trf import ALWAYS, MARKS, Trf, TrfCell, TrfPlayer
from arbiter.pairing.trf.read import sound_reading
from arbiter.refused import Refused
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import LONGEST_NAME, MOST_ENTRIES, OpenTournament
from arbiter.rulings.request import ruled
from arbiter.sides import Instant, Side
from arbiter.tournament.events.entries import ByeSet, EntryGrouped, NumbersGiven, PairsForbidden, PlayerEntered
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.events.rounds import ColourDrawn, RoundPaired
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament

BY = "import"
KINDS = {"U": ByeKind.ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


def tournament_of(data: bytes, at: Instant, **terms: str) -> tuple[list[Event], dict[int, Person], Staff]:
    """Return the events of the tournament, the people behind its entries, and its officials.

    If a fault is grave, or a person cannot be read, raise Refused with all faults. *terms*: the terms that a TRF does
    not contain: variant, time control, name.
    """
    reading = sound_reading(decoded(data))
    trf, persons = reading.trf, people_of(reading)
    if len(trf.players) > MOST_ENTRIES:
        raise Refused("too_many_entries", most=MOST_ENTRIES)
    players = sorted(trf.players, key=lambda player: player.number)
    entries = {player.number: entry for entry, player in enumerate(players, start=1)}
    system, teams = system_of(trf), TeamsOfFile(trf)
    opened = OpenTournament(
        name=terms.get("name") or trf.name or "TRF",
        variant=terms.get("variant", "international"),
        control=terms.get("control", "-"),
        system=system,
        rounds=min(trf.rounds or 0, 99),
        points=scheme(trf),
        settings={"numbers": "hand", **(teams.settings if trf.teams else {})},
    )
    facts = facts_in(trf)
    events: list[Event] = [*ruled(opened, Tournament(), at)]
    events += _details(trf, facts, replay(events), at)
    events += [PlayerEntered(at=at, entry=entry, by=BY) for entry in entries.values()]
    events += [
        EntryGrouped(at=at, entry=entries[number], group=teams.names[team], by=BY)
        for number, team in sorted(teams.team.items())
    ]
    events.append(NumbersGiven(at=at, order=tuple(entries[number] for number in teams.order), how="hand", by=BY))
    if trf.initial:
        events.append(ColourDrawn(at=at, side={"w": Side.WHITE, "b": Side.BLACK}[trf.initial], by=BY))
    for ban in trf.forbidden:
        those = tuple(sorted(entries[number] for number in ban.numbers if number in entries))
        last = LAST_ROUND if ban.last >= ALWAYS else ban.last
        events.append(PairsForbidden(at=at, entries=those, first=ban.first, last=last, weak=False, by=BY))
    rounds = max((len(player.cells) for player in players), default=0)
    while rounds and not any(_paired(player.cell(rounds)) for player in players):
        rounds -= 1
    for number in range(1, rounds + 1):
        events += _round(players, entries, number, at, teams.seated(number) if trf.teams else None)
    events += _coming(trf, players, entries, rounds, at)
    people = {entries[number]: persons[number] for number in entries}
    return events, people, readable_staff(staff_in(trf))


def _details(trf: Trf, facts: CommentedFacts, state: Tournament, at: Instant) -> Sequence[Event]:
    """Return the event with place, days, federation and times; no event if the file has none of them.

    If the file has no first or last day, the days of the rounds give it. A last day before the first day is left out.
    """
    days = [day for day in map(iso_day, trf.dates) if day]
    begins = iso_day(trf.head.get("042", "")) or min(days, default="")
    ends = iso_day(trf.head.get("052", "")) or max(days, default="")
    told = MendTournament(
        by=BY,
        place=trf.head.get("022", "")[:LONGEST_NAME],
        federation=trf.head.get("032", "")[:LONGEST_NAME],
        begins=begins,
        ends=ends if ends >= begins else "",
        times=tuple((str(round), begins) for round, begins in facts.times if iso_day(begins[:10])),
    )
    try:
        return ruled(told, state, at)
    except Refused:  # the file has no such facts, or an hour that does not exist
        return ()


def system_of(trf: Trf) -> str:
    """Return the pairing system that the file's records 192 and 092 name, or "swiss" if they name none known here."""
    told = f"{trf.head.get('192', '')} {trf.head.get('092', '')}".casefold().replace("-", " ").replace("_", " ")
    if trf.teams:
        return "team-round-robin" if "robin" in told else "team-swiss"
    if "robin" in told:
        return "double-round-robin" if "double" in told else "round-robin"
    named = next((key for key in SYSTEMS if key in trf.head.get("092", "").casefold().split()), None)
    return named or "swiss"


def scheme(trf: Trf) -> str:
    """Return the file's points for a win, a draw and a loss in the form used here, such as "2-1-0".

    Raise Refused if such points cannot be used here.
    """
    worths = (Fraction(trf.worths[kind], 10) for kind in ("WW", "WD", "WL"))
    text = "-".join(f"{worth.numerator}" if worth.denominator == 1 else f"{float(worth):g}" for worth in worths)
    return points_text(parse_points(text.replace("0.5", "½")))


def _round(
    players: list[TrfPlayer], entries: dict[int, int], number: int, at: Instant, seated: SeatedRound | None = None
) -> Iterator[Event]:
    """Yield the events of a round: its pairing and its results. *seated*: the order of the boards with teams."""
    byes, kinds = [], []
    results: dict[tuple[int, int], tuple[str, str, str]] = {}
    for player in players:
        cell = player.cell(number)
        if cell is None:
            continue
        if cell.opponent == 0:
            byes.append(entries[player.number])
            kinds.append(KINDS.get(cell.result, ByeKind.ZERO))
        elif cell.colour == "w" or (cell.colour == "-" and player.number < cell.opponent):
            other = next(other for other in players if other.number == cell.opponent)
            because = "unrated" if cell.result in "WDL" else "reported" if cell.mark.played else "forfeit"
            results[player.number, cell.opponent] = cell.result, _mirror(other, number), because
    if seated is not None:
        for entry, kind in zip(byes, kinds, strict=True):
            if kind in (
                ByeKind.HALF,
                ByeKind.FULL,
            ):  # requested byes only: in teams a player without a game has no other kind of bye
                yield ByeSet(at=at, entry=entry, round=number, kind=kind, by=BY, reason="TRF")
        byes, kinds = [], []
        results = {pair: results[pair] for pair in dict.fromkeys((*seated.pairs, *results)) if pair in results}
    yield RoundPaired(
        at=at,
        round=number,
        pairs=tuple((entries[white], entries[black]) for white, black in results),
        byes=tuple(byes),
        kinds=tuple(kinds),
        by=BY,
        matches=tuple(seated.matches) if seated is not None else (),
    )
    for board, (white, black, because) in enumerate(results.values(), start=1):
        outcomes = _outcome(white), _outcome(black)
        if outcomes[0] is not None and outcomes[1] is not None:
            yield GameEnded(
                at=at,
                round=number,
                board=board,
                white=outcomes[0],
                black=outcomes[1],
                because=because,
                by=BY,
                reason="TRF",
            )


def _mirror(player: TrfPlayer, number: int) -> str:
    cell = player.cell(number)
    return cell.result if cell is not None else "*"


def _outcome(letter: str) -> Outcome | None:
    return Outcome.LOST if letter == "-" else MARKS[letter].outcome


def _paired(cell: TrfCell | None) -> bool:
    """Return whether a player's cell shows that the round was paired: a game, or a pairing-allocated bye."""
    return cell is not None and (cell.opponent != 0 or cell.result == "U")


def _coming(trf: Trf, players: list[TrfPlayer], entries: dict[int, int], rounds: int, at: Instant) -> Iterator[Event]:
    """Yield events for the byes requested for coming rounds: from record 240, and from cells after the last round."""
    asked = {
        (entries[number], byes.round): KINDS[byes.kind]
        for byes in trf.byes
        for number in byes.numbers
        if number in entries and byes.round > rounds and byes.kind in KINDS
    }
    for player in players:
        for round in range(rounds + 1, len(player.cells) + 1):
            cell = player.cell(round)
            if cell is not None and cell.result in KINDS:
                asked.setdefault((entries[player.number], round), KINDS[cell.result])
    for number in trf.absent:
        if number in entries:
            asked.setdefault((entries[number], rounds + 1), ByeKind.ZERO)
    for (entry, round), kind in sorted(asked.items(), key=lambda item: item[0]):
        yield ByeSet(at=at, entry=entry, round=round, kind=kind, by=BY, reason="TRF")
