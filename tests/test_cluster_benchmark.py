"""The parts of benchmarks/scale.py and benchmarks/cluster.py that do not depend on the machine."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

from scale import MEASURED, Inputs, forecast, read

QUICK_DRIVER = replace(MEASURED, driver_ms=0.001)


def test_one_actor_takes_as_long_as_its_work() -> None:
    made = forecast(QUICK_DRIVER, actors=1, candidates=20_000)
    assert made.seconds == pytest.approx(20_000 * QUICK_DRIVER.core_seconds, rel=0.1)
    assert made.busy > 0.98
    assert made.limit == "cores"


def test_twice_the_actors_take_half_the_time_while_the_driver_keeps_up() -> None:
    one, two = (forecast(QUICK_DRIVER, actors, 20_000).seconds for actors in (4, 8))
    assert one / two == pytest.approx(2, rel=0.1)


def test_more_actors_do_not_help_a_driver_that_is_full() -> None:
    made = forecast(MEASURED, actors=1000, candidates=50_000)
    assert made.limit == "driver"
    assert made.seconds == pytest.approx(50_000 * MEASURED.driver_ms / 1000, rel=0.2)


def test_figures_are_read_from_what_the_benchmark_wrote(tmp_path: Path) -> None:
    small = {"workers": 1, "nodes": 1, "ray": 100.0, "driver_ms": 0.5}
    large = {"workers": 2, "nodes": 2, "ray": 300.0, "driver_ms": 0.75}
    figures = {"measured": [small, large], "bookkeeping_ms": 0.25, "bytes_out": 10.0, "bytes_kept": 20.0}
    (tmp_path / "figures.json").write_text(json.dumps(figures))
    assert read(tmp_path / "figures.json") == Inputs(150.0, 1.0, 10.0, 20.0)
