"""Where programs run has a name, by the languages of the tasks: it is part of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.execution import Place
from asmeant.execution.worlds.commands import BuiltCommands
from asmeant.pipeline.plan import world_of
from asmeant.records import Task

PYTHON, BASH = Task("p", "x"), Task("b", "x", code_language="bash")
WORLD = BuiltCommands("bash", Path("/none"), "0123456789abcdef" * 4)


@pytest.mark.parametrize(
    ("place", "tasks", "label", "world"),
    [
        (Place(), [PYTHON], "this Python", "this"),
        (Place(), [BASH], "this machine's tools", "this"),
        (Place(), [PYTHON, BASH], "this Python, this machine's tools", "this"),
        (Place(commands=WORLD), [PYTHON], "this Python", "this"),
        (Place(commands=WORLD), [BASH], "bash@0123456789ab", "bash"),
        (Place(commands=WORLD), [PYTHON, BASH], "this Python, bash@0123456789ab", "bash"),
        (Place(), [], "this Python", "this"),
    ],
)
def test_a_place_is_named_by_what_runs_in_it(place: Place, tasks: list[Task], label: str, world: str) -> None:
    assert place.label_for(tasks) == label
    assert world_of(label) == world


def test_the_world_of_a_label_with_a_python() -> None:
    assert world_of("odex-3.11@0123456789ab") == "odex"
    assert world_of("odex-3.11@0123456789ab, bash@0123456789ab") == "odex"
