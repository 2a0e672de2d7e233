"""A process that records lines in groups and says which it has acknowledged, in a file beside them; how it syncs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arbiter.journal.lines import Unwritten
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.witness.text import Witness, witness_path
from arbiter.journal.witness.witnessed import Witnessed

folder, lines, how = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
if how == "normal":
    sqlite.SETTINGS["synchronous"] = 1
sqlite.SETTINGS["wal_autocheckpoint"] = 40
journal = Witnessed.open("open", Folder(folder), Witness(witness_path(folder, "open")))
told = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT, 0o600)
end = journal.version + lines
while (number := journal.version) < end:
    group = range(number, min(end, number + 1 + number % 4))  # so many requests were waiting
    journal.append([Unwritten(at=n, kind="MovePlayed", body=f'{{"n":{n}}}', key=f"k{n}") for n in group], number)
    os.write(told, f"{group.stop:08d}\n".encode())
    if number % 5 == 4:
        journal.settle()
os._exit(0)
