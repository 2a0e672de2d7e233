"""The help pages: the chapters of `docs/help`, in the reader's language.

A chapter is a Markdown file. Each of its paragraphs, list items and table cells is a message of the catalogue, and so
translated like the texts of pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from arbiter import words
from arbiter.web import access

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PACKAGE = Path(__file__).resolve().parents[2]
FOLDERS = tuple(
    PACKAGE / name if (PACKAGE / name).is_dir() else PACKAGE.parent / "docs" / name for name in ("help", "manual")
)
"""The folders of chapters. They are in the package if it was installed from a wheel, and in `docs` in a clone."""
CHAPTERS = (
    "round",
    "players",
    "settings",
    "screens",
    "tablets",
    "accounts",
    "irregular",
    "clock",
    "endings",
    "openings",
    "rulings",
    "referee",
    "house",
    "outage",
    "hub",
    "broadcast",
    "prizes",
    "sheets",
    "privacy",
    "words-meant",
)
the_help = Blueprint("help", __name__)


class Chapter(NamedTuple):
    """A chapter as HTML. Its name is also its anchor on the page."""

    name: str
    title: str
    text: Markup


@the_help.get("/help")
def show() -> ResponseReturnValue:
    """Show all chapters of the help: how a round is run, what the terms mean, and so on."""
    return render_template("public/help.html", chapters=[chapter(name, access.language()) for name in CHAPTERS])


@cache
def markdown() -> MarkdownIt:
    """Return the Markdown parser: CommonMark with tables, without HTML. Its library is loaded at the first call."""
    from markdown_it import MarkdownIt

    return MarkdownIt("js-default")


@cache
def chapter(name: str, language: str) -> Chapter:
    file = next(file for folder in FOLDERS if (file := folder / f"{name}.md").is_file())
    tokens = markdown().parse(file.read_text("utf-8"))
    said = [_said(token, language) for token in tokens if token.type == "inline"]
    title, text = said[0], tokens[3:]  # the heading is three tokens: its start, its text, its end
    html = markdown().renderer.render(text, markdown().options, {})
    return Chapter(name, title, Markup(html))  # noqa: S704  # Markdown without HTML, from our own files


def _said(token: Token, language: str) -> str:
    """Replace the text of a Markdown token by its translation, and return the translation.

    The text may contain emphasis and links.
    """
    text = words.translations(language).gettext(_message(token)) if token.content else ""
    token.children = markdown().parseInline(text)[0].children
    return text


def _message(token: Token) -> str:
    """Return the text of a Markdown token as a message of the catalogue, with each line break replaced by a space."""
    return " ".join(token.content.split())


def extract(file: BinaryIO, *_: Any, **_options: Any) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the messages of the chapter in *file*, as (line, function, message, comments).

    Babel, the translation tool, calls this function.
    """
    for token in markdown().parse(file.read().decode()):
        if token.type == "inline" and token.content:
            yield (token.map or [0])[0] + 1, "", _message(token), []
