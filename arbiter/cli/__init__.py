"""The commands of the program `arbiter`. The document `docs/reference/commands.md` is generated from them.

The exit code of a command is 0 for done or yes, 1 for refused or no, and 2 for a wrong command line. With `--json` a
command prints one JSON document on standard output and nothing else. If a command fails, the last line on standard
error gives the reason.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from arbiter import __version__, words
from arbiter.cli import hall
from arbiter.cli.typed import LANGUAGE
from arbiter.refused import Refused
from arbiter.sentences.pairing.trf import TRF_FAULTS

MISUSED = frozenset(
    {
        "move_unreadable",
        "fen_unreadable",
        "fen_impossible",
        "square_unreadable",
        "control_unreadable",
        "control_impossible",
        "press_unreadable",
        "unknown_key",
        "field_unreadable",
        "press_out_of_turn",
        "tiebreak_unreadable",
        "number_out_of_range",
        "no_sheet",
        "head_unreadable",
        "relay_key_missing",
        *TRF_FAULTS,
    }
)
"""The codes of the refusals that are about a command's arguments. Such a refusal ends the command with exit code 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return its exit code. *arguments*: the command line without the program's name."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser(serving=given[:1] == ["serve"]).parse_args(given)
    command: Callable[[argparse.Namespace], int] = asked.command
    try:
        return command(asked)
    except Refused as refused:
        print(words.refusal(refused, LANGUAGE), file=sys.stderr)
        return 2 if refused.code in MISUSED else 1
    except OSError as cause:
        print(
            f"{cause.strerror or cause}: {cause.filename}" if cause.filename else str(cause.strerror or cause),
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 0 if command is hall.serve else 1


def parser(*, serving: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    *serving*: whether the parser knows only the command `serve`, so that the service does not import the other
    commands.
    """
    root = argparse.ArgumentParser(
        prog="arbiter", description="Tournament arbiter and clock service for draughts clubs."
    )
    root.add_argument("--version", action="version", version=f"arbiter {__version__}")
    verbs = root.add_subparsers(metavar="COMMAND", required=True)

    def verb(name: str, command: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        made.set_defaults(command=command)
        return made

    hall.add(verb)
    if not serving:
        from arbiter.cli import (
            accounts,
            clocks,
            games,
            hub,
            journals,
            machine,
            pairing,
            rules,
            stores,
            swiss,
            thinking,
            verifying,
        )

        for verbs_of in (
            machine,
            accounts,
            rules,
            thinking,
            clocks,
            verifying,
            journals,
            pairing,
            swiss,
            games,
            stores,
            hub,
        ):
            verbs_of.add(verb)
    return root
