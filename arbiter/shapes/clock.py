"""Answers about clocks: a game's clock report, the preview of a ruling on the clocks, and players short of time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from arbiter import words
from arbiter.clock.control import controls_text
from arbiter.clock.presets import PRESETS
from arbiter.clock.trouble import needs
from arbiter.desk.recorded import Recorded
from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.shapes.board import ClockTold, clock_shape
from arbiter.shapes.json_answers import Sides, sides, told
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.game import Game
from arbiter.tournament.past.clock_report import ClockLine
from arbiter.values import replace
from arbiter.view import View


class PresetTold(TypedDict):
    """A time control with a name, which the office can choose from a list."""

    key: str
    notation: str
    name: str
    words: str
    source: str
    sure: bool


class PreviewTold(TypedDict):
    """The clocks of a board as they are now, and as they would be after a ruling."""

    before: ClockTold
    after: ClockTold
    halted: str | None
    ply: int
    events: list[str]
    flags: list[str]
    result: str | None
    warning: str | None


class HallPreviewTold(TypedDict):
    """The boards, each as [round, board], that would stop or resume if the whole hall were stopped or resumed."""

    boards: list[list[int]]
    events: list[str]


class TroubleTold(TypedDict):
    """A player who has little time left, with the board and the milliseconds left."""

    round: int
    board: int
    side: str
    entry: int
    name: str
    left_ms: int
    moves_to_go: int | None
    a_move_ms: int
    mover: bool
    flag_at: int | None


class DeviceTold(TypedDict):
    """The times that a tablet sent with a press of the clock; null for those that it did not send."""

    pressed: int | None
    round_trip_ms: int | None
    monotonic_ms: int | None


class SideLeft(TypedDict):
    """One side's clock right after the event of a journal line."""

    left_ms: int
    period: int
    moves_to_go: int | None


class ReportLine(TypedDict):
    """One line of a clock report: an event that concerns the clocks, and both clocks right after it."""

    line: int
    at: int
    what: str
    said: str
    side: str | None
    by: str
    reason: str
    article: str | None
    ply: int
    move: str | None
    charged_ms: int | None
    lag_ms: int
    gap_ms: int | None
    provisional: str | None
    device: DeviceTold | None
    running: str | None
    white: SideLeft
    black: SideLeft


class ReportTold(TypedDict):
    """The clock report of a game: every press and every other event that concerns the clocks.

    `sealed`: the number of moves for which it is still secret whether they were irregular. The report shows these moves
    as regular ones.
    """

    round: int
    board: int
    control: str
    words: str
    players: Sides[str]
    regulations: str | None
    under: str
    lag_quota_ms: int
    sealed: int
    lines: list[ReportLine]


def presets_shape(language: str) -> list[PresetTold]:
    return [
        told(PresetTold, row, name=words.term(row.name, language), words=words.controls_words(row.controls, language))
        for row in PRESETS.values()
    ]


def preview_shape(view: View, after: Recorded, n: int, b: int) -> PreviewTold:
    """Return the clocks of board *b* in round *n* as they are now, and as they would be after a ruling.

    *after*: the events of the ruling, which is not recorded. `flags`: the sides whose flag would fall because of the
    ruling.
    """
    becoming = replace(view, state=after.state, at=after.at)
    was, becomes = view.state.game(n, b), after.state.game(n, b)
    fell = [event.side.value for event in after.events if isinstance(event, FlagFell)]
    return {
        "before": clock_shape(replace(view, at=after.at), was),
        "after": clock_shape(becoming, becomes),
        "halted": becomes.halted,
        "ply": becomes.ply,
        "events": [type(event).__name__ for event in after.events],
        "flags": fell,
        "result": after.state.result_text(becomes),
        "warning": view.say("would_flag", {"side": fell[0], "board": b}) if fell else None,
    }


def hall_preview_shape(after: Recorded) -> HallPreviewTold:
    """Return the boards that would stop or resume by a ruling on all of them. *after*: its events, not recorded."""
    boards = [list(place) for event in after.events for place in event.about(after.state)]
    return {"boards": boards, "events": [type(event).__name__ for event in after.events]}


def trouble_shape(view: View, most: int) -> list[TroubleTold]:
    """Return the players with the least time for each move that they still have to make, the least time first.

    *most*: how many players at most. `mover`: whether it is this player's clock that is running.
    """
    playing = [game for game in view.state.games() if game.running and not game.on_paper and not game.adjourned]
    found = [
        (need.a_move, game.round, game.board, need, game) for game in playing for need in needs(game.clock, view.at)
    ]
    found.sort(key=lambda one: (one[0], one[1], one[2], one[3].side.value))
    return [
        {
            "round": game.round,
            "board": game.board,
            "side": need.side.value,
            "entry": game.entries[need.side],
            "name": view.name(game.entries[need.side]),
            "left_ms": need.left,
            "moves_to_go": need.to_go,
            "a_move_ms": need.a_move,
            "mover": game.clock.running is need.side,
            "flag_at": game.clock.flag_at if game.clock.running is need.side else None,
        }
        for _, _, _, need, game in found[:most]
    ]


def report_shape(view: View, game: Game, lines: Iterable[ClockLine]) -> ReportTold:
    state = view.state
    return {
        "round": game.round,
        "board": game.board,
        "control": controls_text(game.clock.control),
        "words": words.controls_words(game.clock.control, view.language),
        "players": sides(lambda side: view.name(game.entries[side])),
        "regulations": state.regulations.key,
        "under": view.under,
        "lag_quota_ms": state.regulations.lag_quota_ms,
        "sealed": len(sealed_plays(game)),
        "lines": [line_shape(line, view.language) for line in lines],
    }


def line_shape(line: ClockLine, language: str) -> ReportLine:
    """Return a line of a clock report: the service's time, the tablet's times, and both clocks after the event."""
    return {
        "line": line.line,
        "at": line.at,
        "what": line.what,
        "said": words.term(f"line {line.what}", language),
        "side": line.side.value if line.side else None,
        "by": line.by,
        "reason": line.reason,
        "article": line.article,
        "ply": line.ply,
        "move": line.move or None,
        "charged_ms": line.charged,
        "lag_ms": line.lag,
        "gap_ms": line.gap,
        "provisional": line.provisional or None,
        "device": {"pressed": line.pressed, "round_trip_ms": line.round_trip, "monotonic_ms": line.device}
        if line.device is not None or line.pressed is not None
        else None,
        "running": line.running.value if line.running else None,
        **sides(
            lambda side: {
                "left_ms": line.left[side],
                "period": line.period[side],
                "moves_to_go": line.to_go[side],
            }
        ),
    }
