"""What 10, 100 and 1,000 nodes would do: a simulation of the driver and its actors, from measured figures.

    python benchmarks/scale.py [--candidates 10000000] [--nodes 10 100 1000] [--cores 32] [--from FILE]

FILE is what benchmarks/cluster.py --json has written on your machine; without it, the figures of
docs/scale.md are used. Actors work on batches, two of which are always with each of them. The driver is one
thread: it takes its time for every candidate, sends the next batch when one is back, and writes the run.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from dataclasses import dataclass
from pathlib import Path

from asmeant.pipeline.cluster.crew import BATCH_SECONDS, BATCHES_AHEAD, MOST_ITEMS

# Of real samples, so many never end and are stopped after a second (docs/reference/speed.md).
ENDLESS = 0.005
ENDLESS_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Inputs:
    """What was measured, and what was assumed about machines that we do not have."""

    core_per_second: float  # candidates that one core judges in a second, without endless ones
    driver_ms: float  # CPU time of the driver for a candidate
    bytes_out: float  # a candidate on its way to a node
    bytes_kept: float  # and in the run; about as much comes back
    latency_seconds: float = 0.001
    network_mb: float = 1250.0  # a second: 10 Gbit/s
    store_mb: float = 200.0  # a second, into one folder of an object store
    actors_per_second: float = 100.0  # that Ray starts

    @property
    def core_seconds(self) -> float:
        """What a candidate takes on a core, endless ones among them."""
        return 1 / self.core_per_second + ENDLESS * ENDLESS_SECONDS


# Measured on a shared machine with 2 cores, a core as in docs/reference/speed.md: see docs/scale.md.
MEASURED = Inputs(core_per_second=148, driver_ms=0.75, bytes_out=273, bytes_kept=1202)


@dataclass(frozen=True, slots=True)
class Forecast:
    """How long it takes, how busy the actors are, and what is needed at least by each part alone."""

    seconds: float
    busy: float
    floors: dict[str, float]

    @property
    def limit(self) -> str:
        return max(self.floors, key=self.floors.__getitem__)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--candidates", type=int, default=10_000_000)
    parser.add_argument("--nodes", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--cores", type=int, default=32, help="of each node")
    parser.add_argument(
        "--from", dest="source", metavar="FILE", help="what benchmarks/cluster.py has written"
    )
    parser.add_argument("--runs", type=int, default=1, help="drivers that share the work, each with a run")
    options = parser.parse_args()
    inputs = read(Path(options.source)) if options.source else MEASURED
    print(f"{options.candidates:,} candidates, {options.cores} cores a node, {options.runs} run(s)")
    for nodes in options.nodes:
        actors = max(1, nodes * options.cores // options.runs)
        made = forecast(inputs, actors, options.candidates // options.runs)
        floors = ", ".join(f"{name} {seconds:,.0f} s" for name, seconds in made.floors.items())
        print(
            f"{nodes:>6,} nodes: {made.seconds:>9,.0f} s, actors busy {made.busy:4.0%}, "
            f"limited by {made.limit} ({floors})"
        )


def read(path: Path) -> Inputs:
    """The figures of the largest cluster that was measured."""
    try:
        figures = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(
            f"{path} cannot be read ({error}). Write it with: cluster.py --json {path}"
        ) from None
    row = max(figures["measured"], key=lambda one: (one["workers"], one["nodes"]))
    return Inputs(
        row["ray"] / row["workers"],
        row["driver_ms"] + figures["bookkeeping_ms"],
        figures["bytes_out"],
        figures["bytes_kept"],
    )


def forecast(inputs: Inputs, actors: int, candidates: int, seed: int = 0) -> Forecast:
    """The simulation, and beside it what each part would need if the others took no time."""
    seconds, worked = simulate(inputs, actors, candidates, random.Random(seed))
    floors = {
        "cores": candidates * inputs.core_seconds / actors,
        "driver": candidates * inputs.driver_ms / 1000,
        "network": candidates * (inputs.bytes_out + inputs.bytes_kept) / (inputs.network_mb * 1e6),
        "store": candidates * inputs.bytes_kept / (inputs.store_mb * 1e6),
        "start": actors / inputs.actors_per_second,
    }
    return Forecast(seconds, worked / (seconds * actors), floors)


def simulate(inputs: Inputs, actors: int, candidates: int, chance: random.Random) -> tuple[float, float]:
    """How long all of it takes, and how many seconds actors work in all."""
    size = max(1, min(MOST_ITEMS, int(BATCH_SECONDS / inputs.core_seconds)))
    per_candidate = max(
        inputs.driver_ms / 1000,
        (inputs.bytes_out + inputs.bytes_kept) / (inputs.network_mb * 1e6),
        inputs.bytes_kept / (inputs.store_mb * 1e6),
    )
    free = [number / inputs.actors_per_second for number in range(actors)]
    # What the driver can do next: an actor has room for a batch.
    events = [(start, number) for number, start in enumerate(free) for _ in range(BATCHES_AHEAD)]
    heapq.heapify(events)
    driver = worked = 0.0
    left = candidates
    while left > 0:
        ready, actor = heapq.heappop(events)
        batch = min(size, left)
        left -= batch
        driver = max(driver, ready) + batch * per_candidate
        work = _batch_seconds(inputs, batch, chance)
        worked += work
        free[actor] = max(free[actor], driver + inputs.latency_seconds) + work
        heapq.heappush(events, (free[actor], actor))
    return max(driver, max(free) if candidates > actors else driver), worked


def _batch_seconds(inputs: Inputs, size: int, chance: random.Random) -> float:
    endless = sum(chance.random() < ENDLESS for _ in range(size)) if size < 20 else _binomial(size, chance)
    return size / inputs.core_per_second + endless * ENDLESS_SECONDS


def _binomial(size: int, chance: random.Random) -> int:
    """Of so many, how many never end: rare, so one after the other by the gap between them."""
    count, place = 0, chance.expovariate(ENDLESS)
    while place < size:
        count, place = count + 1, place + chance.expovariate(ENDLESS)
    return count


if __name__ == "__main__":
    main()
