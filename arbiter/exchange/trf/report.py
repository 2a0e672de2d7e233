"""A tournament as a Tournament Report File (TRF-2026 or TRF16), for federations' programs and for pairing programs.

Players are numbered by their pairing numbers. The format has no records for times of day, clubs, postponed games,
pairings changed by hand, and systems other than the Swiss; these are written as comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arbiter.clock.control import control_text
from arbiter.exchange.trf.dates import round_days, slashed
from arbiter.exchange.trf.facts import (
    club_line,
    fits_as_id,
    id_line,
    official_text,
    organiser_line,
    time_line,
    title_in_column,
    title_line,
)
from arbiter.exchange.trf.teams import TeamRecords, records_of
from arbiter.incidents.terms import late_terms
from arbiter.journal.people import Person
from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.pairing.trf import ABSENT, ALWAYS, WORTHS, Byes, Colour, Tenths, Trf, TrfCell, TrfForbidden, TrfPlayer
from arbiter.pairing.trf.write import Edition, trf_text
from arbiter.refused import Refused
from arbiter.rulings.rounds.placing import placing
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.words import SOURCE

LETTERS: Mapping[Outcome, str] = {Outcome.WON: "1", Outcome.DRAWN: "=", Outcome.LOST: "0"}
WITHOUT_PLAY: Mapping[Outcome, str] = {Outcome.WON: "+", Outcome.DRAWN: "D", Outcome.LOST: "-"}
"""For each outcome of a game without play, its letter in the report.

TRF has no letter for a draw without play. Its letter here is D, a game of less than one move, which scores the same.
"""
UNRATED: Mapping[Outcome, str] = {Outcome.WON: "W", Outcome.DRAWN: "D", Outcome.LOST: "L"}
"""For each outcome of an unrated game that was played at the board, the letter that TRF has for it."""
COLOURS: Mapping[Side, Colour] = {Side.WHITE: "w", Side.BLACK: "b"}
TYPES: Mapping[str, tuple[str, str]] = {
    "swiss": ("Individual: Swiss-System", "FIDE_DUTCH_2025"),
    "round-robin": ("Individual: Round-Robin", "FIDE_ROUNDROBIN"),
    "double-round-robin": ("Individual: Double-Round-Robin", "FIDE_DOUBLEROUNDROBIN"),
    "team-round-robin": ("Team: Round-Robin", "FIDE_TEAM_ROUNDROBIN"),
    "team-swiss": ("Team: Swiss-System", "CUSTOM_TEAM_SWISS"),
}
"""The texts of record 092 (the kind of tournament) and 192 (the pairing rules) for a system.

A system that is missing here writes only its own name. The Swiss system for teams pairs teams as the Dutch system pairs
players, so it is none of FIDE's systems for teams.
"""


def trf_of(view: View, edition: Edition = "2026") -> str:
    return trf_text(trf_value(view, edition), edition)


def trf_value(view: View, edition: Edition = "2026") -> Trf:
    """Return the tournament as a `Trf` object, which `trf_text` can write, by the *edition* TRF-2026 or TRF16."""
    state = view.state
    if state.pairing.everywhere is not None:
        raise Refused("no_report_of_simultaneous")
    table = state.crosstable()
    numbers = {entry: number for number, entry in enumerate(state.order, start=1)}
    ranks = {row.entry: row.rank for row in placing(state, view.known)}
    if state.pairing.teams:  # places of players by their points alone, because some programs refuse a blank
        scores = {entry: table.score(entry) for entry in state.order}
        ranks = {entry: 1 + sum(other > score for other in scores.values()) for entry, score in scores.items()}
    rounds = len(state.published)
    unrated = frozenset((game.round, game.board) for game in state.games() if is_unrated(state, game))
    chiefs = [post for post in view.staff.posts if post.role == "chief"]
    others = [post for role in ("deputy", "arbiter") for post in view.staff.posts if post.role == role]
    team = records_of(view, numbers) if state.pairing.teams else TeamRecords()
    return Trf(
        head={**dict(_head(view)), **team.head},
        deputies=tuple(official_text(post) for post in (*chiefs[1:], *others)),
        dates=round_days(view),
        rounds=state.planned or None,
        initial=COLOURS[state.initial] if state.initial else None,  # type: ignore[arg-type]  # one of the two sides
        worths=worths(state),
        match_worths=team.match_worths,
        teams=team.teams,
        line_ups=team.line_ups,
        team_byes=team.byes,
        team_forfeits=team.forfeits,
        players=tuple(
            _player(
                view.person(entry),
                number=numbers[entry],
                points=_tenths(table.points, table.score(entry)),
                rank=ranks.get(entry),
                cells=tuple(_cell(table, numbers, entry, round, unrated) for round in range(1, rounds + 1)),
                edition=edition,
            )
            for entry in state.order
        ),
        byes=tuple(_asked(state, numbers, rounds)),
        forbidden=tuple(
            TrfForbidden(ban.first, min(ALWAYS, ban.last), tuple(numbers[e] for e in ban.entries)) for ban in state.bans
        ),
        comments=(*_comments(view, numbers, edition), *team.comments),
    )


def is_unrated(state: Tournament, game: Game) -> bool:
    """Return whether a game at the board is not rated: against a computer, or with less than one move of each player.

    It does not matter how the game ended. If the moves were made on paper or on a wooden board, they are not known, and
    the game is rated. In a tournament imported from a report the reason of the result ("unrated") says so.
    """
    result = game.result
    if result is None or result.because == "forfeit":
        return False
    elsewhere = result.because == "reported" or any(note.what in ("on_paper", "set_up") for note in game.notes)
    short = game.started is not None and game.ply < 2 and not elsewhere
    return short or result.because == "unrated" or any(entry in state.house for entry in game.entries)


def worths(state: Tournament) -> dict[str, Tenths]:
    """Return the points for every kind of result in this tournament, in tenths of a point."""
    points = state.points

    def tenths(outcome: Outcome | None) -> Tenths:
        return 0 if outcome is None else _tenths(points, points.of(outcome))

    won, drawn, lost = tenths(Outcome.WON), tenths(Outcome.DRAWN), tenths(Outcome.LOST)
    allocated = {"win": won, "draw": drawn}.get(str(state.setting("allocated_bye")), 0)
    own = {
        "WW": won, "BW": won, "WD": drawn, "BD": drawn, "WL": lost, "BL": lost, "FW": won, "FL": lost,
        "PAB": allocated, "FPB": won, "HPB": drawn, "ZPB": 0, "X": drawn,
    }  # fmt: skip
    return {**WORTHS, **own}


def _tenths(points: PointScheme, score: int) -> Tenths:
    return int(points.value(score) * 10)


def _head(view: View) -> Iterator[tuple[str, str]]:
    state = view.state
    kind, code = TYPES.get(state.system, (state.system, ""))
    yield "012", state.name
    told = state.details
    if told.place:
        yield "022", told.place
    if told.federation:
        yield "032", told.federation
    begins, ends, days = slashed(told.begins), slashed(told.ends), round_days(view)
    if days or begins:
        yield "042", begins or min(days)
    if days or ends:
        yield "052", ends or max(days)
    yield "062", str(len(state.entries))
    yield "072", str(sum(person.rating is not None for person in view.people.values()))
    yield "092", kind
    chief = next((post for post in view.staff.posts if post.role == "chief"), None)
    if chief is not None:
        yield "102", official_text(chief)
    yield "122", control_text(state.control)
    if code:
        yield "192", code
    codes = [code for code in state.tiebreaks if code.isupper() or "/" in code]
    if codes:
        yield "202", " ".join(codes)


def _player(
    person: Person, *, number: int, points: Tenths, rank: int | None, cells: tuple[TrfCell, ...], edition: Edition
) -> TrfPlayer:
    sex = (person.sex or "")[:1]
    id = person.number or ""
    return TrfPlayer(
        number=number,
        name=(f"{person.family}, {person.given}" if person.given else person.name)[:33].rstrip(),
        rating=person.rating,
        sex="w" if sex == "f" else sex,
        title=title_in_column(person.title or "", edition),
        federation=(person.federation or "")[:3],
        id=id if fits_as_id(id) else "",
        born=slashed(person.born or ""),
        points=points,
        rank=rank,
        cells=cells,
    )


def _cell(
    table: Crosstable, numbers: Mapping[int, int], entry: int, round: int, unrated: frozenset[tuple[int, int]]
) -> TrfCell:
    meeting = next((meeting for meeting in table.of(entry) if meeting.round == round), None)
    if meeting is not None:
        letter = _letter(meeting, entry, UNRATED if (round, meeting.board) in unrated else LETTERS)
        return TrfCell(numbers[meeting.opponent(entry)], COLOURS[meeting.side(entry)], letter)
    bye = next((bye for bye in table.byes_of(entry) if bye.round == round), None)
    return ABSENT if bye is None else TrfCell(0, "-", BYES[bye.kind].letter)


def _letter(meeting: Meeting, entry: int, letters: Mapping[Outcome, str]) -> str:
    outcome = meeting.of(entry)
    if outcome is None:
        return "*"
    if not meeting.played:
        return WITHOUT_PLAY[outcome]
    return letters[outcome]


def _asked(state: Tournament, numbers: Mapping[int, int], rounds: int) -> Iterator[Byes]:
    """Yield the byes that players have requested for coming rounds."""
    coming = sorted({(sit.round, BYES[sit.kind].letter) for sit in state.sits if sit.round > rounds})
    for round, letter in coming:
        those = tuple(
            sorted(numbers[s.entry] for s in state.sits if s.round == round and BYES[s.kind].letter == letter)
        )
        yield Byes(letter, round, those)


def _comments(view: View, numbers: Mapping[int, int], edition: Edition) -> Iterator[str]:
    """Yield comment lines for facts that have no record in the format."""
    state = view.state
    yield f"Arbiter, {state.variant.key}, {state.system}, journal line {state.version}"
    if view.staff.organiser:
        yield organiser_line(view.staff.organiser)
    for number, begins in state.details.times:
        yield time_line(number, begins)
    yield from late_terms(replace(view, language=SOURCE))
    for entry in state.order:
        person = view.person(entry)
        if person.club:
            yield club_line(numbers[entry], person.club)
        if person.number and not fits_as_id(person.number):
            yield id_line(numbers[entry], person.number)
        if person.title and title_in_column(person.title, edition) != person.title:
            yield title_line(numbers[entry], person.title)
    for round in state.published:
        if round.changes:
            yield f"MPA @ Round {round.number}"
        for game in round.games:
            if game.postponed is not None and game.result is None:
                yield f"Round {round.number}, board {game.board}: put off"
    if ByeKind.FREE in {kind for round in state.published for kind in round.kinds.values()}:
        yield "Z: also a round without an opponent where everybody has one"
