"""The office page of this computer: what `arbiter doctor` finds, the address for tablets, and the certificate."""

from __future__ import annotations

from flask import Blueprint, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.machine.certificates import machine_names, make
from arbiter.machine.checkup import checkup
from arbiter.machine.hall_urls import Whereabouts, addresses_of
from arbiter.machine.network_addresses import CHOSEN, own_addresses
from arbiter.refused import Refused
from arbiter.values import replace
from arbiter.web import access, page
from arbiter.web.api.service.service import clock_settings
from arbiter.web.request_parsing import form, takes
from arbiter.web.visitor_addresses import code_of

machine = Blueprint("machine", __name__)


@machine.get("/machine")
@access.officials_only
def show() -> ResponseReturnValue:
    """Show what `arbiter doctor` finds now, and the address that tablets use."""
    known = access.service.machine.addresses.found
    whereabouts = replace(known, own=addresses_of(access.service.settings.host) or known.own)
    desks = access.service.desks
    found = checkup(desks.instance, access.service.settings, whereabouts, desks.clock.speed)
    return render_template(
        "office/machine.html",
        found=found,
        clock_settings=clock_settings(),
        whereabouts=whereabouts,
        address=access.service.address,
        code=code_of(access.service.address),
    )


@machine.post("/machine/address")
@access.officials_only
@takes(also=("address",))
def choose() -> ResponseReturnValue:
    """Choose which of this computer's addresses the tablets' QR codes contain."""
    chosen = str(form().get("address") or "")
    own = addresses_of(access.service.settings.host)
    if chosen not in own:
        raise Refused("not_an_own_address", address=chosen[:80], known=own)
    settled(replace(access.service.machine.addresses.found, own=own, address=chosen))
    access.service.desks.register.set_setting(CHOSEN, chosen)
    flash(
        _(
            "QR codes contain %(address)s from now on. Reprint the cards that are already on the tables.",
            address=access.service.address,
        ),
        "done",
    )
    return page.see(url_for("office.machine.show"))


@machine.post("/machine/certificate")
@access.officials_only
@takes()
def certify() -> ResponseReturnValue:
    """Make the certificate authority of this hall and a certificate for HTTPS, or replace them.

    Only the chief arbiter may do so.
    """
    if access.reader().role != "chief":
        raise Refused("not_yours")
    instance = access.desks().instance
    make(instance, machine_names(own_addresses()))
    flash(
        _("The certificate has been made. Restart the service: after that it can also be reached over HTTPS."), "done"
    )
    return page.see(url_for("office.machine.show"))


def settled(whereabouts: Whereabouts) -> None:
    """Use the address *whereabouts* in the tablets' QR codes from now on."""
    access.service.machine.addresses.found = whereabouts
    access.service.desks.register.set_setting("address", whereabouts.told)
