from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from asmeant.datasets import load_tasks
from asmeant.errors import DataError, UsageError
from asmeant.records import Selection, Task

ROW: dict[str, Any] = {
    "task_id": 77,
    "prompt": "def f_77(words):\n\treturn ",
    "suffix": "",
    "canonical_solution": "len(words)",
    "test_start": "\nimport math\n\ndef check(candidate):",
    "test": ["\n    assert candidate(['a']) == 1\n", "\n    assert candidate([]) == 0\n"],
    "entry_point": "f_77",
    "intent": "count the `words`",
    "library": ["math"],
}


def write(folder: Path, language: str, *rows: dict[str, Any]) -> Path:
    place = folder / "odex" / f"{language}_test.jsonl"
    place.parent.mkdir(exist_ok=True)
    place.write_text("".join(json.dumps(ROW | row) + "\n" for row in rows), encoding="utf-8")
    return place


def load(folder: Path, **fields: Any) -> Task:
    write(folder, "en", fields)
    return next(load_tasks("odex", Selection(languages=("en",)), folder))


def run(task: Task) -> None:
    scaffold = task.scaffold
    names: dict[str, Any] = {}
    exec(scaffold.before + task.references[0] + scaffold.after, names)
    exec(scaffold.setup, names)
    names = dict(names, candidate=names[scaffold.entry])
    for probe in task.checks[0].probes:
        exec(probe, names)


def test_every_field_finds_its_place(tmp_path: Path) -> None:
    task = load(tmp_path)
    assert task.id == "odex/en/0"
    assert task.intent == "count the `words`"
    assert task.intent_language == "en"
    assert task.scaffold.before == "def f_77(words):\n    return "
    assert task.scaffold.after == ""
    assert task.scaffold.setup == "import math"
    assert task.scaffold.entry == "f_77"
    assert task.scaffold.libraries == ("math",)
    assert task.references == ("len(words)",)
    assert task.checks[0].probes == ("assert candidate(['a']) == 1", "assert candidate([]) == 0")
    assert task.tags == {"post": "77", "domain": "open"}
    run(task)


def test_without_libraries_the_domain_is_closed(tmp_path: Path) -> None:
    assert load(tmp_path, library=[]).tags["domain"] == "closed"


def test_rows_with_the_same_post_have_different_ids(tmp_path: Path) -> None:
    write(tmp_path, "es", {}, {})
    assert [task.id for task in load_tasks("odex", Selection(("es",)), tmp_path)] == [
        "odex/es/0",
        "odex/es/1",
    ]


def test_only_leading_tabs_become_spaces(tmp_path: Path) -> None:
    solution = "x = '\ta'\n\tfor w in words:\n\t\tx += '''\n\tin a string'''\t# tab\n\tx +=\t'b'"
    task = load(tmp_path, prompt="def f_77(words):\n\t", canonical_solution=solution, suffix="\n\treturn x")
    assert task.scaffold.before == "def f_77(words):\n    "
    assert task.references == (
        "x = '\ta'\n    for w in words:\n        x += '''\n\tin a string'''\t# tab\n    x +=\t'b'",
    )
    assert task.scaffold.after == "\n    return x"


def test_a_cut_inside_the_indentation_stays_there(tmp_path: Path) -> None:
    task = load(
        tmp_path, prompt="def f_77(words):\n\tif 1:\n\t", canonical_solution="\treturn 1", suffix="\n"
    )
    assert task.scaffold.before == "def f_77(words):\n    if 1:\n    "
    assert task.references == ("    return 1",)
    assert task.scaffold.after == "\n"


def test_a_cut_inside_a_string_moves_nothing(tmp_path: Path) -> None:
    task = load(tmp_path, prompt="def f_77(words):\n\treturn '''\n\t", canonical_solution="\t'''", suffix="")
    assert task.references == ("\t'''",)


@pytest.mark.parametrize(
    "head", ["def check(given):", "def check(given: object) -> None:", "def  check ( given ) :"]
)
def test_the_function_may_be_called_by_another_word(tmp_path: Path, head: str) -> None:
    task = load(tmp_path, test_start=f"\nimport math\n\n{head}", test=["\n    assert given([]) == 0\n"])
    assert task.scaffold.setup == "import math\n\ngiven = f_77".replace("\n\n", "\n")
    run(task)


def test_a_body_that_begins_with_the_head_belongs_to_the_first_probe(tmp_path: Path) -> None:
    task = load(
        tmp_path, test_start="def check(candidate):\n    x = ['a']", test=["\n    assert candidate(x) == 1\n"]
    )
    assert task.scaffold.setup == ""
    assert task.checks[0].probes == ("x = ['a']\nassert candidate(x) == 1",)


def test_without_a_head_all_of_it_is_setup(tmp_path: Path) -> None:
    assert load(tmp_path, test_start="\nimport math\n").scaffold.setup == "import math"


def test_probes_that_need_a_function_get_one(tmp_path: Path) -> None:
    test = "\n    try:\n        candidate(1)\n    except TypeError:\n        return\n    assert False\n"
    run(load(tmp_path, test=[test]))


def test_probes_share_their_names(tmp_path: Path) -> None:
    run(
        load(
            tmp_path,
            test=["\n    x = ['a']\n    assert candidate(x)\n", "\n    assert candidate(x + x) == 2\n"],
        )
    )


def test_a_missing_language_says_which_are_there(tmp_path: Path) -> None:
    write(tmp_path, "en", {})
    write(tmp_path, "ru", {})
    with pytest.raises(DataError) as caught:
        load_tasks("odex", data=tmp_path)
    assert str(caught.value) == (
        f"odex/es_test.jsonl is not in {tmp_path}. Fetch it with: asmeant fetch odex, or point --data or "
        f"ASMEANT_DATA at a folder that has it. Or leave that language out: --lang en,ru."
    )


def test_missing_data_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Fetch it with: asmeant fetch odex") as caught:
        load_tasks("odex", Selection(languages=("ja",)), tmp_path)
    assert "--lang" not in str(caught.value)


def test_an_id_needs_only_its_own_language(tmp_path: Path) -> None:
    write(tmp_path, "ru", {})
    (task,) = load_tasks("odex", Selection(ids=("odex/ru/0",)), tmp_path)
    assert task.id == "odex/ru/0"
    with pytest.raises(DataError, match=r"odex/en_test\.jsonl is not in"):
        load_tasks("odex", Selection(ids=("odex/en/0",)), tmp_path)


def test_an_unknown_language_names_the_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"odex has no tasks in 'fr'\. It has: en, es, ja, ru"):
        load_tasks("odex", Selection(languages=("fr",)), tmp_path)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"task_id": 1, "intent": "a', "truncated"),
        ('{"task_id": 1}', "missing required field `intent`"),
        (json.dumps(ROW | {"test": "assert True"}), r"Expected `array`, got `str` - at `\$.test`"),
        ("[]", "Expected `object`, got `array`"),
        ("nothing", "malformed"),
    ],
)
def test_a_broken_line_is_told_with_its_number(tmp_path: Path, line: str, fault: str) -> None:
    place = write(tmp_path, "en", {})
    place.write_text(place.read_text() + line + "\n")
    tasks = load_tasks("odex", Selection(languages=("en",)), tmp_path)
    next(tasks)
    with pytest.raises(DataError, match=fault) as caught:
        next(tasks)
    assert str(caught.value).startswith(f"{place} is broken: line 2: ")
    assert str(caught.value).endswith("asmeant fetch odex")


@pytest.mark.data
@pytest.mark.filterwarnings("ignore:invalid escape sequence")
@pytest.mark.parametrize(
    ("language", "rows", "open_domain"), [("en", 439, 230), ("es", 90, 48), ("ru", 252, 114)]
)
def test_the_released_files(released_data: Path, language: str, rows: int, open_domain: int) -> None:
    tasks = list(load_tasks("odex", Selection(languages=(language,)), released_data))
    assert len(tasks) == len({task.id for task in tasks}) == rows
    assert sum(task.tags["domain"] == "open" for task in tasks) == open_domain
    for task in tasks:
        program = task.scaffold.before + task.references[0] + task.scaffold.after
        for source in (program, task.scaffold.setup, *task.checks[0].probes):
            compile(source, task.id, "exec")
