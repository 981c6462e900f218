"""The parts of benchmarks/metrics.py that do not depend on the machine. No time is asserted."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from tests import needs

pytest.importorskip("sacrebleu", reason=needs.DEV)
pytest.importorskip("rouge_score", reason=needs.DEV)
pytest.importorskip("nltk", reason=needs.DEV)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    path = Path(__file__).resolve().parents[1] / "benchmarks" / "metrics.py"
    spec = importlib.util.spec_from_file_location("metrics_benchmark", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def test_pairs_are_the_same_for_the_same_seed(benchmark: ModuleType) -> None:
    assert benchmark.make_pairs(9, Random(3)) == benchmark.make_pairs(9, Random(3))
    texts = [
        (item.candidates[0].code, item.task.references[0]) for item in benchmark.make_pairs(9, Random(3))
    ]
    assert [code == reference for code, reference in texts[::3]] == [True] * 3


@pytest.mark.parametrize("name", ["bleu:mbart", "rouge-l:odex", "chrf"])
def test_libraries_and_we_find_the_same(benchmark: ModuleType, name: str) -> None:
    judged = benchmark.make_pairs(30, Random(5))
    theirs = benchmark.by_library(benchmark.libraries()[name], judged)
    assert benchmark.by_us(name, judged) == pytest.approx(theirs)


def test_ratios_are_taken_round_by_round(benchmark: ModuleType) -> None:
    assert benchmark.ratio([10.0, 1.0, 6.0], [5.0, 0.5, 1.0]) == "2.0 [2.0-6.0]"
