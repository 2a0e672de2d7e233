"""Every open format in which a tournament goes out, by its name: what writes it, and what kind of file it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arbiter.exchange.games import games_text
from arbiter.exchange.whole import Whole
from arbiter.refused import Refused
from arbiter.sentences import N_


@dataclass(frozen=True, slots=True)
class Format:
    """A row: its English title, its kind on the wire, and what makes the file's content. `public`: anybody may."""

    title: str
    kind: str
    written: Callable[[Whole], bytes]
    public: bool = True


FORMATS: Mapping[str, Format] = {
    "pdn": Format(N_("All games (PDN)"), "application/vnd.pdn", lambda whole: games_text(whole).encode()),
}


def format_named(name: str) -> Format:
    """The format of that name; refused as `no_format` when there is none."""
    if name not in FORMATS:
        raise Refused("no_format", format=name[:80], known=tuple(FORMATS))
    return FORMATS[name]
