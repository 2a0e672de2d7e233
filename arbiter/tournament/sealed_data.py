"""Sealed data, which nobody may read yet: adjourned moves, findings of irregular moves, votes of a panel, line-ups.

The move of an adjourned game is encrypted with a key of 128 bits that is printed only on its envelope. The digest of
key and move is shown to both players, so that nobody can exchange the move. Findings are in the lines of the moves. A
reader of the journal gets these lines without the findings until they are opened. A vote is opened when the appeal has
been decided. A line-up is opened together with the line-up of the other team.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from arbiter.tournament.state import Tournament

LONGEST_SEALED = 64
SEALED: Mapping[str, frozenset[str]] = {
    "MovePlayed": frozenset(
        {"irregular", "irregular_article", "irregular_facts", "irregular_corrections", "irregular_piece"}
    ),
    "GameAdjourned": frozenset({"sealed"}),
    "AppealVoted": frozenset({"overturned", "white", "black", "written", "nothing", "reason"}),
    "LineUpHandedIn": frozenset({"players", "substitutes"}),
}
"""The fields of a journal line that nobody may read until a later line reveals them, by kind of event."""


def sealed_up(move: str, key: str) -> tuple[str, str]:
    """Encrypt a sealed move. Return the encrypted move and its digest. *key* is 32 hexadecimal digits, used once."""
    plain = move.encode().ljust(LONGEST_SEALED)
    return _crossed(plain, key).hex(), digest(move, key)


def unsealed(kept: str, key: str, shown: str) -> str | None:
    """Return the sealed move in plain text, or None if *key* is wrong.

    *kept*: the encrypted move. *shown*: the digest that the players were shown when the move was sealed. The key is
    wrong if key and move do not give that digest.
    """
    try:
        move = _crossed(bytes.fromhex(kept), key).decode().rstrip()
    except ValueError:
        return None
    return move if digest(move, key) == shown else None


def digest(move: str, key: str) -> str:
    """Return the SHA-256 digest of key and move.

    Both players may note it, and compare it when the envelope is opened.
    """
    return hashlib.sha256(f"{key} {move}".encode()).hexdigest()


def _crossed(text: bytes, key: str) -> bytes:
    pad = hashlib.shake_256(key.encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, pad, strict=True))


def closed(state: Tournament) -> frozenset[int]:
    """Return the numbers of the journal lines with contents that nobody may read yet."""
    votes = {vote.line for appeal in state.appeals if appeal.decided is None for vote in appeal.votes}
    line_ups = {line for round in state.rounds[-1:] for one in round.line_ups if not one.opened for line in one.lines}
    return frozenset({*votes, *line_ups, *(line for _, line in _closed(state))})


def closed_to(state: Tournament, entry: int | None) -> tuple[int, ...]:
    """Return the boards of *entry* that have journal lines which nobody may read completely yet."""
    return tuple(dict.fromkeys(board for (board, pair), _ in _closed(state) if entry in pair))


def _closed(state: Tournament) -> Iterator[tuple[tuple[int, tuple[int, ...]], int]]:
    for game in state.games():
        if game.result is not None:
            continue
        where = (game.board, tuple(game.entries))
        for play in (*game.plays, *game.struck):
            if play.sealed is not None and play.sealed.line not in game.opened:
                yield where, play.sealed.line
        if game.adjourned is not None and game.adjourned.sealed:
            yield where, game.adjourned.line


def covered(kind: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a journal line that may be read by everybody.

    *kind*: the kind of event. *told*: all fields of the line.
    """
    return {**{name: value for name, value in told.items() if name not in SEALED.get(kind, ())}, "closed": True}
