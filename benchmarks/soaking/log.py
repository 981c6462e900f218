"""The rows of a long run, one for each slice of its candidates, in a file that is written as it goes.

A run that was stopped goes on after the last row. Tenths of the run are sums and medians of its rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from soaking import readings

LETTERS = {"passed": "p", "failed": "f", "undecided": "u"}


@dataclass(frozen=True, slots=True)
class Slice:
    """Some candidates, judged one after the other, and what a bare fork for each program took after them."""

    number: int
    process: str  # the process that judged it: growth is within one process
    candidates: int
    seconds: float
    cpu_seconds: float
    floor_candidates: int
    floor_seconds: float
    floor_cpu_seconds: float
    kinds: dict[str, int]
    letters: str  # the verdicts in order: p, f or u
    disturbances: dict[str, int]
    held: dict[str, float]
    wrong: int  # verdicts that cannot be: right ones that did not pass, hostile ones that did


class Log:
    """The file of a long run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.rows = read(path)

    def add(self, row: Slice) -> None:
        self.rows.append(row)
        with self._path.open("a") as file:
            file.write(json.dumps(asdict(row)) + "\n")


def read(path: Path) -> list[Slice]:
    """The rows of a file. A last line that was not written to its end is left out."""
    if not path.exists():
        return []
    *lines, rest = path.read_text().split("\n")
    if rest:
        path.write_text("".join(f"{line}\n" for line in lines))
    return [Slice(**json.loads(line)) for line in lines]


@dataclass(frozen=True, slots=True)
class Part:
    """Several slices: a tenth of the run. Speed is that of slices in which nothing was killed."""

    candidates: int
    per_second: float
    cpu_ms: float
    to_floor: float
    to_floor_by_cpu: float
    statuses: dict[str, int]
    kinds: dict[str, int]
    disturbances: dict[str, int]
    wrong: int
    held: readings.Reading


def part(rows: Sequence[Slice]) -> Part:
    calm = [row for row in rows if not row.disturbances] or rows
    candidates = sum(row.candidates for row in calm)
    seconds = sum(row.seconds for row in calm)
    cpu_seconds = sum(row.cpu_seconds for row in calm)
    floor_candidates = sum(row.floor_candidates for row in calm)
    held = [readings.Reading(**row.held) for row in rows]
    return Part(
        candidates=sum(row.candidates for row in rows),
        per_second=candidates / seconds,
        cpu_ms=1000 * cpu_seconds / candidates,
        to_floor=_quotient(
            candidates / seconds, floor_candidates / max(1e-9, sum(row.floor_seconds for row in calm))
        ),
        to_floor_by_cpu=_quotient(
            sum(row.floor_cpu_seconds for row in calm) / max(1, floor_candidates), cpu_seconds / candidates
        ),
        statuses=_sum(
            {status: row.letters.count(letter) for status, letter in LETTERS.items()} for row in rows
        ),
        kinds=_sum(row.kinds for row in rows),
        disturbances=_sum(row.disturbances for row in rows),
        wrong=sum(row.wrong for row in rows),
        held=readings.middle(held),
    )


def longest(rows: Sequence[Slice]) -> list[Slice]:
    """The rows of the process that judged most of them."""
    (process, _), *_ = Counter(row.process for row in rows).most_common(1)
    return [row for row in rows if row.process == process]


def parts(rows: Sequence[Slice], count: int) -> list[Part]:
    """The rows in so many parts of about the same length."""
    count = min(count, len(rows))
    bounds = [round(len(rows) * number / count) for number in range(count + 1)] if count else [0]
    return [part(rows[start:end]) for start, end in pairwise(bounds)]


def differing(rows: Iterable[Slice], others: Iterable[Slice]) -> tuple[int, int]:
    """How many verdicts two runs with the same seed have in common, and how many of these differ."""
    other_letters = {row.number: row.letters for row in others}
    pairs = [
        pair
        for row in rows
        if len(other_letters.get(row.number, "")) == len(row.letters)
        for pair in zip(row.letters, other_letters[row.number], strict=True)
    ]
    return len(pairs), sum(one != other for one, other in pairs)


def slope_percent(rows: Sequence[Slice]) -> float:
    """By how many percent CPU time per candidate, in relation to the floor's, grew from first to last row.

    The median of the slopes of all pairs of rows (Theil and Sen): single rows do not move it.
    """
    calm = [row for row in rows if not row.disturbances and row.floor_cpu_seconds]
    costs = [
        (row.number, (row.cpu_seconds / row.candidates) / (row.floor_cpu_seconds / row.floor_candidates))
        for row in calm
    ]
    slopes = [
        (later - earlier) / (end - start)
        for index, (start, earlier) in enumerate(costs)
        for end, later in costs[index + 1 :]
    ]
    if not slopes:
        return 0.0
    return 100 * median(slopes) * (costs[-1][0] - costs[0][0]) / median(cost for _, cost in costs)


def _sum(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(total)


def _quotient(value: float, other: float) -> float:
    return value / other if other else 0.0


__all__ = ["Log", "Part", "Slice", "differing", "longest", "part", "parts", "read", "slope_percent"]
