"""The URLs of the service in the playing hall: one for HTTP, and one for HTTPS if there is a certificate."""

from __future__ import annotations

from pathlib import Path

from arbiter.journal.sqlite.register import setting_in
from arbiter.machine.certificates import Certificate, machine_names, renewed
from arbiter.machine.network_addresses import CHOSEN, EVERY, hall_address, in_url, own_addresses
from arbiter.settings import Settings
from arbiter.values import dataclass

LISTENING = "listening"
"""The name of the register's setting with the host and port of the last start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """The addresses and ports of the service, and the URLs made from them."""

    own: tuple[str, ...] = ()
    address: str = "127.0.0.1"
    port: int = 8_000
    tls_port: int = 8_443
    url: str = ""
    certificate: Certificate | None = None

    @property
    def only_here(self) -> bool:
        """Whether the service can be reached from this machine only."""
        return all(one == "localhost" or one.startswith("127.") or one == "::1" for one in self.own)

    @property
    def plain(self) -> str:
        """The HTTP URL of the service. A tablet without the authority's certificate can get it at this URL."""
        return f"http://{in_url(self.address)}:{self.port}"

    @property
    def secure(self) -> str:
        """The HTTPS URL of the service; empty if there is no certificate for its address."""
        if self.certificate is None or self.address not in self.certificate.names:
            return ""
        return f"https://{in_url(self.address)}:{self.tls_port}"

    @property
    def told(self) -> str:
        """The URL of the service that is written into QR codes."""
        return (self.url or self.secure or self.plain).rstrip("/")


class Addresses:
    """The present addresses of the service. They change if the director chooses another address in the office."""

    def __init__(self, found: Whereabouts) -> None:
        self.found = found


def addresses_of(host: str) -> tuple[str, ...]:
    """Return the addresses at which a service that listens on *host* can be reached."""
    return own_addresses() if host in EVERY else (host,)


def whereabouts_of(instance: Path, settings: Settings) -> Whereabouts:
    """Return the addresses of the service of *instance*. If the certificate is due for renewal, renew it first."""
    register = instance / "register.sqlite"
    chosen = setting_in(register, CHOSEN) if register.exists() else None
    host = settings.host
    own = addresses_of(host)
    return Whereabouts(
        own=own,
        address=hall_address(host, chosen, own),
        port=settings.port,
        tls_port=settings.tls_port,
        url=settings.url,
        certificate=renewed(instance, machine_names(own)),
    )
