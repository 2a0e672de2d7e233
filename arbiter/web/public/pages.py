"""Public pages: rounds with live boards, games, standings, display screens, and the choice of language."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from arbiter import words
from arbiter.exchange.export_formats import FORMATS
from arbiter.incidents.terms import late_terms
from arbiter.journal.people import MOST_CHARS
from arbiter.machine import health
from arbiter.pairing.table.points import points_text
from arbiter.prizes.awards import marks_of, prizes_shape, signed_now
from arbiter.prizes.money import money
from arbiter.refused import Refused
from arbiter.rules.notation import square_text
from arbiter.rulings.rounds.awarding import members_of
from arbiter.rulings.rounds.placing import placing
from arbiter.shapes import pictures
from arbiter.shapes.agenda import round_now
from arbiter.shapes.board import board_shape
from arbiter.shapes.game.scoresheet import columns, score_rows
from arbiter.shapes.places.screens import screen_of
from arbiter.shapes.places.wall import across, length, slides
from arbiter.shapes.players import player_card, seats
from arbiter.shapes.standings_and_crosstable import crosstable_shape, nothing_played, standings_shape, working_shape
from arbiter.tournament.fixtures import shown as shown_matches
from arbiter.tournament.round import Round
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.public.analyses import analyses
from arbiter.web.public.captain import captain
from arbiter.web.public.double_click_page import first
from arbiter.web.public.embed import embed
from arbiter.web.public.help import the_help
from arbiter.web.public.https import secure
from arbiter.web.public.manual import manual
from arbiter.web.public.pagination import BOARDS_A_PAGE, ROWS_A_PAGE, STANDINGS_A_PAGE, asked_part
from arbiter.web.public.printing import printing
from arbiter.web.public.ratings import ratings
from arbiter.web.public.why import public_why

public = Blueprint("public", __name__)
public.before_request(access.look_as_everybody)
public.register_blueprint(analyses)
public.register_blueprint(public_why)
public.register_blueprint(ratings)
public.register_blueprint(embed)
public.register_blueprint(the_help)
public.register_blueprint(secure)
public.register_blueprint(manual)
public.register_blueprint(first)
public.register_blueprint(captain)
public.register_blueprint(printing)

YEAR_SECONDS = 365 * 24 * 3_600


@public.get("/")
def index() -> ResponseReturnValue:
    """Show the list of tournaments. If there is only one, a spectator is redirected to it."""
    desks, closed = access.desks().tournaments, health.closed(access.desks())
    if len(desks) == 1 and not closed and not access.desks().opening and not access.reader().official:
        return redirect(url_for("public.tournament", t=desks[0].id))
    shut = [one for one in closed if one.id in access.desks().shut]
    return render_template("public/index.html", desks=desks, shut=shut, opening=health.opening(access.desks()))


@public.get("/tournaments/<t>")
def tournament(t: str) -> ResponseReturnValue:
    """Show the round that is being played, as a list or with `?view=boards` as boards.

    Before round 1 is paired, show who is entered.
    """
    view = page.view(t)
    if (now := round_now(view.state)) is not None:
        return _round(view, now)
    return page.render(
        "public/entries.html",
        view,
        by_name=_chosen(view),
        listed=view.listed,
        marks=marks_of(view),
        chosen=request.args.get("category", ""),
    )


def _chosen(view: View) -> list[int]:
    """Return the entries in alphabetical order: all, or the members of the category that `?category=` names."""
    category, members = request.args.get("category", ""), members_of(view.state, view.known)
    return view.by_name(members.get(category, ()) if category else view.state.entries)


@public.get("/tournaments/<t>/rounds/<int:n>")
def round(t: str, n: int) -> ResponseReturnValue:
    view = page.view(t)
    return _round(view, view.state.round(n))


def _round(view: View, round: Round) -> str:
    drawn = request.args.get("view") == "boards"
    part = asked_part(round.games, BOARDS_A_PAGE if drawn else ROWS_A_PAGE, whole=BOARDS_A_PAGE)
    return page.render(
        "public/boards.html" if drawn else "public/round.html",
        view,
        round=round,
        boards=[board_shape(view, game, listed=True) for game in part.items],
        part=part,
        matches=shown_matches(view.state, round),
    )


@public.get("/tournaments/<t>/where")
def where(t: str) -> ResponseReturnValue:
    """Show at which boards the players sit whose names match `?name=`."""
    view = page.view(t)
    asked = request.args.get("name", "")[:MOST_CHARS]
    round = round_now(view.state)
    found = seats(view, asked, round)[:ROWS_A_PAGE] if asked.strip() else []
    return page.render("public/player_search.html", view, asked=asked, round=round, found=found)


@public.get("/tournaments/<t>/players/<int:entry>")
def player(t: str, entry: int) -> ResponseReturnValue:
    """Show a player's card: opponents, colours, results, and place."""
    view = page.view(t)
    if entry not in view.state.entries:
        abort(404)
    card = player_card(view, entry)
    return page.render("public/player.html", view, card=card, career=pictures.career(view, entry, card))


@public.get("/tournaments/<t>/picture.svg")
@public.get("/tournaments/<t>/players/<int:entry>.svg")
def picture(t: str, entry: int = 0) -> ResponseReturnValue:
    """Return a picture (SVG) of the games of a player, or without *entry* of the whole tournament.

    The picture of a tournament is its bracket or its grid of results. Refused if there is none.
    """
    view = page.view(t)
    if entry and entry not in view.state.entries:
        abort(404)
    drawn = {"career": pictures.career(view, entry)} if entry else pictures.whole(view)
    if not drawn:
        raise Refused("no_page")
    return Response(page.render("public/picture_file.html", view, **drawn), mimetype="image/svg+xml")


@public.get("/tournaments/<t>/rounds/<int:n>/boards/<int:b>")
def game(t: str, n: int, b: int) -> ResponseReturnValue:
    """Show one game: the board, both clocks, and the moves with their times.

    `?ply=` is the number of plies after which the position is shown; without it, all.
    """
    view = page.view(t)
    state = view.state
    game = state.game(n, b)
    ply = page.asked_ply(game)
    path = game.plays[ply - 1].path if ply else ()
    return page.render(
        "public/game.html",
        view,
        game=game,
        path=path,
        named=" ".join(square_text(square, state.variant) for square in path),
        round=state.round(n),
        board=board_shape(view, game),
        rows=score_rows(game),
        columns=columns(game),
        ply=ply,
        analysed=access.service.computer.analyses.of(t, game) is not None,
    )


@public.get("/tournaments/<t>/standings")
def standings(t: str) -> ResponseReturnValue:
    """Show the standings with tie-breaks, and the crosstable."""
    view = page.view(t)
    state = view.state
    placed = placing(state, view.known, nothing_played(state))
    chosen = request.args.get("category", "")
    table = standings_shape(view, placed=placed, category=chosen)
    part = asked_part(table["standings"], STANDINGS_A_PAGE, lambda row: f"{row['rank']} {row['name']}")
    cross = crosstable_shape(view, placed, slice(part.begin, part.end))
    return page.render(
        "public/standings.html",
        view,
        **pictures.whole(view, cross),
        table=table,
        chosen=chosen,
        marks=marks_of(view),
        cross=cross,
        part=part,
        points=points_text(state.points),
        formats=FORMATS,
        teams=state.pairing.teams,
        finished=sum(game.result is not None for game in state.games()),
        signed=bool(signed_now(view, placed)),
        late_terms=late_terms(view),
    )


@public.get("/tournaments/<t>/prizes")
def prizes(t: str) -> ResponseReturnValue:
    """Show the prizes. Once all results are final, show also who gets them and why."""
    view = page.view(t)
    told = prizes_shape(view, official=False)
    currency = view.state.fund.currency
    return page.render(
        "public/prizes.html", view, told=told, money=lambda amount: money(amount, currency, view.language)
    )


@public.get("/tournaments/<t>/standings/<int:entry>/<path:code>")
def working(t: str, entry: int, code: str) -> ResponseReturnValue:
    """Show how one number of the standings, such as a tie-break, is calculated round by round."""
    view = page.view(t)
    made = working_shape(view, code, entry)
    return page.render("public/standings_calculation.html", view, made=made)


@public.get("/tournaments/<t>/wall", defaults={"screen": 1})
@public.get("/tournaments/<t>/wall/<int:screen>")
def wall(t: str, screen: int) -> ResponseReturnValue:
    """Show a display screen of the hall.

    It shows in turn the pages that the office has assigned to it, without scrolling. `?slide=` is the number of the
    page that is shown first. If a display or an official has signed in on the screen, it counts as a screen in the
    hall: the games are shown without the delay for spectators (`live_delay`).
    """
    view = page.view(t, access.desk(t).state.announced if access.reader().of(t) else None)
    state = view.state
    shown = screen_of(state, screen)
    asked = request.args.get("slide", "")
    pages = slides(view, shown, int(asked) - 1 if asked.isascii() and asked.isdigit() and len(asked) < 6 else None)
    shape = [state.rounds[-1].number if state.rounds else 0, *((one.shows, one.turn, len(one.lines)) for one in pages)]
    return page.render(
        "public/wall.html",
        view,
        round=round_now(state),
        screen=shown,
        slides=pages,
        across=across,
        length=length,
        shape=shape if {slide.shows for slide in pages} == {"boards"} else None,
    )


@public.get("/language")
def language() -> ResponseReturnValue:
    """Store the reader's language in a cookie, and go back to the page where it was chosen."""
    lang = request.args.get("lang", "")
    if lang not in words.LANGUAGES:
        raise Refused("unknown_key", field="lang", key=lang[:80], known=tuple(words.LANGUAGES))
    back = urlsplit(page.local(request.args.get("next"), url_for("public.index")))
    kept = [(name, value) for name, value in parse_qsl(back.query) if name != "lang"]
    answer = page.see(urlunsplit(back._replace(query=urlencode(kept))))
    answer.set_cookie("lang", lang, max_age=YEAR_SECONDS, samesite="Strict", secure=request.is_secure, httponly=True)
    return answer
