"""Sentences between a hub and the services that send it their tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

HUB: Mapping[str, str] = {
    "played_elsewhere": N_(
        "This tournament is played in another hall, {hall}, and only shown here: nothing is entered or ruled here."
    ),
    "key_of_another": N_("The key of {hall} does not open {tournament}: that is not a tournament which it feeds."),
    "no_hall_key": N_("There is no key {number} of a hall."),
    "no_hall": N_("No hall called {name} has a key here."),
    "not_relayed": N_("{tournament} is no tournament that a hall feeds."),
    "relay_forked": N_(
        "Line {line} of the hall's journal is not the line {line} that is here: the two part before it. A hall goes on "
        "with the journal that it has fed, or the tournament is taken off the hub and fed anew."
    ),
    "relay_gap": N_("Line {line} cannot follow: here the journal ends with line {have}."),
    "relay_unreadable": N_("The lines from {line} on are no lines of a journal, or of a later release."),
    "taken_down": N_(
        "{tournament} has been taken off this hub. With a new key, made after that, the hall may feed it again."
    ),
    "hub_refuses": N_("The hub refuses: “{sentence}”."),
    "hub_forked": N_(
        "The hub has another line {line} than this journal: the two part before it. Nothing more is fed. Go on with the "
        "journal that was fed first, or have the tournament taken off the hub and feed it anew."
    ),
    "hub_ahead": N_(
        "The hub has {lines} lines of this tournament, and its journal here ends with line {have}: this is an older copy. "
        "Nothing more is fed."
    ),
    "chain_broken": N_(
        "Line {line} of the journal is not what was written behind the line before it: nothing more is fed."
    ),
    "relay_key_missing": N_("A relay needs the key that the hub has given the hall: --key KEY, or ARBITER_RELAY_KEY."),
    "only_shown": N_("This address only shows: nothing is entered, ruled or signed in here."),
    "public_needs_store": N_("A node that only shows reads a database: name it with --store postgresql://..."),
    "too_many_lines": N_("At most {most} lines are taken at a time."),
}
