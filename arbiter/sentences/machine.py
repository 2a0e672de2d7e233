"""Sentences about what the checkup of the computer on which the service runs has found (`arbiter doctor`)."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

MACHINE: Mapping[str, str] = {
    "disk_good": N_("The disk stores a move within {ms} ms."),
    "disk_slow": N_(
        "The disk needs {ms} ms to store a move. Above {most} ms a full hall of blitz games has to wait. Put the folder on the computer's own disk, not on a memory card or in a network."
    ),
    "space_good": N_("{gigabytes} GB of disk space is free."),
    "space_short": N_(
        "Only {gigabytes} GB of disk space is free. Free some before the evening: a full disk cannot store moves."
    ),
    "sqlite_found": N_("The journals are stored in SQLite {version} ({name})."),
    "clock_good": N_("The computer's clock shows {time} ({name})."),
    "clock_before_release": N_(
        "The computer's clock shows {time}, which is before this version was released. Set the clock."
    ),
    "clock_behind": N_(
        "The computer's clock shows {time}, but the service was already running at {last}. Set the clock."
    ),
    "no_network": N_(
        "This computer is not in a network: no tablet can reach it. Join the hall's Wi-Fi, or plug in the cable."
    ),
    "only_here": N_(
        "Only this computer can reach the service, at {text}. Start it with --host 0.0.0.0 so that tablets can reach it."
    ),
    "one_address": N_("Tablets reach this computer at {text}."),
    "several_addresses": N_(
        "This computer has several addresses ({name}); tablets use {text}. If they are in another network, choose it in the office, under Setup."
    ),
    "port_serves": N_("Arbiter answers on port {port}."),
    "port_free": N_("Port {port} is free."),
    "port_taken": N_("Port {port} is in use by another program. Stop it, or choose another port with --port."),
    "firewall_windows": N_(
        "If Windows asks, allow Arbiter through the firewall for private networks, and make sure that the hall's network is set as private. If tablets cannot connect, the firewall is the likely cause."
    ),
    "firewall_mac": N_(
        "If macOS asks, allow Arbiter to accept connections; otherwise tablets cannot connect to port {port}."
    ),
    "firewall_ufw": N_("If tablets cannot connect, run “sudo ufw allow {port}/tcp” to open the firewall."),
    "firewall_firewalld": N_(
        "If tablets cannot connect, run “sudo firewall-cmd --add-port={port}/tcp” to open the firewall."
    ),
    "database_found": N_("The database answers: {version}."),
    "database_rights_few": N_("The database user {name} lacks rights: {rights}. Grant them as in docs/failover.md."),
    "database_rights_many": N_(
        "The database user {name} may change journals ({rights}). The service needs SELECT and INSERT only."
    ),
    "database_alone": N_("The database does not wait for a standby. If its disk is lost, moves are lost."),
    "folder_good": N_("All files are in {file}, and the service can write there."),
    "key_readable": N_(
        "Other users of this computer can read the key of the instance. Run “chmod 600 {file}” to protect it."
    ),
    "no_certificate": N_(
        "There is no certificate: over plain HTTP tablets fall asleep, and show no page while they are offline. Run “arbiter tls” to make one."
    ),
    "certificate_due": N_(
        "The certificate expires on {until}, or this computer's address has changed: the next start makes a new one."
    ),
    "certificate_good": N_("The certificate is valid until {until}, for {name}."),
    "versions_found": N_("Arbiter {version}, with Python {python}, on {system}."),
    "letters_good": N_("The sheets can print all {count} names."),
    "letters_missing": N_("{count} names have letters that the sheets cannot print: a box is printed instead."),
    "no_copy": N_(
        "There is no backup of a tournament yet. While the service runs, one is made every {minutes} minutes."
    ),
    "no_copies": N_("There is no backup of a tournament, and none will be made: the setting backup_minutes is 0."),
    "copy_good": N_("The latest backup of {tournament}, of {time}, can be restored completely: {count} lines."),
    "copy_altered": N_("The backup {file} is damaged at line {line}: do not rely on it."),
    "copy_unreadable": N_("The backup {file} cannot be restored: do not rely on it."),
    "files_good": N_("The service may open {have} files: enough for {most} connections."),
    "files_few": N_(
        "The service may open only {have} files: it serves {count} connections at a time, not {most}. For all of them it needs {needed}: run “ulimit -Hn {needed}” as root before the start, or set LimitNOFILE={needed} in its systemd unit."
    ),
    "files_too_few": N_(
        "The service may open only {have} files. It needs {least} to serve a hall at all, and {needed} for all {most} connections. Run “ulimit -Hn {needed}” as root before the start, or set LimitNOFILE={needed} in its systemd unit."
    ),
    "memory_good": N_("The system gives the service enough memory."),
    "memory_too_little": N_(
        "The service may use only {have} MB of address space, and needs {needed} MB for its threads. Run “ulimit -Hv unlimited” as root before the start, or set LimitAS=infinity in its systemd unit. With fewer threads, such as --set threads=8, it needs less."
    ),
    "start_short_of_memory": N_(
        "The system gives the service too little memory or too few threads to start. Stop other programs, or raise the limits: “ulimit -u” and “ulimit -v”, or TasksMax and MemoryMax in its systemd unit."
    ),
    "clock_set_forward": N_(
        "The clock of this computer was set forward by {set_span} at {time}. The game clocks are not affected."
    ),
    "clock_set_back": N_(
        "The clock of this computer was set back by {set_span} at {time}. The game clocks are not affected."
    ),
    "medium_good": N_("All lines on the second medium ({file}) are in the journals here."),
    "medium_away": N_("The second medium is missing: {file}. Plug it in; until then lines are stored only once."),
    "not_an_own_address": N_("This computer does not have the address {address}. Its addresses: {known}."),
}
