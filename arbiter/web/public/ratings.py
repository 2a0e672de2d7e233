"""Pages of the new ratings: the list, and the calculation of one entry's rating game by game."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from arbiter.shapes.rating_calculation import rating_shape, ratings_shape
from arbiter.web import page

ratings = Blueprint("ratings", __name__)
"""The blueprint of the rating pages. The blueprint of the public pages registers it."""


@ratings.get("/tournaments/<t>/ratings")
def show(t: str) -> ResponseReturnValue:
    view = page.view(t)
    table = ratings_shape(view)
    return page.render("public/ratings.html", view, table=table)


@ratings.get("/tournaments/<t>/ratings/<int:entry>")
def line(t: str, entry: int) -> ResponseReturnValue:
    """Show how the new rating of one entry is calculated, game by game."""
    view = page.view(t)
    made = rating_shape(view, entry)
    table = ratings_shape(view)
    return page.render("public/rating.html", view, made=made, table=table)
