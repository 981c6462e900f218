from __future__ import annotations

import platform
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asmeant.errors import SandboxError
from asmeant.execution import Place
from asmeant.pipeline.cluster import bench
from asmeant.pipeline.cluster.bench import Bench, BenchSettings
from asmeant.records import Candidate, Deadline, Limits
from asmeant.testing import make_task

SETTINGS = BenchSettings.of(Place(), "namespaces")


def test_a_batch_is_observed_and_its_deadlines_are_measured_once() -> None:
    tasks = [make_task("one"), make_task("two")]
    here = Bench(SETTINGS)
    assert here.open().fault == ""
    batch = [
        (task, Candidate(task.id, rank, code)) for task in tasks for rank, code in enumerate(["2 * x", "x"])
    ]
    observed = here.observe(batch, [Deadline("one", 1.5, 0.01)], Limits()).content
    assert [[item.probes_passed for item in items] for items in observed.observations] == [[2], [0], [2], [0]]
    assert [deadline.task_id for deadline in observed.deadlines] == ["two"]
    here.close()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"version": "0.0.1"}, "and the run began with 0.0.1"),
        ({"python": "2.7.18"}, f"Python is {platform.python_version()} there, and the run began with 2.7.18"),
        ({"answers": Path("/nowhere")}, "the folder /nowhere (--answers) is not there"),
        ({"world": "odx"}, "No world is called 'odx'"),
        ({"sandbox": "namspaces"}, "No sandbox is called 'namspaces'"),
    ],
)
def test_a_node_that_differs_says_how(changes: dict[str, Any], fault: str) -> None:
    opened = Bench(replace(SETTINGS, **changes)).open()
    assert fault in opened.fault
    assert opened.node == platform.node()


def test_a_world_that_is_not_there_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path))
    builds: list[tuple[str, str]] = []

    def build(world: Any, version: str) -> Any:
        builds.append((world.name, version))
        raise SandboxError("no room for it.")

    monkeypatch.setattr(bench, "build", build)
    opened = Bench(replace(SETTINGS, world="odex", world_version="3.11")).open()
    assert builds == [("odex", "3.11")]
    assert opened.fault == "no room for it."


def test_commands_need_the_same_world_for_commands() -> None:
    here = Bench(replace(SETTINGS, commands_label="bash@0123"))
    assert here.open().fault == ""
    assert here.observe([(make_task(), Candidate("double", 0, "2 * x"))], [], Limits()).content.observations
    task = replace(make_task(), code_language="bash")
    with pytest.raises(
        SandboxError, match=r"these commands run in bash@0123. Run there: asmeant world build bash"
    ):
        here.observe([(task, Candidate(task.id, 0, "ls"))], [], Limits())
    here.close()
