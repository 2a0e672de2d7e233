"""Where this machine is found in the hall: over HTTP, and over HTTPS where it has a certificate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbiter.journal.sqlite.register import setting_in
from arbiter.machine.addresses import CHOSEN, EVERY, hall_address, in_url, own_addresses
from arbiter.machine.certificates import Certificate, machine_names, renewed
from arbiter.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """The addresses of this machine, and what the one for the hall comes to."""

    own: tuple[str, ...] = ()
    address: str = "127.0.0.1"
    port: int = 8_000
    tls_port: int = 8_443
    url: str = ""
    certificate: Certificate | None = None

    @property
    def plain(self) -> str:
        """Where it is found over HTTP: from there a tablet fetches the authority."""
        return f"http://{in_url(self.address)}:{self.port}"

    @property
    def secure(self) -> str:
        """Where it is found over HTTPS; empty where its certificate does not hold for that address."""
        if self.certificate is None or self.address not in self.certificate.names:
            return ""
        return f"https://{in_url(self.address)}:{self.tls_port}"

    @property
    def told(self) -> str:
        """What QR codes hold."""
        return (self.url or self.secure or self.plain).rstrip("/")


class Addresses:
    """The addresses at which this machine is found now; the director may choose another one while the service runs."""

    def __init__(self, found: Whereabouts) -> None:
        self.found = found


def whereabouts_of(instance: Path, settings: Settings) -> Whereabouts:
    """Where the service over that instance is found, its certificate made anew where that is due."""
    register = instance / "register.sqlite"
    chosen = setting_in(register, CHOSEN) if register.exists() else None
    host = settings.host
    own = own_addresses() if host in EVERY else (host,)
    return Whereabouts(
        own=own,
        address=hall_address(host, chosen, own),
        port=settings.port,
        tls_port=settings.tls_port,
        url=settings.url,
        certificate=renewed(instance, machine_names(own)),
    )
