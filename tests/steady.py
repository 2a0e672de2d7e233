"""`arbiter` that never takes itself to have stood still, however busy the machine is: `python -m tests.steady`.

For tests of flags whose reason may be nothing but the one under test. The deadlines are the program's own.
"""

from __future__ import annotations

import sys

from arbiter import instants
from arbiter.cli import main

if __name__ == "__main__":
    instants.STILL_SECONDS = instants.STALL_SECONDS = instants.NAP_SECONDS = float("inf")
    sys.exit(main())
