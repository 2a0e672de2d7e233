"""Sentences about valid and invalid texts, numbers, files and sheets."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

WRITING: Mapping[str, str] = {
    # texts and numbers
    "text_too_long": N_("{field}: {length} characters are too many; the most is {longest}."),
    "text_unreadable": N_("{field}: there are characters in it that cannot be printed."),
    "text_needed": N_("{field}: this is needed and is empty."),
    "number_out_of_range": N_("{field}: {number} is not between {least} and {most}."),
    "unknown_key": N_("{field}: “{key}” is not known. Known are: {known}."),
    "unknown_field": N_("“{field}” means nothing here. Nothing was recorded."),
    "field_missing": N_("{field} is missing."),
    "field_unreadable": N_("{field} cannot be read: {wanted} is wanted."),
    "json_unreadable": N_("The request cannot be read: a JSON object is wanted."),
    "cannot_write_disk_full": N_("Nothing was recorded: the disk is full. Make room, and send it again."),
    "cannot_write_read_only": N_("Nothing was recorded: the disk is read-only. Send it again once it can be written."),
    "cannot_write_busy": N_("Nothing was recorded: another program holds the file. Send it again in a moment."),
    "cannot_write_io": N_(
        "Nothing was recorded: the disk does not answer as it should. Send it again; if it stays so, go on from paper."
    ),
    "cannot_write_damaged": N_(
        "Nothing was recorded: lines of the journal are lost, and nothing is written behind them. Go on from paper; "
        "“arbiter repair” brings back what there is."
    ),
    "cannot_write_unreachable": N_(
        "The database does not answer: whether this was recorded is not known. Send it again; nothing is recorded twice."
    ),
    "cannot_write_overtaken": N_("Nothing was recorded: another machine leads this tournament now. Ask it there."),
    "cannot_write_followed": N_("Nothing was recorded: another machine leads this tournament. Ask it there."),
    "leader_unreachable": N_(
        "The machine that leads this tournament does not answer: whether this was recorded is not known. Send it again; "
        "nothing is recorded twice."
    ),
    "node_address_taken": N_(
        "{node} is reached at {address} already. Say with --node at which address this machine is."
    ),
    "no_node": N_("Only a machine of this service may pass a request on to another one."),
    "led_elsewhere": N_("{node} leads this tournament. It can be taken over once that has not been heard of for 3 s."),
    "store_not_made": N_(
        "The database has not been made for this release ({found} of {known} steps): arbiter migrate."
    ),
    "store_of_a_later_version": N_(
        "A later release of Arbiter has made this database (step {found}, this one knows {known}). Use that release."
    ),
    "store_unsafe": N_("This database does not keep what it acknowledges: fsync and synchronous_commit have to be on."),
    "store_away": N_("The database cannot be reached, or does not let this in: {why}."),
    "store_forbids": N_("The database does not allow this: {why}."),
    "store_unreadable": N_("The address of the database cannot be read: {why}."),
    "store_needs_psycopg": N_("A database needs psycopg: install draughts-arbiter[postgres]."),
    "store_copied_by_its_own_tools": N_("A database is copied by its own tools, such as pg_dump; {file} is not made."),
    "instance_in_use": N_(
        "Another Arbiter is already running on {instance}. Stop it first, or name another folder with --instance."
    ),
    "journal_damaged": N_(
        "The journal of {tournament} is damaged. “arbiter verify {tournament}” names the line, “arbiter repair "
        "{tournament}” brings back what there is."
    ),
    "medium_differs": N_(
        "The second medium has a line {line} of {tournament} that its journal here has not. Nothing is written until "
        "somebody has decided which version holds: “arbiter repair {tournament} --from medium” or “--from journal”. The "
        "other one is put aside."
    ),
    "head_unreadable": N_(
        "That is no signed head. It begins with “ah1.”, and is in the QR code of a sheet as a whole."
    ),
    # files
    "sqlite_too_old": N_(
        "This SQLite is {found}, and the journal needs {least} or later. Use a newer Python, which brings one."
    ),
    "file_of_another_kind": N_("{file} is not a file of this service."),
    "file_damaged": N_("{file} is damaged. Bring a copy back: the folder “backups” of the instance holds the latest."),
    "register_lost": N_(
        "{file} is not there, though there are tournaments: nobody would have a name. Bring a copy back with “arbiter "
        "restore”, from the folder “backups”; without any, “arbiter renew register” begins an empty one."
    ),
    "key_lost": N_(
        "{file} is not there, though this instance has had one. Bring it back; else “arbiter renew key” makes a new one, "
        "with which every card, link and token made so far opens nothing."
    ),
    "key_unusable": N_(
        "{file} holds no key. Bring it back; else “arbiter renew key” makes a new one, with which every card, link and "
        "token made so far opens nothing."
    ),
    "key_of_another_instance": N_(
        "{file} is not the key with which this instance has signed. Bring it back; else “arbiter renew key” makes a new "
        "one, with which every card, link and token made so far opens nothing."
    ),
    "file_with_a_program": N_("{file} holds a program of its own (“{name}”), which no release has put there."),
    "file_of_a_later_version": N_(
        "{file} was written by a later release ({found}, this one knows {known}). Use that release."
    ),
    "event_of_a_later_release": N_(
        "The journal tells of “{kind}”, which this release does not know: a later one wrote it. Use that release; "
        "nothing was changed."
    ),
    "archive_unreadable": N_("{file} is not a backup of a tournament, or it is damaged."),
    "register_there": N_("There is a register already ({file}), and it can be read; it is not written over."),
    "already_there": N_("There is a tournament {tournament} already; it is not written over."),
    "line_altered": N_("Line {line} of {tournament} is not what was written; the backup is not brought back."),
    # sheets
    "no_sheet": N_("There is no sheet “{sheet}”. Sheets are: {known}."),
}
