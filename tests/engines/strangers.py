"""Engines for tests: programs that speak the Hub protocol, each with a fault of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from arbiter.engines.engine import Engine

TALK = """
import sys, time
does = sys.argv[1]
def say(line):
    print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "hub":
        if does == "mute":
            continue
        say("id name=stranger version=1")
        if does == "games":
            say('param name=variant value=normal type=enum values="normal killer"')
        say("wait")
    elif word == "init":
        say("some chatter"); say("ready")
    elif word == "pos" and does == "objects":
        say('error message="no such position"')
    elif word == "ping":
        say("pong")
    elif word == "go":
        if does == "dies":
            sys.exit(3)
        elif does == "illegal":
            say("done move=1-50")
        elif does == "nothing":
            say("done")
        elif does == "babbles":
            while True:
                say("info depth=1 " + 200 * "x")
        elif does == "floods":
            for _ in range(1_000):
                say("info depth=1")
            sys.exit(0)
        elif does == "rambles":
            while True:
                sys.stdout.write(10_000 * "x")
        elif does == "rubbish":
            say("\\x00 ===\\"== move"); say("done move=32-28-oops=")
        elif does == "patient":
            say("info depth=3 score=0.25 pv=32-28")
        elif does == "shuffled":
            say("done move=" + sys.argv[2])
        elif does != "silent":
            say('info depth=5 score=-0.5 nodes=77 time=0.1 pv="32-28 18-22"')
            say("done move=32-28 ponder=18-22")
    elif word == "stop" and does == "patient":
        say("done move=32-28")
    elif word == "quit" and does != "stays":
        break
while does == "stays":
    time.sleep(3_600)
"""


def stranger(folder: Path, does: str, *more: str) -> Engine:
    """An engine that does so."""
    program = folder / "stranger.py"
    program.write_text(TALK, "utf-8")
    return Engine("Stranger", " ".join([sys.executable, str(program), does, *more]))


def command_of(engine: Engine) -> str:
    """The command of a stranger, as the office may enter it."""
    return engine.command.replace(sys.executable, "python", 1)


def programs(folder: Path) -> str:
    """A folder from which the office may set up engines: dame, and Python, which runs strangers."""
    folder.mkdir()
    (folder / "dame").symlink_to(Path(sys.executable).parent / "dame")
    (folder / "python").symlink_to(sys.executable)
    return str(folder)


def dame() -> Engine:
    """A real one: dame-rs, as it is installed beside this Python."""
    return Engine("dame", f"{Path(sys.executable).parent / 'dame'} hub")
