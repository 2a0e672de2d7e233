"""The security headers of all responses, whether Flask, the event stream or the HTTP protocol class sends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
EMBEDDED = "frame-ancestors 'none'"
assert EMBEDDED in POLICY
USED = ("autoplay", "fullscreen", "screen-wake-lock")
"""The browser features that tablets and screens use: a sound when time is short, full screen, no sleep."""
UNUSED = (
    *("accelerometer", "browsing-topics", "camera", "clipboard-read", "clipboard-write", "display-capture"),
    *("encrypted-media", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer"),
    *("microphone", "midi", "payment", "picture-in-picture", "publickey-credentials-create"),
    *("publickey-credentials-get", "serial", "storage-access", "sync-xhr", "usb", "web-share", "window-management"),
    "xr-spatial-tracking",
)
OF_DOCUMENTS = ("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy")
"""The headers that matter only for a document or a worker, not for a stylesheet or a script."""
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join([*(f"{one}=(self)" for one in USED), *(f"{one}=()" for one in UNUSED)]),
}
FILE_TYPES = ("text/css", "text/javascript", "font/woff2")
"""The media types of static files that no browser opens as a document."""
OF_FILES = {name: value for name, value in HEADERS.items() if name not in OF_DOCUMENTS}
"""The headers of static files of the types in `FILE_TYPES`, without those that matter only for documents.

Leaving them out makes a first visit to a tablet's page 14 kB smaller.
"""
PAIRS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""The headers as pairs of bytes (name, value), for ASGI."""
RAW = b"".join(b"%b: %b\r\n" % pair for pair in PAIRS)
"""The headers as lines of HTTP/1.1, in bytes."""


def embeddable(sites: Sequence[str]) -> dict[str, str]:
    """Return the headers of a page that the sites in *sites* may embed. A site "*" means every site."""
    policy = POLICY.replace(EMBEDDED, f"frame-ancestors {' '.join(sites)}")
    return {"Content-Security-Policy": policy, "Cross-Origin-Resource-Policy": "cross-origin"}
