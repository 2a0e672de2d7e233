"""What the page on hubs tells to type can be typed: its commands, settings, requests and files are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from arbiter.cli import parser
from arbiter.settings import SETTINGS

HOUSE = Path(__file__).parents[1]
PAGE = (HOUSE / "docs" / "federation.md").read_text("utf-8")
UNIT = (HOUSE / "tools" / "systemd" / "arbiter-relay@.service").read_text("utf-8")
TYPED = re.compile(r"(?:^|`|=|bin/)(arbiter (?:serve|relay|hub|migrate|verify|backup)\b[^`#\n]*)", re.MULTILINE)
COMMANDS = sorted({found.strip() for found in TYPED.findall(PAGE + UNIT)})


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_is_one(command: str) -> None:
    typed = shlex.split(command)[1:]
    if typed == ["verify"]:
        typed.append("spring-open")

    assert parser().parse_args(typed).command


def test_the_page_has_every_verb_of_a_hub() -> None:
    verbs = {command.split()[1] for command in COMMANDS}

    assert verbs == {"serve", "relay", "hub", "migrate", "verify", "backup"}
    assert {deed for command in COMMANDS for deed in ("list", "key", "revoke") if f"hub {deed}" in command} == {
        "list",
        "key",
        "revoke",
    }


def test_a_setting_of_the_page_is_one() -> None:
    known = {f"ARBITER_{setting.name.upper()}" for setting in SETTINGS} | {"ARBITER_RELAY_KEY"}
    named = set(re.findall(r"ARBITER_[A-Z_]+", PAGE))

    assert {"ARBITER_STORE", "ARBITER_ROLE", "ARBITER_PROXY"} <= named
    assert named <= known


def test_the_proxies_send_to_the_hub_what_records_something() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        text = (HOUSE / "docs" / "federation" / name).read_text("utf-8")
        for address in ("office", "sign-in", "hub", "tablet", "practice"):
            assert re.search(rf"[/(|]{address}", text), (name, address)
