"""The machines that clubs have: whatever Arbiter needs comes to each of them as a wheel, and nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

HOUSE = Path(__file__).parents[1]
NAME = "draughts-arbiter"
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))


@dataclass(frozen=True, slots=True)
class Machine:
    """A kind of machine: as markers know it, the wheels that it takes, and what uv calls it."""

    system: str
    processor: str
    takes: tuple[str, ...]
    called: str


def glibc(processor: str) -> tuple[str, ...]:
    """The Linux of Debian 12, Raspberry Pi OS, Ubuntu 22.04, and of whatever came later."""
    return (*(f"manylinux_2_{minor}_{processor}" for minor in range(35, 4, -1)), f"manylinux2014_{processor}")


MACHINES = {
    "Linux": Machine("linux", "x86_64", glibc("x86_64"), "x86_64-unknown-linux-gnu"),
    "Linux, ARM": Machine("linux", "aarch64", glibc("aarch64"), "aarch64-unknown-linux-gnu"),
    "Alpine": Machine("linux", "x86_64", ("musllinux_1_2_x86_64",), "x86_64-unknown-linux-musl"),
    "Alpine, ARM": Machine("linux", "aarch64", ("musllinux_1_2_aarch64",), "aarch64-unknown-linux-musl"),
    "Mac, Intel": Machine("darwin", "x86_64", tuple(mac_platforms((13, 0), "x86_64")), "x86_64-apple-darwin"),
    "Mac": Machine("darwin", "arm64", tuple(mac_platforms((13, 0), "arm64")), "aarch64-apple-darwin"),
    "Windows": Machine("win32", "AMD64", ("win_amd64",), "x86_64-pc-windows-msvc"),
    "Windows, ARM": Machine("win32", "ARM64", ("win_arm64",), "aarch64-pc-windows-msvc"),
}
WHATEVER_PYTHON = [(name, python) for name in MACHINES for python in PYTHONS]


@cache
def lock() -> Mapping[str, Any]:
    """The contents of uv.lock."""
    return tomllib.loads((HOUSE / "uv.lock").read_text("utf-8"))


@cache
def marker(text: str) -> Marker:
    """The condition under which a package is needed."""
    return Marker(text)


@cache
def tags(url: str) -> frozenset[Tag]:
    """The machines that a wheel is for."""
    return parse_wheel_filename(url.rpartition("/")[2])[3]


def locked(machine: Machine, python: tuple[int, int]) -> Iterator[tuple[str, frozenset[Tag]]]:
    """The packages that uv.lock installs there, each with its wheels."""
    packages = {(package["name"], package.get("version")): package for package in lock()["package"]}
    of_name = {package["name"]: package for package in lock()["package"]}  # where there is one version only
    facts = {
        "python_version": f"{python[0]}.{python[1]}",
        "python_full_version": f"{python[0]}.{python[1]}.0",
        "sys_platform": machine.system,
        "platform_machine": machine.processor,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[machine.system],
        "os_name": "nt" if machine.system == "win32" else "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    wanted: list[Mapping[str, Any]] = [of_name[NAME]]
    seen = set()
    while wanted:
        package = wanted.pop()
        for need in package.get("dependencies", ()):
            if "marker" in need and not marker(need["marker"]).evaluate(facts):
                continue
            needed = packages.get((need["name"], need.get("version"))) or of_name[need["name"]]
            if (told := f"{needed['name']} {needed['version']}") in seen:
                continue
            seen.add(told)
            wanted.append(needed)
            yield told, frozenset(chain.from_iterable(tags(wheel["url"]) for wheel in needed.get("wheels", ())))


@pytest.mark.parametrize(("name", "python"), WHATEVER_PYTHON)
def test_the_lock_has_a_wheel_of_every_package_for_every_machine(name: str, python: tuple[int, int]) -> None:
    machine = MACHINES[name]
    taken = {*cpython_tags(python, platforms=machine.takes), *compatible_tags(python, platforms=machine.takes)}
    needed = dict(locked(machine, python))

    assert len(needed) > 20
    assert [package for package, wheels in needed.items() if not wheels & taken] == []


@pytest.mark.slow  # asks the registry of packages
@pytest.mark.parametrize("name", MACHINES)
def test_whoever_installs_it_from_the_registry_gets_wheels_only(name: str) -> None:
    """Without the lock, with the newest of everything: what has no wheel is named by uv."""
    for python in (PYTHONS[0], PYTHONS[-1]):
        asked = ["--python-platform", MACHINES[name].called, "--python-version", f"{python[0]}.{python[1]}"]
        done = subprocess.run(
            [sys.executable, "-m", "uv", "pip", "compile", "-q", "--only-binary", ":all:", *asked, "pyproject.toml"],
            cwd=HOUSE,
            env={"UV_SYSTEM_CERTS": "true", **os.environ},
            check=False,
            capture_output=True,
            text=True,
        )

        assert done.returncode == 0, done.stderr
        assert "sqlite-utils==" in done.stdout
