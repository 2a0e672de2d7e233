"""The office page of the tournament itself: edit what was announced, copy, archive and delete it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.clock.control import controls_text
from arbiter.clock.parsing import control_spoken
from arbiter.clock.presets import PRESETS
from arbiter.fields import MOST_ROUNDS
from arbiter.hall.editing import NameStaff, mend
from arbiter.hall.tournament_copies import OnceMore, clone
from arbiter.journal.people import POSTS, Post
from arbiter.pairing.table.points import parse_points, points_text
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.request import plain_text
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.web import access, page
from arbiter.web.office.referee import posts_playing
from arbiter.web.request_parsing import Body, choice, emptied, faults, form, key, read, takes

mending = Blueprint("mending", __name__)

CHECKS: Mapping[str, Callable[[Any], object]] = {
    "name": lambda text: plain_text(text, "name"),
    "control": control_spoken,
    "points": parse_points,
}
"""For some fields of the form that edits a tournament, a function that raises Refused for a value that is not valid.

The value is checked before the request is made, so that the refusal names the field.
"""
SPARE_POSTS = 3
"""The number of empty lines for further officials in the form."""


@mending.get("/office/<t>/tournament")
@access.only(DIRECT)
def show(t: str) -> ResponseReturnValue:
    """Show what was announced about the tournament, in forms with which it can be edited."""
    return _page(t)


def _page(t: str, form: Body | None = None, refused: tuple[str, ...] = ()) -> str:
    view = page.view(t)
    state = view.state
    rounds = max(rounds_planned(state), len(state.rounds))
    return page.render(
        "office/edit_tournament.html",
        view,
        form=_stands(t) if form is None else form,
        refused=refused,
        rounds=range(1, rounds + 1),
        playing=posts_playing(view),
        posts=range(len(view.staff.posts) + SPARE_POSTS),
        known_posts=POSTS,
        variants=VARIANTS,
        books=REGULATIONS,
        presets={row.notation: row.controls for row in PRESETS.values() if row.offered},
        archived=access.desks().archived(t),
        deletable=not state.begun,
    )


def rounds_of_none(given: Body) -> list[Refused]:
    """Return a refusal if the form asks for 0 rounds, otherwise an empty list. *given*: the fields of the form.

    An empty field is not refused: the pairing system then chooses the number of rounds.
    """
    none = str(given.get("rounds") or "").strip().strip("0") == "" and bool(given.get("rounds"))
    return [Refused("number_out_of_range", field="rounds", number=0, least=1, most=MOST_ROUNDS)] if none else []


def _stands(t: str) -> Mapping[str, Any]:
    """Return the present values of the fields of the page's form, by the names of the fields."""
    desk = access.desk(t)
    state, staff = desk.state, desk.register.staff(t)
    told = state.details
    return {
        "name": state.name,
        "place": told.place,
        "begins": told.begins,
        "ends": told.ends,
        "organiser": staff.organiser,
        "federation": told.federation,
        "rounds": state.planned or "",
        "variant": state.variant.key,
        "control": controls_text(state.controls),
        "points": points_text(state.points),
        "regulations": state.regulations.key,
        **{f"time-{round}": begins for round, begins in told.times},
        **{f"role-{at}": post.role for at, post in enumerate(staff.posts)},
        **{f"official-{at}": post.name for at, post in enumerate(staff.posts)},
        **{f"number-{at}": post.number for at, post in enumerate(staff.posts)},
    }


@mending.post("/office/<t>/tournament")
@access.officials_only
@takes(MendTournament, also=("organiser", "people"), made=("time-", "role-", "official-", "number-"))
def change(t: str) -> ResponseReturnValue:
    """Record the fields that differ from the present values.

    If one is refused, show the page again with the typed text.
    """
    given, desk = form(), access.desk(t)
    times = {name.removeprefix("time-"): value for name, value in given.items() if name.startswith("time-")}
    posts = [
        {
            "role": str(given.get(f"role-{at}") or "arbiter"),
            "name": name,
            "number": str(given.get(f"number-{at}") or ""),
        }
        for at in range(len(given))
        if (name := str(given.get(f"official-{at}") or "").strip())
    ]
    sent = {**given, "rounds": given.get("rounds") or 0, "times": times, "officials": posts}
    wrong = faults(MendTournament, sent, CHECKS) + rounds_of_none(given)
    if wrong:
        return _page(t, given, tuple(map(page.sentence, wrong))), 422
    try:
        announced = emptied(read(MendTournament, sent, by=access.reader().by), given)
        named = NameStaff(organiser=str(given.get("organiser", "")), officials=tuple(Post(**post) for post in posts))
        mend(desk, announced, named, key=key(given))
    except Refused as refused:
        return _page(t, given, (page.sentence(refused),)), 422
    flash(_("The tournament has been changed."), "done")
    return page.see(url_for("office.mending.show", t=t))


@mending.post("/office/<t>/tournament/clone")
@access.officials_only
@takes(OnceMore)
def clone_it(t: str) -> ResponseReturnValue:
    """Announce (create) a copy of the tournament under another name."""
    given = form()
    try:
        fresh = clone(access.desks(), access.desk(t), read(OnceMore, given), access.reader().by, key=key(given))
    except Refused as refused:
        return _page(t, {**_stands(t), "again": given.get("name", "")}, (page.sentence(refused),)), 422
    flash(_("%(name)s has been created. Now enter the players.", name=fresh.state.name), "done")
    return page.see(url_for("office.mending.show", t=fresh.id))


@mending.post("/office/<t>/tournament/away")
@access.officials_only
@takes(also=("what",))
def put_away(t: str) -> ResponseReturnValue:
    """Archive the tournament, or take it out of the archive."""
    away = choice(form(), "what", ("archive", "take_out")) == "archive"
    access.desks().archive(t, away=away)
    said = _("%(name)s has been archived.") if away else _("%(name)s has been restored from the archive.")
    flash(said % {"name": access.desk(t).state.name}, "done")
    return page.see(url_for("office.index"))


@mending.post("/office/<t>/tournament/delete")
@access.officials_only
@takes(also=("name",))
def delete(t: str) -> ResponseReturnValue:
    """Delete the tournament. Its name must be typed to confirm. Refused once a game has started."""
    name = access.desk(t).state.name
    try:
        if " ".join(str(form().get("name", "")).split()) != name:
            raise Refused("name_not_repeated", name=name)
        access.desks().delete(t)
    except Refused as refused:
        return _page(t, None, (page.sentence(refused),)), 422
    flash(_("%(name)s has been deleted.", name=name), "done")
    return page.see(url_for("office.index"))
