"""The settings: one table for the command line, the environment and the file of the instance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter import words
from arbiter.cli import MISUSED, main
from arbiter.refused import Refused
from arbiter.settings import DEFAULT, FILE, SETTINGS, holding, settings


def test_an_option_comes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('port = 1\nthreads = 2\nwires = 3\nurl = "http://file"\n')
    held = holding({"ARBITER_PORT": "4", "ARBITER_THREADS": "5"}, instance=tmp_path, given={"port": "6"})

    assert (held["port"].value, held["port"].source) == (6, "--port")
    assert (held["threads"].value, held["threads"].source) == (5, "ARBITER_THREADS")
    assert (held["wires"].value, held["wires"].source) == (3, str(tmp_path / FILE))
    assert (held["url"].value, held["pin_wait"].source) == ("http://file", DEFAULT)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_read_from_each_of_the_three(tmp_path: Path, setting: object) -> None:
    (row,) = (row for row in SETTINGS if row is setting)
    given = (
        row.setting.one_of[-1]
        if row.setting.one_of
        else "UTC"
        if row.name == "timezone"
        else "https://club.example"
        if row.setting.form
        else str(min(max(7, row.setting.least), row.setting.most))
    )
    value: int | str = given if isinstance(row.default, str) else int(given)
    (tmp_path / FILE).write_text(f"{row.name} = {value!r}\n")

    for found in (
        settings({f"ARBITER_{row.name.upper()}": given}),
        settings({}, given={row.name: given}),
        settings({}, instance=tmp_path),
    ):
        assert getattr(found, row.name) == value


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("threads = 0", f"{FILE}: threads must be from 1 to"),
        ("threads = true", f"{FILE}: threads cannot be read: give a whole number"),
        ("timezone = 1", f"{FILE}: timezone cannot be read: give text in quotation marks"),
        ('timezone = "Mars"', "give a zone such as Europe/Amsterdam"),
        ('log_level = "loud"', "“loud” is unknown. Choose one of: debug, info, warning, error"),
        ("thraeds = 2", "“thraeds” is unknown"),
        ("threads = ", "TOML (Invalid value (at"),
        ("\udc80", "TOML"),
    ],
)
def test_a_file_that_cannot_be_is_refused_with_what_is_wanted(tmp_path: Path, file: str, said: str) -> None:
    (tmp_path / FILE).write_bytes(file.encode(errors="surrogateescape"))
    with pytest.raises(Refused) as refused:
        settings({}, instance=tmp_path)

    assert refused.value.code in MISUSED
    assert said in words.refusal(refused.value, "en")


def test_the_command_tells_what_holds_and_from_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text('timezone = "Europe/Amsterdam"\n')
    monkeypatch.setenv("ARBITER_WIRES", "12")
    assert main(["config", "--instance", str(tmp_path)]) == 0
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert main(["config", "--json", "--instance", str(tmp_path)]) == 0
    document = json.loads(capsys.readouterr().out)

    assert ["timezone", "Europe/Amsterdam", str(tmp_path / FILE)] in told
    assert ["wires", "12", "ARBITER_WIRES"] in told
    assert ["instance", str(tmp_path.resolve()), "--instance"] in told
    assert document["wires"] == {"value": 12, "source": "ARBITER_WIRES"}
    assert list(document) == ["instance", *(setting.name for setting in SETTINGS)]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("threads", "a setting and its value, such as threads=16"),
        ("threds=2", "--set threds: “threds” is unknown"),
    ],
)
def test_a_setting_is_typed_with_its_name_and_a_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, said: str
) -> None:
    assert main(["serve", "--set", typed, "--instance", str(tmp_path / "other")]) == 2
    assert said in capsys.readouterr().err
