"""Machines of a site, each with a name, an address and files of its own, so that a page can be followed word by word.

A machine is a set of namespaces: what a command writes below /etc, /var, /opt, /root and /usr/local is its own, and is
gone afterwards. It takes root, Debian's tools for PostgreSQL, and `ip`. Three programs are stand-ins, because they
need a machine that was booted, or the internet: `systemctl` with `journalctl` starts what a unit names, `pip` installs
the release under test, `certbot` writes a certificate that nobody has signed. So is `sudo` where it is not installed.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.service import HOUSE

COMMAND = re.compile(r"^ *(\w+)\$ (.+)$", re.MULTILINE)
"""A line of a page that is typed at a machine, whose name stands before it."""
NEEDED = ("pg_createcluster", "pg_ctlcluster", "unshare", "nsenter", "ip", "openssl")
DONE = "-- done "
NEW_NETWORK = 0x40000000
OWN = ("etc", "var", "opt", "root", "usr/local")
BIN = Path("/usr/local/bin")
SERVICES = """\
#!/bin/bash
# systemctl enable --now NAME | reload NAME
shopt -s extglob nullglob
for name; do :; done
if [ "$1" = reload ]; then "$name" -s reload 2>/dev/null || "$name"; exit; fi
units=(/etc/systemd/system/"${name/@*/@}".service /etc/systemd/system/"$name".service.d/*.conf)
[ -e "${units[0]}" ] || { echo "no unit $name"; exit 1; }
set -a
while read -r line; do
    case $line in
    Environment=*) eval "${line#*=}" ;;
    EnvironmentFile=*) . "${line#*=}" ;;
    ExecStart=*) start=${line#*=} ;;
    esac
done < <(cat "${units[@]}")
eval "${start//%i/${name#*@}}" >> /var/log/"$name".unit 2>&1 < /dev/null &
"""
JOURNAL = """\
#!/bin/sh
cat /var/log/"$2".unit
"""
CERTIFICATE = """\
#!/bin/sh
for name; do :; done
mkdir -p /etc/letsencrypt/live/"$name"
cd /etc/letsencrypt/live/"$name"
exec openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=$name" -addext "subjectAltName = DNS:$name" \\
    -keyout privkey.pem -out fullchain.pem
"""
VENV = f"""\
#!/bin/sh
# python3 -m venv FOLDER: its pip installs the release under test
[ "$1 $2" = "-m venv" ] || exec {sys.executable} "$@"
mkdir -p "$3/bin"
cat > "$3/bin/pip" << 'END'
#!/bin/sh
for asked; do :; done
case $asked in
'draughts-arbiter[postgres]') ;;
*) echo "no such package: $asked"; exit 1 ;;
esac
printf '#!/bin/sh\\nPYTHONPATH={HOUSE} exec {sys.executable} -m arbiter "$@"\\n' > "$(dirname "$0")/arbiter"
chmod +x "$(dirname "$0")/arbiter"
END
chmod +x "$3/bin/pip"
"""
SUDO = """\
#!/bin/sh
if [ "$1" = -u ]; then user=$2; shift 2; exec runuser -u "$user" -- "$@"; fi
exec "$@"
"""


def missing() -> str | None:
    """The reason why no machines can be made here; None if they can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root makes machines"
    absent = [name for name in NEEDED if shutil.which(name) is None]
    if absent or not Path("/dev/shm").is_dir():
        return f"Debian's tools are not installed: {', '.join(absent)}"
    alone = subprocess.run(["unshare", "-mnpuf", "true"], check=False, capture_output=True)
    return None if alone.returncode == 0 else "this system gives no namespaces"


def version() -> str:
    """The release of PostgreSQL that Debian has installed."""
    return max((path.name for path in Path("/usr/lib/postgresql").iterdir()), key=int)


class Machine:
    """One machine, and a shell on it."""

    def __init__(self, name: str, hosts: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.holder = _held("--mount", "--net", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc")
        self.enter = (
            "nsenter",
            "-t",
            str(self.holder.pid),
            "-m",
            "-n",
            "-u",
            f"--pid={self.space('pid_for_children')}",
        )
        for own in OWN:
            above = folder / own.replace("/", "-")
            for part in ("upper", "work"):
                (above / part).mkdir(parents=True)
            layers = f"lowerdir=/{own},upperdir={above}/upper,workdir={above}/work"
            self._root("mount", "-t", "overlay", "overlay", "-o", layers, f"/{own}")
        self._root("mount", "-t", "tmpfs", "run", "/run")
        self._root("hostname", name)
        self._root("ip", "link", "set", "lo", "up")
        self._shell = subprocess.Popen(
            [*self.enter, "bash"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"HOME": "/root", "LANG": "C.UTF-8", "PATH": f"{BIN}:/usr/sbin:/usr/bin:/sbin:/bin"},
            cwd="/",
        )
        self.write("/etc/hosts", f"127.0.0.1 localhost\n{hosts}")
        programs = (
            {"arbiter": f'#!/bin/sh\nPYTHONPATH={HOUSE} exec {sys.executable} -m arbiter "$@"\n'}
            if name in ("node", "hall")
            else {}
        )
        programs |= {"systemctl": SERVICES, "journalctl": JOURNAL, "certbot": CERTIFICATE, "python3": VENV}
        if shutil.which("sudo") is None:
            programs["sudo"] = SUDO
        for program, text in programs.items():
            self.write(str(BIN / program), text, 0o755)
        self.types("mkdir -p /opt/here && cd /opt/here")

    def space(self, kind: str) -> str:
        """The file of one of its namespaces."""
        return f"/proc/{self.holder.pid}/ns/{kind}"

    def plug(self, hall: subprocess.Popen[str], address: int) -> None:
        """Connects it to the switch of the site."""
        self.at = f"192.0.2.{address}"
        outside = ("nsenter", "-t", str(hall.pid), "-n", "ip", "link")
        _run(*outside, "add", f"to{address}", "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        _run(*outside, "set", f"to{address}", "master", "hall", "up")
        self._root("ip", "addr", "add", f"{self.at}/24", "dev", "eth0")
        self._root("ip", "addr", "add", f"10.0.0.{address}/24", "dev", "eth0")
        self._root("ip", "link", "set", "eth0", "up")

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """A file of this machine."""
        self._root("install", "-D", "-m", f"{mode:o}", "/dev/stdin", path, given=text)

    def read(self, path: str) -> str:
        """The text of a file of this machine."""
        return self._root("cat", path)

    def types(self, command: str) -> str:
        """The output of a command typed into the shell of this machine; the test fails if the command does."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(f"{command}\necho '{DONE}'$?\n")
        self._shell.stdin.flush()
        said = []
        for line in self._shell.stdout:
            before, done, code = line.partition(DONE)
            said.append(before)
            if done:
                assert code.strip() == "0", f"{self.name}$ {command}\n{''.join(said)}"
                return "".join(said)
        raise AssertionError(f"the shell of {self.name} ended")

    @contextmanager
    def network(self) -> Iterator[None]:
        """The network of the machine is that of this thread, too."""
        libc = ctypes.CDLL(None, use_errno=True)
        with (
            Path(f"/proc/self/task/{threading.get_native_id()}/ns/net").open() as ours,
            Path(self.space("net")).open() as its,
        ):
            assert libc.setns(its.fileno(), NEW_NETWORK) == 0
            try:
                yield
            finally:
                libc.setns(ours.fileno(), NEW_NETWORK)

    def cluster(self, hba: str) -> None:
        """The cluster that Debian makes with the package, with these lines in `pg_hba.conf`."""
        here = f"{version()} main"
        self.types(f"rm -rf /etc/postgresql/{version()} /var/lib/postgresql/{version()}")
        self.types("install -d -o postgres -g postgres /run/postgresql /var/log/postgresql")
        self.types(f"pg_createcluster {here} -- --no-sync > /opt/made 2>&1")
        self.types(f"cat >> /etc/postgresql/{version()}/main/pg_hba.conf << 'END'\n{hba}\nEND")
        self.types(f"pg_ctlcluster {here} start")

    def asks(self, statement: str) -> str:
        """The answer of the database of this machine."""
        return self.types(f'sudo -u postgres psql -XAtc "{statement}"').strip()

    def off(self) -> None:
        """Everything that runs on it ends."""
        _ended(self.holder)
        _ended(self._shell)

    def _root(self, *command: str, given: str | None = None) -> str:
        return _run(*self.enter, "--", *command, given=given)


@contextmanager
def machines(**addresses: int) -> Iterator[dict[str, Machine]]:
    """Machines of these names that reach each other, *addresses* within 192.0.2.0/24 and 10.0.0.0/24."""
    hosts = "".join(f"192.0.2.{number} {name}\n" for name, number in addresses.items())
    folder = Path(tempfile.mkdtemp(prefix="arbiter-machines-", dir="/dev/shm"))
    folder.chmod(0o755)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        hall = _held("--net")
        stack.callback(_ended, hall)
        switch = ("nsenter", "-t", str(hall.pid), "-n", "ip", "link")
        _run(*switch, "add", "hall", "type", "bridge")
        _run(*switch, "set", "hall", "up")
        found = {}
        for name, number in addresses.items():
            found[name] = Machine(name, hosts, folder / name)
            stack.callback(found[name].off)
            found[name].plug(hall, number)
        yield found


def _held(*spaces: str) -> subprocess.Popen[str]:
    """A process in new namespaces, which last as long as it does; it buries those whose parents have ended."""
    holder = subprocess.Popen(
        ["unshare", *spaces, "bash", "-c", "echo; sleep infinity & while wait; do :; done"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    return holder


def _ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    with process:
        process.wait()


def _run(*command: str, given: str | None = None) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, input=given)
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout
