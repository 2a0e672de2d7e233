"""Every kind of journal line about a game stands on its official record, with the reason that somebody gave."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from arbiter.incidents import incidents
from arbiter.journal.lines import Line
from arbiter.refused import Refused
from arbiter.sentences.terms.irregular import OWN_REASONS
from arbiter.sheets.print_data import Given
from arbiter.sheets.referee.packet import _appeal, _moves, _ruling
from arbiter.tournament.events import KINDS, parse_event
from arbiter.tournament.events.event import Place
from arbiter.tournament.replay import after
from arbiter.tournament.state import Tournament
from arbiter.view import View
from tests.hall import Hall
from tests.tournament.days import DAYS

ELSEWHERE = {
    "AppealVoted": "a vote is a secret of the panel until the appeal is decided; the decision has all votes",
    "BranchChosen": "it decides how the next round is paired; the page of the appeal has it",
    "PieceTouched": "a touch only ends the right to undo; it stands as evidence if it came too late (TouchCameLate)",
}
"""The kinds of lines about a board that its record does not have, each with the reason."""

Record = tuple[list[Any], list[Any]] | None


@pytest.fixture(scope="module")
def days() -> dict[str, Hall]:
    return {name: day() for name, day in DAYS.items()}


def record(state: Tournament, lines: tuple[Line, ...], place: Place) -> Record:
    """What the record of a game is drawn from; None if there is no such game."""
    given = Given.of(View(tournament="club-open", state=state, lines=lines))
    try:
        game = state.game(*place)
    except Refused:
        return None
    told = [(one.at, one.text, one.struck, one.decided) for one in incidents(given, game, officials=True, acts=True)]
    moves = [(play.at, play.move, play.left, play in game.struck) for play in (*game.plays, *game.struck)]
    appeals = [one for one in state.appeals if (one.round, one.board) == place]
    return [*told, *moves], [(_ruling(given, one), _appeal(given, one)) for one in appeals]


def test_every_kind_of_line_about_a_game_stands_on_its_record(days: dict[str, Hall]) -> None:
    shown: dict[str, set[bool]] = defaultdict(set)
    unexplained = []
    for day in days.values():
        lines, state = tuple(day.journal.lines), Tournament()
        for number, line in enumerate(lines, start=1):
            event, before = parse_event(line.kind, line.at, line.body), state
            state = after(state, event)
            for place in {*event.about(before), *event.about(state)}:
                now = record(state, lines[:number], place)
                shown[line.kind].add(now != record(before, lines[: number - 1], place))
                if event.reason not in OWN_REASONS and event.reason not in str(now):
                    unexplained.append(line.kind)

    assert {kind for kind, changes in shown.items() if changes != {True}} == set(ELSEWHERE)
    assert set(unexplained) == {"AppealVoted"}
    assert len(shown) > 55
    assert set(shown) <= set(KINDS)


def test_the_record_names_the_official_who_entered_a_move(days: dict[str, Hall]) -> None:
    for name, hand in (("", "arbiter"), ("-late", "")):
        day = days[name]
        given = Given.of(View(tournament="club-open", state=day.state, lines=tuple(day.journal.lines)))
        assert {row[-1] for _, _, row in _moves(given, day.state.game(1, 1))} == {hand}
