"""Pages about HTTPS: how a tablet installs the hall's certificate authority, and what a tablet shows while offline."""

from __future__ import annotations

import ssl

from flask import Blueprint, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue

from arbiter.machine.certificates import authority_file
from arbiter.refused import Refused
from arbiter.web import access
from arbiter.web.visitor_addresses import code_of

secure = Blueprint("secure", __name__)


@secure.get("/https")
def show() -> ResponseReturnValue:
    """Show what does not work over plain HTTP, and how a tablet installs the certificate authority of the hall."""
    whereabouts = access.service.machine.addresses.found
    return render_template(
        "public/https.html",
        whereabouts=whereabouts,
        code=code_of(f"{whereabouts.plain}/hall.crt"),
        is_secure=request.is_secure,
    )


@secure.get("/hall.crt")
def authority() -> ResponseReturnValue:
    """Return the certificate of the hall's certificate authority (DER), which every operating system can install."""
    file = authority_file(access.desks().instance)
    if not file.is_file():
        raise Refused("no_page")
    der = ssl.PEM_cert_to_DER_cert(file.read_text())
    return Response(
        der, mimetype="application/x-x509-ca-cert", headers={"Content-Disposition": "attachment; filename=hall.crt"}
    )


@secure.get("/worker.js")
def worker() -> ResponseReturnValue:
    """Return the service worker: a script that the browser runs for the whole site.

    It shows a page of its own while the service cannot be reached.
    """
    return current_app.send_static_file("service_worker.js")


@secure.get("/out-of-touch")
def out_of_touch() -> ResponseReturnValue:
    """Show the page that a tablet stores, and shows while the service cannot be reached."""
    return render_template("tablet/out_of_touch.html")
