"""A certificate authority for one playing hall, and the TLS certificate of the machine in it.

No public authority certifies a club's local machine. So the machine has an authority of its own, whose certificate is
installed once on each tablet. The authority can only certify private addresses and names under `.local`. So a thief of
its key cannot impersonate public sites.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import socket
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.values import dataclass

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

PRIVATE = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
NAMES = ("local", "localhost")
AUTHORITY_DAYS = 3_650
CERTIFICATE_DAYS = 397
"""The days for which a certificate is valid; browsers refuse much longer ones."""
RENEW_EARLY_DAYS = 30
"""A certificate is renewed this many days before it expires."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The facts in the machine's certificate: its names, when it ends, and the fingerprint of its authority."""

    names: tuple[str, ...]
    until: datetime
    authority: str
    """The fingerprint of the hall's authority, for people to compare."""


def folder(instance: Path) -> Path:
    return instance / "tls"


def authority_file(instance: Path) -> Path:
    """Return the path of the authority's certificate, which is installed on tablets."""
    return folder(instance) / "authority.crt"


def machine_file(instance: Path) -> Path:
    """Return the path of this machine's certificate with its private key."""
    return folder(instance) / "machine.pem"


def machine_names(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the names for the machine's certificate: its private addresses and its host names."""
    private = (ip for ip in addresses if _private(ip))
    host = socket.gethostname().partition(".")[0].lower()
    return tuple(dict.fromkeys((*private, f"{host}.local", "localhost", "127.0.0.1")))


def make(instance: Path, names: Sequence[str], now: datetime | None = None) -> Certificate:
    """Make a certificate for these names. If the hall has no authority yet, make that first."""
    now = now or datetime.now(UTC)
    folder(instance).mkdir(mode=0o700, parents=True, exist_ok=True)
    key_file = folder(instance) / "authority.key"
    if not (authority_file(instance).exists() and key_file.exists()):
        _make_authority(key_file, authority_file(instance), now)
    _make_machine(machine_file(instance), authority_file(instance), key_file, names, now)
    found = certificate(instance)
    assert found is not None
    return found


def certificate(instance: Path) -> Certificate | None:
    """Return the facts in this machine's certificate, or None if it has no certificate."""
    file = machine_file(instance)
    if not file.is_file():
        return None
    from cryptography import x509  # not at the start of a service without a certificate

    made = x509.load_pem_x509_certificate(file.read_bytes())
    told = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    names = (*told.get_values_for_type(x509.IPAddress), *told.get_values_for_type(x509.DNSName))
    return Certificate(tuple(map(str, names)), made.not_valid_after_utc, fingerprint(instance))


def fingerprint(instance: Path) -> str:
    """Return the SHA-256 fingerprint of the authority's certificate, in the form that operating systems show."""
    der = ssl.PEM_cert_to_DER_cert(authority_file(instance).read_text())
    text = hashlib.sha256(der).hexdigest().upper()
    return ":".join(text[at : at + 2] for at in range(0, len(text), 2))


def lacking(found: Certificate, names: Sequence[str], now: datetime | None = None) -> bool:
    """Return whether the certificate *found* must be renewed, because it ends soon or lacks one of *names*."""
    soon = (now or datetime.now(UTC)) + timedelta(days=RENEW_EARLY_DAYS)
    return found.until <= soon or not set(names) <= set(found.names)


def renewed(instance: Path, names: Sequence[str]) -> Certificate | None:
    """Return the certificate, after renewing it if that is due. Return None if none was ever made."""
    found = certificate(instance)
    return make(instance, names) if found is not None and lacking(found, names) else found


def context(instance: Path) -> ssl.SSLContext:
    """Return the TLS context for the HTTPS server, with the machine's certificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.load_cert_chain(machine_file(instance))
    return made


def _private(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return any(ip in net for net in map(ipaddress.ip_network, PRIVATE) if net.version == ip.version)


def _make_authority(key_file: Path, to: Path, now: datetime) -> None:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    key = _key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Arbiter, the hall of {socket.gethostname()[:40]}")])
    nets = [x509.IPAddress(ipaddress.ip_network(net)) for net in PRIVATE]
    permitted = x509.NameConstraints([*map(x509.DNSName, NAMES), *nets], None)
    built = _begun(name, name, key, now, AUTHORITY_DAYS)
    built = built.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    built = built.add_extension(_usage(signs=True), critical=True).add_extension(permitted, critical=True)
    _write(key_file, _pem(key))
    _write(to, _signed(built, key), 0o644)


def _make_machine(to: Path, authority: Path, key_file: Path, names: Sequence[str], now: datetime) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    signer = load_pem_private_key(key_file.read_bytes(), None)
    above, key = x509.load_pem_x509_certificate(authority.read_bytes()), _key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0][:60])])
    built = _begun(name, above.subject, key, now, CERTIFICATE_DAYS)
    built = built.add_extension(x509.SubjectAlternativeName([_name(text) for text in names]), critical=False)
    built = built.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    built = built.add_extension(_usage(signs=False), critical=True)
    above_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(above.public_key())  # type: ignore[arg-type]  # made above
    built = built.add_extension(above_key, critical=False)
    built = built.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    _write(to, _signed(built, signer) + authority.read_bytes() + _pem(key))  # type: ignore[arg-type]  # made above


def _begun(
    name: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    from cryptography import x509

    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clocks of some tablets are slow
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _signed(built: x509.CertificateBuilder, key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding

    return built.sign(key, SHA256()).public_bytes(Encoding.PEM)


def _write(file: Path, what: bytes, mode: int = 0o600) -> None:
    """Write a file in one step, with the permissions *mode*."""
    unfinished = file.with_name(file.name + ".new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as to:
        to.write(what)
    unfinished.replace(file)
