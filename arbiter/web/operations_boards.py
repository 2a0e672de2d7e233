"""The requests about one board."""

from __future__ import annotations

from arbiter.web.operations import BOARD, KEY, NOBODY, OFFICIAL, SIDE, TABLET, TEXT, WHOLE, YES, Operation

BOARDS = (
    Operation(method="get", path=BOARD, does="One board", who=NOBODY),
    Operation(
        method="post",
        path=f"{BOARD}/moves",
        does="Play a move",
        who=TABLET,
        fields={"move": TEXT, "ply": WHOLE, "touched": TEXT, "key": KEY},
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
        fields={"ground": TEXT, "side": SIDE, "key": KEY},
        needed=("ground",),
    ),
    Operation(
        method="post",
        path=f"{BOARD}/calls",
        does="Call the arbiter",
        who=TABLET,
        fields={"reason": TEXT, "side": SIDE, "key": KEY},
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
        does="Rule at a board: result, adjudication, forfeit, time, stop, start, position, penalty, call",
        who=OFFICIAL,
        fields={
            "kind": {
                "type": "string",
                "enum": ["result", "adjudication", "forfeit", "time", "stop", "start", "position", "penalty", "call"],
            },
            "reason": TEXT,
            "article": TEXT,
            "result": TEXT,
            "loser": {"type": "string", "enum": ["white", "black", "both"]},
            "side": SIDE,
            "add_ms": WHOLE,
            "add_s": WHOLE,
            "left_ms": WHOLE,
            "ply": WHOLE,
            "step": {"type": "string", "enum": ["note", "caution", "warning"]},
            "key": KEY,
        },
        needed=("kind",),
    ),
)
