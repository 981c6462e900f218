from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from asmeant.datasets import load_tasks
from asmeant.errors import DataError, UnknownNameError, UsageError
from asmeant.languages import python
from asmeant.records import Selection, Task

FILES = {
    "": "MBUPP-MBPP_UpdatedNL_TC.json",
    "mbupp": "MBUPP-MBPP_UpdatedNL_TC.json",
    "mbpp": "MBPP.json",
    "mbpp+nl": "MBPP_UpdatedNL.json",
    "mbpp+tests": "MBPP_UpdatedTC.json",
}
ROW: dict[str, Any] = {
    "task_id": 900,
    "text": "Double a number. ",
    "code": "def helper(x):\r\n\treturn x\r\ndef twice(x): \r\n\treturn 2 * helper(x)\r\n",
    "test_list": ["assert twice(1) == 2 ", " assert twice(2) == 4"],
    "updated_test_list": {
        "original": ["assert twice(1) == 2 ", "assert twice(2) == 4"],
        "op_resp-NumToStr--original": ["assert twice(1) == '2'", "assert twice(2) == '4'"],
    },
}


def load(folder: Path, variant: str = "", **fields: Any) -> Task:
    place = folder / "mbupp" / FILES[variant]
    place.parent.mkdir(exist_ok=True)
    place.write_text(json.dumps([ROW | fields]))
    return next(load_tasks(f"mbupp:{variant}" if variant else "mbupp", data=folder))


@pytest.mark.parametrize("variant", ["", "mbupp", "mbpp+tests"])
def test_every_set_is_a_check(tmp_path: Path, variant: str) -> None:
    task = load(tmp_path, variant)
    assert task.id == f"{variant or 'mbupp'}/900"
    assert [check.name for check in task.checks] == ["original", "op_resp-NumToStr--original"]
    assert task.checks[0].probes == ("assert twice(1) == 2", "assert twice(2) == 4")


@pytest.mark.parametrize("variant", ["mbpp", "mbpp+nl"])
def test_the_original_asserts_are_one_check(tmp_path: Path, variant: str) -> None:
    task = load(tmp_path, variant)
    assert task.id == f"{variant}/900"
    assert [check.name for check in task.checks] == ["original"]


def test_without_sets_the_test_list_is_taken(tmp_path: Path) -> None:
    assert [check.name for check in load(tmp_path, updated_test_list={}).checks] == ["original"]


def test_the_entry_is_what_the_asserts_call(tmp_path: Path) -> None:
    task = load(tmp_path)
    assert (task.scaffold.entry, task.scaffold.any_function) == ("twice", True)
    assert (task.scaffold.before, task.scaffold.setup) == ("", "")
    assert (task.intent, task.tags) == ("Double a number.", {"task": "900"})


@pytest.mark.parametrize(
    ("asserts", "code", "entry"),
    [
        (["assert set(twice(1)) == {2}"], "def twice(x): ...", "twice"),
        (["assert set(double(1)) == {2}"], "def twice(x): ...", "double"),
        (["assert ("], "def twice(x): ...", "twice"),
        (["assert ("], "not python (", ""),
    ],
)
def test_the_entry_where_it_is_hard_to_see(tmp_path: Path, asserts: list[str], code: str, entry: str) -> None:
    task = load(tmp_path, "mbpp", test_list=asserts, code=code)
    assert task.scaffold.entry == entry


def test_code_gets_line_feeds_and_spaces(tmp_path: Path) -> None:
    assert load(tmp_path).references == (
        "def helper(x):\n    return x\ndef twice(x): \n    return 2 * helper(x)",
    )


def test_tabs_that_matter_stay(tmp_path: Path) -> None:
    # To Python a tab reaches to column 8; as four spaces it would end the inner block.
    code = "def twice(x):\n    if x:\n    \ty = 1\n    \treturn 2 * x\n    return 0"
    assert python.parses(load(tmp_path, code=code).references[0])
    mixed = "def twice(x):\n  if x:\n\treturn 2\n  return 0"
    assert python.parses(load(tmp_path, code=mixed).references[0])


def test_a_check_that_is_no_python_is_kept_and_named(tmp_path: Path) -> None:
    sets = {"original": ["assert twice(1) == 2"], "broken": ["assert twice(1) == 011"], "b": ["assert ("]}
    task = load(tmp_path, updated_test_list=sets)
    assert task.checks[1].probes == ("assert twice(1) == 011",)
    assert task.tags["unparsable_checks"] == "broken,b"


def test_an_unknown_variant_names_a_close_one(tmp_path: Path) -> None:
    with pytest.raises(
        UnknownNameError, match=r"No variant of mbupp is called 'mbpp\+test'. Closest: 'mbpp\+tests'"
    ):
        load_tasks("mbupp:mbpp+test", data=tmp_path)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[\n {"task_id": 1,\n  "text": "a', "line 3: Input data was truncated"),
        ('[\n {"task_id": 1,\n  oops', "line 3: JSON is malformed"),
        (json.dumps([ROW, ROW | {"text": None}]), r"Expected `str`, got `null` - at `\$\[1\].text`"),
        ('{"a": 1}', "Expected `array`, got `object`"),
        (" \n", "it is empty"),
    ],
)
def test_a_broken_file_is_told(tmp_path: Path, text: str, fault: str) -> None:
    load(tmp_path)
    (tmp_path / "mbupp" / FILES[""]).write_text(text)
    with pytest.raises(DataError, match=fault):
        next(load_tasks("mbupp", data=tmp_path))


def test_an_unknown_id_names_a_close_one(tmp_path: Path) -> None:
    load(tmp_path)
    with pytest.raises(UsageError, match=r"mbupp has no task 'mbupp/90'\. Closest: 'mbupp/900'"):
        load_tasks("mbupp", Selection(ids=("mbupp/900", "mbupp/90")), tmp_path)


@pytest.mark.data
def test_the_released_sets(released_data: Path) -> None:
    tasks = {task.id: task for task in load_tasks("mbupp", data=released_data)}
    assert len(tasks) == 466
    assert sum(len(task.checks) for task in tasks.values()) == 1238
    assert max((len(task.checks), task.tags["task"]) for task in tasks.values()) == (26, "306")
    probes = [probe for task in tasks.values() for check in task.checks for probe in check.probes]
    assert (len(probes), sum(map(python.parses, probes))) == (3740, 3739)
    assert [name for name, task in tasks.items() if "unparsable_checks" in task.tags] == ["mbupp/109"]
    assert "manual-corrected2" in tasks["mbupp/109"].tags["unparsable_checks"]


@pytest.mark.data
@pytest.mark.parametrize("variant", ["mbupp", "mbpp", "mbpp+nl", "mbpp+tests"])
def test_the_released_variants(released_data: Path, variant: str) -> None:
    tasks = list(load_tasks(f"mbupp:{variant}", data=released_data))
    assert len({task.id for task in tasks}) == 466
    assert all(task.scaffold.entry in python.functions(task.references[0]) for task in tasks)
