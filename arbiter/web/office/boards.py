"""The office page of one board: position, score sheet, irregular attempts, and the forms of rulings."""

from __future__ import annotations

import io
from typing import Annotated

from flask import Blueprint, Response, flash, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from arbiter.desk.recorded import events_of
from arbiter.engines.advice import opinion
from arbiter.fields import Sent
from arbiter.hall.printing import Printer
from arbiter.incidents import incidents
from arbiter.refused import Refused
from arbiter.rules.position import fen_text
from arbiter.rulings.board.adjournments import AdjournGame, sealed_by
from arbiter.rulings.board.turned_boards import begins_anew
from arbiter.rulings.bounds.rights import LOOK, RULE, ToRead
from arbiter.rulings.cited_articles import fitting_articles
from arbiter.rulings.official_rulings import FORMERLY, RULINGS
from arbiter.rulings.referee.adjudication import AskOpinion
from arbiter.rulings.rejudging import otherwise, rulings_of
from arbiter.rulings.signing import Ruling
from arbiter.rulings.time.open_claims import FIRST
from arbiter.shapes.board import board_shape
from arbiter.shapes.clock import PreviewTold, preview_shape
from arbiter.shapes.computer import OpinionTold, opinion_shape
from arbiter.shapes.game.endings import counts_shape, proofs_shape
from arbiter.shapes.game.scoresheet import columns, score_rows
from arbiter.shapes.referee.late_moves import beside_flag
from arbiter.shapes.referee.officiating import preview_shape as back_shape
from arbiter.shapes.referee.officiating import sealed_shape, strength_shape
from arbiter.shapes.referee.rejudged_game import otherwise_shape
from arbiter.shapes.tournament import proposal_shape
from arbiter.sides import HOUR, MINUTE, SECOND, Span
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import score_text
from arbiter.tournament.past.draw_proof import looked_at
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.web import access, page
from arbiter.web.access.sessions import one_time_key
from arbiter.web.api.board.endings import AtPly
from arbiter.web.http_statuses import status_of
from arbiter.web.office.result_correction import KNOWN, corrects_the_past, ruling_shown_first, shown_first
from arbiter.web.request_parsing import Body, Kind, form, key, one_of, read, takes

boards = Blueprint("boards", __name__)

TYPED = (KNOWN, "look", "how", "minutes", "white_clock", "black_clock", "next")
"""The names of the page's form fields that are not fields of a ruling, or are converted into one."""
STEPS = ("note", "caution", "warning", "time 60", "time 120", "loss", "expulsion")
PREVIEWED = ("time", "counter", "swap")
"""The kinds of rulings of which the page can show a preview: the clocks now, and after the ruling."""


@boards.get("/office/<t>/rounds/<int:n>/boards/<int:b>")
@access.officials_only
def show(t: str, n: int, b: int) -> ResponseReturnValue:
    """Show the board as it is now.

    With `?ply=` show it after so many plies (single moves), so that the game can be taken back to that position.
    """
    return _page(t, n, b, {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Query parameters of a replay: another profile of regulations, and the journal line of the ruling to undo."""

    regulations: Annotated[str, Sent("the profile of regulations", "english_wcdf")] = ""
    without: Annotated[int | None, Sent("the journal line of the ruling to undo", 34, least=1)] = None


@boards.get("/office/<t>/rounds/<int:n>/boards/<int:b>/replay")
@access.officials_only
def replayed(t: str, n: int, b: int) -> ResponseReturnValue:
    """Show from which ply on a finished game would differ under other regulations, or with one ruling undone."""
    view, desk = page.view(t), access.desk(t)
    game, events = view.state.game(n, b), list(events_of(desk.journal.read()))
    chosen, told, refused = Chosen(), None, None
    try:
        chosen = read(Chosen, request.args)
        other = otherwise(events, n, b, regulations=chosen.regulations, without=chosen.without)
        told = otherwise_shape(view, other, chosen.without)
    except Refused as no:
        refused = no
    shown = page.render(
        "office/replay.html",
        view,
        game=game,
        players=[view.name(entry) for entry in game.entries],
        profiles=REGULATIONS,
        rulings=rulings_of(events, view.state, n, b),
        chosen=chosen,
        told=told,
        refused=page.sentence(refused) if refused else None,
    )
    return (shown, status_of(refused.code)) if refused else shown


def _page(
    t: str,
    n: int,
    b: int,
    form: Body,
    refused: str | None = None,
    preview: PreviewTold | None = None,
    opinion: OpinionTold | None = None,
) -> str:
    view = page.view(t)
    state = view.state
    game = state.game(n, b)
    ply = page.asked_ply(game)
    if FORMERLY.get(form.get("kind", ""), form.get("kind")) == "position":
        ply = min(read(AtPly, form).ply or 0, game.ply)
    waiting = [p for p in state.waiting if (p.round, p.board) == (n, b) and not beside_flag(state, p)]
    return page.render(
        "office/board.html",
        view,
        game=game,
        round=state.round(n),
        board=board_shape(view, game),
        rows=score_rows(game),
        columns=columns(game),
        incidents=incidents(view, game, officials=True, acts=True),
        ply=ply,
        fen=fen_text(game.position_after(ply), state.variant),
        back=back_shape(view, game, ply),
        strength=strength_shape(view, game) if state.regulations.strength_after else None,
        sealed=sealed_shape(view, game)["sealed"],
        steps=STEPS,
        counting=[
            *(noted for noted in state.conduct if (noted.round, noted.board) == (n, b) and not noted.overruled),
            *(attempt for attempt in game.attempts if not attempt.overruled),
        ],
        waits=", ".join(view.term(f"proposal {p.kind}") for p in waiting if p.kind in ("flag", *FIRST)),
        begins_anew=begins_anew(state, game),
        fitting=lambda kind: fitting_articles(state, kind),
        proposals=[(proposal_shape(view, p), looked_at(state, p), proofs_shape(view, p)) for p in waiting],
        counts=counts_shape(view, game) if _may_count(state, game, t) else [],
        form=form,
        refused=refused,
        preview=preview,
        opinion=opinion,
        score_text=score_text,
    )


def _may_count(state: Tournament, game: Game, t: str) -> bool:
    """Return whether the official may see the counts that lead to a draw.

    In a running game of their own they may only if the regulations show the counts to players.
    """
    shown = state.regulations.counts_shown == "players" or not game.running
    return shown or access.may_see(ToRead(right=LOOK, games=((game.round, game.board),)), t)


@boards.post("/office/<t>/rounds/<int:n>/boards/<int:b>")
@access.only(RULE)
@takes(Kind, *RULINGS.values(), also=TYPED)
def rule(t: str, n: int, b: int) -> ResponseReturnValue:
    """Record an arbiter's ruling at this board, or show a preview of it."""
    desk, given = access.desk(t), form()
    kind = read(Kind, given).kind
    if kind == "result" and KNOWN not in given and corrects_the_past(t, n, b):
        return shown_first(t, n, b)
    try:
        by = access.reader().by
        what = timed(given)
        made = read(one_of(RULINGS, what, FORMERLY), what, round=n, board=b, by=by)
        if isinstance(made, AdjournGame):
            made = replace(made, secret=one_time_key(key(given)))
        asked = Ruling(round=n, board=b, by=by, request=made)
        if kind != "result" and KNOWN not in given and (shown_now := ruling_shown_first(t, asked)):
            return shown_now
        if kind in PREVIEWED and "look" in given:
            shown = preview_shape(page.view(t), desk.preview(asked), n, b)
            return _page(t, n, b, given, preview=shown)
        recorded = desk.submit(asked, key=key(given))
    except Refused as refused:
        return _page(t, n, b, given, page.sentence(refused)), 422
    if sealed_by(recorded.last, made):
        return _envelope(t, n, b, made.secret)
    if getattr(recorded.last, "kind", "") == "own_ruling":
        flash(
            gettext("Board %(board)s: the opponent is asked at the tablet. Nothing has changed yet.", board=b), "note"
        )
    else:
        flash(gettext("Board %(board)s: recorded.", board=b), "done")
    return page.see(page.local(request.form.get("next"), url_for("office.boards.show", t=t, n=n, b=b)))


@boards.post("/office/<t>/rounds/<int:n>/boards/<int:b>/opinion")
@access.only(RULE)
@takes()
def ask_house(t: str, n: int, b: int) -> ResponseReturnValue:
    """Show the computer's opinion of the position, as a hint beside the form that adjudicates the game."""
    asked = AskOpinion(round=n, board=b, by=access.reader().by)
    try:
        state = access.desk(t).submit(asked, key=key(form())).state
        found = opinion(access.service.computer.thinkers, state, n, b)
    except Refused as refused:
        return _page(t, n, b, {"kind": "result"}, page.sentence(refused)), status_of(refused.code)
    return _page(t, n, b, {"kind": "result"}, opinion=opinion_shape(page.view(t), state.game(n, b), found))


def _envelope(t: str, n: int, b: int, key: str) -> Response:
    """Return the sheet for the envelope of a sealed move as PDF. *key*: the key on it, which is stored nowhere else."""
    printer = Printer(address=access.service.address)
    made = printer.print("adjournment", page.view(t), round=n, board=b, envelope_key=key)
    answer = send_file(io.BytesIO(made), "application/pdf", download_name=f"{t}-envelope-{n}-{b}.pdf")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def timed(given: Body) -> Body:
    """Return the fields of a ruling's form, with the times that were typed converted to milliseconds."""
    clocks = {side: str(given.get(f"{side}_clock", "")) for side in ("white", "black")}
    given = {**given, **{f"{side}_left_ms": span(text) for side, text in clocks.items() if text.strip()}}
    how = given.get("how")
    if how not in ("add", "take", "exactly"):
        return given
    length = span(str(given.get("minutes", "")))
    return {**given, **({"left_ms": length} if how == "exactly" else {"add_ms": length if how == "add" else -length})}


def span(text: str) -> Span:
    """Parse a length of time, and return it in milliseconds.

    One number is minutes, two numbers are minutes and seconds, and three are hours, minutes and seconds.

    >>> span("5"), span("5:30"), span("1:05:30")
    (300000, 330000, 3930000)
    """
    parts = text.split(":")
    if not (1 <= len(parts) <= 3 and all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts)):
        raise Refused("field_unreadable", field="minutes", wanted="5, 5:30, 1:05:30")
    units = (MINUTE,) if len(parts) == 1 else (HOUR, MINUTE, SECOND)[-len(parts) :]
    return sum(int(part) * unit for part, unit in zip(parts, units, strict=True))
