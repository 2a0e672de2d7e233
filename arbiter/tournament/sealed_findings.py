"""The sealed findings about moves.

A finding tells whether a move was irregular, and which rule it broke. Under some regulations only the opponent may
object to a move. Then the journal line of every move holds the finding encrypted (sealed), and a salted hash of it. The
lines of legal and of irregular moves look alike and are equally long. The key is in the register, not in the journal.
An objection or a ruling opens findings: `FindingsOpened` writes them in clear with their salts. Anybody can then
compute the hashes, and see that no finding was changed since its move was played.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from arbiter.refused import Fact
from arbiter.tournament.game import Attempt, Game, Play
from arbiter.values import replace

SEALED_BYTES = 288
"""The length in bytes of every encrypted finding (whether a move was irregular).

The longest finding of any game is shorter (tested by a property).
"""
NONCE_DIGITS = 32
IMPLIED = ("move", "side", "corrections")
"""The facts of a finding (why a move was irregular) that are not encrypted.

Anybody can compute them from the move and its position.
"""


class OpenedFinding(NamedTuple):
    """The opened finding about one move: whether it was irregular.

    `line` is the journal line of the move. `code` is the rule that the move broke; None if the move was regular.
    """

    line: int
    salt: str
    code: str | None = None
    article: str | None = None
    bound: int | None = None
    facts: tuple[tuple[str, Fact], ...] = ()
    corrections: tuple[str, ...] = ()

    @property
    def told(self) -> list[Any]:
        """Return the content before encryption: rule broken, article, bound piece, facts; empty for a regular move."""
        return [] if self.code is None else [self.code, self.article, self.bound, self.facts]

    @property
    def digest(self) -> str:
        """Return the SHA-256 digest of salt and content. The journal line of the move holds the same digest."""
        return hashlib.sha256(_text([self.salt, *self.told])).hexdigest()

    def attempt(self, play: Play) -> Attempt | None:
        """Return the irregular move as the game records it, or None if the move was regular."""
        if self.code is None:
            return None
        facts = (("move", play.move), ("side", play.side.value), *self.facts, ("corrections", self.corrections))
        return Attempt(
            line=self.line,
            at=play.at,
            ply=play.ply - 1,
            side=play.side,
            move=play.move,
            code=self.code,
            article=self.article,
            facts=facts,
            bound=self.bound,
            corrections=self.corrections,
        )


def finding_of(play: Play) -> OpenedFinding:
    """Return the finding (irregular or not) about a move of a game that `visible` has returned."""
    found = play.sealed
    if found is None:
        return OpenedFinding(play.line, play.salt)
    facts = tuple((name, value) for name, value in found.facts if name not in IMPLIED)
    return OpenedFinding(play.line, play.salt, found.code, found.article, found.bound, facts, found.corrections)


def kept(finding: OpenedFinding, key: str, nonce: str) -> str:
    """Return the encrypted finding about a move. *nonce*: 32 hexadecimal digits, drawn for this move alone."""
    plain = _text(finding.told).ljust(SEALED_BYTES)
    return nonce + base64.b64encode(_crossed(plain, key, nonce)).decode()


def salt_of(key: str, nonce: str) -> str:
    """Return the salt of a finding: 32 hexadecimal digits that nobody can compute without the key."""
    return hashlib.shake_256(f"salt {key} {nonce}".encode()).hexdigest(16)


def visible(game: Game, key: str) -> Game:
    """Return the game with its encrypted findings (whether moves were irregular) made readable, for a ruling.

    This game is never stored or shown. A finding that was encrypted with another key stays hidden.
    """
    plays, struck = (tuple(_visible(play, key) for play in some) for some in (game.plays, game.struck))
    return replace(game, plays=plays, struck=struck)


def _visible(play: Play, key: str) -> Play:
    if not play.kept or play.line == 0 or play.salt:
        return play
    nonce, text = play.kept[:NONCE_DIGITS], play.kept[NONCE_DIGITS:]
    salt = salt_of(key, nonce)
    try:
        told = _tuples(json.loads(_crossed(base64.b64decode(text), key, nonce)))
        finding = OpenedFinding(play.line, salt, *told)
    except (ValueError, TypeError):
        return play
    return replace(play, salt=salt, sealed=finding.attempt(play)) if finding.digest == play.seal else play


def openable(play: Play, key: str) -> bool:
    """Return whether the encrypted finding about the move can be opened with *key* and matches its hash."""
    return bool(_visible(play, key).salt)


def opened(play: Play, findings: Sequence[OpenedFinding]) -> Play:
    """Return the move with the opened finding (irregular or not) that *findings* has about it, or unchanged."""
    found = next((one for one in findings if one.line == play.line), None)
    return play if found is None else replace(play, salt=found.salt, sealed=found.attempt(play))


def broken_seal(told: Sequence[tuple[int, str, str]]) -> int | None:
    """Return the number of the first line that opens a finding which differs from the encrypted one; None without one.

    *told*: number, kind and body of every line of a journal. A finding tells whether a move was irregular. A finding
    that was opened without its key has no salt, and cannot be checked.
    """
    seals: dict[int, str] = {}
    for line, kind, body in told:
        if kind == "MovePlayed":
            seals[line] = json.loads(body).get("seal", "")
        elif kind == "FindingsOpened":
            for one in json.loads(body)["findings"]:
                finding = OpenedFinding(*_tuples(one))
                if finding.salt and finding.digest != seals.get(finding.line):
                    return line
    return None


def _text(told: Sequence[object]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode("ascii")


def _crossed(text: bytes, key: str, nonce: str) -> bytes:
    pad = hashlib.shake_256(f"finding {key} {nonce}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, pad, strict=True))


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value
