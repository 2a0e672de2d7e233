"""The requests of the referee's office."""

from __future__ import annotations

from arbiter.web.api.operations import BOARD, KEY, OFFICIAL, SIDE, TABLET, TEXT, WHOLE, YES, Operation

T = "/tournaments/{t}"
WHOLES = {"type": "array", "items": WHOLE}

OFFICIATING = (
    Operation(
        method="get",
        path=f"{BOARD}/preview",
        does="What going back to a ply would restore, with three proposals for the times",
        who=OFFICIAL,
        query={"ply": WHOLE},
    ),
    Operation(
        method="get",
        path=f"{BOARD}/oracle",
        does="Whether either side can still win by any series of legal moves",
        who=OFFICIAL,
    ),
    Operation(
        method="get", path=f"{BOARD}/strength", does="The stronger position, square by square (001)", who=OFFICIAL
    ),
    Operation(method="get", path=f"{BOARD}/record", does="The game's official record", who=OFFICIAL),
    Operation(
        method="post",
        path=f"{BOARD}/appeals",
        does="Appeal against what was ruled at the board",
        who=TABLET,
        fields={"grounds": TEXT, "side": SIDE, "asks": TEXT, "paper": YES, "key": KEY},
        needed=("grounds",),
    ),
    Operation(method="get", path=f"{T}/appeals", does="Every appeal", who=OFFICIAL),
    Operation(
        method="get",
        path=f"{T}/appeals/{{a}}/branches",
        does="Standings, crosstable and next pairings for either decision",
        who=OFFICIAL,
    ),
    Operation(
        method="post",
        path=f"{T}/appeals/{{a}}/branch",
        does="Choose on which decision the next round is paired",
        who=OFFICIAL,
        fields={"branch": {"type": "string", "enum": ["stands", "overturned"]}, "key": KEY},
        needed=("branch",),
    ),
    Operation(
        method="post",
        path=f"{T}/appeals/{{a}}/decision",
        does="Decide an appeal; overturned, `result` is the result instead",
        who=OFFICIAL,
        fields={"overturned": YES, "result": TEXT, "reason": TEXT, "key": KEY},
        needed=("overturned", "reason"),
    ),
    Operation(
        method="get",
        path=f"{T}/appeals/{{a}}/packet",
        does="What the committee gets: the game line by line, names blinded on request",
        who=OFFICIAL,
        query={"blind": YES},
    ),
    Operation(method="get", path=f"{T}/calls", does="Who waits for an arbiter, and where time is short", who=OFFICIAL),
    Operation(method="get", path=f"{T}/conduct", does="The log of conduct", who=OFFICIAL),
    Operation(method="get", path=f"{T}/officials", does="Playing officials, sectors, computers", who=OFFICIAL),
    Operation(
        method="post",
        path=f"{T}/officials",
        does="Say as which entry an official plays, and which boards are their sector",
        who=OFFICIAL,
        fields={"official": TEXT, "entry": WHOLE, "boards": WHOLES, "key": KEY},
        needed=("official",),
    ),
    Operation(
        method="post",
        path=f"{T}/entries/{{entry}}/computer",
        does="Say that an entry is a computer",
        who=OFFICIAL,
        fields={"key": KEY},
    ),
    Operation(
        method="post",
        path=f"{T}/home",
        does="Say which entries play at home",
        who=OFFICIAL,
        fields={"entries": WHOLES, "key": KEY},
        needed=("entries",),
    ),
)
