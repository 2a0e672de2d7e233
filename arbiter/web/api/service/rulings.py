"""API of the rulings library: earlier rulings in all tournaments of the service, without names of people."""

from __future__ import annotations

from typing import TypedDict

from arbiter.hall.precedents.search import FoundRulings, RulingsWanted
from arbiter.shapes.json_answers import Sides, told
from arbiter.web import access
from arbiter.web.api.operation import ROOT, Api, Asked


class EarlierRulingTold(TypedDict):
    """An earlier ruling: where it was made, its text, and the position and clocks just before it.

    `side` is null if the ruling is about neither side, `ply` if the game was over, and `left_ms` if there were no
    clocks.
    """

    tournament: str
    name: str
    game: str
    round: int
    board: int
    line: int
    at: str
    ply: int | None
    side: str | None
    kind: str
    detail: str | None
    move: str | None
    article: str | None
    text: str
    fen: str
    left_ms: Sides[int] | None


class EarlierRulingsTold(TypedDict):
    """Response: the rulings found, the newest first, and the values that can be searched for.

    `count`: the number of rulings found in all. `behind`: the number of tournaments with new lines that are still to be
    read. `shut`: the number of games in which it is still secret which moves were irregular, so that rulings may be
    missing.
    """

    rulings: list[EarlierRulingTold]
    count: int
    behind: int
    shut: int
    articles: list[str]
    kinds: list[str]
    games: list[str]


rulings_library = Api("rulings_library", __name__, url_prefix=ROOT)


@rulings_library.ask("GET", "/rulings", query=RulingsWanted, answers=EarlierRulingsTold)
def earlier(asked: Asked) -> EarlierRulingsTold:
    """Search the rulings of all tournaments of this service by article, kind, game and words.

    Names of people are removed from them. A name that the register does not have, such as a nickname, can remain in the
    text of a reason.
    """
    return rulings_told(access.service.precedents.search(asked.read(RulingsWanted)), access.language())


def rulings_told(found: FoundRulings, language: str) -> EarlierRulingsTold:
    """Return the rulings found as JSON, with their text in the language *language*."""
    return told(
        EarlierRulingsTold,
        found,
        rulings=[
            {
                "tournament": row["tournament"],
                "name": row["name"],
                "game": row["game"],
                "round": row["round"],
                "board": row["board"],
                "line": row["line"],
                "at": row["at"],
                "ply": row["ply"],
                "side": row["side"],
                "kind": row["kind"],
                "detail": row["detail"],
                "move": row["move"],
                "article": row["article"],
                "text": row[f"text_{language}"],
                "fen": row["position"],
                "left_ms": None
                if row["white_left_ms"] is None
                else {"white": row["white_left_ms"], "black": row["black_left_ms"]},
            }
            for row in found.rulings
        ],
    )
