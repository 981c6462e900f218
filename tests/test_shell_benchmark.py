"""The parts of benchmarks/shell.py that do not depend on the machine. No time is asserted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import shell
from commands.systems import SYSTEMS, MissingError

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


def test_ratios_to_the_floor_are_taken_round_by_round() -> None:
    table = shell.table({"floor": [1.0, 2.0, 4.0], "ours": [2.0, 3.0, 8.0]})
    assert table["ours"] == {
        "ms": {"median": 3.0, "least": 2.0, "most": 8.0},
        "to_floor": {"median": 2.0, "least": 1.5, "most": 2.0},
    }


def test_without_a_floor_there_is_no_ratio() -> None:
    assert shell.table({"ours": [2.0]}) == {"ours": {"ms": {"median": 2.0, "least": 2.0, "most": 2.0}}}


@linux_only
@pytest.mark.parametrize("name", SYSTEMS)
def test_each_system_runs_commands_and_leaves_the_tree(name: str, tmp_path: Path) -> None:
    tree = shell.planted(tmp_path)
    try:
        system = SYSTEMS[name](tree)
        for command in shell.COMMANDS.values():
            system.run(command)
    except MissingError as missing:
        pytest.skip(f"not installed: {missing}")
    system.close()
    assert len(list(tree.rglob("*.txt"))) == shell.FILES
