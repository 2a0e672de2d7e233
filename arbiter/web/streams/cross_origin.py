"""Cross-origin reading: lets the scripts of other sites read the public API, if the settings name these sites.

Only GET is allowed, and only without credentials: the response to a request with a cookie or a token lets no other site
read it. A preflight request (OPTIONS) is never granted.
"""

from __future__ import annotations

from collections.abc import Sequence

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, Scope, Send, SendEvent

READ = "/api/v1/"
CROSS_ORIGIN = "arbiter.cross_origin"
"""The key in `scope["state"]` of a request for the headers that its event stream writes to the transport itself."""
PROOFS = frozenset({b"authorization", b"cookie"})


class CrossOrigin:
    """An ASGI application that adds the headers for other sites to the responses of *app*.

    *sites*: the origins of the sites that may read. "*" means every site.
    """

    def __init__(self, app: ASGIApp, sites: Sequence[str]) -> None:
        self.app = app
        self.sites = frozenset(site.encode() for site in sites)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, and add the headers for other sites if it is a GET request to the API."""
        if not self.sites or scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(READ):
            await self.app(scope, receive, send)
            return
        added = self._added(scope)
        scope.setdefault("state", {})[CROSS_ORIGIN] = b"".join(b"%b: %b\r\n" % pair for pair in added)

        async def told(message: SendEvent) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self.app(scope, receive, told)

    def _added(self, scope: HTTPScope) -> list[tuple[bytes, bytes]]:
        """Return the headers (name, value) to add to the response to a request."""
        headers = dict(scope["headers"])
        origin, every = headers.get(b"origin"), b"*" in self.sites
        allowed = origin is not None and (every or origin in self.sites) and PROOFS.isdisjoint(headers)
        vary = [] if every else [(b"vary", b"Origin")]
        return [(b"access-control-allow-origin", b"*" if every else origin or b""), *vary] if allowed else vary
