"""A tablet over HTTPS: it stays awake, and has a page while the service is away."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from arbiter.machine.certificates import machine_file, make
from tests.browser.visitors import TABLET, visitors
from tests.service import Service, free_port

pytestmark = pytest.mark.browser


def trusted(instance: Path) -> str:
    """What makes Chromium trust this machine as if the hall's authority were installed."""
    key = x509.load_pem_x509_certificate(machine_file(instance).read_bytes()).public_key()
    mark = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return f"--ignore-certificate-errors-spki-list={base64.b64encode(mark).decode()}"


@pytest.mark.slow
def test_a_tablet_over_https_stays_awake_and_has_a_page_while_it_is_out_of_touch(tmp_path: Path) -> None:
    served = Service(tmp_path, {"ARBITER_TLS_PORT": str(port := free_port())})
    make(served.instance, ("127.0.0.1", "localhost"))
    try:
        served.start()
        served.wait()
        with served.caller(served.token()) as caller:
            t = caller.tournament(2)
            (card,) = caller.post(f"/tournaments/{t}/tablets", {"boards": [1]})["links"]
        assert card["url"].startswith(f"https://127.0.0.1:{port}/t/")
        with visitors(trusted(served.instance)) as hall:
            tablet = hall.come(TABLET)
            told = tablet.context.new_cdp_session(tablet)
            here = {"browserContextId": told.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]}
            # a browser without a screen refuses a wake lock otherwise
            told.send("Browser.grantPermissions", here | {"permissions": ["wakeLockScreen"]})
            tablet.goto(card["url"])
            tablet.get_by_role("button", name="Open the board").click()
            expect(tablet.locator("main")).to_contain_text("Player 1")
            assert tablet.evaluate("isSecureContext")
            assert tablet.evaluate("navigator.wakeLock.request('screen').then(() => true)")
            assert tablet.evaluate("navigator.serviceWorker.ready.then((ready) => ready.active !== null)")

            served.kill()
            tablet.reload()
            expect(tablet.get_by_role("heading")).to_have_text("This tablet is offline")
            served.start()
            served.wait()
            expect(tablet.locator("main")).to_contain_text("Player 1")  # by itself
    finally:
        served.stop()
