"""Every fault of a tasks file is a DataError that says where, what and what to do."""

from __future__ import annotations

import gzip
import json
import re
import tracemalloc
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from asmeant import plugins
from asmeant.datasets import task_schema, tasks_file
from asmeant.errors import AsmeantError, DataError, UsageError
from asmeant.execution.assemble import source
from asmeant.records import Check, Expectation, Scaffold, Task, to_json

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "bring-your-own-tasks.md"

A = {"id": "a", "intent": "Add one to `n`"}


def line(**more: Any) -> str:
    return json.dumps({**A, **more}, ensure_ascii=False)


def probed(**more: Any) -> dict[str, Any]:
    return {"probes": ["assert f(1) == 2"], **more}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(content: str | bytes) -> list[Task]:
    """What a file `my.jsonl` with this content holds."""
    path = Path("my.jsonl")
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(tasks_file.read(path))


# ── what is read ───────────────────────────────────────────────────────────────────────────────────


def test_every_field_survives(folder: Path) -> None:
    task = Task(
        id="a",
        intent="列を足す",
        intent_language="ja",
        code_language="bash",
        references=("ls",),
        checks=(Check("one", ("true",)), Check("two", (), "ls", Expectation("lines"), (str(folder / "t"),))),
        scaffold=Scaffold("b", "a", "s", "f", True, {"x/y.txt": "1"}, ("re",)),
        tags={"kind": "mine"},
    )
    assert read(to_json(task)) == [task]


def test_a_task_needs_no_more_than_id_and_intent(folder: Path) -> None:
    assert read(line()) == [Task("a", "Add one to `n`")]


@pytest.mark.parametrize(
    "content",
    [
        f"\n  \n{line()}\n\n{line(id='b')}\n\n",
        f"\ufeff{line()}\n{line(id='b')}",
        f"{line()}\r\n{line(id='b')}\r\n",
        gzip.compress(f"\ufeff\n{line()}\n{line(id='b')}\n".encode()),
    ],
    ids=["blank lines", "byte order mark", "Windows line ends", "gzip"],
)
def test_how_a_file_is_written_does_not_matter(folder: Path, content: str | bytes) -> None:
    assert [task.id for task in read(content)] == ["a", "b"]


def test_memory_stays_flat(folder: Path) -> None:
    long = "x" * 100_000
    with Path("my.jsonl").open("w") as file:
        file.writelines(line(id=str(number), intent=long) + "\n" for number in range(200))
    tracemalloc.start()
    count = sum(1 for _ in tasks_file.read(Path("my.jsonl")))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200
    assert peak < 4_000_000  # the file is 20 MB


def test_a_command_may_have_files_anywhere_and_a_tree_beside_the_tasks(folder: Path) -> None:
    (task,) = read(line(code_language="bash", scaffold={"files": {"/srv/x": ""}, "tree": "trees/t.tgz"}))
    assert task.scaffold == Scaffold(files={"/srv/x": ""}, tree=str(Path("trees/t.tgz").resolve()))


# ── what is refused ────────────────────────────────────────────────────────────────────────────────

FAULTS: dict[str, tuple[str | bytes, str]] = {
    "missing id": ('{"intent": "x"}', "'id' is missing"),
    "missing intent": ('{"id": "a"}', "'intent' is missing"),
    "empty id": (line(id=" "), "'id' is empty"),
    "empty intent": (line(intent=""), "'intent' is empty"),
    "empty language": (line(intent_language=""), "'intent_language' is empty"),
    "misspelt field": ('{"id": "a", "intnet": "x"}', "no field is called 'intnet'. Closest: 'intent'."),
    "strange field": (line(zzz=1), "no field is called 'zzz'. Known: id, intent, intent_language"),
    "misspelt scaffold field": (
        line(scaffold={"any_funktion": True}),
        "no field is called 'scaffold.any_funktion'. Closest: 'any_function'.",
    ),
    "misspelt check field": (
        line(checks=[probed(), {"probe": ["x"]}]),
        "no field is called 'checks[1].probe'. Closest: 'probes'.",
    ),
    "field at the wrong level": (
        line(probes=["x"]),
        "no field is called 'probes'. 'probes' belongs in a check.",
    ),
    "scaffold field in the task": (line(entry="f"), "'entry' belongs in 'scaffold'."),
    "field written twice": ('{"id": "a", "id": "b", "intent": "x"}', "the field 'id' is written twice"),
    "number for text": (line(intent=3), "'intent' should be text in double quotes, but is a number."),
    "text for a list": (
        line(checks=[{"probes": "assert f(1) == 2"}]),
        "'checks[0].probes' should be a list [...], but is text in double quotes.",
    ),
    "number for a probe": (line(checks=[{"probes": [1]}]), "'checks[0].probes[0]' should be text"),
    "list for an object": (line(scaffold=[]), "'scaffold' should be an object {...}, but is a list"),
    "text for a truth": (line(scaffold={"any_function": "yes"}), "should be true or false, but is text"),
    "list for a reference outcome": (
        line(checks=[{"same_outcome_as": []}]),
        "should be text in double quotes or null, but is a list",
    ),
    "number for a tag": (
        line(tags={"a": 1}),
        "'tags[...]' should be text in double quotes, but is a number.",
    ),
    "not finite": (line(tags={"a": float("nan")}), "JSON is malformed"),
    "empty check": (line(checks=[{}]), "checks[0] ('all') has neither 'probes' nor 'same_outcome_as'"),
    "empty probe": (line(checks=[{"probes": ["f()", " "]}]), "checks[0].probes[1] is empty"),
    "checks of one name": (line(checks=[probed(), probed()]), "two checks are called 'all'"),
    "strange code language": (line(code_language="cobol"), "'code_language' is 'cobol'. Code is written in"),
    "near code language": (line(code_language="Python3"), "Closest: 'python'."),
    "entry with brackets": (line(scaffold={"entry": "f(n)"}), "'entry' is 'f(n)', which cannot name"),
    "entry is a keyword": (line(scaffold={"entry": "for"}), "'entry' is 'for', which cannot name"),
    "any function of no name": (line(scaffold={"any_function": True}), "'entry' is missing"),
    "absolute file": (line(scaffold={"files": {"/etc/x": ""}}), "'files' names '/etc/x'"),
    "file above": (line(scaffold={"files": {"a/../../x": ""}}), "lies outside the folder"),
    "file above, in Bash": (
        line(code_language="bash", scaffold={"files": {"/srv/../x": ""}}),
        "lies outside the folder",
    ),
    "a tree for Python": (
        line(scaffold={"tree": "t.tgz"}),
        "'tree', 'working_directory' and 'clock' are for",
    ),
    "file of no name": (line(scaffold={"files": {"": ""}}), "'files' names ''"),
    "repeated id": (f"{line()}\n\n{line()}", "my.jsonl, line 3: the id 'a' is already taken by line 1."),
    "repeated id, next": (f"{line()}\n{line()}", "my.jsonl, line 2: the id 'a' is already taken by line 1."),
    "list on one line": (f"[{line()}]", "a JSON list begins here"),
    "list on many lines": (f"[\n{line()}\n]", "my.jsonl, line 1: a JSON list begins here"),
    "pretty-printed": (json.dumps(A, indent=2), "the line ends before the task does"),
    "line break in text": ('{"id": "a", "intent": "two\nlines"}', "the line ends before the task does"),
    "comma at the end": (line() + ",", "not JSON at column 40, near ',': Extra data."),
    "single quotes": ("{'id': 'a'}", "not JSON at column 2"),
    "not an object": ('"a"', 'found "a", but a task is an object {...}.'),
    "nested too deeply": ('{"a":' * 50_000 + "}" * 50_000, "nested too deeply"),
    "not UTF-8": (line(intent="é").encode("latin-1"), "is not UTF-8. Save the file in the encoding UTF-8."),
    "no tasks": ("\n\n", "my.jsonl holds no tasks"),
    "broken gzip": (gzip.compress(line().encode())[:-12], "my.jsonl cannot be read"),
    "empty file": ("", "my.jsonl holds no tasks"),
}


@pytest.mark.parametrize(("content", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_in_words(folder: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        read(content)
    assert str(caught.value).startswith("my.jsonl")
    assert "\n" not in str(caught.value)


def test_tasks_before_a_fault_are_given(folder: Path) -> None:
    Path("my.jsonl").write_text(f"{line()}\n{{")
    tasks = tasks_file.read(Path("my.jsonl"))
    assert next(tasks).id == "a"
    with pytest.raises(DataError, match="line 2"):
        next(tasks)


def test_a_missing_file_names_its_neighbour(folder: Path) -> None:
    Path("tasks.jsonl").write_text(line())
    with pytest.raises(DataError, match=r"no tasks file at task\.jsonl\. Closest: 'tasks\.jsonl'\."):
        tasks_file.read(Path("task.jsonl"))
    with pytest.raises(DataError, match=r"no tasks file at no/where\.jsonl\. Check the path\."):
        tasks_file.read(Path("no/where.jsonl"))


def test_a_folder_is_not_a_tasks_file(folder: Path) -> None:
    with pytest.raises(DataError, match=r"\. is a folder\. Name one tasks file in it, as in my\.jsonl"):
        tasks_file.read(Path())


# ── the dataset `tasks` ────────────────────────────────────────────────────────────────────────────


def test_the_variant_is_the_path(folder: Path) -> None:
    read(line())
    dataset = plugins.load("dataset", "tasks")
    assert [task.id for task in dataset.load(None, "my.jsonl")] == ["a"]
    assert [task.id for task in dataset.load(None, str(folder / "my.jsonl"))] == ["a"]


def test_without_a_path_it_says_how(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"tasks:my\.jsonl"):
        plugins.load("dataset", "tasks").load(None, "")


# ── the schema ─────────────────────────────────────────────────────────────────────────────────────


def test_the_shipped_schema_is_the_generated_one() -> None:
    assert task_schema.PATH.read_text(encoding="utf-8") == task_schema.written()


def test_the_schema_describes_every_field() -> None:
    schema = task_schema.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for record in (Task, Check, Scaffold):
        described = schema["$defs"][record.__name__]
        assert described["additionalProperties"] is False
        assert set(described["properties"]) == {field.name for field in fields(record)}
        assert all(shape["description"].endswith(".") for shape in described["properties"].values())


# What a schema cannot say, or what json.loads has already lost.
BEYOND_SCHEMA = {
    *(
        "empty probe",
        "checks of one name",
        "entry is a keyword",
        "absolute file",
        "file above",
        "file above, in Bash",
        "a tree for Python",
        "file of no name",
    ),
    *("field written twice", "not finite", "pretty-printed"),
}


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in BEYOND_SCHEMA])
def test_the_schema_refuses_what_the_reader_refuses(name: str) -> None:
    content = FAULTS[name][0]
    try:
        record = json.loads(content)
    except (ValueError, RecursionError):
        return  # not one JSON value: nothing to hold against a schema
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, task_schema.schema())


# ── the page ───────────────────────────────────────────────────────────────────────────────────────


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_tasks_on_the_page_can_be_read(folder: Path) -> None:
    tasks = read("".join(blocks("jsonl")))
    assert len(tasks) == 5
    for example in "".join(blocks("jsonl")).splitlines():
        jsonschema.validate(json.loads(example), task_schema.schema())


def test_the_python_tasks_on_the_page_are_right(folder: Path) -> None:
    tasks = [task for task in read("".join(blocks("jsonl"))) if task.scaffold.entry]
    assert len(tasks) == 3
    for task in tasks:
        world: dict[str, Any] = {}
        exec(source(task, task.references[0]), world)
        exec(task.scaffold.setup, world)
        world["candidate"] = world[task.scaffold.entry]
        for probe in task.checks[0].probes:
            exec(probe, world)


def test_the_page_names_every_field() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([\w.\[\]]+)` \|", page, re.MULTILINE))
    nested = {"checks[]": Check, "scaffold": Scaffold}
    assert rows == {field.name for field in fields(Task)} - {"scaffold"} | {
        f"{prefix}.{field.name}" for prefix, record in nested.items() for field in fields(record)
    }


def test_the_messages_on_the_page_are_the_ones_you_get(folder: Path) -> None:
    messages = set()
    for content, _ in FAULTS.values():
        with pytest.raises(AsmeantError) as caught:
            read(content)
        messages.add(str(caught.value))
    shown = blocks("text")[0].splitlines()
    assert len(shown) >= 10
    assert set(shown) <= messages
