"""What a double click runs: the service, with its first page in the browser; or the command that was typed."""

from __future__ import annotations

import multiprocessing
import sys

from arbiter.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main(sys.argv[1:] or ["serve", "--open"]))
