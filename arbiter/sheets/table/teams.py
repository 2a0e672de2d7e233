"""Sheets of team tournaments: a match for its captains to sign, and the standings with every player's games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak

from arbiter.rulings.rounds.line_ups import out_of_order
from arbiter.rulings.rounds.placing import placing
from arbiter.sheets.given import Given
from arbiter.sheets.ink import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.paper import paper_of
from arbiter.sheets.table.standings import as_of, order_of
from arbiter.sides import Side
from arbiter.tournament.fixtures import ShownMatch, labels, shown, teams
from arbiter.tournament.round import Fixture, Round


def matches(given: Given, to: BinaryIO) -> None:
    """A page for each match of a round: boards, colours and results, and lines for both captains and the arbiter."""
    (round,) = given.rounds
    title = given.text("Match sheets of round {round}", round=round.number)
    body: list[Flowable] = []
    for match, fixture in zip(shown(given.state, round), round.fixtures, strict=True):
        if match.guest is not None:
            body += [*([PageBreak()] if body else []), *_match(given, round, match, fixture)]
    flow(given, title, titled(given, title), body, to)


def _match(given: Given, round: Round, match: ShownMatch, fixture: Fixture) -> Iterator[Flowable]:
    assert match.guest is not None
    name = f"{match.home} \u2013 {match.guest}"
    yield paragraph(name, 16, bold=True, after=6)
    columns = (
        Column(given.text("Board"), 14 * mm, align="right", bold=True),
        Column(match.home, grows=1, whole=True),
        Column(given.text("Colour"), 18 * mm),
        Column(given.text("Result"), 24 * mm, align="centre", bold=True),
        Column(given.text("Colour"), 18 * mm),
        Column(match.guest, grows=1, whole=True),
    )
    yield table(columns, [*_rows(given, round, match, fixture)], 11, paper_of(given).across)
    points = given.state.points.pair_text(match.points) if any(match.points) else "…………"
    yield paragraph(given.text("Board points: {points}", points=points), 12, bold=True, before=8)
    for fault in out_of_order(given.state, round, given.known):
        if fault.team in (match.home, match.guest):
            upper, lower = given.name(fault.upper), given.name(fault.lower)
            said = given.text(
                "{team}: {lower} sits below {upper}, whose rating is {by} lower.",
                team=fault.team, lower=lower, upper=upper, by=fault.by,
            )  # fmt: skip
            yield paragraph(said, 9, before=4)
    captains = [given.text("Captain of {team}", team=team) for team in (match.home, match.guest)]
    yield signing(given, name, *captains, given.text("Signature of the arbiter"))


def _rows(given: Given, round: Round, match: ShownMatch, fixture: Fixture) -> Iterator[Sequence[str]]:
    for board in match.boards:
        game = round.game(board)
        side = Side.WHITE if given.state.groups.get(game.entries.white) == match.home else Side.BLACK
        result = "" if game.result is None else given.state.result_text(game) or ""
        if side is Side.BLACK and result:
            result = "-".join(reversed(result.split("-"))) if result.count("-") == 1 else result
        home, guest = (
            f"{given.name(game.entries[one])} {_rating(given, game.entries[one])}" for one in (side, side.other)
        )
        yield str(board), home, given.term(side.value), result, given.term(side.other.value), guest
    points = given.state.points
    empty = given.text("nobody")
    for _ in range(fixture.empty_home):
        yield "", empty, "", f"{points.text(points.loss)}-{points.text(points.win)}", "", ""
    for _ in range(fixture.empty_guest):
        yield "", "", "", f"{points.text(points.win)}-{points.text(points.loss)}", "", empty


def _rating(given: Given, entry: int) -> str:
    person = given.people.get(entry)
    return f"({person.rating})" if person and person.rating is not None else ""


def standings(given: Given, to: BinaryIO) -> None:
    """The standings of the teams, and below them each team's players with their games and points at the boards."""
    title = given.text("Teams and their boards")
    body = order_of(given.of_tables)
    of_teams = dict(zip((team.number for team in teams(given.state)), labels(given.state), strict=True))
    players = {team.number: team.players for team in teams(given.state)}
    columns = (
        Column(given.text("Name"), grows=3, whole=True),
        Column(given.text("Rating"), 20 * mm, align="right"),
        Column(given.text("Games"), 20 * mm, align="right"),
        Column(given.text("Points"), 20 * mm, align="right", bold=True),
    )
    table_of_games = given.state.crosstable()
    for placed in placing(given.state, given.known, given.round) if of_teams else ():
        rows = [
            [
                given.name(entry),
                _rating(given, entry).strip("()"),
                str(sum(one.outcome is not None for one in table_of_games.of(entry))),
                given.state.points.text(table_of_games.score(entry)),
            ]
            for entry in players[placed.entry]
        ]
        head = paragraph(f"{placed.rank}. {of_teams[placed.entry]}", 12, bold=True, before=12, after=3)
        body.append(KeepTogether([head, table(columns, rows, 9, paper_of(given).across)]))
    flow(given, title, titled(given, title, as_of(given)), body, to)
