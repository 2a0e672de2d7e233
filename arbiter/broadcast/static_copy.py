"""A static copy of a tournament: plain HTML files without a service, in which every game can be replayed.

It shows what the public pages show, and the same names. A browser opens the files from a folder (`file://`), or from
any web server.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, tzinfo
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import jinja2

import arbiter
from arbiter import words
from arbiter.exchange.export_formats import FORMATS
from arbiter.journal.files import whole
from arbiter.pairing.table.points import points_text
from arbiter.rulings.rounds.placing import placing
from arbiter.shapes.agenda import spans
from arbiter.shapes.board import board_shape
from arbiter.shapes.game.diagrams import diagram, squares_told
from arbiter.shapes.game.endings import each_score
from arbiter.shapes.game.replay import replay_shape
from arbiter.shapes.game.scoresheet import columns, score_rows
from arbiter.shapes.players import player_card
from arbiter.shapes.standings_and_crosstable import crosstable_shape, nothing_played, standings_shape
from arbiter.tournament.fixtures import shown as shown_matches
from arbiter.tournament.game import Game
from arbiter.tournament.past.spectator_delay import behind
from arbiter.tournament.round import Round
from arbiter.values import replace
from arbiter.view import View

PACKAGE = Path(arbiter.__file__).parent
TEMPLATES = next(one for one in (PACKAGE / "templates", PACKAGE.parent / "templates") if one.is_dir())
"""The folder of templates: in the installed package or, in a clone of the repository, beside the package."""
STATIC = PACKAGE / "web" / "static"
BESIDE = ("site.css", "board.css", "copy.js", "vendor/inter-083b8799.woff2", "vendor/inter.LICENSE.txt")
"""The style sheets, the script and the font, which are copied as they are."""
GAMES, TABLE = "games.pdn", "crosstable.csv"
OURS = re.compile(r"(?:index|round-\d+|player-\d+|game-\d+-\d+)\.html|games\.pdn|crosstable\.csv")
"""Matches the names of the files that belong to a copy. Other files in its folder are not touched."""
NOTHING: Mapping[str, object] = {}
Render: TypeAlias = Callable[..., bytes]
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of all files in the archive: the earliest that ZIP allows, so that equal copies are equal archives."""


def in_public(view: View) -> View:
    """Return the tournament as the public pages show it: public names, no drafts, and running games delayed."""
    state = replace(behind(view.state.announced, view.at), bans=())
    return replace(view.in_public, state=state)


class CopyFile(NamedTuple):
    """A file of a static copy.

    `made_from`: the data that it depends on; while that stays equal, the file is not made again. None: always made
    again.
    """

    name: str
    made_from: object
    make: Callable[[], bytes]


def files_of_copy(view: View) -> Iterator[CopyFile]:
    """Yield every file of the static copy. *view*: any view of the tournament; only public facts are taken from it."""
    view = in_public(view)
    state, render = view.state, _renderer(view)
    yield CopyFile("index.html", None, lambda: render("index.html", **_standings(view)))
    for round in state.rounds:
        yield CopyFile(f"round-{round.number}.html", None, partial(_round, view, render, round))
        for game in round.games:
            names = state.name, *(view.name(entry) for entry in game.entries)
            made_from = (game, names, game.result and state.result_text(game))
            yield CopyFile(f"game-{round.number}-{game.board}.html", made_from, partial(_game, view, render, game))
    for entry in state.entries:
        yield CopyFile(f"player-{entry}.html", None, partial(_player, view, render, entry))
    for name, kind in ((GAMES, "pdn"), (TABLE, "csv")):
        yield CopyFile(name, None, partial(_file, view, kind))
    for name in BESIDE:
        yield CopyFile(f"static/{name}", name, (STATIC / name).read_bytes)


def _round(view: View, render: Render, round: Round) -> bytes:
    boards = [board_shape(view, game) for game in round.games]
    return render("round.html", round=round, boards=boards, matches=shown_matches(view.state, round))


def _game(view: View, render: Render, game: Game) -> bytes:
    sheet = {"rows": score_rows(game), "columns": columns(game), "ply": game.ply}
    shapes = {"board": board_shape(view, game), "replay": replay_shape(view.state, game)}
    return render("game.html", game=game, **shapes, **sheet)


def _player(view: View, render: Render, entry: int) -> bytes:
    return render("player.html", card=player_card(view, entry))


def _file(view: View, kind: str) -> bytes:
    return b"".join(FORMATS[kind].written_from(view))


def _standings(view: View) -> dict[str, Any]:
    state = view.state
    placed = placing(state, view.known, nothing_played(state))
    return {
        "table": standings_shape(view, placed=placed),
        "cross": crosstable_shape(view, placed),
        "points": points_text(state.points),
        "teams": state.pairing.teams,
    }


def _renderer(view: View) -> Render:
    """Return a function that renders a template of the copy, with the variables that the shared macros need."""
    state, language = view.state, view.language
    called = state.variant.called
    env = _environment(language, view.zone)
    common = {
        "t": view.tournament,
        "state": state,
        "people": view.people,
        "name_of": view.name,
        "language": language,
        "term": lambda code: words.term(code, language, called),
        "colour": lambda side: called.get(side, side),
        "scores": lambda board: each_score(board["result"]),
        "diagram": lambda position, last=(): diagram(position, state.variant, language, last),
        "squares": squares_told(state.variant),
        "controls_words": lambda controls: words.controls_words(controls, language),
        "made": f"{view.local(view.at):%Y-%m-%d %H:%M}",
        "games": GAMES,
        "crosstable": TABLE,
    }

    def render(template: str, **more: Any) -> bytes:
        return env.get_template(f"copy/{template}").render(**common, **more).encode()

    return render


@cache
def _environment(language: str, zone: tzinfo | None) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_translations(words.translations(language), newstyle=True)  # type: ignore[attr-defined]  # i18n's
    env.globals["url_for"] = _file_of
    env.filters["clock"] = words.clock_text
    env.filters["when"] = lambda instant: f"{datetime.fromtimestamp(instant / 1_000, zone):%H:%M}"
    env.filters["moment"] = lambda instant: f"{datetime.fromtimestamp(instant / 1_000, zone):%Y-%m-%d %H:%M}"
    env.filters["spans"] = spans
    return env


def _file_of(endpoint: str, **values: object) -> str:
    """Return the name of the file that replaces a public page, so that the macros of the public pages can be used."""
    match endpoint:
        case "public.player":
            return f"player-{values['entry']}.html"
        case "public.game":
            ply = values.get("ply")
            return f"game-{values['n']}-{values['b']}.html" + (f"#{ply}" if ply is not None else "")
        case "public.round":
            return f"round-{values['n']}.html"
        case "static":
            return f"static/{values['filename']}"
        case _:
            return "index.html"


def write_copy(
    view: View,
    folder: Path,
    before: Mapping[str, object] = NOTHING,
    pause: Callable[[], object] = lambda: None,
) -> Mapping[str, object]:
    """Write the static copy to *folder*. Return the data that each file depends on.

    *before*: the returned value of the last call, so that unchanged pages are not made again. Each file is replaced as
    a whole, and only if it has changed. Files of an earlier copy that are not in this one, such as those of a withdrawn
    round, are deleted; other files in the folder are not touched. *pause*: a function that is called after each page
    that was made.
    """
    made: dict[str, object] = {}
    for name, made_from, make in files_of_copy(view):
        path, made[name] = folder / name, made_from
        if made_from is not None and before.get(name) == made_from and path.is_file():
            continue
        data = make()
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole(path) as unfinished:
                unfinished.write_bytes(data)
        pause()
    for old in folder.iterdir():
        if OURS.fullmatch(old.name) and old.name not in made:
            old.unlink()
    return made


def archive_of_copy(view: View) -> bytes:
    """Return the static copy as a ZIP archive, in a folder named by the tournament."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, _, make in files_of_copy(view):
            pack.writestr(zipfile.ZipInfo(f"{view.tournament}/{name}", EARLIEST), make(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def names_shown(view: View) -> Mapping[int, str]:
    """Return the names in the copy by entry, so that a copy is written again if a name is withheld or corrected."""
    public = view.in_public
    return {entry: public.name(entry) for entry in view.state.entries}
