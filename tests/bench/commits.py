"""Commits of a database: so many tournaments, each written by one thread as fast as it is answered.

    python tests/bench/commits.py URL TOURNAMENTS SECONDS

It uses nothing but the storage of journals, so that it runs beside any release that is first on the path.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

from arbiter.journal.lines import Unwritten
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.sqlite.journal import file_of

BODY = '{"round":1,"board":7,"ply":23,"side":"white","move":"32-28","path":[32,28],"taken":[],"charged":4211,"left":1}'


def main() -> None:
    """Prints how many lines a second were acknowledged."""
    url, tournaments, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    server = Server(url)
    migrate(server)
    store = PostgresStore(server, Path(), file_of)
    journals = [store.create(f"open-{number}") for number in range(tournaments)]
    acknowledged = [0] * tournaments
    end = time.monotonic() + seconds

    def write(number: int) -> None:
        while time.monotonic() < end:
            journals[number].append([Unwritten(1, "MovePlayed", BODY)], acknowledged[number])
            acknowledged[number] += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(tournaments)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(f"{sum(acknowledged) / seconds:.1f}\n")


if __name__ == "__main__":
    main()
