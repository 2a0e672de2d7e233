"""Sentences about the findings of a check of the computer on which the service runs."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

MACHINE: Mapping[str, str] = {
    "disk_good": N_("The disk holds on to a move within {ms} ms."),
    "disk_slow": N_(
        "The disk needs {ms} ms to hold on to a move, and above {most} ms a full hall of blitz has to wait for it. Let the "
        "folder lie on the machine's own disk, not on a memory card or a network."
    ),
    "space_good": N_("{gigabytes} GB are free."),
    "space_short": N_("Only {gigabytes} GB are free. Make room before the evening: a full disk takes no move."),
    "sqlite_found": N_("SQLite {version} keeps the journals ({name})."),
    "clock_good": N_("The machine's clock says {time} ({name})."),
    "clock_before_release": N_("The machine's clock says {time}, and this release is younger. Set the clock."),
    "clock_behind": N_("The machine's clock says {time}, and the service was alive at {last} already. Set the clock."),
    "no_network": N_(
        "This machine is in no network: no tablet can reach it. Join the hall's Wi-Fi, or plug the cable in."
    ),
    "only_here": N_(
        "Only this machine itself reaches the service, at {text}. Tablets reach it once it is started with --host 0.0.0.0."
    ),
    "one_address": N_("Tablets reach this machine at {text}."),
    "several_addresses": N_(
        "This machine has several addresses ({name}), and tablets are sent to {text}. If theirs is another network, choose "
        "it in the office, under Machine."
    ),
    "port_serves": N_("Arbiter answers on port {port}."),
    "port_free": N_("Port {port} is free."),
    "port_taken": N_("Another program has port {port}. End it, or name another port with --port."),
    "firewall_windows": N_(
        "When Windows asks, let Arbiter through the firewall in private networks, and see that the hall's network is a "
        "private one. Tablets that find nothing are kept out there."
    ),
    "firewall_mac": N_("When macOS asks, let Arbiter receive connections: else tablets find nothing on port {port}."),
    "firewall_ufw": N_("If tablets find nothing, “sudo ufw allow {port}/tcp” opens the firewall to them."),
    "firewall_firewalld": N_(
        "If tablets find nothing, “sudo firewall-cmd --add-port={port}/tcp” opens the firewall to them."
    ),
    "folder_good": N_("Everything lies in {file}, and the service may write there."),
    "key_readable": N_("Others on this machine may read the key of the instance; “chmod 600 {file}” closes it."),
    "no_certificate": N_(
        "There is no certificate: over plain HTTP tablets fall asleep, and have no page while they are out of touch. "
        "arbiter tls makes one."
    ),
    "certificate_due": N_(
        "The certificate ends on {until}, or this machine has another address by now: the next start makes a new one."
    ),
    "certificate_good": N_("The certificate is good until {until}, for {name}."),
    "versions_found": N_("Arbiter {version}, with Python {python}, on {system}."),
    "letters_good": N_("The sheets have letters for all of {count} names."),
    "letters_missing": N_("{count} names have letters that no sheet can draw: they are printed with a box."),
    "no_copy": N_("There is no copy of a tournament yet. While the service runs, one is made every {minutes} minutes."),
    "no_copies": N_("There is no copy of a tournament, and none will be made: the setting backup_minutes is 0."),
    "copy_good": N_("The last copy of {tournament}, of {time}, comes back whole: {count} lines."),
    "copy_altered": N_("The copy {file} is not what was written at line {line}: do not count on it."),
    "copy_unreadable": N_("The copy {file} does not come back: do not count on it."),
    "files_good": N_("The service may open {have} files: enough for {most} connections."),
    "files_few": N_(
        "The service may open {have} files only: it serves {count} connections at one time, not {most}. For all of them "
        "it needs {needed}: “ulimit -Hn {needed}” as root before it is started, or LimitNOFILE={needed} in its unit of "
        "systemd."
    ),
    "files_too_few": N_(
        "The service may open {have} files only, and needs {least} to serve a hall at all, {needed} for all {most} "
        "connections. “ulimit -Hn {needed}” as root before it is started raises the limit, or LimitNOFILE={needed} in its "
        "unit of systemd."
    ),
    "memory_good": N_("The system sets the service no limit of memory that is too low."),
    "memory_too_little": N_(
        "The service may have {have} MB of address space only, and needs {needed} MB for its threads. “ulimit -Hv "
        "unlimited” as root before it is started raises the limit, or LimitAS=infinity in its unit of systemd. With fewer "
        "threads, as --set threads=8, it needs less."
    ),
    "start_short_of_memory": N_(
        "The system gives the service too little memory, or too few threads, to begin with. End other programs, or raise "
        "what it may have: “ulimit -u” and “ulimit -v”, TasksMax and MemoryMax in its unit of systemd."
    ),
    "clock_set_forward": N_(
        "The clock of this machine was set forward by {set_span} at {time}. The hall's clock was not changed by it: no "
        "time left and no flag is another one."
    ),
    "clock_set_back": N_(
        "The clock of this machine was set back by {set_span} at {time}. The hall's clock was not changed by it: no time "
        "left and no flag is another one."
    ),
    "medium_good": N_("Every line on the second medium ({file}) is in the journals here."),
    "medium_away": N_("The second medium is not there: {file}. Lines are not kept twice until it is plugged in."),
    "not_an_own_address": N_("This machine does not have the address {address}. It has: {known}."),
}
