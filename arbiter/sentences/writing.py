"""Sentences about valid and invalid texts, numbers, files and sheets."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

WRITING: Mapping[str, str] = {
    # texts and numbers
    "text_too_long": N_("{field}: {length} characters are too many; the limit is {longest}."),
    "text_unreadable": N_("{field} contains characters that cannot be printed."),
    "text_needed": N_("{field} is required."),
    "number_out_of_range": N_("{field} must be from {least} to {most}, not {number}."),
    "key_used": N_(
        "This key was used for a request with another content. Nothing was recorded. Load the page again, and send it with a new key."
    ),
    "unknown_key": N_("{field}: “{key}” is unknown. Choose one of: {known}."),
    "unknown_field": N_("The field “{field}” is unknown here. Nothing was recorded."),
    "field_missing": N_("{field} is missing."),
    "field_unreadable": N_("{field} cannot be read: give {wanted}."),
    "json_unreadable": N_("The request cannot be read: send a JSON object."),
    "cannot_write_disk_full": N_("Nothing was recorded: the disk is full. Free some space, and send it again."),
    "cannot_write_read_only": N_("Nothing was recorded: the disk is read-only. Make it writable, and send it again."),
    "cannot_write_busy": N_("Nothing was recorded: another program is using the file. Send it again in a moment."),
    "cannot_write_io": N_(
        "Nothing was recorded: the disk does not work properly. Send it again; if this goes on, continue on paper."
    ),
    "cannot_write_damaged": N_(
        "Nothing was recorded: lines of the journal are lost, so no more can be added. Continue on paper, and run “arbiter repair” to restore what is left."
    ),
    "cannot_write_unreachable": N_(
        "The database does not answer, so this may or may not have been recorded. Send it again; nothing is recorded twice."
    ),
    "store_in_use": N_("The service is running over this database ({nodes}). Stop it there first."),
    "store_replaced": N_(
        "This database server was replaced by its standby and has come back (timeline {found}; {known} is in use). Nothing is written there. Make it a standby again."
    ),
    "store_not_made": N_(
        "The database is not up to date for this version ({found} of {known} steps). Run “arbiter migrate”."
    ),
    "store_of_a_later_version": N_(
        "This database was made by a later version of Arbiter (step {found}; this version knows {known}). Use that version."
    ),
    "store_unsafe": N_("This database may lose acknowledged data: switch fsync on."),
    "store_away": N_("The database cannot be reached, or refuses the connection: {why}."),
    "store_forbids": N_("The database does not allow this: {why}."),
    "store_unreadable": N_("The address of the database cannot be read: {why}."),
    "store_needs_psycopg": N_("A database needs psycopg: install draughts-arbiter[postgres]."),
    "store_copied_by_its_own_tools": N_("{file} was not made: back up a database with its own tools, such as pg_dump."),
    "instance_in_use": N_(
        "Another Arbiter is already running on {instance}. Stop it first, or name another folder with --instance."
    ),
    "tournament_opening": N_(
        "{tournament} is being opened (journal read: {percent} %). Until then its clocks are stopped."
    ),
    "journal_damaged": N_(
        "The journal of {tournament} is damaged. Run “arbiter verify {tournament}” to find the line, and “arbiter repair {tournament}” to restore what is left."
    ),
    "medium_differs": N_(
        "The second medium has a line {line} of {tournament} that the journal here does not have. Nothing is written until you choose a version: “arbiter repair {tournament} --from medium” or “--from journal”. The other version is set aside."
    ),
    "head_unreadable": N_(
        "That is not a signed line. It must begin with “ah1.” and be the complete text of the QR code on a sheet."
    ),
    # files
    "sqlite_too_old": N_(
        "This is SQLite {found}; the journal needs {least} or later. Use a newer Python, which includes one."
    ),
    "file_of_another_kind": N_("{file} is not a file of this service."),
    "file_damaged": N_("{file} is damaged. Restore a backup: the latest are in the folder “backups” of the instance."),
    "register_lost": N_(
        "{file} is missing, although there are tournaments: all players would lose their names. Restore a backup from the folder “backups” with “arbiter restore”. If there is none, “arbiter renew register” starts an empty register."
    ),
    "key_lost": N_(
        "{file} is missing, although this instance had one. Restore it. Otherwise “arbiter renew key” makes a new key; every existing card, link and token then stops working."
    ),
    "key_unusable": N_(
        "{file} contains no key. Restore it. Otherwise “arbiter renew key” makes a new key; every existing card, link and token then stops working."
    ),
    "key_of_another_instance": N_(
        "{file} is not the key with which this instance signed. Restore the right key. Otherwise “arbiter renew key” makes a new key; every existing card, link and token then stops working."
    ),
    "file_with_a_program": N_(
        "{file} contains database code (“{name}”) that no version of Arbiter put there. Restore a backup."
    ),
    "file_of_a_later_version": N_(
        "{file} was written by a later version ({found}; this version knows {known}). Use that version."
    ),
    "event_of_a_later_release": N_(
        "The journal contains “{kind}”, written by a later version. Use that version; nothing was changed."
    ),
    "archive_unreadable": N_("{file} is not a backup of a tournament, or it is damaged."),
    "register_there": N_("A readable register already exists ({file}); it is not overwritten."),
    "already_there": N_("The tournament {tournament} already exists; it is not overwritten."),
    "line_altered": N_("Line {line} of {tournament} has been altered or damaged; the backup was not restored."),
    # sheets
    "no_sheet": N_("There is no sheet “{sheet}”. Sheets are: {known}."),
}
