"""What a director looks at before the players come: each row says what is so, and what would do."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from arbiter import words
from arbiter.alarms.backups import Backups
from arbiter.cli import main
from arbiter.instants import HallClock
from arbiter.journal.people import Person
from arbiter.journal.sqlite.register import setting_in
from arbiter.machine import checkup as room
from arbiter.machine.certificates import make
from arbiter.machine.checkup import CHECKS, Diagnosis, checkup
from arbiter.machine.hall_urls import LISTENING, Whereabouts
from arbiter.sentences.machine import MACHINE
from arbiter.settings import Settings, settings
from tests.desk.club import in_office, opened
from tests.service import free_port, service

HERE = Whereabouts(own=("192.168.1.5",), address="192.168.1.5", port=free_port())


def found(instance: Path, check: str, whereabouts: Whereabouts = HERE) -> Diagnosis:
    (one, *_) = [finding for finding in checkup(instance, settings({}), whereabouts) if finding.check == check]
    return one


def test_every_row_finds_something_and_says_it(tmp_path: Path) -> None:
    told = checkup(tmp_path, settings({}), HERE)

    assert {finding.check for finding in told} | {"firewall", "medium", "database"} == set(CHECKS)
    for finding in told:
        assert "{" not in words.say(finding.code, finding.facts, "nl")
        assert finding.code in MACHINE


def test_a_copy_is_brought_back_and_counted(tmp_path: Path) -> None:
    with in_office(tmp_path, HallClock()) as desks:
        desk = opened(desks)
        assert found(tmp_path, "copies").code == "no_copy"
        Backups(desks, kept=2).make()
        lines = desk.state.version
    copy = found(tmp_path, "copies")

    assert (copy.state, copy.code, copy.facts["count"]) == ("good", "copy_good", lines)


def test_a_copy_that_is_not_what_was_written_is_in_the_way(tmp_path: Path) -> None:
    with in_office(tmp_path, HallClock()) as desks:
        opened(desks)
        Backups(desks, kept=2).make()
    (copy,) = (tmp_path / "backups").glob("club-open.*")
    copy.write_bytes(copy.read_bytes().replace(b"PlayerEntered", b"PlayerEnterex", 1))
    altered = found(tmp_path, "copies")
    copy.write_bytes(b"nothing" * 1_000)

    assert (altered.state, altered.code) == ("bad", "copy_altered")
    assert found(tmp_path, "copies").code == "copy_unreadable"


def test_a_clock_behind_what_was_written_is_in_the_way(tmp_path: Path) -> None:
    assert found(tmp_path, "clock").state == "good"
    (tmp_path / "alive").write_text(f"{4_000_000_000_000:016d}")

    assert found(tmp_path, "clock").code == "clock_behind"


def test_the_clock_of_a_demonstration_runs_ahead_of_the_machine_s_and_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "alive").write_text(f"{4_000_000_000_000:016d}")
    (told,) = [one for one in checkup(tmp_path, Settings(), Whereabouts(), speed=30) if one.check == "clock"]

    assert told.state == "good"


def test_a_machine_in_several_networks_says_where_tablets_are_sent(tmp_path: Path) -> None:
    several = Whereabouts(own=("10.0.0.1", "192.168.1.5"), address="10.0.0.1")

    assert found(tmp_path, "network").code == "one_address"
    assert found(tmp_path, "network", several).facts["text"] == "http://10.0.0.1:8000"
    assert found(tmp_path, "network", several).state == "look"
    assert found(tmp_path, "network", Whereabouts()).code == "no_network"


def test_a_port_that_another_program_has_is_in_the_way(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        machine = room.Machine(tmp_path, settings({}), Whereabouts(port=other.getsockname()[1]))
        ((state, code, _),) = room.port(machine)

    assert (state, code) == ("bad", "port_taken")
    assert [code for _, code, _ in room.port(room.Machine(tmp_path, settings({}), HERE))] == ["port_free"]


def test_the_doctor_knows_where_the_service_over_its_folder_listens(tmp_path: Path) -> None:
    """On the port and the host of its start, whatever the settings say; and no more once it has ended."""
    with service(tmp_path) as served:
        said = {one.check: one for one in checkup(served.instance, settings({}))}
        assert (said["port"].code, said["port"].facts) == ("port_serves", {"port": served.port})
        host = setting_in(served.instance / "register.sqlite", LISTENING)
    after = {one.check: one for one in checkup(served.instance, settings({}))}

    assert (host or "").endswith(f" {served.port}")
    assert after["port"].facts == {"port": 8_000}


def test_a_service_that_listens_on_its_own_machine_says_that_no_tablet_reaches_it(tmp_path: Path) -> None:
    (told,) = [one for one in checkup(tmp_path, Settings(host="127.0.0.1")) if one.check == "network"]

    assert (told.state, told.code) == ("look", "only_here")


def test_a_name_that_no_sheet_can_draw_is_counted(tmp_path: Path) -> None:
    with in_office(tmp_path, HallClock()) as desks:
        desk = opened(desks)
        desks.register.enter(desk.id, {8: Person("\U00013000"), 9: Person("Łódź")})
    letters = found(tmp_path, "letters")

    assert (letters.state, letters.facts["count"]) == ("look", 1)


def test_a_certificate_is_told_with_its_end(tmp_path: Path) -> None:
    assert found(tmp_path, "certificate").code == "no_certificate"
    make(tmp_path, ("192.168.1.5", "127.0.0.1"))

    assert found(tmp_path, "certificate").code == "certificate_due"  # this machine has a name that is not in it


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_key_that_others_may_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("secret")
    (tmp_path / "key").chmod(0o644)

    assert found(tmp_path, "permissions").code == "key_readable"


def test_the_command_says_it_in_sentences_and_as_a_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARBITER_PORT", str(HERE.port))
    ended = main(["doctor", "--instance", str(tmp_path)])
    said = capsys.readouterr().out
    main(["doctor", "--json", "--instance", str(tmp_path)])
    document = json.loads(capsys.readouterr().out)

    assert "ms.\n" in said
    assert document["ready"] == (ended == 0) == ("No problems found." in said)
    assert all(finding["sentence"] in said for finding in document["findings"] if finding["check"] == "library")
