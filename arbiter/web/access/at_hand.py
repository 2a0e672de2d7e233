"""The service, its accounts and its tablet links, for the current request: proxies, like Flask's own `request`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from flask import current_app
from werkzeug.local import LocalProxy

from arbiter.service import Service
from arbiter.values import dataclass
from arbiter.web.access.attempts import Attempts
from arbiter.web.access.sign_in import Accounts
from arbiter.web.access.tablet_links import TabletLinks


@dataclass(frozen=True)
class Access:
    """The parts of a service that identify readers: officials by accounts, tablets by links."""

    service: Service

    @cached_property
    def attempts(self) -> Attempts:
        """The counts of wrong letters and passwords, by address and account."""
        settings, following = self.service.settings, self.service.following
        return Attempts(settings.pin_tries, settings.pin_wait, shared=following.shared if following else None)

    @cached_property
    def accounts(self) -> Accounts:
        """The accounts of officials."""
        service, settings = self.service, self.service.settings
        return Accounts(
            service.desks.register,
            service.keys,
            self.attempts,
            link_minutes=settings.link_minutes,
            session_hours=settings.session_hours,
            idle_hours=settings.idle_hours,
            zone=service.zone,
            now=service.now,
        )

    @cached_property
    def links(self) -> TabletLinks:
        """The links that bind tablets to boards."""
        return TabletLinks(self.service.keys, self.service.desks.register, self.attempts, now=self.service.now)


def _of_app() -> Any:
    return current_app.extensions["arbiter"]


service: Service = LocalProxy(lambda: _of_app().service)  # type: ignore[assignment]  # as Flask types its own proxies
accounts: Accounts = LocalProxy(lambda: _of_app().accounts)  # type: ignore[assignment]
links: TabletLinks = LocalProxy(lambda: _of_app().links)  # type: ignore[assignment]
