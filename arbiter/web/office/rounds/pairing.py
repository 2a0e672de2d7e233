"""Office pages of rounds: pair by the pairing system or by hand, start a round, withdraw a pairing."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from arbiter.hall.jobs import LongJob
from arbiter.hall.pairing import pair as draw
from arbiter.hall.pairing import proposal, refuse_outdated
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.rounds.games_on_paper import ChangeOver
from arbiter.rulings.rounds.line_ups import out_of_order
from arbiter.rulings.rounds.pairing import StartRound, UndoRound
from arbiter.rulings.rounds.pairing_input import board_numbers
from arbiter.shapes.agenda import free_players, fresh_game, spans
from arbiter.shapes.board import board_shape
from arbiter.tournament.fixtures import shown as shown_matches
from arbiter.web import access, page
from arbiter.web.access.tablet_binding import ready
from arbiter.web.jobs import followed, in_time, page_of
from arbiter.web.office.rounds.hand import BYES
from arbiter.web.office.rounds.slips import named_results
from arbiter.web.public.pagination import GAMES_A_PAGE, asked_part, game_words
from arbiter.web.public.scores import colours_before, scores_before
from arbiter.web.request_parsing import Body, choice, form, number, read, takes

rounds = Blueprint("rounds", __name__)


@rounds.get("/office/<t>/rounds/<int:n>")
@access.officials_only
def show(t: str, n: int) -> ResponseReturnValue:
    """Show the pairings of a round. If it is the next round, show the form that pairs it."""
    view = page.view(t)
    if n == len(view.state.rounds) + 1:
        return _next(t, {})
    state = view.state
    round = state.round(n)
    part = asked_part(round.games, GAMES_A_PAGE, partial(game_words, view))
    return page.render(
        "office/round.html",
        view,
        round=round,
        part=part,
        boards=[board_shape(view, game, listed=True) for game in part.items],
        before=scores_before(state, n),
        had=colours_before(state, n),
        everybody=[entry for entry in state.entries if entry not in state.withdrawn],
        byes=BYES,
        out_of_order=[*out_of_order(state, round, view.known)],
        named=named_results(state.points),
        matches=shown_matches(state, round),
    )


def _next(t: str, form: Body, refused: str | None = None) -> ResponseReturnValue:
    view = page.view(t)
    state = view.state
    n = len(state.rounds) + 1
    here = free_players(state) if state.rolling else state.entries
    present = [entry for entry in here if entry not in state.withdrawn]
    if not form and not SYSTEMS[state.system].by_hand:
        job = _proposal(t, n)
        if not in_time(job):
            return page_of(job)
        pairs = job.result()
        form = {
            f"{side}-{board}": str(entry)
            for board, pair in enumerate(pairs, start=1)
            for side, entry in zip(("white", "black"), pair, strict=True)
        }
    return page.render(
        "office/pairing.html",
        view,
        n=n,
        before=scores_before(state, n),
        had=colours_before(state, n),
        present=present,
        numbers=board_numbers(state, [(0, 0)] * (len(present) // 2)),
        form=form,
        refused=refused,
        by_hand=SYSTEMS[state.system].by_hand,
    )


@rounds.get("/office/<t>/rounds")
@access.officials_only
def current(t: str) -> ResponseReturnValue:
    """Show the pairings of the last paired round. If no round is paired, show the form that pairs the first one."""
    return page.see(url_for("office.rounds.show", t=t, n=max(1, len(access.desk(t).state.rounds))))


@rounds.post("/office/<t>/rounds")
@access.officials_only
@takes(also=("by_hand", "boards", "rematches", "again", "now"), made=("white-", "black-"))
def pair(t: str) -> ResponseReturnValue:
    """Pair the next round as a draft, by the pairing system or with the pairs that were filled in.

    With `again` the round replaces the draft of the last round. With `now` it is published at once, and boards without
    a tablet begin on paper.
    """
    desk, by = access.desk(t), access.reader().by
    by_hand, now = "by_hand" in request.form, "now" in request.form
    again, rematches, n = "again" in request.form, "rematches" in request.form, len(desk.state.rounds)
    n += not again
    try:
        pairs = _pairs(request.form) if by_hand else None

        def drawn(job: LongJob) -> int:
            recorded = draw(desk, job.run, by, draft=not now, again=again, pairs=pairs, rematches=rematches)
            return len(recorded.state.rounds)

        job = access.service.jobs.begin(
            "pairing",
            drawn,
            tournament=t,
            by=by,
            title=lambda: _("Pairing of round %(round)s", round=n),
            ended=partial(_paired, t),
            back=url_for("office.rounds.show", t=t, n=n),
        )
        if not (now or by_hand):
            return followed(job)
        n = job.result()
    except Refused as refused:
        if not by_hand:
            raise
        return _next(t, request.form, page.sentence(refused)), 422  # type: ignore[return-value]  # with pairs from the form there is no job
    if now:
        return _begin_on_paper(t, n)
    _tell_byes(t, n)
    return _paired(t, n)


def _paired(t: str, n: int) -> ResponseReturnValue:
    flash(_("Round %(round)s has been paired as a draft.", round=n), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))


def _proposal(t: str, n: int) -> LongJob:
    """Return the job that pairs round *n* by the pairing system, to fill in the form for pairing by hand."""
    desk, by, address = access.desk(t), access.reader().by, url_for("office.rounds.show", t=t, n=n)
    return access.service.jobs.begin(
        "pairing",
        lambda job: proposal(desk, job.run, by),
        key=("proposal", t, desk.end.history, desk.state.version, desk.register.changes),
        tournament=t,
        by=by,
        title=lambda: _("Pairing of round %(round)s", round=n),
        ended=lambda _: page.see(address),
        back=url_for("office.watch", t=t),
    )


def _tell_byes(t: str, n: int) -> None:
    """Show a message with the byes of round *n*, if it was paired by hand and has byes of several kinds."""
    view, kinds = page.view(t), access.desk(t).state.round(n).kinds
    if len(kinds) > 1 and ByeKind.ALLOCATED in kinds.values():
        byes = "; ".join(f"{view.name(entry)}: {view.term(f'bye {kind.value}')}" for entry, kind in kinds.items())
        flash(
            _("Left without an opponent: %(byes)s. Change a bye below, if they are to be treated alike.", byes=byes),
            "note",
        )


def _begin_on_paper(t: str, n: int) -> ResponseReturnValue:
    """Begin the games without a tablet in round *n*, which was just paired, and show a message with all its pairs."""
    view, desk = page.view(t), access.desk(t)
    fresh = tuple(game.board for game in desk.state.round(n).games if fresh_game(game))
    paper = tuple(board for board in fresh if board not in ready(t, fresh))
    if paper and not desk.state.ballots:
        desk.submit(StartRound(round=n, boards=(), paper=paper, by=access.reader().by))
    pairs = "; ".join(f"{view.name(white)} \u2013 {view.name(black)}" for white, black in desk.state.round(n).pairs)
    flash(_("Paired: %(pairs)s.", pairs=pairs), "done")
    return page.see(url_for("office.watch", t=t))


@rounds.post("/office/<t>/rounds/<int:n>/start")
@access.only(RULE)
@takes(also=("how",), made=("how-",))
def start(t: str, n: int) -> ResponseReturnValue:
    """Start the round at one instant.

    `how` is "clocks" or "paper" for all boards, or "chosen" board by board, with a field such as `how-7` for each.
    Without `how`, boards whose tablet is connected start with clocks, and all others on paper.
    """
    desk, given, by = access.desk(t), form(), access.reader().by
    fresh = tuple(game.board for game in desk.state.round(n).games if fresh_game(game))
    how = choice(given, "how", ("clocks", "paper", "chosen")) if given.get("how") else ""
    clocks = {"": ready(t, fresh), "clocks": fresh}.get(how, ())
    paper = tuple(board for board in fresh if board not in clocks)
    if how == "chosen":
        chosen = {board: str(given.get(f"how-{board}", "")) for board in fresh}
        clocks, paper = (tuple(b for b in fresh if chosen[b] == what) for what in ("clocks", "paper"))
    refuse_outdated(desk, n)
    desk.submit(StartRound(round=n, boards=clocks, paper=paper, by=by))
    _told_of(n, clocks, paper)
    return page.see(url_for("office.watch", t=t))


def _told_of(n: int, clocks: tuple[int, ...], paper: tuple[int, ...]) -> None:
    """Show the message that tells which boards have started, with clocks or on paper."""
    told = []
    if clocks:
        running = ngettext(
            "Round %(round)s: the clocks are running at board %(boards)s.",
            "Round %(round)s: the clocks are running at boards %(boards)s.",
            len(clocks),
            round=n,
            boards=spans(clocks),
        )
        told.append(running if paper else _("Round %(round)s: the clocks are running.", round=n))
    if paper:
        told.append(
            ngettext(
                "Round %(round)s is played on paper at board %(boards)s.",
                "Round %(round)s is played on paper at boards %(boards)s.",
                len(paper),
                round=n,
                boards=spans(paper),
            )
        )
    flash(" ".join(told), "done")


@rounds.post("/office/<t>/rounds/<int:n>/paper")
@access.only(RULE)
@takes(ChangeOver, also=("board",))
def change_over(t: str, n: int) -> ResponseReturnValue:
    """Move boards from tablets to paper, or from paper to tablets, during a round."""
    given = form()
    if not given.get("board"):
        raise Refused("field_missing", field="board")
    asked = read(ChangeOver, {**given, "boards": given.get("board")}, round=n, by=access.reader().by)
    recorded = access.desk(t).submit(asked)
    boards = spans(recorded.last.boards)  # type: ignore[attr-defined]  # both kinds of event have `boards`
    told = _("Boards now on paper: %(boards)s.") if asked.paper else _("Boards now on tablets: %(boards)s.")
    flash(told % {"boards": boards}, "done")
    return page.see(page.local(request.form.get("next"), url_for("office.watch", t=t)))


@rounds.post("/office/<t>/rounds/<int:n>/undo")
@access.officials_only
@takes(UndoRound)
def undo(t: str, n: int) -> ResponseReturnValue:
    """Withdraw the pairing of a round. If it was published, a confirmation and a reason are required."""
    access.desk(t).submit(read(UndoRound, form(), round=n, by=access.reader().by))
    flash(_("The pairing of round %(round)s has been cancelled.", round=n), "done")
    return page.see(url_for("office.watch", t=t))


def _pairs(form: Body) -> tuple[tuple[int, int], ...]:
    """Return the pairs that were filled in. Empty boards are left out. A board with only one player is refused."""
    pairs = []
    for board in range(1, (number(form, "boards") or 0) + 1):
        white, black = number(form, f"white-{board}"), number(form, f"black-{board}")
        if white is None and black is None:
            continue
        if white is None or black is None:
            raise Refused("field_missing", field=f"{'white' if white is None else 'black'} {board}")
        pairs.append((white, black))
    return tuple(pairs)
