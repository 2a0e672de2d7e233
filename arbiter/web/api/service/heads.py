"""API of signed heads. A head is the number and the hash of a journal's last line.

Whoever has stored a signed head can prove later that the journal was rewritten. The operations show the public key of
the service and the present head of a tournament, and check an older head.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from arbiter import words
from arbiter.desk.snapshots import line_of
from arbiter.fields import Sent
from arbiter.machine.signed_heads import LONGEST_HEAD_CHARACTERS, SignedHead, Stands, parse_head, public_keys
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

SAID: Mapping[Stands, str] = {"here": "head_here", "another": "head_another", "missing": "head_missing"}
"""The code of the sentence about a signed head, by how the head compares with the journal."""
heads = Api("heads", __name__, url_prefix=ROOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadKept:
    """Query parameter: the text of a signed head that somebody has stored."""

    text: Annotated[str, Sent("the text from a sheet's QR code, or from a tablet", longest=LONGEST_HEAD_CHARACTERS)]


class KeyTold(TypedDict):
    """Response: the public key of the service (Ed25519, hexadecimal), and its earlier keys.

    `public_key` is null on a service that only shows tournaments.
    """

    public_key: str | None
    former_keys: list[str]


class SignedHeadTold(TypedDict):
    """Response: the number and the hash of the last journal line that the reader may see, and both as a signed head.

    `head` is null on a service that only shows tournaments.
    """

    head: str | None
    line: int
    hash: str
    public_key: str | None


class HeadChecked(TypedDict):
    """Response: whether the journal has the line of a head, and whether this service signed the head.

    `sentence` says both in words.
    """

    line: int
    hash: str
    stands: Stands
    signed: bool
    sentence: str


@heads.ask("GET", "/heads/key", who=ANYBODY, answers=KeyTold)
def head_key(_: Asked) -> KeyTold:
    """Show the public key with which signed heads of this service can be checked.

    Write the key down before you need it.
    """
    signs, known = access.service.machine.heads, keys()
    public = signs.public if signs is not None else None
    return {"public_key": public, "former_keys": [key for key in known if key != public]}


@heads.ask("GET", "/tournaments/<t>/head", who=ANYBODY, answers=SignedHeadTold)
def head(asked: Asked) -> SignedHeadTold:
    """Show the number and the hash of the journal's last line, signed.

    Whoever stores this head can prove later whether the journal was rewritten.
    """
    signs, line = access.service.machine.heads, line_of(asked.desk.journal, asked.view().state.version)
    assert line is not None
    signed = signs.sign(asked.desk.id, line.seq, line.hash).text if signs is not None else None
    return {
        "head": signed,
        "line": line.seq,
        "hash": line.hash,
        "public_key": signs.public if signs is not None else None,
    }


@heads.ask("GET", "/tournaments/<t>/head/check", who=ANYBODY, query=HeadKept, answers=HeadChecked)
def check_head(asked: Asked) -> HeadChecked:
    """Check whether this journal has the line of an older signed head, and whether this service signed the head."""
    return checked(asked.desk.id, parse_head(asked.read(HeadKept).text))


def keys() -> tuple[str, ...]:
    """Return the public keys with which heads of this service were signed, the present key and earlier ones."""
    return public_keys(access.service.machine.heads, access.desks().register)


def checked(tournament: str, kept: SignedHead) -> HeadChecked:
    """Return whether a tournament's journal has the line of a signed head, and whether this service signed the head.

    *kept*: the signed head, as somebody has stored it.
    """
    journal = access.desk(tournament).journal
    line = line_of(journal, kept.line)
    stands: Stands = kept.stands(line.seq, line.hash) if line is not None else "missing"
    if kept.tournament != tournament:
        stands = "another"
    signed = kept.signed_by(keys())
    code = SAID[stands] if signed else "head_not_signed"
    sentence = words.say(code, {"tournament": tournament, "line": kept.line}, access.language())
    return {"line": kept.line, "hash": kept.hash, "stands": stands, "signed": signed, "sentence": sentence}
