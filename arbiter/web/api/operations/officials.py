"""The requests of those who decide: proposals, the journal, tablets."""

from __future__ import annotations

from arbiter.web.api.operations import KEY, NOBODY, OFFICIAL, SIDE, TEXT, WHOLE, Operation

OFFICIALS = (
    Operation(method="get", path="/tournaments/{t}/proposals", does="What only an arbiter may decide", who=OFFICIAL),
    Operation(
        method="post",
        path="/tournaments/{t}/proposals/{p}/sign",
        does="Make a proposal a ruling",
        who=OFFICIAL,
        fields={"reason": TEXT, "key": KEY},
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/proposals/{p}/dismiss",
        does="Decide otherwise",
        who=OFFICIAL,
        fields={"reason": TEXT, "key": KEY},
        needed=("reason",),
    ),
    Operation(
        method="get",
        path="/tournaments/{t}/journal",
        does="The lines with their hashes",
        who=OFFICIAL,
        query={"after": WHOLE},
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/tablets",
        does="Links that bind a tablet to a board, with their PINs",
        who=OFFICIAL,
        fields={"boards": {"type": "array", "items": WHOLE}, "side": SIDE},
        answers={"201": "the links"},
    ),
    Operation(
        method="delete", path="/tournaments/{t}/tablets", does="Revoke links", who=OFFICIAL, query={"board": WHOLE}
    ),
    Operation(
        method="post",
        path="/tablets/bind",
        does="A bearer token for a program that has a tablet's link and PIN",
        who=NOBODY,
        fields={"link": TEXT, "pin": TEXT},
        needed=("link", "pin"),
    ),
)
