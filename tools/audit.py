"""Asks whether an advisory is known of anything that the service is installed with: every package of the lock.

`uv audit` asks OSV. A finding ends `make lint`; a network in which no source of advisories can be reached does not, and
is said. An advisory that does not concern the service is a row of `IGNORED`, with the reason.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

IGNORED: Mapping[str, str] = {}
"""Advisories by their name, each with the reason for which it does not concern the service."""
LONGEST_SECONDS = 15
"""For which the answer is waited for."""
FOUND, TROUBLE = 1, 2
"""Exit codes of `uv audit`: an advisory was found; it could not be asked for."""
UNREACHED = "no advisory source could be reached: the audit is left out"
HOUSE = Path(__file__).parents[1]


def main(more: Sequence[str] = ()) -> int:
    """Runs the audit, with *more* arguments for uv; the exit code."""
    ignored = [argument for name in IGNORED for argument in ("--ignore", name)]
    asked = ["audit", "--frozen", "--no-default-groups", "--preview-features", "audit-command", *ignored, *more]
    once = {**os.environ, "UV_HTTP_RETRIES": "0", "UV_SYSTEM_CERTS": os.environ.get("UV_SYSTEM_CERTS", "true")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "uv", *asked],
            cwd=HOUSE,
            env=once,
            timeout=LONGEST_SECONDS,
            capture_output=True,
            text=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print(UNREACHED)
        return 0
    if done.returncode == TROUBLE and "request" in done.stderr.lower():
        print(UNREACHED)
        return 0
    print((done.stdout + done.stderr).strip())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
