"""The commands `verify` (check a journal, a printed line or a signed head) and `head` (sign the last line)."""

from __future__ import annotations

import argparse
import logging
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from arbiter import words
from arbiter.cli.progress import shown
from arbiter.cli.stores import beside, store_asked, store_of
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json, counted
from arbiter.refused import Refused

if TYPE_CHECKING:
    from arbiter.journal.lines import BadLine, Line
    from arbiter.machine.keys import Keys
    from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)
HASH = re.compile("[0-9a-fA-F]{8,64}")
"""Pattern of a hash or the beginning of one, as sheets print it."""
PIECE_LINES = 1_000
"""The number of journal lines that are replayed between two changes of the progress bar."""
KEY = re.compile("[0-9a-fA-F]{64}")
"""Pattern of a public key."""


def add(verb: Verbs) -> None:
    made = verb("verify", verify, "check a journal's chain of hashes and replay it, or check that it has a given line")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--line", metavar="N", type=int, help="a printed line number, with its --hash")
    made.add_argument("--hash", metavar="H", type=_typed(HASH), help="the hash, or its first 8 digits or more")
    made.add_argument(
        "--head", metavar="TEXT", help="a signed line: the text of the QR code on a sheet, or shown by a tablet"
    )
    made.add_argument("--key", metavar="PUBLIC", type=_typed(KEY), help="the public key of the hall that signed it")
    store_of(made)
    as_json(made)
    made.set_defaults(misused=made.error)

    made = verb("head", head, "sign the last line of a journal, and show the public key of the hall")
    made.add_argument("tournament", metavar="TOURNAMENT", nargs="?")
    store_of(made)
    as_json(made)


def _typed(form: re.Pattern[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if form.fullmatch(text) is None:
            raise argparse.ArgumentTypeError(f"{text[:80]!r} cannot be read")
        return text

    return read


class Denied(Exception):
    """Raised if a check fails. The message gives the reason."""


def verify(asked: argparse.Namespace) -> int:
    """`arbiter verify`: check a journal.

    The exit code is 0 if it is right, 1 if not, and 2 for a wrong command line.
    """
    misused: Callable[[str], NoReturn] = asked.misused
    if (asked.line is None) != (asked.hash is None):
        misused("--line and --hash belong together")
    if asked.head is not None and asked.line is not None:
        misused("give either a line or a head")
    if asked.line is not None and asked.line < 1:
        misused("lines are numbered from 1")
    told: dict[str, object] = {"tournament": asked.tournament}
    try:
        if asked.line is not None:
            said = _line(asked, told)
        elif asked.head is not None:
            said = _head(asked, told)
        else:
            said = _whole(asked, told)
    except Denied as no:
        print(no, file=sys.stderr)
        if asked.json:
            as_document({**told, "holds": False})
        return 1
    if asked.json:
        as_document({**told, "holds": True})
    else:
        print(said)
    return 0


def _line(asked: argparse.Namespace, told: dict[str, object]) -> str:
    """Return a sentence that confirms that the journal has the printed line. Raise Denied if it does not.

    *told*: the JSON document, to which the findings are added.
    """
    lines = _sound_lines(asked, told)
    told.update(line=asked.line, hash=asked.hash.lower())
    return _has(asked, lines, asked.line, asked.hash.lower())


def _has(asked: argparse.Namespace, lines: Sequence[Line], line: int, hash: str) -> str:
    if line > len(lines):
        raise Denied(f"The journal of {asked.tournament} ends with line {len(lines)}: it has no line {line}.")
    found = lines[line - 1].hash
    if not found.startswith(hash):
        raise Denied(
            f"Line {line} of {asked.tournament} is another one: it has the hash {found[: max(16, len(hash))]}."
        )
    after = counted(len(lines) - line, "line has", "lines have")
    return f"Line {line} of {asked.tournament} has that hash; {after} followed."


def _head(asked: argparse.Namespace, told: dict[str, object]) -> str:
    """Return a sentence that confirms that the journal has the line of a signed head, and that this hall signed it.

    Raise Denied if the line or the signature is wrong. *told*: the JSON document, to which the findings are added.
    """
    from arbiter.machine.keys import keys_beside
    from arbiter.machine.signed_heads import keys_known, parse_head

    head = parse_head(asked.head)
    told.update(line=head.line, hash=head.hash, signed_at=head.at, signed=None)
    with beside(asked) as read:
        keys = [asked.key] if asked.key else keys_known(read, keys_beside(read, asked.instance))
    told["signed"] = head.signed_by(keys) if keys else None
    if told["signed"] is False:
        raise Denied("The signature is not of " + ("that key." if asked.key else "this hall: nothing follows from it."))
    if head.tournament != asked.tournament:
        raise Denied(f"That head is of {head.tournament}, not of {asked.tournament}.")
    said = _has(asked, _sound_lines(asked, told), head.line, head.hash)
    return said + (" The signature is right." if keys else " No key is known here: the signature was not looked at.")


def _whole(asked: argparse.Namespace, told: dict[str, object]) -> str:
    """Return a sentence that confirms that the whole journal is right.

    Raise Denied if a hash is wrong, if a line cannot be replayed, or if the journal's text copy or snapshot differs.
    *told*: the JSON document, to which the findings are added.
    """
    from arbiter.journal.register import SEALS
    from arbiter.journal.witness.text import Witness, compared, witness_path
    from arbiter.tournament.sealed_findings import broken_seal, openable

    id = asked.tournament
    witness = Witness(witness_path(asked.instance, id))
    bad, lines = _read(asked)
    found = compared(shown(lines, "checked"), witness.texts())
    _check(asked, told, found.bad or bad, lines)
    if found.more:
        known = max((line.seq for line in witness.lines()), default=0)
        lines = _read(asked)[1] if known > len(lines) else lines  # a running service may have added lines
        if known > len(lines):
            raise Denied(
                f"The journal of {id} ends with line {len(lines)}, its witness knows of {known}: arbiter repair {id}"
            )
        found = compared(lines, witness.texts())
        _check(asked, told, found.bad, lines)
        if found.agreeing < min(known, len(lines)):
            raise Denied(f"From line {found.agreeing + 1} on the witness of {id} has other lines.")
    with beside(asked) as read:
        from arbiter.machine.keys import keys_beside

        snapshot = held(asked.instance, id, lines, keys_beside(read, asked.instance))
        key = read.setting(f"{SEALS} {id}")
    state = replayed(id, lines, snapshot)
    opens = broken_seal([(line.seq, line.kind, line.body) for line in lines])
    if opens is not None:
        told.update(bad_line=opens, why="seal")
        raise Denied(f"Line {opens} of {id} opens a finding that is not the one that was sealed with the move.")
    sealed = [play for game in state.games() for play in (*game.plays, *game.struck) if play.kept and not play.salt]
    unlike = [play.line for play in sealed if key and not openable(play, key)]
    if unlike:
        told.update(bad_line=unlike[0], why="seal")
        raise Denied(f"The sealed finding of line {unlike[0]} of {id} does not open, or does not match its seal.")
    last = lines[-1].hash[:16] if lines else "-"
    said = f"{counted(state.version, 'line', 'lines')} of {id} hold together; the last has the hash {last}."
    if sealed:
        how = "with its key, each matches its seal" if key else "their key is not here"
        said += f"\n{counted(len(sealed), 'finding is', 'findings are')} sealed; {how}."
    if found.agreeing < len(lines):
        said += f"\nThe witness has the first {found.agreeing} of them."
    return said


def _sound_lines(asked: argparse.Namespace, told: dict[str, object]) -> list[Line]:
    """Return all lines of the journal. Raise Denied if one of them does not match its hash."""
    from arbiter.journal.lines import first_bad

    bad, lines = _read(asked)
    _check(asked, told, first_bad(shown(lines, "checked")) or bad, lines)
    return lines


def _check(asked: argparse.Namespace, told: dict[str, object], bad: BadLine | None, lines: Sequence[Line]) -> None:
    """Raise Denied if *bad* is a line, because it does not match its hash or cannot be read."""
    if bad is not None:
        told.update(bad_line=bad.seq, why=bad.why)
        raise Denied(f"Line {bad.seq} of {asked.tournament} has been altered or damaged: {bad.why}.")
    told.update(lines=len(lines), last=lines[-1].hash if lines else None)


def _read(asked: argparse.Namespace) -> tuple[BadLine | None, list[Line]]:
    """Return the first line of the journal that cannot be read (None if there is none), and all lines that can."""
    from arbiter.journal.sqlite.archive import journal_path
    from arbiter.journal.sqlite.journal import readable_lines

    if not store_asked(asked):
        return readable_lines(journal_path(asked.instance, asked.tournament))
    with beside(asked) as read:
        return None, list(read.lines(asked.tournament))


def replayed(tournament: str, lines: Sequence[Line], snapshot: Tournament | None = None) -> Tournament:
    """Return the tournament after the journal lines *lines*.

    Raise Denied if a line cannot be replayed, or if the *snapshot* differs from the state after the same lines.
    """
    from arbiter.desk.recorded import UnreplayableLine
    from arbiter.desk.recorded import replayed as after
    from arbiter.tournament.state import Tournament

    state = Tournament()
    pieces = [lines[at : at + PIECE_LINES] for at in range(0, len(lines), PIECE_LINES)]
    for piece in shown(pieces, "replayed, thousands of lines"):
        cut = 0 if snapshot is None else min(max(0, snapshot.version - state.version), len(piece))
        for some in filter(None, (piece[:cut], piece[cut:])):
            try:
                state = after(some, state)
            except UnreplayableLine as no:
                why = words.refusal(no.cause, LANGUAGE) if isinstance(no.cause, Refused) else f"{no.cause}."
                raise Denied(f"Line {no.seq} of {tournament} cannot be replayed: {why}") from no
            if snapshot is not None and state.version == snapshot.version and state != snapshot:
                raise Denied(f"The snapshot of {tournament} is not what its first {state.version} lines come to.")
    return state


def held(instance: Path, tournament: str, lines: Sequence[Line], keys: Keys | None) -> Tournament | None:
    """Return the tournament as its snapshot file has it, or None if there is no snapshot that the service would use.

    Raise Denied if the snapshot was not made by this instance.
    """
    from arbiter.desk.snapshots import Forged, Snapshot, snapshot_path
    from arbiter.machine.keys import SNAPSHOTS

    def line(seq: int) -> Line | None:
        return lines[seq - 1] if 0 < seq <= len(lines) else None

    key = None if keys is None else keys.derived(SNAPSHOTS)
    try:
        return Snapshot(snapshot_path(instance, tournament), line, key).held()
    except Forged as forged:
        raise Denied(f"The snapshot of {tournament} was not made by this instance.") from forged
    except Exception:  # the service ignores such a snapshot too, and replays all lines
        log.debug("no snapshot of %s is used", tournament, exc_info=True)
        return None


def head(asked: argparse.Namespace) -> int:
    """`arbiter head`: sign a tournament's last journal line, and print the hall's public key."""
    from arbiter.instants import HallClock
    from arbiter.machine.keys import instance_keys, keys_beside
    from arbiter.machine.signed_heads import Heads, keys_known

    with beside(asked) as read:
        keys = keys_beside(read, asked.instance) or instance_keys(asked.instance)
        heads, known = Heads(keys, HallClock().now), keys_known(read, keys)
        lines = read.lines(asked.tournament) if asked.tournament else []
    signed = heads.sign(asked.tournament, lines[-1].seq, lines[-1].hash).text if lines else None
    if asked.json:
        former = [key for key in known if key != heads.public]
        as_document({"public_key": heads.public, "former_keys": former, "head": signed})
        return 0
    print(f"Public key of this hall (Ed25519): {heads.public}")
    if signed:
        print(f"Signed last line of {asked.tournament}, line {lines[-1].seq}:")
        print(signed)
        print("Keep both on paper or on another machine. Later this tells whether the journal still has that line:")
        print(f"arbiter verify {asked.tournament} --head '{signed}' --key {heads.public}")
    return 0
