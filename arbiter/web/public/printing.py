"""Public pages of large sheets that are being printed: how much of a sheet is done, and the sheet once it is there."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from arbiter.hall.jobs import LongJob
from arbiter.refused import Refused
from arbiter.web import access, page
from arbiter.web.api.files import PrintOptions, printed
from arbiter.web.jobs import in_time
from arbiter.web.request_parsing import names_of, only_known, read

printing = Blueprint("printing", __name__, url_prefix="/tournaments/<t>/print")


@printing.get("/<sheet>")
def begin(t: str, sheet: str) -> ResponseReturnValue:
    """Show a sheet as PDF. If making it takes longer than a second, show the progress instead."""
    only_known(request.args, {"lang", *names_of(PrintOptions)})
    made = printed(t, sheet, read(PrintOptions, request.args))
    if not isinstance(made, LongJob):
        return made
    if not in_time(made):
        return page.see(url_for("public.printing.show", t=t, sheet=sheet, id=made.id, lang=access.language()))
    answer: ResponseReturnValue = made.ended(made.result())
    return answer


@printing.get("/<sheet>/<id>")
def show(t: str, sheet: str, id: str) -> ResponseReturnValue:
    """Show how much of the sheet is done. Once the job has ended, show the sheet.

    The status 202 of the progress keeps the page cache from storing it.
    """
    job = access.service.jobs.job(id)
    if job.what != "sheet" or job.tournament != t:
        raise Refused("no_job")
    if job.sees is not None:
        access.allowed(job.sees, t)
    if not job.over:
        return page.render("public/printing.html", page.view(t), job=job, sheet=sheet), 202
    if "X-Follows" in request.headers:  # the script only asks whether the job has ended
        return page.see(request.full_path)
    answer: ResponseReturnValue = job.ended(job.result())
    return answer
