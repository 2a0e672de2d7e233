"""The requests about regulations."""

from __future__ import annotations

from arbiter.web.api.operations import KEY, NOBODY, OFFICIAL, TEXT, Operation

REGULATIONS = (
    Operation(method="get", path="/regulations", does="Every profile of regulations, with sources", who=NOBODY),
    Operation(method="get", path="/tournaments/{t}/regulations", does="What a tournament is played under", who=NOBODY),
    Operation(
        method="post",
        path="/tournaments/{t}/regulations",
        does="Turn switches of the regulations before the first round",
        who=OFFICIAL,
        fields={"switches": {"type": "object"}, "reason": TEXT, "key": KEY},
        needed=("switches",),
    ),
)
