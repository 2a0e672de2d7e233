"""Office pages: sign-in, the list of tournaments, the form for a new one, and the main page of a tournament."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from arbiter.clock.presets import PRESETS
from arbiter.desk.desk import Desk
from arbiter.hall.account_acts import untold
from arbiter.hall.pairing import outdated_by_register
from arbiter.hall.tournament_copies import bring_tournament
from arbiter.journal.journal import CannotWrite
from arbiter.journal.people import Staff
from arbiter.machine import health
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.standings.tiebreaks import TIEBREAKS
from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES
from arbiter.rules.endings import ENDINGS
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.bounds.rights import LOOK, OWN, REPORT, RULE, ToRead
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import AnswerCall
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.rounds.pairing import StartRound
from arbiter.shapes.agenda import AgendaLine, counted, games_now, interrupted, needs
from arbiter.shapes.board import board_shape
from arbiter.shapes.regulations import regulations_shape
from arbiter.shapes.tournament import proposal_shape
from arbiter.tournament.regulations.profiles import DEFAULT_REGULATIONS, REGULATIONS
from arbiter.tournament.terms import GENERAL
from arbiter.web import access, page
from arbiter.web.access import sessions
from arbiter.web.access.sign_in import CHIEF, LEAST_PASSWORD_CHARACTERS
from arbiter.web.agenda import plain_flag
from arbiter.web.api.service.service import clock_settings
from arbiter.web.http_statuses import status_of
from arbiter.web.jobs import followed
from arbiter.web.office.boards import boards
from arbiter.web.office.clocks import clocks
from arbiter.web.office.computer_players import seats
from arbiter.web.office.editing import CHECKS, mending, rounds_of_none
from arbiter.web.office.entries import field
from arbiter.web.office.imports import lists
from arbiter.web.office.jobs import jobs
from arbiter.web.office.prizes.closing import closing
from arbiter.web.office.prizes.fees import fees
from arbiter.web.office.prizes.prizes import prizes
from arbiter.web.office.referee import referee
from arbiter.web.office.regulations import SWITCH_TYPES, regulations
from arbiter.web.office.result_correction import KNOWN, signature_shown_first
from arbiter.web.office.rounds.arrangements import option_types, settle
from arbiter.web.office.rounds.ballots import ballots
from arbiter.web.office.rounds.hand import hand
from arbiter.web.office.rounds.line_ups import line_ups
from arbiter.web.office.rounds.pairing import rounds
from arbiter.web.office.rounds.slips import named_results, slips
from arbiter.web.office.screens import screens
from arbiter.web.office.service import accounts as admitting
from arbiter.web.office.service.broadcast import broadcast
from arbiter.web.office.service.health import service
from arbiter.web.office.service.hub import hub
from arbiter.web.office.service.machine import machine
from arbiter.web.office.service.practice_and_engines import house
from arbiter.web.office.service.precedents import precedents
from arbiter.web.office.service.relay import relay
from arbiter.web.office.tablets import tablets
from arbiter.web.public.pagination import GAMES_A_PAGE, asked_part, game_words
from arbiter.web.public.why import why
from arbiter.web.request_parsing import Body, choice, faults, form, key, named, read, takes, takes_files

office = Blueprint("office", __name__)
DETAILS = ("place", "begins", "ends", "federation")
"""The names of those form fields for a new tournament that are not terms of play: place, days, federation."""
PARTS = (
    admitting.accounts,
    service,
    field,
    hand,
    house,
    hub,
    relay,
    broadcast,
    jobs,
    lists,
    line_ups,
    rounds,
    settle,
    slips,
    mending,
    why,
    boards,
    tablets,
    regulations,
    ballots,
    clocks,
    referee,
    screens,
    seats,
    machine,
    precedents,
    prizes,
    fees,
    closing,
)
for part in PARTS:
    office.register_blueprint(part)


@office.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Show the sign-in form. Redirect an official who is signed in already to the office."""
    if access.may(OWN):
        return page.see(page.local(request.args.get("next"), url_for("office.index")))
    return render_template("office/sign_in.html", form={"name": CHIEF, "next": request.args.get("next", "")})


@office.post("/sign-in")
@takes(also=("name", "password"))
def sign_in_with_password() -> ResponseReturnValue:
    """Begin a session for the account with that name and password."""
    try:
        name, password = request.form.get("name", ""), request.form.get("password", "")
        account = access.accounts.sign_in(name, password, request.remote_addr or "")
    except Refused as refused:
        status = 422 if refused.code == "wrong_password" else status_of(refused.code)
        return render_template("office/sign_in.html", form=request.form, refused=page.sentence(refused)), status
    sessions.enter_session(account)
    try:
        others = untold(access.desks().register, account.number)
    except CannotWrite:  # officials can sign in although the disk is full; the acts are shown at the next sign-in
        others = []
    if others:
        flash(
            ngettext(
                "%(num)s act of somebody else on your account since you last signed in. The account's page has it.",
                "%(num)s acts of others on your account since you last signed in. The account's page lists them.",
                len(others),
            ),
            "note",
        )
    return page.see(page.local(request.form.get("next"), url_for("office.index")))


@office.get("/sign-in/<token>")
def first_sign_in(token: str) -> ResponseReturnValue:
    """Show the form with which the owner of a sign-in link sets the password.

    Showing the form does not use up the link.
    """
    return _first_sign_in(token)


def _first_sign_in(token: str, refused: str | None = None) -> str:
    account = access.accounts.linked(token)
    return render_template(
        "office/first_sign_in.html", token=token, account=account, least=LEAST_PASSWORD_CHARACTERS, refused=refused
    )


@office.post("/sign-in/<token>")
@takes(also=("name", "password"))
def use_first_link(token: str) -> ResponseReturnValue:
    """Set the password of the account whose link this is, and sign in. The link cannot be used again."""
    try:
        account = access.accounts.use_link(token, request.form.get("password", ""))
    except Refused as refused:
        if refused.code not in ("password_short", "password_common", "sign_ins_wait"):
            raise
        return _first_sign_in(token, page.sentence(refused)), status_of(refused.code)
    sessions.enter_session(account)
    if account.role == "display":
        return page.see(url_for("public.index"))
    flash(_("Your password has been set. This is the office."), "done")
    return page.see(url_for("office.index"))


@office.post("/sign-out")
@takes()
def sign_out() -> ResponseReturnValue:
    """End the session, so that a copy of its cookie is invalid too."""
    sessions.leave_session()
    return page.see(url_for("public.index"))


@office.get("/office")
@access.only(OWN)
def index() -> ResponseReturnValue:
    """Show all tournaments, and the form for a new one."""
    return _index({})


def _index(form: Body, *refused: str) -> str:
    every = access.desks()
    own = [desk for desk in every.tournaments if access.may(REPORT, desk.id) and not desk.stands.fed]
    if not access.may(LOOK):
        now = [(desk.id, desk.state.announced) for desk in own if not every.archived(desk.id)]
        return render_template("office/helper_office.html", desks=now)
    listed = [(desk.id, desk.state, found := _needs(desk), counted(found)) for desk in own]
    return render_template(
        "office/index.html",
        clock_settings=clock_settings(),
        shut=[(one.name, page.sentence(one.why)) for one in health.closed(every) if access.may(LOOK, one.id)],
        opening=[page.sentence(one.why) for one in health.opening(every) if access.may(LOOK, one.id)],
        desks=[one for one in listed if not every.archived(one[0])],
        archived=[one for one in listed if every.archived(one[0])],
        form=form,
        refused=refused,
        variants=VARIANTS,
        systems=sorted(SYSTEMS, key=lambda key: key != "swiss"),
        presets={row.notation: row.controls for row in PRESETS.values() if row.offered},
        books=REGULATIONS,
        tables=TABLES,
        switches=regulations_shape(REGULATIONS[DEFAULT_REGULATIONS], access.language())["switches"],
        endings=ENDINGS,
        tiebreaks=TIEBREAKS,
    )


def _needs(desk: Desk) -> tuple[AgendaLine, ...]:
    """Return the tasks that wait for the officials of a tournament, including devices that wait to be admitted."""
    waiting = [one for one in access.links.devices(desk.id) if not one.bound]
    return needs(desk.state, waiting, outdated_by_register(desk))


@office.post("/office")
@access.officials_only
@takes(OpenTournament, also=("preset", *DETAILS, "organiser"), made=("setting-", "switch-"))
def announce() -> ResponseReturnValue:
    """Announce (create) a tournament, and go on to the page on which its players are entered."""
    given = form()
    sent = {**given, "control": given.get("control") or given.get("preset")}
    typed = ",".join(request.form.getlist("tiebreaks")).split(",")
    sent["tiebreaks"] = [code.strip() for code in typed if code.strip()] or None
    wrong = faults(OpenTournament, sent, CHECKS) + rounds_of_none(given)
    if wrong:
        return _index(given, *map(page.sentence, wrong)), 422
    try:
        options = {key: row for system in SYSTEMS.values() for key, row in {**system.settings, **GENERAL}.items()}
        settings = named(given, "setting-", option_types(options))
        switches = named(given, "switch-", SWITCH_TYPES)
        asked = read(OpenTournament, {**sent, "settings": settings, "switches": switches})
        desk = access.desks().open(asked, key=key(given))
        told = {name: given.get(name, "") for name in DETAILS}
        if any(told.values()):
            desk.submit(read(MendTournament, told, by=access.reader().by))
        if given.get("organiser"):
            desk.register.put_staff(desk.id, Staff(str(given["organiser"])))
    except Refused as refused:
        return _index(given, page.sentence(refused)), 422
    flash(_("%(name)s has been created. Now enter the players.", name=desk.state.name), "done")
    return page.see(url_for("office.field.show", t=desk.id))


@office.post("/office/bring")
@takes_files
@access.officials_only
@takes(also=("variant",), files=("file",))
def bring() -> ResponseReturnValue:
    """Import a tournament from a file."""
    sent, variant, desks = request.files.get("file"), request.form.get("variant", ""), access.desks()
    data = sent.read() if sent else b""
    job = access.service.jobs.begin(
        "import",
        lambda job: bring_tournament(desks, data, job.run, variant=variant)[0],
        by=access.reader().by,
        title=lambda: _("Import of a tournament"),
        ended=_imported,
        back=url_for("office.index"),
    )
    try:
        return followed(job)
    except Refused as refused:
        return _index({}, page.sentence(refused)), 422


def _imported(desk: Desk) -> ResponseReturnValue:
    flash(_("%(name)s has been imported.", name=desk.state.name), "done")
    return page.see(url_for("office.watch", t=desk.id))


@office.get("/office/<t>")
@access.officials_only
def watch(t: str) -> ResponseReturnValue:
    """Show the main page of a tournament: the tasks that wait for officials, and the boards of every round in play."""
    view = page.view(t)
    state = view.state
    part = asked_part(games_now(state), GAMES_A_PAGE, partial(game_words, view))
    return page.render(
        "office/overview.html",
        view,
        round=state.rounds[-1] if state.rounds else None,
        by_hand_here=state.rolling,
        results=named_results(state.points),
        part=part,
        boards=[board_shape(view, game, listed=True) for game in part.items],
        going=any(game.running and game.clock.running is not None for game in state.games()),
        may_stop=access.may_see(ToRead(right=RULE, boards=None), t),
    )


@office.post("/office/<t>/proposals/<int:number>")
@access.only(RULE)
@takes(SignProposal, DismissProposal, also=("decision", KNOWN))
def decide(t: str, number: int) -> ResponseReturnValue:
    """Sign a proposal (a ruling that the service proposes), or dismiss it with a reason."""
    desk = access.desk(t)
    given, by = form(), access.reader().by
    proposal = desk.state.proposal(number)
    if choice(given, "decision", ("sign", "dismiss")) == "sign":
        if KNOWN not in given and (shown := signature_shown_first(t, number)):
            return shown
        desk.submit(read(SignProposal, given, proposal=number, by=by))
        stands = proposal.kind == "late_move"
        signed = _("Board %(board)s: signed.", board=proposal.board)
        if desk.state.proposal(number).decided is None:
            told = _("Board %(board)s: your signature is recorded. A second one is needed.", board=proposal.board)
            flash(told, "note")
        else:
            flash(
                _("Board %(board)s: accepted. The clocks are as they were at the press.", board=proposal.board)
                if stands
                else signed,
                "done",
            )
        return page.see(url_for("office.watch", t=t))
    desk.submit(read(DismissProposal, given, proposal=number, by=by))
    if proposal.kind == "late_move":
        flash(_("Board %(board)s: refused. The flag is still to be ruled on.", board=proposal.board), "done")
        return page.see(url_for("office.watch", t=t))
    if proposal.kind != "flag":
        flash(_("Board %(board)s: the proposal was dismissed. The game goes on.", board=proposal.board), "done")
        return page.see(url_for("office.watch", t=t))
    flash(
        _(
            "Board %(board)s: the proposal was dismissed. The clocks are stopped: give time, then start them.",
            board=proposal.board,
        ),
        "done",
    )
    return page.see(url_for("office.boards.show", t=t, n=proposal.round, b=proposal.board))


@office.post("/office/<t>/proposals")
@access.only(RULE)
@takes(also=("proposal",))
def decide_several(t: str) -> ResponseReturnValue:
    """Sign every ticked flag fall that needs no closer look. Each one is recorded in a journal line of its own."""
    desk, by, signed, first = access.desk(t), access.reader().by, 0, 0
    view = page.view(t)
    for number in request.form.getlist("proposal", type=int):
        proposal = desk.state.proposal(number)
        if proposal.decided is not None or not plain_flag(proposal_shape(view, proposal)):
            continue
        try:
            state = desk.submit(SignProposal(proposal=number, by=by)).state
            signed += state.proposal(number).decided is not None
            first += state.proposal(number).decided is None
        except Refused as refused:  # a refusal for one board (one's own game, another sector) does not stop the others
            flash(page.sentence(refused), "refused")
    if first:
        told = ngettext(
            "You have signed %(num)s flag. Another official must sign too.",
            "You have signed %(num)s flags. Another official must sign each of them too.",
            first,
        )
        flash(told, "note")
    if signed or not first:
        flash(ngettext("%(num)s flag has been signed.", "%(num)s flags have been signed.", signed), "done")
    return page.see(url_for("office.watch", t=t))


@office.post("/office/<t>/calls")
@access.only(RULE)
@takes(AnswerCall, also=("round", "board"))
def answer(t: str) -> ResponseReturnValue:
    asked = read(AnswerCall, form(), by=access.reader().by)
    access.desk(t).submit(asked)
    flash(_("Board %(board)s: the call has been answered.", board=asked.board), "done")
    return page.see(page.local(request.form.get("next"), url_for("office.watch", t=t)))


@office.post("/office/<t>/resume")
@access.only(RULE)
@takes()
def resume(t: str) -> ResponseReturnValue:
    """Start all clocks that were stopped by an outage of the service.

    The clocks of one round start at the same instant.
    """
    desk = access.desk(t)
    for number, stopped in interrupted(desk.state).items():
        desk.submit(StartRound(round=number, boards=stopped, by=access.reader().by))
    flash(_("The clocks are running again."), "done")
    return page.see(url_for("office.watch", t=t))
