"""The rights of a service on its database, checked by `arbiter checkup`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from arbiter.journal.postgres.schema import check
from arbiter.journal.postgres.server import Server
from arbiter.refused import Fact

ALL = ("SELECT", "INSERT", "UPDATE", "DELETE")
CHANGED = ("node", "presence", "wrong_try", "person", "account", "credential", "tablet", "device", "setting")
"""The tables in which a service adds, changes and deletes rows."""
NEEDED: Mapping[str, tuple[str, ...]] = {
    "arbiter_step": ("SELECT",),
    "register_change": ("SELECT", "UPDATE"),
    "line": ("SELECT", "INSERT"),
    "tournament": ("SELECT", "INSERT", "UPDATE"),
    "silence": ("SELECT", "INSERT", "UPDATE"),
    **dict.fromkeys(CHANGED, ALL),
}
"""The rights that a service needs on each table, by the table's name."""
TOO_MANY = ("UPDATE", "DELETE", "TRUNCATE")
"""The rights on the table of journal lines that a service must not have."""
RIGHTS = "SELECT has_table_privilege(%s, %s)"
SETTINGS = "SELECT version(), current_setting('synchronous_standby_names'), current_user"


def findings(url: str) -> list[tuple[str, dict[str, Fact]]]:
    """Return the version of the database, and warnings about its rights and settings: codes with their facts.

    Raise Refused if the database cannot be used.
    """
    with closing(Server(url)) as server:
        server.survey()
        check(server)
        with server.reading() as conn:
            row = conn.execute(SETTINGS).fetchone()
            assert row is not None

            def has(table: str, right: str) -> bool:
                found = conn.execute(RIGHTS, (table, right)).fetchone()
                return found is not None and bool(found[0])

            missing = [
                f"{right} {table}" for table, rights in NEEDED.items() for right in rights if not has(table, right)
            ]
            many = [right for right in TOO_MANY if has("line", right)]
    said: list[tuple[str, dict[str, Fact]]] = [("database_found", {"version": str(row[0]).split(" on ")[0]})]
    if missing:
        said.append(("database_rights_few", {"name": row[2], "rights": ", ".join(missing)}))
    elif many:
        said.append(("database_rights_many", {"name": row[2], "rights": ", ".join(many)}))
    if not row[1]:
        said.append(("database_alone", {}))
    return said
