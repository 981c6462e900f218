"""The parts of benchmarks/execution.py that do not depend on the machine. No time is asserted."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

from throughput import accounting, scale, systems, work
from throughput.accounting import Process, Spread
from throughput.driver import Driver, MissingError, Round, together, write_items
from throughput.items import Item

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3.0], Spread(3.0, 3.0, 3.0)),
        ([5.0, 1.0, 3.0], Spread(3.0, 1.0, 5.0)),
        ([4.0, 2.0], Spread(3.0, 2.0, 4.0)),
    ],
)
def test_a_spread_is_the_median_with_the_extremes(values: list[float], expected: Spread) -> None:
    assert accounting.spread(values) == expected


def test_ratios_are_taken_round_by_round() -> None:
    # Both were slow in the second round: the ratio is the same.
    assert accounting.ratios([10.0, 1.0], to=[5.0, 0.5]) == Spread(2.0, 2.0, 2.0)


def test_the_fastest_peer_may_be_another_in_each_round() -> None:
    assert accounting.fastest([[1.0, 9.0], [5.0, 2.0]]) == [5.0, 9.0]


def test_a_process_name_may_hold_anything() -> None:
    line = "42 (a) b ( c)) S 7 " + " ".join(["0"] * 9) + " 100 200 300 400 20 0"
    assert accounting.read_process(line) == Process(42, 7, 1000 / accounting.TICKS)


def test_a_tree_holds_all_descendants_and_no_one_else() -> None:
    found = [Process(1, 0, 1.0), Process(2, 1, 1.0), Process(3, 2, 1.0), Process(4, 0, 1.0)]
    assert {process.pid for process in accounting.tree(1, found)} == {1, 2, 3}


def test_a_round_tells_speed_and_cost() -> None:
    seen = Round(seconds=2.0, cpu_seconds=3.0, right=(True, False, True, True))
    assert (seen.per_second, seen.cpu_ms) == (2.0, 750.0)


def test_turns_add_up_to_a_round() -> None:
    turns = [Round(1.0, 2.0, (True,)), Round(3.0, 1.0, (False, True))]
    assert together(turns) == Round(4.0, 3.0, (True, False, True))


@pytest.mark.parametrize(
    ("most", "expected"), [(500, [500]), (1000, [1000]), (20_000, [1000, 10_000, 20_000])]
)
def test_stops_grow_tenfold(most: int, expected: list[int]) -> None:
    assert scale.stops(most) == expected


def test_the_calls_of_a_test_are_recorded_and_not_those_of_the_program_itself() -> None:
    item = Item("t", "f", "", "def f(x): return [f(x - 1)] if x else []", "assert f(1) == [[]]", b"")
    recorded = work.recorded(item)
    assert (recorded.inputs, recorded.expected) == (((1,),), ([[]],))


@pytest.fixture(scope="module")
def items() -> list[Item]:
    """A few right programs, and as many that do nothing of what they should."""
    right = work.sample()[:2]
    return [
        *right,
        *(replace(item, program=f"def {item.entry}(*_): return []", code=WRONG) for item in right),
    ]


WRONG = "[]"


@linux_only
@pytest.mark.parametrize("name", systems.SYSTEMS)
def test_each_system_tells_right_from_wrong(name: str, items: list[Item], tmp_path: Path) -> None:
    try:
        driver = Driver(name, 2, write_items(items, tmp_path / "items"))
    except MissingError as missing:
        pytest.skip(f"not installed: {missing}")
    try:
        seen = driver.run(2 * len(items))
    finally:
        driver.close()
    assert seen.right == (True, True, False, False) * 2
