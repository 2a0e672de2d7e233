"""The commands `doctor`, which checks this computer, and `tls`, which makes its certificate for HTTPS."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from arbiter import words
from arbiter.cli.stores import store_of
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json, instance_of
from arbiter.settings import settings

MARKS = {"good": "  ", "look": "? ", "bad": "! "}


def add(verb: Verbs) -> None:
    made = verb("doctor", doctor, "check this computer before an evening")
    store_of(made)
    as_json(made)

    made = verb("tls", tls, "make or renew the hall's certificate")
    instance_of(made)
    as_json(made)


def doctor(asked: argparse.Namespace) -> int:
    """`arbiter doctor`: check the computer, and print the findings. The exit code is 1 if one of them is bad."""
    from arbiter.machine.checkup import checkup

    given = {} if asked.store is None else {"store": asked.store}
    found = checkup(asked.instance, settings(instance=asked.instance, given=given))
    said = [words.say(finding.code, finding.facts, LANGUAGE) for finding in found]
    ready = all(finding.state != "bad" for finding in found)
    if asked.json:
        told = [{**asdict(finding), "sentence": text} for finding, text in zip(found, said, strict=True)]
        as_document({"ready": ready, "findings": told})
    else:
        for finding, text in zip(found, said, strict=True):
            print(f"{MARKS[finding.state]}{text}")
        print(
            "No problems found."
            if ready
            else "Solve the problems marked with an exclamation mark before the evening begins."
        )
    return 0 if ready else 1


def tls(asked: argparse.Namespace) -> int:
    """`arbiter tls`: make a certificate for the computer's present names. The first time, also make the authority."""
    from arbiter.machine.certificates import authority_file, machine_names, make
    from arbiter.machine.network_addresses import own_addresses

    own = own_addresses()
    made = make(asked.instance, machine_names(own))
    if asked.json:
        as_document({**asdict(made), "until": made.until.isoformat()})
        return 0
    print(f"The certificate is valid until {made.until:%Y-%m-%d}, for {', '.join(made.names)}.")
    print(f"The hall's authority is in {authority_file(asked.instance)}; its fingerprint is")
    print(made.authority)
    print("Restart the service. Install the authority once on each tablet: the office shows the code, under Setup.")
    return 0
