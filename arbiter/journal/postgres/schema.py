"""The tables in PostgreSQL, as numbered migrations. `arbiter migrate` applies the missing ones, all or none.

The command also removes the lines of tournaments that were deleted, which a service may not do.
Texts of requests are stored as bytes, because PostgreSQL's text type cannot hold the character 0, while a line's hash
covers all characters.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.journal.postgres.server import Server, Talk, answering
from arbiter.progress import counted
from arbiter.refused import Refused

UPGRADE_SECONDS = 3_600
"""The most seconds for all migrations together: the database of many years has long tables."""
STEPS: tuple[str, ...] = (
    """
    CREATE TABLE tournament (
        id text PRIMARY KEY, head bigint NOT NULL, hash text NOT NULL,
        epoch bigint NOT NULL, owner text NOT NULL, lease_until timestamptz NOT NULL
    );
    CREATE TABLE line (
        tournament text NOT NULL REFERENCES tournament, seq bigint NOT NULL CHECK (seq > 0), at bigint NOT NULL,
        kind text NOT NULL, body bytea NOT NULL, key bytea, before text NOT NULL, hash text NOT NULL,
        PRIMARY KEY (tournament, seq), UNIQUE (tournament, key), UNIQUE (tournament, hash)
    );
    CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'a journal is only added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
    CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON line FOR EACH ROW EXECUTE FUNCTION only_added_to();
    CREATE TRIGGER no_emptying BEFORE TRUNCATE ON line FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();
    CREATE FUNCTION next_line() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE last record;
        BEGIN
            SELECT seq, hash INTO last FROM line WHERE tournament = NEW.tournament ORDER BY seq DESC LIMIT 1;
            IF NEW.seq <> coalesce(last.seq, 0) + 1 OR NEW.before <> coalesce(last.hash, repeat('0', 64)) THEN
                RAISE EXCEPTION 'not the next line' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END $$;
    CREATE TRIGGER no_gap BEFORE INSERT ON line FOR EACH ROW EXECUTE FUNCTION next_line();
    """,
    """
    CREATE TABLE person (
        tournament text NOT NULL, entry integer NOT NULL,
        name text NOT NULL, rating integer, club text, federation text, title text, born text, sex text,
        family text, given text, number text, shown text, folded text NOT NULL, PRIMARY KEY (tournament, entry)
    );
    CREATE INDEX person_by_name ON person (tournament, folded);
    CREATE TABLE account (
        number bigint PRIMARY KEY, name text NOT NULL, folded text NOT NULL, role text NOT NULL, password text NOT NULL,
        tournaments text NOT NULL, boards text NOT NULL, until text NOT NULL, ended integer NOT NULL
    );
    CREATE UNIQUE INDEX account_by_name ON account (folded) WHERE ended = 0;
    CREATE TABLE credential (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, digest text NOT NULL UNIQUE, kind text NOT NULL,
        account bigint NOT NULL, role text NOT NULL, made bigint NOT NULL, until bigint NOT NULL, seen bigint NOT NULL,
        device text NOT NULL, ended integer NOT NULL
    );
    CREATE INDEX credential_of ON credential (account);
    CREATE TABLE tablet (
        tournament text NOT NULL, board integer NOT NULL, epoch integer NOT NULL, PRIMARY KEY (tournament, board)
    );
    CREATE TABLE device (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, digest text NOT NULL UNIQUE, tournament text NOT NULL,
        board integer NOT NULL, side text NOT NULL, epoch integer NOT NULL, made bigint NOT NULL, name text NOT NULL,
        bound integer NOT NULL
    );
    CREATE INDEX device_of ON device (tournament, board);
    CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL);
    """,
    """
    CREATE TABLE node (
        owner text PRIMARY KEY, address text NOT NULL, lease_until timestamptz NOT NULL, alive bigint NOT NULL
    );
    ALTER TABLE tournament DROP COLUMN lease_until;
    ALTER TABLE tournament ADD COLUMN address text NOT NULL DEFAULT '', ADD COLUMN alive bigint NOT NULL DEFAULT 0;
    """,
    """
    CREATE TABLE register_change (number bigint NOT NULL);
    INSERT INTO register_change VALUES (0);
    """,
    """
    ALTER TABLE account ADD COLUMN club text NOT NULL DEFAULT '';
    """,
    """
    ALTER TABLE device ADD COLUMN address text NOT NULL DEFAULT '', ADD COLUMN seen bigint NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE tournament DROP COLUMN epoch, DROP COLUMN owner, DROP COLUMN address, DROP COLUMN alive,
        ADD COLUMN deleted boolean NOT NULL DEFAULT false, ADD COLUMN key bytea UNIQUE;
    ALTER TABLE tournament SET (fillfactor = 40);
    DROP TABLE node;
    CREATE TABLE node (
        name text PRIMARY KEY, address text NOT NULL, alive bigint NOT NULL, sure bigint NOT NULL,
        seen timestamptz NOT NULL, holds bigint, ended boolean NOT NULL
    ) WITH (fillfactor = 40);
    CREATE TABLE silence (since bigint PRIMARY KEY, until bigint NOT NULL);
    CREATE TABLE presence (
        tournament text NOT NULL, board integer NOT NULL, side text NOT NULL, node text NOT NULL, at bigint NOT NULL,
        seen bigint NOT NULL, waiting integer, PRIMARY KEY (tournament, board, side)
    ) WITH (fillfactor = 40);
    CREATE OR REPLACE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM tournament WHERE id = OLD.tournament AND deleted) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'a journal is only added to' USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    """,
    """
    CREATE TABLE wrong_try (what text PRIMARY KEY, tries integer NOT NULL, until timestamptz NOT NULL);
    """,
    """
    ALTER TABLE tournament ADD COLUMN history integer NOT NULL DEFAULT 0, ADD COLUMN lost bigint NOT NULL DEFAULT 0,
        ADD COLUMN boards text NOT NULL DEFAULT '';
    """,
)
RUNNING = {
    3: "SELECT address FROM node WHERE lease_until > now()",
    7: "SELECT coalesce(nullif(address, ''), name) FROM node WHERE seen > now() - interval '3 seconds' AND NOT ended",
}
"""SQL statements that list the running nodes.

The key is the number of the migration since which the statement works.
"""


def version(conn: Talk) -> int:
    """Return the number of migrations applied; 0 if the database has none of Arbiter's tables."""
    there = conn.execute("SELECT to_regclass('arbiter_step') IS NOT NULL").fetchone()
    if there is None or not there[0]:
        return 0
    row = conn.execute("SELECT coalesce(max(number), 0) FROM arbiter_step").fetchone()
    return 0 if row is None else int(row[0])


def migrate(server: Server, steps: Sequence[str] = STEPS) -> tuple[int, int]:
    """Apply the missing migrations. Return two numbers of applied migrations: before, and now."""
    with answering(), server.transaction(longest=UPGRADE_SECONDS) as conn:
        conn.execute("SET LOCAL statement_timeout = 0")
        conn.execute("SET LOCAL lock_timeout = 0")
        conn.execute("SELECT pg_advisory_xact_lock(20261122)")
        conn.execute("CREATE TABLE IF NOT EXISTS arbiter_step (number int PRIMARY KEY, taken timestamptz NOT NULL)")
        before = version(conn)
        if before > len(steps):
            raise Refused("store_of_a_later_version", found=before, known=len(steps))
        if before < len(steps):
            _check_stopped(conn, before)
        for number, step in enumerate(counted(steps[before:]), start=before + 1):
            conn.execute(step.encode())
            conn.execute("INSERT INTO arbiter_step VALUES (%s, now())", (number,))
        if len(steps) >= max(RUNNING):
            conn.execute("DELETE FROM line WHERE tournament IN (SELECT id FROM tournament WHERE deleted)")
        return before, len(steps)


def _check_stopped(conn: Talk, step: int) -> None:
    """Raise Refused while nodes run over the database, because they do not know the tables that a migration makes."""
    asked = next((RUNNING[since] for since in sorted(RUNNING, reverse=True) if since <= step), None)
    running = sorted(address for (address,) in conn.execute(asked.encode())) if asked else []
    if running:
        raise Refused("store_in_use", nodes=", ".join(running))


def check(server: Server) -> None:
    """Raise Refused if `arbiter migrate` has to be run first, or if a later release has migrated the database."""
    with answering(), server.reading() as conn:
        found = version(conn)
    if found > len(STEPS):
        raise Refused("store_of_a_later_version", found=found, known=len(STEPS))
    if found < len(STEPS):
        raise Refused("store_not_made", found=found, known=len(STEPS))
