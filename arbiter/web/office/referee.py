"""Office pages of the referee: calls for an arbiter, appeals, notes on conduct, and officials' interests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.account_acts import acts_kept, makers
from arbiter.hall.appeal_outcomes import branches_shape
from arbiter.hall.witnesses import journal_word, official_meant
from arbiter.journal.people import Post
from arbiter.journal.same_person import alike
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, LOOK, RULE, may
from arbiter.rulings.cited_articles import fitting_articles
from arbiter.rulings.referee.appeals import BRANCHES, ChooseBranch, FileAppeal, appeal_of
from arbiter.rulings.referee.committee import (
    LEAST_MEMBERS,
    MOST_MEMBERS,
    DecideAppeal,
    NamePanel,
    refuse_decision,
    ruled_before,
)
from arbiter.rulings.referee.penalties import CATEGORIES, NoteConduct
from arbiter.rulings.request import Request
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial, Ruling
from arbiter.rulings.time.attendance import HomeLate
from arbiter.shapes.referee.appeals import appeal_shape, calls_shape, conduct_shape, record_of
from arbiter.tournament.officials import Appeal, Panel, identity
from arbiter.tournament.sealed_data import closed
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.appeal_panels import barred, decision_to_be, decision_told, eligible, panel_told
from arbiter.web.office.boards import span
from arbiter.web.office.result_correction import KNOWN, decision_shown_first, money_in
from arbiter.web.request_parsing import Body, choice, form, key, read, takes

referee = Blueprint("referee", __name__)

SHOWN_OF_A_BRANCH = 12
"""For each possible decision on an appeal, at most this many places of the standings are shown."""
RECORDED: Mapping[str, Any] = {
    "conduct": NoteConduct,
    "appeal": partial(FileAppeal, paper=True),
    "official": NameOfficial,
    "computer": NameComputer,
    "home": NameHome,
    "home_late": HomeLate,
}
OF_ARBITERS = ("conduct", "appeal")
"""The names of the forms that arbiters may use. All other forms are for the director."""
SEATS: Mapping[str, int] = {"members": 5, "substitutes": 2}
"""The number of members and of substitutes for which the form of an appeal panel has rows."""
MOST_ON_PAPER = 5


@referee.get("/office/<t>/referee")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the referee's tasks: the calls in order, the appeals, and the notes on conduct."""
    return _page(t, {})


def _page(t: str, form: Body, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    return page.render(
        "office/referee.html",
        view,
        form=form,
        refused=refused,
        calls=calls_shape(view)["calls"],
        appeals=[appeal_shape(view, one) for one in reversed(state.appeals)],
        conduct=list(reversed(conduct_shape(view))),
        accounts=[one.name for one in eligible(t)],
        playing=posts_playing(view),
        bound=[*_bound(t, view)],
        categories=CATEGORIES,
        fitting=fitting_articles(state, "conduct"),
    )


def posts_playing(view: View) -> list[tuple[Post, int]]:
    """Return the officials in the posts of the tournament who have a player's name, each with the entry.

    They may have to be recorded as players. An entry for which this has been done is left out.
    """
    known = {one.entry for one in view.state.officials}
    return [
        (post, entry)
        for post in view.staff.posts
        for entry, person in view.people.items()
        if entry not in known and alike(post.name, person.name)
    ]


def _bound(t: str, view: View) -> Iterator[tuple[str, str, str]]:
    """Yield the names of accounts that may not rule on some games although no entry is recorded for them.

    With each name come the players who have the same name, and the officials who made the account in the last day.
    """
    desk, acts, now = access.desk(t), acts_kept(access.desks().register), access.accounts.now()
    for account in eligible(t):
        by = journal_word(account)
        own = [] if view.state.official(by) else sorted(access.own_entries(desk, account, by))
        hands = sorted(makers(acts, account.number, now))
        if may(account.role, RULE) and (own or hands):
            yield account.name, ", ".join(map(view.name, own)), ", ".join(map(view.who, hands))


@referee.post("/office/<t>/referee")
@access.only(RULE)
@takes(*RECORDED.values(), also=("what", "delay", "round", "board", "entry"))
def record(t: str) -> ResponseReturnValue:
    """Record a note on conduct, an appeal made on paper, or the entries and boards that belong to an official."""
    given, by = form(), access.reader().by
    given = {**given, "delay_ms": span(str(given["delay"]))} if "delay" in given else given
    try:
        what = choice(given, "what", tuple(RECORDED))
        if what not in OF_ARBITERS:
            access.admitted(DIRECT, t)
        asked: Request = read(RECORDED[what], given, by=by)
        if isinstance(asked, NameOfficial):
            meant = official_meant(access.desks().register.accounts, asked.official)
            asked = replace(asked, official=meant)
        if isinstance(asked, NoteConduct):
            asked = Ruling(round=asked.round, board=asked.board, by=by, request=asked)
        access.desk(t).submit(asked, key=key(given))
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.referee.show", t=t))


@referee.get("/office/<t>/appeals/<int:a>")
@access.officials_only
def appeal(t: str, a: int) -> ResponseReturnValue:
    """Show one appeal: its grounds, the consequences of either decision, and the record of the game line by line."""
    return _appeal(t, a, {})


def _appeal(t: str, a: int, form: Body, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    found = appeal_of(state, a)
    game = state.game(found.round, found.board)
    blind = bool(request.args.get("blind"))
    return page.render(
        "office/appeal.html",
        view,
        appeal=appeal_shape(view, found, blind=blind),
        game=game,
        blind=blind,
        branches={} if found.decided else branches_shape(view, found, access.service.jobs.worker.run),
        places=SHOWN_OF_A_BRANCH,
        lines=list(record_of(access.desk(t).journal.read(), found.round, found.board, closed(state))),
        form=form,
        refused=refused,
        hindered=_hindered(state, found),
        officials=[(str(one.number), one.name, barred(t, found, one)) for one in eligible(t)],
        own_panel=found.panel is None and ruled_before(state, access.reader().by, game),
        seats=_seats(found, form, _committee(t, view, found)),
        most_on_paper=MOST_ON_PAPER,
        money=money_in(view),
    )


def _hindered(state: Tournament, found: Appeal) -> str:
    """Return the sentence that says why the asker may not decide the appeal; empty if they may."""
    try:
        refuse_decision(state, access.reader().by, found)
    except Refused as refused:
        return page.sentence(refused)
    return ""


def _committee(t: str, view: View, found: Appeal) -> tuple[str, ...]:
    """Return the accounts of those members of the announced appeals committee who may decide the appeal.

    The announcement has only names, so an account belongs to a member if the names are alike.
    """
    names = [post.name for post in view.staff.posts if post.role == "committee"]
    known = [one for one in eligible(t) if any(alike(name, one.name) for name in names)]
    return tuple(journal_word(one) for one in known if not barred(t, found, one))[: SEATS["members"]]


def _seats(found: Appeal, form: Body, committee: tuple[str, ...]) -> list[tuple[str, int, str, str]]:
    """Return the rows of the form that names an appeal panel, filled in with the present panel.

    If no panel has been named, the rows are filled in with the tournament's appeals *committee*. Each row has the name
    of its field ("members" or "substitutes"), its number, the account chosen, and the reason if that person is excused.
    """
    lines = [(name, at) for name, count in SEATS.items() for at in range(count)]
    if form.get("what") == "panel":
        sent = {name: str(value) for name, value in form.items()}
        return [(name, at, sent.get(f"{name}-{at}", ""), sent.get(f"why-{name}-{at}", "")) for name, at in lines]
    panel = found.panel or Panel(members=committee)
    chosen = {("members", at): who for at, who in enumerate(panel.members)}
    chosen |= {("substitutes", at): who for at, who in enumerate(panel.substitutes)}
    why = dict(panel.excused)
    return [(*line, identity(chosen.get(line, "")), why.get(chosen.get(line, ""), "")) for line in lines]


@referee.post("/office/<t>/appeals/<int:a>")
@access.only(LOOK)
@takes(
    ChooseBranch, DecideAppeal, also=("what", "decision", KNOWN), made=("member-", "members-", "substitutes-", "why-")
)
def decide(t: str, a: int) -> ResponseReturnValue:
    """Record one of the page's forms about an appeal.

    These are the expected decision, with which the next round is paired, the panel, a member's vote, and a decision
    made on paper.
    """
    given = form()
    try:
        what = choice(given, "what", ("branch", "panel", "decision", "paper"))
        if what in ("branch", "panel"):
            access.admitted(DIRECT, t)
        asked = _asked(t, what, given, a)
        if isinstance(asked, DecideAppeal):
            if KNOWN not in given and (shown := _seen_first(t, asked)):
                return shown
            asked = decision_told(t, asked)
        access.desk(t).submit(asked, key=key(given))
    except Refused as refused:
        return _appeal(t, a, given, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.referee.appeal", t=t, a=a))


def _asked(t: str, what: str, given: Body, a: int) -> Request:
    """Return the request that was sent with the form *what* of the page of appeal *a*."""
    by = access.reader().by
    if what == "branch":
        branch: Request = read(ChooseBranch, given, appeal=a, by=by)
        return branch
    if what == "panel":
        return panel_told(t, read(NamePanel, _named(given), appeal=a, by=by))
    verdict = {**given, "overturned": choice(given, "decision", BRANCHES) == "overturned"}
    names = [name for at in range(MOST_ON_PAPER) if (name := str(given.get(f"member-{at}", "")).strip())]
    if what == "paper" and not names:
        raise Refused("panel_size", least=LEAST_MEMBERS, most=MOST_MEMBERS)
    verdict["members"] = names if what == "paper" else []
    decision: Request = read(DecideAppeal, verdict, appeal=a, by=by)
    return decision


def _seen_first(t: str, asked: DecideAppeal) -> str | None:
    """Return the page with the consequences of the decision, or None if it has none.

    Raise Refused if the decision cannot be recorded.
    """
    access.desk(t).preview(decision_to_be(t, asked))
    return decision_shown_first(t, asked)


def _named(given: Body) -> Body:
    """Return the members of the appeal panel that the form names, converted to the fields of the API's request.

    *given*: the fields of the form.
    """
    told: dict[str, Any] = {"excused": []}
    for name, count in SEATS.items():
        chosen = [(str(given.get(f"{name}-{at}", "")), str(given.get(f"why-{name}-{at}", ""))) for at in range(count)]
        told[name] = [who for who, _ in chosen if who]
        told["excused"] += [{"member": who, "reason": why} for who, why in chosen if who and why.strip()]
    return told
