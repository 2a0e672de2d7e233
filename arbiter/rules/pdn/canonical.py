"""Conversion of a game that was read to the form that the PDN standard demands: its tags, and its moves in notation.

Moves that could not be played become a comment, so that no text is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rules.pdn.gametypes import VARIANT_TAG
from arbiter.rules.pdn.records import SEVEN, UNKNOWN, Comment, Item, Record, Setup, Variation, Written, comment
from arbiter.rules.pdn.replay import PlayedMove, Replayed, replay_line, set_up
from arbiter.rules.pdn.results import parse_result, result_text
from arbiter.rules.position import Position, fen_text, start
from arbiter.rules.variants import Variant

RENAMED = {"Bianco": "White", "Nero": "Black", "Risultato": "Result", "Setup": "SetUp"}


def canonical(record: Record, replayed: Replayed) -> Record:
    """Return *record* with the seven standard tags first, its game type, and its moves in standard notation.

    *replayed* is the same game as played.
    """
    variant = replayed.variant
    given: dict[str, str] = {}
    for name, value in record.tags:
        if value:
            given.setdefault(RENAMED.get(name, name), value)
    result = result_text(parse_result(record.result, variant), variant)
    if given.get("ResultFormat") is None:
        given["Result"] = result
    given |= game_tags(variant)
    for name in ("FEN", "Fen", "SetUp"):
        given.pop(name, None)
    if replayed.start != start(variant):
        given |= {"SetUp": "1", "FEN": fen_text(replayed.start, variant)}
    first = {name: given.get(name, UNKNOWN.get(name, "?")) for name in SEVEN}
    items = _items(record.items, replayed, variant)
    return Record(tuple({**first, **given}.items()), items, "*")


def game_tags(variant: Variant) -> dict[str, str]:
    """Return the tags that name the variant: the full PDN game type, and the key of the variant."""
    return {"GameType": variant.gametype, VARIANT_TAG: variant.key}


def _items(items: Sequence[Item], replayed: Replayed, variant: Variant) -> tuple[Item, ...]:
    made = {one.first: one for one in replayed.made}
    done = replayed.made[-1].last if replayed.made else -1
    held: list[Item] = []
    unread: list[str] = []
    latest: PlayedMove | None = None
    position, upto = replayed.start, -1
    for place, item in enumerate(items):
        if isinstance(item, Written):
            if place in made:
                latest = made[place]
                held.append(Written(latest.text, item.strength))
                position, upto = latest.after, latest.last
            elif place > max(upto, done):
                unread.append(item.text)
        elif isinstance(item, Setup):
            if not unread and (there := _there(item, position, variant)) is not None:
                position, latest = there, None
                held.append(Setup(fen_text(position, variant)))
            else:
                unread.append(f"/{item.fen}/")
        elif isinstance(item, Variation):
            held.append(_variation(item, position, latest, variant))
        else:
            held.append(item)
    if unread:
        held.append(comment(f"? {' '.join(unread)}"))
    return tuple(held)


def _there(item: Setup, position: Position, variant: Variant) -> Position | None:
    try:
        return set_up(item, position, variant)
    except Refused:
        return None


def _variation(item: Variation, position: Position, latest: PlayedMove | None, variant: Variant) -> Variation | Comment:
    """Return the variation with its moves in standard notation.

    A variation may replace the move before it, or continue after that move. It is replayed both ways, and the way in
    which more moves can be played is used.
    """
    begins = ([latest.before] if latest else []) + [position]
    read = [replay_line(item.items, begin, variant) for begin in begins]
    best = max(read, key=lambda one: (one.fault is None, len(one.made)))
    items = _items(item.items, best, variant)
    return Variation(items) if items else Comment("()")
