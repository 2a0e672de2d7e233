"""What a benchmark has measured: times in milliseconds, ratios between them, and the machine, as a table or as JSON."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured many times."""

    name: str
    median: float
    p95: float
    p99: float
    samples: int


def figure(name: str, nanoseconds: Sequence[int]) -> Figure:
    """Median, 95th and 99th percentile in milliseconds."""
    if len(nanoseconds) < 2:
        raise ValueError(f"{name}: {len(nanoseconds)} samples are too few for a median")
    ms = sorted(time / 1_000_000 for time in nanoseconds)
    p95, p99 = (ms[min(len(ms) - 1, round(part * len(ms)))] for part in (0.95, 0.99))
    return Figure(name, statistics.median(ms), p95, p99, len(ms))


def cpu_of(process: int) -> float:
    """Seconds for which that process has had a core."""
    told = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def machine() -> dict[str, Any]:
    """Where it was measured, and how many processes wanted a CPU there in the last minute."""
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return {"python": platform.python_version(), "system": platform.platform(), "cpus": os.cpu_count(), "load": load}


def show(figures: Mapping[str, Figure], ratios: Mapping[str, float], *, as_json: bool) -> None:
    """Prints all of it."""
    if as_json:
        told = {
            "machine": machine(),
            "ms": {key: asdict(figure) for key, figure in figures.items()},
            "ratios": dict(ratios),
        }
        json.dump(told, sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    here = machine()
    lines = [f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}", ""]
    lines += [f"{'':58} median        p95        p99   samples"]
    lines += [
        f"{key:8} {f.name:46} {f.median:7.2f} ms {f.p95:7.2f} ms {f.p99:7.2f} ms {f.samples:7}"
        for key, f in figures.items()
    ]
    lines += ["", *(f"{name:55} {ratio:7.2f}" for name, ratio in ratios.items())]
    sys.stdout.write("\n".join(lines) + "\n")
