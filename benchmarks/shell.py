"""How long a command takes with a fresh tree, walls and a look at what changed: ours, a floor, and others.

    python benchmarks/shell.py [--rounds 15] [--repeat 20] [--quick] [--json FILE]

A check in five trees is measured beside the same check in one.

Every system gets the same commands. Within a round each runs a command many times in a row, one system after
the other, and ratios are taken within a round, so that a busy machine slows all of them.
The floor is a bare bash in new namespaces, from a C program: it needs a compiler. Bubblewrap is measured
where it is installed.
"""

from __future__ import annotations

import argparse
import json
import tarfile
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from commands.systems import SYSTEMS, MissingError, System
from rich.console import Console
from rich.table import Table
from throughput.accounting import Spread, ratios, spread

from asmeant.execution.shell import ShellRunner
from asmeant.execution.shell.sandbox import ShellSandbox
from asmeant.records import Check, Limits, Program, Scaffold

COMMANDS = {
    "nothing": "true",
    "looks": "find . -type f | wc -l",
    "writes": "echo new > new.txt; rm -f a/3.txt; mkdir -p made",
}
FILES = 32
TREES = 5
FROM_WORK = Scaffold(working_directory="/work")


def main() -> None:
    words = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    words.add_argument("--rounds", type=int, default=15, help="how many rounds")
    words.add_argument("--repeat", type=int, default=20, help="how often each command runs in a round")
    words.add_argument("--quick", action="store_true", help="two rounds of two: a smoke test")
    words.add_argument("--json", metavar="FILE", help="write all figures there")
    options = words.parse_args()
    rounds, repeat = (2, 2) if options.quick else (options.rounds, options.repeat)
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        systems = connected(planted(Path(folder)), console)
        try:
            figures = {name: table(measure(systems, text, rounds, repeat)) for name, text in COMMANDS.items()}
        finally:
            for system in systems.values():
                system.close()
        checks = check_times(Path(folder), rounds, repeat)
    for name, rows in figures.items():
        console.print(drawn(f"{name}: {COMMANDS[name]}", rows, systems, rounds))
    console.print(
        f"A check in one tree: {shown(checks['one tree'])} ms; in {TREES}: {shown(checks['trees'])} ms, "
        f"{shown(checks['ratio'])} times as long."
    )
    if options.json:
        Path(options.json).write_text(
            json.dumps({"rounds": rounds, "repeat": repeat, **figures, "checks": checks}, indent=1) + "\n"
        )


def check_times(folder: Path, rounds: int, repeat: int) -> dict[str, dict[str, float]]:
    """The milliseconds of a check in one tree and in several. Its reference has run before.

    As many commands run for the one as for the other, in turn: a busy machine slows both.
    """
    trees = [packed(planted(folder / f"tree{number}", FILES + number)) for number in range(TREES)]
    runner = ShellRunner()
    sandbox = ShellSandbox(runner)
    times: dict[int, list[float]] = {1: [], TREES: []}

    def seconds(count: int) -> float:
        check = Check(same_outcome_as="find . -type f | sort", trees=tuple(trees[:count]))
        program = Program("t", 0, "bash", "find . -type f -print | sort", (check,), FROM_WORK)
        begun = time.perf_counter()
        assert all(item.same_outcome for item in sandbox.observe(program, Limits()))
        return time.perf_counter() - begun

    try:
        for number in range(rounds + 1):  # the first warms up
            sums = {1: 0.0, TREES: 0.0}
            for _ in range(repeat):
                sums[1] += sum(seconds(1) for _ in range(TREES)) / TREES
                sums[TREES] += seconds(TREES)
            for count in times if number else ():
                times[count].append(1000 * sums[count] / repeat)
    finally:
        runner.close()
    return {
        "one tree": asdict(spread(times[1])),
        "trees": asdict(spread(times[TREES])),
        "ratio": asdict(ratios(times[TREES], times[1])),
    }


def packed(top: Path) -> str:
    place = top.with_suffix(".tar")
    with tarfile.open(place, "w") as archive:
        archive.add(top, arcname=top.name)
    return str(place)


def planted(folder: Path, files: int = FILES) -> Path:
    """A small tree, as benchmarks for commands have it."""
    top = folder / "work"
    for number in range(files):
        place = top / "abcd"[number % 4] / f"{number // 4}.txt"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"line {number}\n" * (number + 1))
    return top


def connected(tree: Path, console: Console) -> dict[str, System]:
    systems: dict[str, System] = {}
    for name, make in SYSTEMS.items():
        try:
            system = make(tree)
            system.run("true")
            systems[name] = system
        except MissingError as missing:
            console.print(f"{name} is left out, for want of {missing}")
    return systems


def measure(systems: Mapping[str, System], command: str, rounds: int, repeat: int) -> dict[str, list[float]]:
    """For each system the milliseconds of a command in each round, with what it does between two of them."""
    times_by_system: dict[str, list[float]] = {name: [] for name in systems}
    for _ in range(rounds):
        for name, system in systems.items():
            begun = time.perf_counter()
            for _ in range(repeat):
                system.run(command)
            times_by_system[name].append(1000 * (time.perf_counter() - begun) / repeat)
    return times_by_system


def table(times_by_system: Mapping[str, list[float]]) -> dict[str, dict[str, dict[str, float]]]:
    floor = times_by_system.get("floor")
    return {
        name: {
            "ms": asdict(spread(times)),
            **({"to_floor": asdict(ratios(times, floor))} if floor else {}),
        }
        for name, times in times_by_system.items()
    }


def drawn(
    title: str,
    rows: Mapping[str, Mapping[str, Mapping[str, float]]],
    systems: Mapping[str, System],
    rounds: int,
) -> Table:
    drawing = Table(title=f"{title}\nmedian of {rounds} rounds (least to most)")
    for column in ("system", "ms a command", "times the floor"):
        drawing.add_column(column, justify="left" if column == "system" else "right")
    for name, row in rows.items():
        to_floor = shown(row["to_floor"]) if "to_floor" in row else "-"
        drawing.add_row(f"{name}: {systems[name].about}", shown(row["ms"]), to_floor)
    return drawing


def shown(value: Mapping[str, float]) -> str:
    interval = Spread(**value)
    return f"{interval.median:.2f} ({interval.least:.2f} to {interval.most:.2f})"


if __name__ == "__main__":
    main()
