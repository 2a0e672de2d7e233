"""Sheets of team tournaments: a match for its captains to sign, and the standings with every player's games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak

from arbiter.rulings.rounds.line_ups import ShownLineUp, out_of_order, shown_line_ups
from arbiter.rulings.rounds.placing import placing
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Code, Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
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
    for line in filter(None, map(round.line_up, (fixture.home, fixture.guest))):
        if line.substitutes and line.opened:
            team = match.home if line.team == fixture.home else match.guest
            names = ", ".join(map(given.name, line.substitutes))
            yield paragraph(given.text("Substitutes of {team}: {names}", team=team, names=names), 9, before=4)
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
    rating = given.person(entry).rating
    return f"({rating})" if rating is not None else ""


def line_ups(given: Given, to: BinaryIO) -> None:
    """A page for each team of a round on which its captain writes and signs the line-up, with the team's players.

    A QR code leads to the page on which it can be handed in instead. A line-up that is not secret any more is printed.
    """
    (round,) = given.rounds
    title = given.text("Line-ups of round {round}", round=round.number)
    body: list[Flowable] = []
    for one in shown_line_ups(given.state, round, given.at):
        body += [*([PageBreak()] if body else []), *_line_up(given, round, one)]
    flow(given, title, titled(given, title), body, to)


def _line_up(given: Given, round: Round, one: ShownLineUp) -> Iterator[Flowable]:
    yield paragraph(f"{one.name} \u2013 {one.against}", 16, bold=True, after=2)
    where = given.text("at home") if one.home else given.text("away")
    by = given.text("to be handed in by {time}", time=given.when(round.line_ups_until)) if round.line_ups_until else ""
    yield paragraph(" \u00b7 ".join(filter(None, (where, by))), 10, after=6)
    columns = (
        Column(given.text("Board"), 14 * mm, align="right", bold=True),
        Column(given.text("Colour"), 22 * mm),
        Column(given.text("No."), 18 * mm, align="right"),
        Column(given.text("Player"), grows=1),
    )
    seated = one.players or (0,) * len(one.colours)
    rows = [
        [str(at), given.term(side.value), str(entry) if entry else "", given.name(entry) if entry else ""]
        for at, (side, entry) in enumerate(zip(one.colours, seated, strict=True), start=1)
    ]
    spare = [given.name(entry) for entry in one.substitutes or ()] or ["", ""]
    rows += [["", given.text("Substitute"), "", name] for name in spare]
    yield table(columns, rows, 12, paper_of(given).across)
    members = [[str(entry), f"{given.name(entry)} {_rating(given, entry)}"] for entry in _members(given, one.team)]
    yield paragraph(given.text("The players of the team, in the order of strength"), 10, bold=True, before=10, after=3)
    yield table((Column(given.text("No."), 18 * mm, align="right"), Column(given.text("Name"), grows=1)), members, 9,
                paper_of(given).across)  # fmt: skip
    if link := given.captains.get(one.team):
        how = given.text("Or hand in the line-up on a telephone: scan this code. It is only for the captain of {team}.",
                         team=one.name)  # fmt: skip
        yield KeepTogether([paragraph(how, 9, before=8, after=2), Code(link)])
    labels_ = given.text("Captain of {team}", team=one.name), given.text("Received at (time), signature of the arbiter")
    yield signing(given, given.text("Line-up"), *labels_)


def _members(given: Given, team: int) -> Sequence[int]:
    return teams(given.state)[team - 1].players


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
