"""API of files: print sheets as PDF, export tournaments in open formats, and import a tournament."""

from __future__ import annotations

import io
from dataclasses import asdict
from functools import partial
from typing import Annotated, TypedDict

from flask import Response, request, send_file, url_for
from flask_babel import gettext as _

from arbiter.desk.desk import Desk
from arbiter.exchange.export_formats import BINARY, FORMATS, format_named, together
from arbiter.exchange.trf.refusing_programs import refusals
from arbiter.fields import Sent
from arbiter.hall.jobs import OF_OFFICIALS, LongJob
from arbiter.hall.printing import Printer, is_large
from arbiter.hall.reports.package import make_package
from arbiter.hall.reports.sent import (
    PACKAGE,
    SENT,
    ReportFile,
    changes,
    file_name,
    is_outdated,
    last_of_each,
    salt_of_sent,
    send_report,
)
from arbiter.hall.tournament_copies import bring_tournament
from arbiter.journal.journal import journal_lines
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import LOOK, RULE, ToRead
from arbiter.shapes.tournament import TournamentTold, tournament_shape
from arbiter.sides import Instant
from arbiter.tournament.sealed_data import closed_to
from arbiter.values import dataclass, replace
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.access.captains import captain_token
from arbiter.web.api.operation import ANYBODY, FILE, ROOT, Api, Asked

files = Api("files", __name__, url_prefix=f"{ROOT}/tournaments")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOptions:
    """Query parameters of a sheet: its round, board or entry, the paper size, and whether names are left out."""

    round: Annotated[int | None, Sent("the number of the round; without it the last one")] = None
    board: Annotated[int | None, Sent("the number of the board, for a sheet about one game")] = None
    entry: Annotated[int | None, Sent("the entry number, for certificates and receipts of one player")] = None
    cancelled: Annotated[int | None, Sent("the journal line that cancelled the round, for its sheets")] = None
    paper: Annotated[str | None, Sent("A4 or Letter")] = None
    blind: Annotated[bool, Sent("print entry numbers instead of names")] = False


class SentReportTold(TypedDict):
    """A file that was made for the federation, with the tournament as it was at journal line `line`.

    `changes`: the lines that would differ in a file made now, with "-" or "+" before them. `more`: how many further
    lines are left out.
    """

    format: str
    line: int
    hash: str
    at: Instant
    by: str
    outdated: bool
    changes: list[str]
    more: int


class SentReportsTold(TypedDict):
    """Response: the files that were made for the federation, the last one of each format, the newest first.

    `refusals`: the reasons why a program that checks reports would refuse a TRF file made now, a word each: "open
    game", "system", "days", "title".
    """

    reports: list[SentReportTold]
    refusals: list[str]


MOST_CHANGES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Query parameters of an import: the variant and the time control, which a TRF file does not contain."""

    variant: Annotated[str, Sent("the variant, such as international")] = ""
    control: Annotated[str, Sent("the time control")] = ""


@files.ask("GET", "/<t>/sheets/<sheet>.pdf", who=ANYBODY, query=PrintOptions, media="application/pdf", answers=bytes)
def pdf(asked: Asked) -> Response:
    """Print a sheet as PDF.

    Only officials get sheets with links that bind tablets, and rulings that are not published.
    """
    made = printed(asked.t, asked.address["sheet"], asked.read(PrintOptions))
    return made.ended(made.result()) if isinstance(made, LongJob) else made


def as_pdf(t: str, sheet: str, made: bytes) -> Response:
    """Return a PDF as the response to a browser, which saves it under the names of tournament and sheet.

    *made*: the bytes of the PDF.
    """
    return send_file(io.BytesIO(made), "application/pdf", download_name=f"{t}-{sheet}.pdf")


def printed(t: str, sheet: str, how: PrintOptions) -> Response | LongJob:
    """Return the sheet as PDF if it is small, otherwise the job that prints it, which may have ended already.

    Raise Refused if there is no such sheet, or if the reader may not see it.
    """
    from arbiter.sheets.catalogue import sheet_named  # loads ReportLab, which would slow down every start

    row = sheet_named(sheet)
    if not row.public:
        access.admitted(LOOK, t)
    changes = access.desks().register.changes  # counted before the people are read, so that a later change is noticed
    desk, view = access.desk(t), page.view(t)
    sees = None if row.public and not view.texts else OF_OFFICIALS
    if row.links or row.captains:
        sees = ToRead(right=RULE, boards=None if how.board is None else (how.board,))
        access.allowed(sees, t)
    first = 0 if row.history else view.state.version - 1
    lines = tuple(desk.journal.read(after=first, limit=view.state.version - first))
    service = access.service
    printer = Printer(
        address=service.address,
        binding=lambda number: access.links.make(t, number, None),
        captain=lambda team: captain_token(t, desk.state, team),
        code=access.links.code(t) if row.links else "",
        instance=service.desks.instance,
        heads=service.machine.heads,
    )
    people = {} if how.blind else view.people
    paper = how.paper or access.desks().register.setting("paper") or view.paper
    view = replace(view, lines=lines, people=people, paper=paper)

    def made(by: Printer) -> bytes:
        return by.print(sheet, view, round=how.round, board=how.board, entry=how.entry, cancelled=how.cancelled)

    if not is_large(view.state, how.board, how.entry):
        return as_pdf(t, sheet, made(printer))
    same = view.state is desk.state  # otherwise it is the state without the draft of a round
    lasts = row.lasts and (same or not view.state.setting("live_delay"))
    seen = (same, view.texts, view.language)  # what people wrote is for officials
    key = (t, sheet, how, paper, seen, service.address, desk.end.history, view.state.version, changes)
    return service.jobs.begin(
        "sheet",
        lambda job: made(replace(printer, run=job.run)),
        key=key if lasts else None,
        tournament=t,
        by=access.reader().by,
        sees=sees,
        title=lambda: sheet_title(row.title, how.round),
        ended=partial(as_pdf, t, sheet),
        back=url_for("office.tablets.sheets", t=t),
    )


def sheet_title(title: str, round: int | None) -> str:
    """Return the title of the job that prints a sheet: its *title* and the *round*, in the reader's language."""
    if round:
        return str(_("Sheet “%(sheet)s”, round %(round)s", sheet=_(title), round=round))
    return str(_("Sheet “%(sheet)s”", sheet=_(title)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """Query parameter: whether the file is to be published, so that it contains only what everybody may see."""

    public: Annotated[bool, Sent("only what everybody may see, even for an official")] = False


@files.ask("GET", "/<t>/export.<format>", who=ANYBODY, query=Published, media="text/plain", answers=bytes)
def export(asked: Asked) -> Response:
    """Export the tournament in one of the file formats of the reference. Some formats are for officials only.

    They are refused while a sealed move, a vote on an appeal or a line-up is still secret.
    """
    t, format = asked.t, asked.address["format"]
    row = format_named(format)
    if not row.public:
        access.admitted(LOOK, t)
    view = asked.view()
    bound = view.state.official(asked.reader.by)
    if not row.public and bound is not None and (boards := closed_to(view.state, bound.entry)):
        raise Refused("sealed_waits", boards=boards)
    if not row.public and (voted := tuple(one.number for one in view.state.appeals if one.votes and not one.decided)):
        raise Refused("votes_wait", appeals=voted)
    if not row.public and (line_ups := [r.number for r in view.state.rounds if any(not u.opened for u in r.line_ups)]):
        raise Refused("line_ups_secret", round=line_ups[-1])
    view = _seen(view, asked.official and not asked.read(Published).public)
    pieces = row.written_from(with_head(asked.desk, view), journal_lines(asked.desk.journal, view.state.version))
    kind = row.kind if format in BINARY else f"{row.kind}; charset=utf-8"
    answer = Response(b"".join(pieces) if row.public else pieces, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{t}{row.suffix or "." + format}"'
    return answer


def with_head(desk: Desk, view: View) -> View:
    """Return the view with the journal line at which it was made, so that a file can contain the line's hash."""
    version = view.state.version
    return replace(view, lines=tuple(desk.journal.read(after=version - 1, limit=1)))


def _seen(view: View, official: bool) -> View:
    """Return the view for an official (*official*) or for everybody.

    Officials get *view* unchanged. Everybody else gets what everybody may see, without the forbidden pairs.
    """
    return view if official else replace(view.in_public, state=replace(view.state, bans=()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournaments:
    """Query parameters: the tournaments to put into one file, and whether the file is to be published."""

    tournaments: Annotated[str, Sent("the ids, separated by commas; without it all", "club-open,autumn-cup")] = ""
    public: Annotated[bool, Sent("only what everybody may see, even for an official")] = False


@files.ask("GET", "/export.sqlite", who=LOOK, query=Tournaments, media="application/vnd.sqlite3", answers=bytes)
def export_several(asked: Asked) -> Response:
    """Export several tournaments as one SQLite file, with the tables that the reference describes.

    A tournament whose office the asker may see is exported as its officials see it, any other as everybody sees it.
    """
    how = asked.read(Tournaments)
    ids = tuple(filter(None, map(str.strip, how.tournaments.split(",")))) or [d.id for d in access.desks().tournaments]
    sources = []
    for t in dict.fromkeys(ids):
        view, official = page.view(t), access.may(LOOK, t) and not how.public
        desk = access.desk(t)
        sources.append((with_head(desk, _seen(view, official)), journal_lines(desk.journal, view.state.version)))
    answer = Response(together(sources), content_type=FORMATS["sqlite"].kind)
    answer.headers["Content-Disposition"] = 'attachment; filename="tournaments.db"'
    return answer


@files.ask("POST", "/<t>/package", who=RULE, media="application/zip", answers=bytes)
def package(asked: Asked) -> Response:
    """Make the package for the federation, a ZIP archive, and record its hash in the journal.

    It contains reports, games, tables, the report of rulings, the games as the rules checker replayed them, the program
    that verifies journals, and the signed head of the journal. It contains personal data. A later package also says
    what has changed since the last one.
    """
    return packed(asked.t, asked.reader.by, asked.key)


def packed(t: str, by: str, key: str | None) -> Response:
    """Make the package of the tournament *t*, record its hash, and return it as a file to save."""
    service = access.service
    printer = Printer(
        address=service.address,
        instance=service.desks.instance,
        heads=service.machine.heads,
        run=service.jobs.worker.run,
    )
    return _saved(t, PACKAGE, make_package(access.desk(t), page.view(t), printer, by, key=key))


def sent(t: str, format: str, by: str, key: str | None) -> Response:
    """Make a file for the federation in that format, record its hash, and return it as a file to save."""
    return _saved(t, format, send_report(access.desk(t), page.view(t), format, by, key=key))


def _saved(t: str, format: str, made: ReportFile) -> Response:
    kind = "application/zip" if format == PACKAGE else FORMATS[format].kind
    answer = Response(made.data, content_type=kind if format in (PACKAGE, *BINARY) else f"{kind}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{file_name(t, format)}"'
    answer.headers["X-Content-SHA256"] = made.hash
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWanted:
    """Request: make a file for the federation. `format`: the name of its file format."""

    format: Annotated[str, Sent("the format of the file", "trf", known=SENT)]


@files.ask("POST", "/<t>/reports", ReportWanted, who=RULE, media="application/octet-stream", answers=bytes)
def make_report(asked: Asked) -> Response:
    """Make a file for the federation, and record its hash in the journal.

    It contains data that only officials may see. Afterwards the list of reports (`GET /reports`) says what has changed
    since the file was made.
    """
    answer = sent(asked.t, asked.read(ReportWanted).format, asked.reader.by, asked.key)
    answer.content_type = FILE
    return answer


@files.ask("GET", "/<t>/reports", answers=SentReportsTold)
def sent_reports(asked: Asked) -> SentReportsTold:
    """List for each format the file that was made last for the federation, with what has changed since."""
    return {"reports": reports_told(asked.t), "refusals": refusals(asked.view())}


def reports_told(t: str) -> list[SentReportTold]:
    """Return for each format the file made last for the federation, the newest first, with what has changed since."""
    desk = access.desk(t)
    view, salt = page.view(t, desk.state), salt_of_sent(desk)
    told = list[SentReportTold]()
    for one in reversed(last_of_each(desk.state)):
        outdated = is_outdated(view, one, salt)
        lines = changes(view, desk.state_at(one.line), one, salt) if outdated else []
        told.append({
            "format": one.format, "line": one.line, "hash": one.hash, "at": one.at, "by": one.by,
            "outdated": outdated, "changes": lines[:MOST_CHANGES], "more": max(0, len(lines) - MOST_CHANGES),
        })  # fmt: skip
    return told


@files.ask("POST", "/import", query=Terms, answers=TournamentTold, status=201, raw=FILE, files=True)
def bring_in(asked: Asked) -> TournamentTold:
    """Import a tournament, finished or not, from a file. It gets a new id.

    The file has Arbiter's own export format or TRF, the report format of FIDE.
    """
    sent = request.files.get("file")
    data = sent.read() if sent is not None else request.get_data()
    terms, desks = asdict(asked.read(Terms)), access.desks()
    job = access.service.jobs.begin(
        "import", lambda job: bring_tournament(desks, data, job.run, key=asked.key, **terms), by=asked.reader.by
    )
    desk, lines = job.result()
    return tournament_shape(page.view(desk.id, desk.state_at(lines)))
