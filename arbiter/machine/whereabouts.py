"""Where this machine is found in the hall: over HTTP, and over HTTPS where it has a certificate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbiter.journal.sqlite.register import setting_in
from arbiter.machine.addresses import CHOSEN, EVERY, hall_address, in_url, own_addresses
from arbiter.machine.certificates import Certificate, machine_names, renewed
from arbiter.settings import Settings

LISTENING = "listening"
"""The setting of the register that has the host and the port on which the service was started last."""


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
    def only_here(self) -> bool:
        """Whether nobody but this machine itself reaches it."""
        return all(one == "localhost" or one.startswith("127.") or one == "::1" for one in self.own)

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


def addresses_of(host: str) -> tuple[str, ...]:
    """Return the addresses at which a service that listens on *host* is reached."""
    return own_addresses() if host in EVERY else (host,)


def whereabouts_of(instance: Path, settings: Settings) -> Whereabouts:
    """Return where the service over that instance is found; its certificate is renewed if that is due."""
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
