"""In its world every reference of ODEX passes, but for the one that never ends."""

from __future__ import annotations

import json
import os
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from asmeant.datasets import load_tasks
from asmeant.errors import DataError, SandboxError
from asmeant.execution.assemble import source
from asmeant.execution.worlds import Built, built
from asmeant.records import Selection, Task

pytestmark = pytest.mark.data

RUNNER = Path(__file__).with_name("reference_runner.py")
SECONDS = 20


@pytest.fixture(scope="module")
def place() -> Built:
    try:
        return built("odex")
    except SandboxError as error:
        pytest.skip(str(error))


def failing(tasks: list[Task], place: Built, scratch: Path) -> set[str]:
    """The tasks whose reference does not pass. Each tier of the world is one process that forks."""
    tiers = defaultdict(list)
    for task in tasks:
        tiers[place.world.preload(task.scaffold.libraries)].append(task)
    running = []
    for number, (preload, members) in enumerate(tiers.items()):
        programs = [
            {
                "id": task.id,
                "source": source(task, task.references[0]),
                "setup": task.scaffold.setup,
                "entry": task.scaffold.entry,
                "probes": task.checks[0].probes,
            }
            for task in members
        ]
        settings = {
            "answers": place.world.answers(),
            "preload": preload,
            "programs": programs,
            "seconds": SECONDS,
        }
        path = scratch / f"{number}.json"
        path.write_text(json.dumps(settings))
        environment = {
            "PATH": os.defpath,
            "PYTHONHASHSEED": "0",
            "PYTHONWARNINGS": "ignore",
            "LANG": "C.UTF-8",
        }
        running.append(
            subprocess.Popen(
                [place.python, "-s", str(RUNNER), str(place.shims), str(path)],
                env={**environment, **place.environment},
                stdout=subprocess.PIPE,
                text=True,
            )
        )
    endings = [json.loads(line) for process in running for line in process.communicate()[0].splitlines()]
    assert len(endings) == len(tasks)
    return {name for name, status in endings if status != 0}


@pytest.mark.parametrize(("language", "count"), [("en", 439), ("es", 90), ("ja", 164), ("ru", 252)])
def test_references_pass(
    released_data: Path, place: Built, tmp_path: Path, language: str, count: int
) -> None:
    try:
        tasks = list(load_tasks("odex", Selection(languages=(language,)), released_data))
    except DataError as error:
        pytest.skip(str(error))
    assert len(tasks) == count
    quarantined = {name for name in place.world.quarantine() if name.split("/")[1] == language}
    assert failing(tasks, place, tmp_path) == quarantined
