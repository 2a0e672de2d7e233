"""The requests about clocks."""

from __future__ import annotations

from arbiter.web.api.operations import BOARD, KEY, NOBODY, OFFICIAL, TEXT, WHOLE, Operation
from arbiter.web.api.operations.boards import RULING

T = "/tournaments/{t}"
WHICH = {"reason": TEXT, "boards": {"type": "array", "items": WHOLE}}

CLOCKS = (
    Operation(method="get", path="/controls", does="The time controls that have a name", who=NOBODY),
    Operation(
        method="post",
        path=f"{T}/pause",
        does="Stop the clocks of the hall, or of a section, at one instant",
        who=OFFICIAL,
        fields={**WHICH, "article": TEXT, "key": KEY},
        needed=("reason",),
    ),
    Operation(
        method="post",
        path=f"{T}/resume",
        does="Set all clocks going that stand since the hall was stopped or the service interrupted, or some",
        who=OFFICIAL,
        fields={**WHICH, "key": KEY},
    ),
    Operation(
        method="post",
        path=f"{T}/pause/preview",
        does="The boards that would stop",
        who=OFFICIAL,
        fields={**WHICH, "article": TEXT},
        needed=("reason",),
    ),
    Operation(
        method="post", path=f"{T}/resume/preview", does="The boards that would go on", who=OFFICIAL, fields=WHICH
    ),
    Operation(
        method="post",
        path=f"{BOARD}/rulings/preview",
        does="What a ruling would do to the clocks; nothing is recorded",
        who=OFFICIAL,
        fields={name: shape for name, shape in RULING.items() if name != "key"},
        needed=("kind",),
        answers={"200": "the clocks before and after, and whose flag would fall"},
    ),
    Operation(
        method="get",
        path=f"{T}/trouble",
        does="Who has the least time for each move still to go",
        who=NOBODY,
        query={"most": WHOLE},
    ),
    Operation(
        method="get",
        path=f"{BOARD}/clock",
        does="Every press, pause, correction, gap and flag of a game, with server and device time",
        who=OFFICIAL,
    ),
    Operation(
        method="post",
        path=f"{T}/entries/{{entry}}/control",
        does="A handicap: another time control for an entry",
        who=OFFICIAL,
        fields={"control": TEXT, "reason": TEXT, "key": KEY},
        needed=("control",),
    ),
)
