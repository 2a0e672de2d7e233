"""Pictures of a tournament, as coordinates for an SVG: the bracket of a knock-out, a grid of results, a player's games.

Lengths are in the picture's own units, of which a line of text is `LINE` high.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbiter.pairing.formats.knockout import KnockoutMatch, stages
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.rounds.pairing_input import Inputs, field_of, system_settings
from arbiter.rulings.rounds.placing import table_of
from arbiter.shapes.players import PlayerCard, player_card
from arbiter.shapes.standings_and_crosstable import CrosstableTold, crosstable_shape
from arbiter.view import View

LINE = 24
GAP = 40
CHARACTER = 8.4
"""The width of an average character in the picture's units. It is generous, so that no name is cut."""
KINDS = {Outcome.WON: "won", Outcome.DRAWN: "drawn", Outcome.LOST: "lost"}


class BracketSeat(NamedTuple):
    """One player of a match in the bracket. Without an `entry` the seat is empty or not decided yet."""

    entry: int
    name: str
    score: str
    won: bool


class BracketMatch(NamedTuple):
    """A match in the bracket: its place, its two seats, and the point to which its line leads (None: no line)."""

    x: float
    y: float
    seats: tuple[BracketSeat, BracketSeat]
    to: tuple[float, float] | None


class BracketPicture(NamedTuple):
    """The bracket of a knock-out: the size of the picture, the width of a match, and the matches."""

    width: float
    height: float
    box: float
    boxes: list[BracketMatch]


class GridSquare(NamedTuple):
    """One square of a grid: its column and row, the result in it, and whether that is won, drawn, lost or none."""

    column: int
    row: int
    shown: str
    kind: str


class GridPicture(NamedTuple):
    """A grid of results, everybody against everybody: the width of the names, the names with points, the squares."""

    width: float
    height: float
    names: float
    rows: list[tuple[int, str, str]]
    squares: list[GridSquare]


class RoundBar(NamedTuple):
    """One round of a player's picture: the round, the colour, the opponent, the result and the points so far."""

    round: int
    colour: str | None
    opponent: str
    shown: str
    kind: str
    total: str
    y: float


class GamesPicture(NamedTuple):
    """The picture of a player's games: its size, the title lines and a bar for each round."""

    width: float
    height: float
    name: str
    told: str
    bars: list[RoundBar]


def bracket(view: View) -> BracketPicture:
    """Return the bracket of a knock-out. The later stages are empty until they are drawn."""
    state, settings = view.state, system_settings(view.state)
    drawn = stages(field_of(state, len(state.rounds) + 1, Inputs(known=view.known or {})), table_of(state), settings)
    count = len(drawn[0]).bit_length() if drawn else 0
    box = _wide([view.name(entry) for entry in state.entries]) + 60
    boxes = []
    for stage in range(count):
        matches = len(drawn[0]) >> stage
        step = 3 * LINE * 2**stage
        for place, at in enumerate(_order(matches, anew=settings["seats"] == "anew")):
            match = drawn[stage][at] if stage < len(drawn) else None
            x, y = stage * (box + GAP), place * step + (step - 2 * LINE) / 2
            then = None
            if stage + 1 < count and settings["seats"] != "anew":
                then = (x + box + GAP, (place // 2) * 2 * step + step)
            boxes.append(BracketMatch(x, y, _seats(view, match), then))
    return BracketPicture(count * (box + GAP) - GAP, len(drawn[0]) * 3 * LINE if drawn else LINE, box, boxes)


def _order(matches: int, *, anew: bool) -> Sequence[int]:
    """Return the matches of a stage from top to bottom, so that the winners of neighbours meet in the next stage.

    *anew*: whether the bracket is seeded anew in every stage.
    """
    if anew:
        return range(matches)
    order = [0]
    while len(order) < matches:
        order = [one for at in order for one in (at, 2 * len(order) - 1 - at)]
    return order


def _seats(view: View, match: KnockoutMatch | None) -> tuple[BracketSeat, BracketSeat]:
    if match is None:
        nobody = BracketSeat(0, "", "", won=False)
        return nobody, nobody
    points, table = view.state.points, table_of(view.state)
    met = [one for one in table.between(match.first, match.second) if one.outcome is not None]

    def seat(entry: int) -> BracketSeat:
        score = points.text(sum(one.points_of(entry, table.points) for one in met)) if met and entry else ""
        return BracketSeat(entry, view.name(entry) if entry else "-", score, won=bool(entry) and entry == match.winner)

    return seat(match.first), seat(match.second)


def grid(told: CrosstableTold, points: dict[str, str]) -> GridPicture:
    """Return the grid of a round robin. *points*: for each result as text whether it is won, drawn or lost."""
    names = _wide([row["name"] for row in told["rows"]]) + 30
    squares = []
    for at, row in enumerate(told["rows"]):
        for column, games in enumerate(row["cells"]):
            shown = [game["shown"] for game in games if game["shown"] is not None]
            kind = "self" if column == at else points.get(shown[-1], "") if shown else ""
            squares.append(GridSquare(column, at, " ".join(shown), kind))
    rows = [(at, row["name"], row["shown"]) for at, row in enumerate(told["rows"], 1)]
    count = len(rows)
    return GridPicture(names + count * 1.5 * LINE + 2 * LINE, (count + 1) * LINE + 4, names, rows, squares)


def whole(view: View, cross: CrosstableTold | None = None) -> dict[str, BracketPicture | GridPicture]:
    """Return the tournament's picture under its name, "bracket" or "grid"; empty if it has no picture (yet).

    *cross*: the crosstable, if the caller has already made it.
    """
    state = view.state
    if not state.rounds:
        return {}
    if state.system == "knockout":
        return {"bracket": bracket(view)}
    told = cross or crosstable_shape(view)
    return {"grid": grid(told, kinds(view))} if told["square"] else {}


def kinds(view: View) -> dict[str, str]:
    """Return for each result as text whether it is won, drawn or lost, by the points of the tournament."""
    points = view.state.points
    return {points.text(points.of(outcome)): kind for outcome, kind in KINDS.items()}


def career(view: View, entry: int, card: PlayerCard | None = None) -> GamesPicture:
    """Return the picture of a player's games, with one line for each round.

    *card*: the facts about the player, if the caller has already made them.
    """
    told, names = card or player_card(view, entry), kinds(view)
    bars = []
    for at, met in enumerate(told["rounds"]):
        shown, table, y = met["score"] or "", table_of(view.state, upto=met["round"]), (at + 2.6) * LINE
        opponent = met["name"] or (view.term(f"bye {met['bye']}") if met["bye"] else "-")
        total = view.state.points.text(table.score(entry)) if shown else ""
        bars.append(RoundBar(met["round"], met["colour"], opponent, shown, names.get(shown, ""), total, y))
    place = view.text("Place {rank}", rank=told["rank"]) if told["rank"] and told["rounds"] else ""
    facts = [place, str(told["rating"] or ""), told["club"] or "", told["federation"] or ""]
    wide = max(_wide([bar.opponent for bar in bars]) + 220, _wide([told["name"]]) * 1.5, 360)
    return GamesPicture(wide, (len(bars) + 2.8) * LINE, told["name"], " · ".join(filter(None, facts)), bars)


def _wide(names: Sequence[str]) -> float:
    return CHARACTER * max((len(name) for name in names), default=10)
