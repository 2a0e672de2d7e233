"""Lets `python -m arbiter` run the same program as the command `arbiter`."""

from __future__ import annotations

import sys

from arbiter.cli import main

if __name__ == "__main__":
    sys.exit(main())
