"""What the page on hubs tells to type is typed, word by word; and its commands, settings and files are there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import ssl
from http.client import HTTPSConnection

import pytest

from arbiter.cli import parser
from arbiter.settings import SETTINGS
from tests.games import real_games
from tests.machines import COMMAND, machines, missing, version
from tests.postgres import until
from tests.service import HOUSE, PATIENCE, Caller
from tests.test_failover import answers, chapters, followed, two_servers

PAGE = (HOUSE / "docs" / "federation.md").read_text("utf-8")
UNIT = (HOUSE / "tools" / "systemd" / "arbiter-relay@.service").read_text("utf-8")
TYPED = re.compile(r"(?:^|`|=|bin/|\$ )(arbiter (?:serve|relay|hub|migrate|verify|backup)\b[^`#\n]*)", re.MULTILINE)
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


@pytest.mark.slow  # four machines, two servers, a hub, a public node and a hall
@pytest.mark.skipif(missing() is not None or shutil.which("nginx") is None, reason=missing() or "nginx is not there")
def test_the_commands_of_the_page_build_a_hub_that_shows_what_is_played_in_a_hall() -> None:
    """What stands in capitals is filled in, and so are the addresses of the servers in `pg_hba.conf`."""
    with machines(one=11, two=12, three=21, node=31, hall=41) as site:
        one, two, three, _, hall = site.values()
        filled = {
            ":PASSWORD@": ":choose-another@",
            "choose-a-third": "choose-another",
            " 15 main": f" {version()} main",
        }
        two_servers(site, "host arbiter arbiter,watcher 10.0.0.0/24 scram-sha-256")
        chapters(site)("1")
        until(lambda: followed(one))
        for machine in (one, three):
            machine.write("/opt/here/arbiter.service", (HOUSE / "tools/systemd/arbiter.service").read_text("utf-8"))
        one.write("/opt/here/nginx.conf", (HOUSE / "docs/federation/nginx.conf").read_text("utf-8"))
        said = ""
        for name, command in COMMAND.findall(PAGE):
            if name == "hall":
                break
            typed = command
            for word, meant in filled.items():
                typed = typed.replace(word, meant)
            said = site[name].types(typed)
            if " hub key " in command:
                filled["KEY"] = said.strip()
        assert said.startswith("Damclub Utrecht")
        until(lambda: followed(one))
        assert one.asks("SHOW max_connections") == two.asks("SHOW max_connections") == "200"

        hall.types("arbiter serve > serving 2>&1 &")
        token = ""

        def started() -> bool:
            nonlocal token
            token = hall.types("arbiter token --role director 2>&1 || true").split()[-1]
            with hall.network(), Caller(8000, token, PATIENCE) as director:
                return answers(director)

        until(started)
        with hall.network(), Caller(8000, token, PATIENCE) as director:
            board = f"/tournaments/{director.tournament(4, name='Spring open')}/rounds/1/boards/1/moves"
            director.post(board, {"move": real_games()[0].moves[0], "ply": 0})
        hall.write("/opt/hub.pem", one.read("/etc/letsencrypt/live/hub.example.org/fullchain.pem"))
        hall.types("export SSL_CERT_FILE=/opt/hub.pem; echo '10.0.0.11 hub.example.org' >> /etc/hosts")
        hall.types(f"{command.replace('KEY', filled['KEY'])} > relaying 2>&1 &")

        public = "/tournaments/damclub-utrecht-spring-open/rounds/1/boards/1"
        with three.network(), Caller(8000, None, PATIENCE) as watcher:
            until(lambda: answers(watcher))
            until(lambda: watcher.send("GET", public).status == 200 and len(watcher.get(public)["moves"]) == 1)
            proxy = HTTPSConnection(one.at, context=ssl._create_unverified_context(), timeout=PATIENCE)
            proxy.request("GET", f"/api/v1{public}", headers={"Host": "hub.example.org"})
            shown = proxy.getresponse().read()
            proxy.close()
        assert len(json.loads(shown)["moves"]) == 1
