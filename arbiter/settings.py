"""The settings of a service: one table of names, defaults and help. Command line, environment and a file set them.

A value on the command line comes first (`serve --set threads=16`; some settings have an option of their own, such as
`--port`). Then comes the environment (`ARBITER_THREADS`), then the file `arbiter.toml` in the instance. The instance is
the folder with all files of one service.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints
from zoneinfo import ZoneInfo

from arbiter import words
from arbiter.refused import Refused
from arbiter.values import dataclass

MOST = 1_000_000
FILE = "arbiter.toml"
DEFAULT = "default"
SITE = r"https?://[a-z0-9.-]+(?::\d{1,5})?"
SITES = rf"\*|{SITE}(?:[ ,]+{SITE})*"
"""The origins of other sites, separated by blanks or commas; or a star, which means every site."""
WANTED_SITES = "sites such as https://club.example.org, or *"


@dataclass(frozen=True, slots=True)
class Setting:
    """The help of a setting, and its allowed values.

    `least` and `most` are the limits of a whole number. `one_of` are the allowed texts; if it is empty, any text is
    allowed. A text that is not empty must match the regular expression `form`; `wanted` describes the form in words.
    """

    help: str
    least: int = 0
    most: int = MOST
    one_of: tuple[str, ...] = ()
    form: str = ""
    wanted: str = ""

    def read(self, value: object, field: str, kind: type) -> int | str:
        """Return *value* as *kind*, which is int or str.

        Raise Refused with the name *field* if the value is of another kind or beyond the limits.
        """
        if kind is str:
            if not isinstance(value, str):
                raise Refused("field_unreadable", field=field, wanted="text in quotation marks")
            if self.one_of and value not in self.one_of:
                raise Refused("unknown_key", field=field, key=value[:20], known=self.one_of)
            if self.form and value and not re.fullmatch(self.form, value):
                raise Refused("field_unreadable", field=field, wanted=self.wanted)
            return value
        text = str(value)
        if isinstance(value, bool) or not (text.isascii() and text.isdigit()):
            raise Refused("field_unreadable", field=field, wanted="a whole number")
        if not self.least <= int(text) <= self.most:
            raise Refused("number_out_of_range", field=field, number=text[:20], least=self.least, most=self.most)
        return int(text)


@dataclass(frozen=True, slots=True)
class Held:
    """The value of a setting, and its origin: an option, the environment, a file, or the default."""

    value: int | str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a service, each with its default, its limits and its help."""

    host: Annotated[str, Setting("the address to listen on")] = "0.0.0.0"
    port: Annotated[int, Setting("the port to listen on", least=1, most=65_535)] = 8_000
    tls_port: Annotated[
        int, Setting("the port to listen on over HTTPS, once arbiter tls has been run", least=1, most=65_535)
    ] = 8_443
    url: Annotated[str, Setting("the address in QR codes; empty: this computer's address in the hall")] = ""
    wifi: Annotated[
        str, Setting("the name of the Wi-Fi for visitors, shown with its QR code on every screen; empty: none")
    ] = ""
    wifi_password: Annotated[
        str, Setting("its password, which everybody who sees a screen can read; empty: the Wi-Fi is open")
    ] = ""
    store: Annotated[
        str, Setting("the database of journals and register, postgresql://...; empty: files in the instance")
    ] = ""
    role: Annotated[
        str,
        Setting(
            "public: a read-only node over a database or its standby: no office, no sign-in, no tablets",
            one_of=("hall", "public"),
        ),
    ] = "hall"
    threads: Annotated[int, Setting("requests of tablets and officials answered at the same time", least=1)] = 32
    reader_threads: Annotated[int, Setting("requests of all others answered at the same time", least=1)] = 4
    wires: Annotated[int, Setting("spectators, tablets and pages that may follow live at the same time")] = 2_000
    wires_per_address: Annotated[
        int, Setting("how many of those may come from one address, not counting officials and tablets")
    ] = 200
    connections: Annotated[int, Setting("connections that may be open at the same time", least=100)] = 4_000
    connections_per_address: Annotated[
        int, Setting("how many of those may come from one address, not counting officials and tablets", least=8)
    ] = 400
    proxy: Annotated[
        str,
        Setting(
            "the address of a trusted proxy in front of the service, which reports the clients' addresses; empty: none"
        ),
    ] = ""
    wire_lines: Annotated[
        int, Setting("maximum journal lines sent to a page that reconnects; if there are more, the page reloads")
    ] = 2_000
    link_minutes: Annotated[int, Setting("minutes for which the first sign-in link is valid")] = 30
    invitation_hours: Annotated[int, Setting("hours for which an invitation link is valid")] = 72
    session_hours: Annotated[int, Setting("hours after which an official must sign in again", least=1)] = 24
    idle_hours: Annotated[int, Setting("hours without a request after which a session ends", least=1)] = 12
    pin_tries: Annotated[int, Setting("wrong passwords or letters before a person must wait")] = 5
    pin_wait: Annotated[int, Setting("seconds of that wait")] = 60
    backup_minutes: Annotated[
        int, Setting("minutes between backups of every journal in the folder backups; 0: none")
    ] = 5
    backups: Annotated[int, Setting("backups of a journal that are kept")] = 24
    second_medium: Annotated[
        str,
        Setting("a folder on another disk or a USB stick for a second copy of text copies and backups; empty: none"),
    ] = ""
    static_copies: Annotated[
        str,
        Setting("a folder for a static copy of every tournament, written after each publication; empty: none"),
    ] = ""
    copy_language: Annotated[str, Setting("the language of these static copies", one_of=tuple(words.LANGUAGES))] = "en"
    embedding_sites: Annotated[
        str,
        Setting(
            "the sites that may embed pages of the hall, such as https://club.example.org; *: all; empty: none",
            form=SITES,
            wanted=WANTED_SITES,
        ),
    ] = ""
    reading_sites: Annotated[
        str,
        Setting(
            "the sites whose scripts may read the public API, such as https://club.example.org; *: all; empty: none",
            form=SITES,
            wanted=WANTED_SITES,
        ),
    ] = ""
    pairing_engine: Annotated[
        str,
        Setting("a program that pairs from a TRF, such as bbpPairings --dutch, for arbiter pair --engine; empty: none"),
    ] = ""
    log_level: Annotated[
        str,
        Setting(
            "the lowest level written to the log of the instance: debug, info, warning or error",
            one_of=("debug", "info", "warning", "error"),
        ),
    ] = "info"
    hub_here: Annotated[
        str, Setting("yes: a hub or a receiver of messages may be on this computer", one_of=("no", "yes"))
    ] = "no"
    thinkers: Annotated[int, Setting("processes for the computer player; 0: one less than there are cores")] = 0
    engines: Annotated[
        str, Setting("other engines by name, such as dame=dame hub; scan=/opt/scan/scan hub; empty: none")
    ] = ""
    engines_folder: Annotated[
        str, Setting("the folder with the programs that the office may set up as engines; empty: it may set up none")
    ] = ""
    timezone: Annotated[str, Setting("the hall's time zone, such as Europe/Amsterdam; empty: this computer's")] = ""

    @property
    def only_shows(self) -> bool:
        """Whether this node only shows public pages: it has no office, no sign-in and no tablets."""
        return self.role == "public"

    @property
    def embedders(self) -> tuple[str, ...]:
        """The other web sites that may embed pages of this service. A star means every site."""
        return sites_of(self.embedding_sites)

    @property
    def readers(self) -> tuple[str, ...]:
        """The other web sites whose scripts may read the public API. A star means every site."""
        return sites_of(self.reading_sites)

    @property
    def zone(self) -> tzinfo:
        """The hall's time zone. If none is set, it is this machine's time zone."""
        return ZoneInfo(self.timezone) if self.timezone else datetime.now(UTC).astimezone().tzinfo or UTC


def sites_of(text: str) -> tuple[str, ...]:
    """Return the sites named in the text of a setting, each as one text."""
    return tuple(filter(None, re.split(r"[ ,]+", text)))


class Row(NamedTuple):
    """One setting of `Settings`: its name, its default, and its limits and help."""

    name: str
    default: int | str
    setting: Setting

    def read(self, value: object, field: str) -> int | str:
        """Return *value* as an int or a str, depending on the type of this setting.

        Raise Refused if the value is of another kind or beyond the limits.
        """
        return self.setting.read(value, field, type(self.default))


SETTINGS = tuple(
    Row(name, getattr(Settings(), name), hint.__metadata__[0])
    for name, hint in get_type_hints(Settings, include_extras=True).items()
)
"""One row for each setting, in the order in which the documents list them."""

OPTIONS = ("host", "port", "url", "store", "role")
"""The settings with a command line option of their own."""


def settings(environment: Mapping[str, str] | None = None, **where: Any) -> Settings:
    """Return the settings of a service, from the environment, the file of the instance, and the command line.

    *environment* and *where*: as the arguments of `holding`.
    """
    return settings_of(holding(environment, **where))


def settings_of(held: Mapping[str, Held]) -> Settings:
    """Return the `Settings` with the given values. *held*: each setting's value and its source, by name."""
    return Settings(**{name: found.value for name, found in held.items()})  # type: ignore[arg-type]  # read by its row


def holding(
    environment: Mapping[str, str] | None = None,
    *,
    instance: Path | None = None,
    given: Mapping[str, str] | None = None,
) -> dict[str, Held]:
    """Return every setting by name, with its value and the value's origin.

    *given*: values from the command line. Raise Refused if a setting is unknown or its value is not allowed.
    """
    rows = {row.name: row for row in SETTINGS}
    found = {name: Held(row.default, DEFAULT) for name, row in rows.items()}
    for name, value, field, source in (*_in_file(instance), *_in(environment), *_typed(given or {})):
        if name not in rows:
            raise Refused("unknown_key", field=source, key=name[:40], known=tuple(rows))
        found[name] = Held(rows[name].read(value, field), source)
    try:
        ZoneInfo(str(found["timezone"].value) or "UTC")
    except (LookupError, ValueError, OSError) as cause:
        field = found["timezone"].source
        raise Refused("field_unreadable", field=field, wanted="a zone such as Europe/Amsterdam") from cause
    return found


def _in_file(instance: Path | None) -> Iterator[tuple[str, object, str, str]]:
    file = None if instance is None else instance / FILE
    if file is None or not file.is_file():
        return
    try:
        told = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise Refused("field_unreadable", field=str(file), wanted=f"TOML ({cause})") from cause
    for name, value in told.items():
        yield name, value, f"{FILE}: {name}", str(file)


def _in(environment: Mapping[str, str] | None) -> Iterator[tuple[str, object, str, str]]:
    variables = os.environ if environment is None else environment
    for setting in SETTINGS:
        if (variable := f"ARBITER_{setting.name.upper()}") in variables:
            yield setting.name, variables[variable], variable, variable


def _typed(given: Mapping[str, str]) -> Iterator[tuple[str, object, str, str]]:
    for name, value in given.items():
        option = f"--{name}" if name in OPTIONS else f"--set {name}"
        yield name, value, option, option


def instance_folder(given: str = "", environment: Mapping[str, str] | None = None) -> Path:
    """Return the folder of the instance, chosen as `found_instance` chooses it.

    *given*: the folder named on the command line, empty if none is. *environment*: the environment variables, None for
    those of this process.
    """
    return found_instance(given, environment)[0]


def found_instance(given: str = "", environment: Mapping[str, str] | None = None) -> tuple[Path, str]:
    """Return the folder of the instance (all files of one service), and a text that says why it was chosen.

    It is the first of these: the folder *given* on the command line; the folder in the variable ARBITER_INSTANCE;
    `./instance`, if it holds a register or lies in a checkout of Arbiter; the system's folder for the user's data.
    """
    here = Path("instance")
    if given:
        return Path(given), "--instance"
    if named := (os.environ if environment is None else environment).get("ARBITER_INSTANCE", ""):
        return Path(named), "ARBITER_INSTANCE"
    if (here / "register.sqlite").is_file():
        return here, "./instance, which holds a register"
    if all(map(os.path.isfile, ("pyproject.toml", "arbiter/__init__.py"))):
        return here, "./instance of a checkout"
    from platformdirs import user_data_path  # not needed if the folder was given

    return user_data_path("arbiter", appauthor=False), "the user's data folder"
