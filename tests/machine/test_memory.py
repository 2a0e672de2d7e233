"""Memory that is freed is the system's again."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

DEED = """
import re, sys
from pathlib import Path
from arbiter.machine.memory import give_back_early

def held():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

if sys.argv[1] == "early":
    give_back_early()
before = held()
bytes(1_000_000)  # glibc learns from it that a megabyte is nothing
blocks, pins = [], []
for _ in range(600):
    blocks.append(b"x" * 100_000)
    pins.append(b"x" * 1_000)
blocks.clear()
print(held() - before)
"""


def left(how: str) -> int:
    """MB that a process has left of the 60 that it has used and freed."""
    ran = subprocess.run([sys.executable, "-c", DEED, how], check=True, capture_output=True, text=True)
    return int(ran.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries are left as they are")
def test_what_a_large_request_has_taken_goes_back_to_the_system() -> None:
    assert left("early") < 20 < left("as it is")
