"""The requests about one board."""

from __future__ import annotations

from typing import Any

from arbiter.rulings.kinds import RULINGS
from arbiter.web.api.operations import BOARD, KEY, NOBODY, OFFICIAL, SIDE, TABLET, TEXT, WHOLE, YES, Operation

RULING: dict[str, Any] = {
    "kind": {"type": "string", "enum": list(RULINGS)},
    "reason": TEXT,
    "article": TEXT,
    "result": TEXT,
    "loser": {"type": "string", "enum": ["white", "black", "both"]},
    "side": SIDE,
    "add_ms": WHOLE,
    "add_s": WHOLE,
    "left_ms": WHOLE,
    "ply": WHOLE,
    "step": {**TEXT, "description": "penalty: note, caution, warning, time 60, fine 60, loss, expulsion"},
    "times": {"type": "string", "enum": ["irregularity", "present", "split"]},
    "category": {**TEXT, "description": "conduct: what was written down"},
    "matter": {"type": "string", "enum": ["strength", "slow"]},
    "pressed": {**WHOLE, "description": "stop: when it was pressed, by the device's offset to the service's clock"},
    "to_go": WHOLE,
    "period": WHOLE,
    "what": {"type": "string", "enum": ["times", "players"], "description": "swap: what stood on the wrong sides"},
    "control": TEXT,
    "here": YES,
    "envelope": TEXT,
    "sealed": {**TEXT, "description": "adjourn: the sealed move, shown to nobody until the game is resumed"},
    "until": TEXT,
    "move": {**TEXT, "description": "resume: the move that the envelope held, where the service was not told"},
    "key": KEY,
}
"""Every field that a ruling may have."""

BOARDS = (
    Operation(method="get", path=BOARD, does="One board", who=NOBODY),
    Operation(
        method="post",
        path=f"{BOARD}/moves",
        does="Play a move",
        who=TABLET,
        fields={
            "move": TEXT,
            "ply": WHOLE,
            "touched": {
                **TEXT,
                "description": "the squares of the pieces that were touched, in order, with spaces between; where "
                "touching binds, the first that can move is bound",
            },
            "pressed": {**WHOLE, "description": "when it was pressed, by the tablet's offset to the service's clock"},
            "round_trip_ms": {**WHOLE, "description": "the round trip with which that offset was measured"},
            "device_ms": {**WHOLE, "description": "the tablet's own monotonic time: evidence, never the clock"},
            "key": KEY,
        },
        needed=("move", "ply"),
        answers={"200": "the board after the move", "422": "an irregular move: the verdict, and what is owed"},
    ),
    Operation(
        method="post", path=f"{BOARD}/offers", does="Offer a draw", who=TABLET, fields={"side": SIDE, "key": KEY}
    ),
    Operation(
        method="post",
        path=f"{BOARD}/answers",
        does="Answer a draw offer",
        who=TABLET,
        fields={"accept": YES, "side": SIDE, "key": KEY},
        needed=("accept",),
    ),
    Operation(
        method="post", path=f"{BOARD}/resignations", does="Resign", who=TABLET, fields={"side": SIDE, "key": KEY}
    ),
    Operation(
        method="post",
        path=f"{BOARD}/claims",
        does="Claim a draw",
        who=TABLET,
        fields={"ground": TEXT, "move": TEXT, "side": SIDE, "key": KEY},
        needed=("ground",),
    ),
    Operation(
        method="post",
        path=f"{BOARD}/calls",
        does="Call the arbiter",
        who=TABLET,
        fields={"reason": TEXT, "side": SIDE, "stop": YES, "key": KEY},
    ),
    Operation(
        method="post",
        path=f"{BOARD}/objections",
        does="Object to the last move; `choice` says whether it is put right whole or stands",
        who=TABLET,
        fields={
            "side": SIDE,
            "choice": {"type": "string", "enum": ["rectify", "stand", "huff"]},
            "square": TEXT,
            "key": KEY,
        },
    ),
    Operation(
        method="post",
        path=f"{BOARD}/crowns",
        does="Crown the opponent's king, where the regulations want that before the next move",
        who=TABLET,
        fields={"side": SIDE, "key": KEY},
    ),
    Operation(
        method="post",
        path=f"{BOARD}/rulings",
        does="Rule at a board; what else a ruling needs goes by its kind",
        who=OFFICIAL,
        fields=RULING,
        needed=("kind",),
    ),
)
