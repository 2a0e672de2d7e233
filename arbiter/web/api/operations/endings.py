"""The requests about openings, counts, and moves entered by taps."""

from __future__ import annotations

from arbiter.web.api.operations import BOARD, KEY, OFFICIAL, TABLET, TEXT, WHOLE, YES, Operation

ENDINGS = (
    Operation(
        method="post",
        path="/tournaments/{t}/rounds/{n}/ballots",
        does="Draw an opening by lot, one for the round or one each, or take the one named",
        who=OFFICIAL,
        fields={"each": YES, "ballot": TEXT, "boards": {"type": "array", "items": WHOLE}, "key": KEY},
    ),
    Operation(
        method="get",
        path=f"{BOARD}/counts",
        does="What is counted towards an ending, with its proof",
        who=TABLET,
        query={"ply": WHOLE, "lang": TEXT},
    ),
    Operation(
        method="get",
        path=f"{BOARD}/taps",
        does="Which squares may follow those tapped, and the whole move once only one fits",
        who=TABLET,
        query={"path": TEXT},
    ),
)
