"""The addresses that visitors of the hall need: a tournament's public page and the Wi-Fi, each with its QR code."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from flask import request, url_for

from arbiter.machine.hall_urls import addresses_of
from arbiter.machine.network_addresses import hall_address
from arbiter.values import replace
from arbiter.web import access

SPECIAL = re.compile(r'([\\;,:"])')
"""The characters that need a backslash before them in the text of a Wi-Fi QR code."""


class VisitorAddresses(NamedTuple):
    """The public page of a tournament and the Wi-Fi, as text and as QR codes (data URIs of images).

    `base`: the address of the service. `url`: that of the public page. `shown`: the address as people type it, without
    `http://`. `code`: the QR code of `url`. `wifi`: the name of the Wi-Fi; empty if none is set.
    """

    base: str
    url: str
    shown: str
    code: str
    wifi: str
    wifi_code: str


def reach(t: str) -> VisitorAddresses | None:
    """Return the addresses for visitors of the tournament *t*, or None if no other device can reach this computer."""
    found, settings = access.service.machine.addresses.found, access.service.settings
    if settings.only_shows:  # readers reach a public node at the address that they used
        found = replace(found, url=settings.url or request.host_url)
    elif found.told == found.plain and found.address.startswith(("127.", "localhost", "::1")):
        own = addresses_of(settings.host)  # the computer may have joined a network since the service was started
        found = replace(found, own=own, address=hall_address(settings.host, None, own))
        if found.only_here:
            return None
    url = f"{found.told}{url_for('public.tournament', t=t)}"
    short = found.told if len(access.desks().tournaments) == 1 else url
    wifi = settings.wifi
    return VisitorAddresses(
        base=found.told,
        url=url,
        shown=short.partition("://")[2],
        code=code_of(url),
        wifi=wifi,
        wifi_code=code_of(wifi_text(wifi, settings.wifi_password)) if wifi else "",
    )


def wifi_text(name: str, password: str) -> str:
    """Return the text of the QR code with which a telephone joins the Wi-Fi *name*.

    An empty *password* means that the Wi-Fi needs none.
    """
    name, password = (SPECIAL.sub(r"\\\1", text) for text in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


@lru_cache(32)
def code_of(address: str) -> str:
    """Return the QR code of the URL *address*, as the data URI of an image."""
    import segno  # loaded late, because few pages show a code

    return segno.make(address, micro=False).svg_data_uri(scale=4, border=2, dark="#000", light="#fff")
