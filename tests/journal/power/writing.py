"""A process that records lines and says which it has acknowledged, in a file beside them; `full` or `normal` syncs."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from arbiter.journal.lines import Unwritten
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.witness import Witness, witness_path
from arbiter.journal.witnessed import Witnessed

folder, lines, how = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
if how == "normal":
    sqlite.SETTINGS["synchronous"] = 1
sqlite.SETTINGS["wal_autocheckpoint"] = 40
journal = Witnessed.open("open", Folder(folder), Witness(witness_path(folder, "open")))
told = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT, 0o600)
began = time.monotonic()
for number in range(journal.version, journal.version + lines):
    journal.append([Unwritten(at=number, kind="MovePlayed", body=f'{{"n":{number}}}', key=f"k{number}")], number)
    os.write(told, f"{number + 1:08d}\n".encode())
    if number % 25 == 24:
        journal.settle()
os._exit(0)
