"""Sentences about sending tournaments from one service to another, the hub, where the public can watch them."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

HUB: Mapping[str, str] = {
    "played_elsewhere": N_(
        "This tournament is played in the hall {hall} and only shown here: nothing is entered or decided here."
    ),
    "key_of_another": N_("The key of {hall} is not valid for {tournament}: that tournament comes from another hall."),
    "no_hall_key": N_("There is no hall key {number}."),
    "no_hall": N_("No hall called {name} has a key here."),
    "not_relayed": N_("{tournament} was not sent by a hall."),
    "relay_forked": N_(
        "Line {line} of the hall's journal differs from line {line} here: the two journals diverge before it. Continue with the journal that was sent first, or remove the tournament from the hub and send it again."
    ),
    "relay_gap": N_("Line {line} cannot be added: the journal here ends with line {have}."),
    "relay_unreadable": N_("The lines from {line} onwards are not journal lines, or come from a later version."),
    "taken_down": N_("{tournament} has been removed from this hub. The hall can send it again with a new key."),
    "hub_refuses": N_("The hub refuses: “{sentence}”."),
    "hub_forked": N_(
        "Line {line} on the hub differs from this journal: the two journals diverge before it. Nothing more is sent. Continue with the journal that was sent first, or have the tournament removed from the hub and send it again."
    ),
    "hub_ahead": N_(
        "The hub has {lines} lines of this tournament, but the journal here ends with line {have}: it is an older copy. Nothing more is sent."
    ),
    "chain_broken": N_("Line {line} of the journal has been altered or damaged: nothing more is sent."),
    "relay_runs": N_(
        "{tournament} is being sent to a hub by another process on this computer. Stop that process first."
    ),
    "relay_elsewhere": N_(
        "Another computer of this hall is sending {tournament}: it last reported {seconds} seconds ago. Stop the relay on that computer first; this computer then continues by itself."
    ),
    "relay_key_missing": N_("A relay needs the key that the hub gave to the hall: --key KEY, or ARBITER_RELAY_KEY."),
    "only_shown": N_("This address is read-only: nothing is entered or decided here, and nobody signs in."),
    "public_needs_store": N_("A read-only node needs a database: name it with --store postgresql://..."),
    "too_many_lines": N_("At most {most} lines are accepted at a time."),
}
