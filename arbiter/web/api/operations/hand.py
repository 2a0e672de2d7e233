"""The requests of the director's hand: drafts and their changes, byes, returns, who may not meet, terms."""

from __future__ import annotations

from arbiter.web.api.operations import KEY, NOBODY, OFFICIAL, PAIRS, TEXT, WHOLE, YES, Operation

ROUND = "/tournaments/{t}/rounds/{n}"
ENTRY = "/tournaments/{t}/entries/{entry}"
NUMBERS = {"type": "array", "items": WHOLE}
SETTINGS = {"type": "object", "additionalProperties": {"type": ["integer", "string"]}}

HAND = (
    Operation(method="post", path=f"{ROUND}/publish", does="Publish a draft", who=OFFICIAL, fields={"key": KEY}),
    Operation(
        method="post",
        path=f"{ROUND}/changes",
        does="Change the last pairing: two change places, two meet, one gets a bye, or the whole round as written",
        who=OFFICIAL,
        fields={
            "kind": {"type": "string", "enum": ["swap", "set", "bye", "pairs"]},
            "one": WHOLE,
            "other": WHOLE,
            "white": WHOLE,
            "black": WHOLE,
            "entry": WHOLE,
            "bye": TEXT,
            "pairs": PAIRS,
            "reason": TEXT,
            "accept": {**YES, "description": "the rules that it bends are bent knowingly"},
            "preview": YES,
            "key": KEY,
        },
        needed=("kind",),
    ),
    Operation(method="get", path=f"{ROUND}/why", does="Why these pairings", who=NOBODY),
    Operation(
        method="post",
        path=f"{ROUND}/boards/{{b}}/postponements",
        does="Put a game off; the next round does not wait for it",
        who=OFFICIAL,
        fields={"until": TEXT, "reason": TEXT, "key": KEY},
        needed=("until",),
    ),
    Operation(
        method="get",
        path=f"{ROUND}/boards/{{b}}/consequences",
        does="What would follow if the game had ended otherwise: white, draw, black, neither, or as written (9-1)",
        who=OFFICIAL,
        query={"result": TEXT},
    ),
    Operation(
        method="post",
        path=f"{ENTRY}/return",
        does="An entry that had withdrawn is paired again",
        who=OFFICIAL,
        fields={"reason": TEXT, "key": KEY},
    ),
    Operation(
        method="post",
        path=f"{ENTRY}/byes",
        does="A bye that was asked for: half, zero, full, club, duty; none takes it back",
        who=OFFICIAL,
        fields={"round": WHOLE, "kind": TEXT, "reason": TEXT, "beyond": YES, "key": KEY},
        needed=("round", "kind"),
    ),
    Operation(
        method="post",
        path=f"{ENTRY}/board",
        does="An entry always sits at that board; 0: wherever the pairing puts it",
        who=OFFICIAL,
        fields={"board": WHOLE, "reason": TEXT, "key": KEY},
        needed=("board",),
    ),
    Operation(
        method="post",
        path=f"{ENTRY}/group",
        does="The group, or the side of a match, of an entry",
        who=OFFICIAL,
        fields={"group": TEXT, "key": KEY},
    ),
    Operation(method="get", path="/tournaments/{t}/forbidden", does="Who may not meet", who=OFFICIAL),
    Operation(
        method="post",
        path="/tournaments/{t}/forbidden",
        does="No two of these entries meet; weak: unless there is no other way",
        who=OFFICIAL,
        fields={"entries": NUMBERS, "first": WHOLE, "last": WHOLE, "weak": YES, "reason": TEXT, "key": KEY},
        needed=("entries",),
    ),
    Operation(method="delete", path="/tournaments/{t}/forbidden/{ban}", does="They may meet again", who=OFFICIAL),
    Operation(
        method="post",
        path="/tournaments/{t}/terms",
        does="Change rounds, tie-breaks or settings",
        who=OFFICIAL,
        fields={
            "rounds": WHOLE,
            "tiebreaks": {"type": "array", "items": TEXT},
            "settings": SETTINGS,
            "reason": TEXT,
            "key": KEY,
        },
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/numbers",
        does="The pairing numbers, before round 1",
        who=OFFICIAL,
        fields={
            "how": {"type": "string", "enum": ["rating", "lot", "restricted", "entered", "hand"]},
            "order": NUMBERS,
            "lots": WHOLE,
            "reason": TEXT,
            "key": KEY,
        },
        needed=("how",),
    ),
)
