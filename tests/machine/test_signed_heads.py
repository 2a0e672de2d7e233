"""Signed heads: who has one can tell later whether the journal still has that line, and that this hall gave it out."""

from __future__ import annotations

import shlex
import stat
import sys
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.desk.desks import Desks
from arbiter.hall.emergency import FOLDER, EmergencyKit
from arbiter.journal.witness.text import witness_path
from arbiter.machine.file_checks import Guard
from arbiter.machine.keys import Keys, instance_keys
from arbiter.machine.signed_heads import PUBLIC, Heads, parse_head
from arbiter.refused import Refused
from arbiter.settings import settings
from tests.desk.club import in_office, move, opened
from tests.hall import MORNING, WoundClock

ID = "club-open"


def hand(secret: str = "a" * 64, clock: WoundClock | None = None) -> Heads:
    return Heads(Keys(secret), (clock or WoundClock()).now)


def test_a_head_is_signed_the_same_way_each_time_and_read_back_from_the_address_of_a_sheet() -> None:
    head = hand().sign(ID, 812, "f" * 64)

    assert head.text == hand().sign(ID, 812, "f" * 64).text
    assert parse_head(f"http://10.0.0.2:8000/tournaments/{ID}#{head.text}") == head
    assert head.at == MORNING
    assert head.signed_by([hand().public])
    assert not head.signed_by([hand("b" * 64).public, "nonsense"])


@pytest.mark.parametrize("part", ["open", "812", "f" * 64, str(MORNING)])
def test_no_part_of_a_head_can_be_changed(part: str) -> None:
    text = hand().sign(ID, 812, "f" * 64).text
    other = {"open": "shut", "812": "813", "f" * 64: "e" * 64, str(MORNING): str(MORNING + 1)}[part]

    assert not parse_head(text.replace(part, other, 1)).signed_by([hand().public])


@pytest.mark.parametrize("text", ["", "812-ffff", "ah1.open.0." + "f" * 64, "ah1.öpen.1." + "f" * 64, "x" * 10_000])
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_head(text)
    assert refused.value.code == "head_unreadable"


def test_for_tablets_a_head_is_signed_again_only_after_a_while() -> None:
    clock = WoundClock()
    heads = hand(clock=clock)
    first = heads.sign(ID, 1, "1" * 64, apart=2_000)
    clock.wait(seconds=1)
    assert heads.sign(ID, 2, "2" * 64, apart=2_000) == first
    clock.wait(seconds=1)
    assert heads.sign(ID, 2, "2" * 64, apart=2_000).line == 2
    assert heads.sign(ID, 3, "3" * 64).line == 3


def test_a_head_of_an_earlier_key_is_known_by_what_the_register_has(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        hand("a" * 64).remember(desks.register)
        hand("b" * 64).remember(desks.register)
        hand("b" * 64).remember(desks.register)

        assert desks.register.setting(PUBLIC) == f"{hand('a' * 64).public} {hand('b' * 64).public}"
        assert hand().sign(ID, 1, "1" * 64).signed_by(hand("b" * 64).known(desks.register))


def test_signed_heads_lie_on_the_second_medium_and_in_the_emergency_kit(tmp_path: Path) -> None:
    clock = WoundClock()
    desks = Desks(tmp_path / "hall", clock, medium=tmp_path / "stick")
    heads, desk = hand(clock=clock), opened(desks)
    guard = Guard(desks, lambda: None, heads)
    guard.look()
    desk.submit(move(0, "32-28"))
    guard.look()  # within a minute of the first one
    EmergencyKit(desks, settings({}), heads).make()
    guard.stop()
    last = desk.journal.read()[-1]
    desks.close()
    texts = witness_path(tmp_path / "stick", ID).with_suffix(".heads").read_text().splitlines()
    kit = tmp_path / "hall" / FOLDER / f"{ID}.head"

    assert [parse_head(text).line for text in texts] == [last.seq - 1, last.seq]
    assert all(parse_head(text).signed_by([heads.public]) for text in texts)
    assert (parse_head(texts[-1]).hash, parse_head(kit.read_text()).hash) == (last.hash, last.hash)
    assert heads.public in kit.read_text()
    if sys.platform != "win32":
        assert stat.S_IMODE(kit.stat().st_mode) == 0o600


def test_a_head_that_the_second_medium_does_not_take_is_told_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desks = Desks(tmp_path / "hall", WoundClock(), medium=tmp_path / "stick")
    guard = Guard(desks, lambda: None, hand())
    opened(desks)
    witness_path(tmp_path / "stick", ID).with_suffix(".heads").mkdir()
    guard.look()
    desks.close()

    assert f"the head of {ID} could not be written to the second medium: " in caplog.text


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], str]:
    """An instance with some lines: their hashes, and the head that was signed before the last of them."""
    folder = tmp_path_factory.mktemp("played")
    keys = instance_keys(folder)
    with in_office(folder) as desks:
        desk = opened(desks)
        line = desk.journal.read()[-1]
        head = Heads(keys, desks.clock.now).sign(ID, line.seq, line.hash).text
        desk.submit(move(0, "32-28"))
        return folder, [line.hash for line in desk.journal.read()], head


def verified(folder: Path, *options: str) -> int:
    try:
        return main(["verify", ID, "--instance", str(folder), *options])
    except SystemExit as misused:
        return int(str(misused.code))


def test_a_printed_line_is_verified_also_after_lines_have_followed(
    played: tuple[Path, list[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, hashes, _ = played

    assert verified(folder, "--line", "3", "--hash", hashes[2][:16]) == 0
    assert f"Line 3 of {ID} has that hash; {len(hashes) - 3} lines have followed." in capsys.readouterr().out
    assert verified(folder, "--line", str(len(hashes) - 1), "--hash", hashes[-2][:16]) == 0
    assert "; 1 line has followed." in capsys.readouterr().out
    assert verified(folder, "--line", str(len(hashes)), "--hash", hashes[-1].upper(), "--json") == 0
    assert '"holds": true' in capsys.readouterr().out
    assert verified(folder, "--line", "4", "--hash", hashes[2][:16]) == 1
    assert f"Line 4 of {ID} is another one: it has the hash {hashes[3][:16]}." in capsys.readouterr().err
    assert verified(folder, "--line", "99", "--hash", hashes[2][:8]) == 1
    assert "it has no line 99" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ("--line", "3"),
        ("--hash", "f" * 16),
        ("--line", "3", "--hash", "f" * 7),
        ("--line", "3", "--hash", "f" * 65),
        ("--line", "0", "--hash", "f" * 16),
        ("--line", "three", "--hash", "f" * 16),
        ("--head", "ah1.open"),
        ("--head", "ah1.open", "--key", "short"),
    ],
    ids=" ".join,
)
def test_verify_says_when_it_is_misused(played: tuple[Path, list[str], str], options: tuple[str, ...]) -> None:
    assert verified(played[0], *options) == 2


def test_a_signed_head_is_verified_against_journal_and_key(
    played: tuple[Path, list[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, hashes, text = played
    public = Heads(instance_keys(folder), lambda: 0).public
    line, hash_ = parse_head(text).line, parse_head(text).hash
    others = Heads(Keys("c" * 64), lambda: 0)
    lost = Heads(instance_keys(folder), lambda: 0).sign(ID, line, "e" * 64).text

    assert hashes[line - 1] == hash_
    assert verified(folder, "--head", text) == 0
    assert "The signature is right." in capsys.readouterr().out
    assert verified(folder, "--head", text, "--key", public) == 0
    assert verified(folder, "--head", text, "--key", others.public) == 1
    assert "The signature is not of that key." in capsys.readouterr().err
    assert verified(folder, "--head", others.sign(ID, line, hash_).text) == 1
    assert "The signature is not of this hall" in capsys.readouterr().err
    assert verified(folder, "--head", lost) == 1
    assert f"Line {line} of {ID} is another one" in capsys.readouterr().err
    assert main(["head", ID, "--instance", str(folder)]) == 0
    told = capsys.readouterr().out
    assert public in told
    assert parse_head(told).line == len(hashes)
    assert told.splitlines()[-1].startswith(f"arbiter verify {ID} --head 'ah1.")
    assert shlex.split(told.splitlines()[-1])[1:] == ["verify", ID, "--head", told.splitlines()[2], "--key", public]
