"""A node that only shows: every public page, and nothing that records, signs in or is for officials."""

from __future__ import annotations

import re

import pytest

from arbiter.web.api.openapi import LIVE, operations
from arbiter.web.api.operation import ANYBODY
from tests.web.conftest import Door
from tests.web.test_api_access import address


@pytest.fixture
def shown(door: Door) -> Door:
    door.tournament()
    door.set(role="public")
    return door


def test_every_operation_that_records_or_is_for_officials_is_refused(shown: Door) -> None:
    for method, path, operation in operations(shown.client.application):
        if operation is LIVE:
            continue
        answer = shown.send(method.upper(), address(path), {} if method != "get" else None)
        refused = answer.status_code == 403 and answer.get_json()["code"] == "only_shown"

        assert refused == (method != "get" or operation.who != ANYBODY), (method, path, answer.status_code)


@pytest.mark.parametrize("path", ["/office", "/sign-in", "/practice", "/b/1", "/office/club-open", "/office/hub"])
def test_there_is_no_office_no_sign_in_and_no_tablet(shown: Door, path: str) -> None:
    assert shown.client.get(path).status_code == 403


def test_pages_for_everybody_offer_nothing_else(shown: Door) -> None:
    for path in ("/", "/tournaments/club-open", "/tournaments/club-open/standings", "/help"):
        text = shown.client.get(path, follow_redirects=True).get_data(as_text=True)
        links = re.findall(r'(?:href|action)="(/[^"?]*)', text)

        assert len(links) > 5, path
        assert [link for link in links if re.match("/(office|sign|practice)", link)] == [], path
    assert shown.client.get("/healthz").status_code == shown.client.get("/readyz").status_code == 200
