"""Sample files of other tools: what is read, what kind of text it is, and that it passes where it should."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.datasets import load_tasks
from asmeant.errors import DataError, UsageError
from asmeant.models import Prompted
from asmeant.models.clients.recorded import RecordedClient, connect
from asmeant.pipeline import evaluate
from asmeant.prompts.head import split_before
from asmeant.records import Candidate, Prompt, Reply, Request, Sampling, Task
from asmeant.runs import RunFolder


def write(path: Path, *values: Any) -> str:
    """One value as JSON, several as JSON Lines; packed where the name says so."""
    text = "\n".join(json.dumps(value) for value in values).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return str(path)


def texts(client: RecordedClient, *ids: str, count: int = 1) -> list[str]:
    requests = [Request(task_id, Prompt(text="?"), tuple(range(count))) for task_id in ids]
    return [reply.text for reply in client.replies(requests, Sampling())]


ROWS = [
    ({"task_id": "a", "completion": "x"}, "completion", False),
    ({"task_id": "a", "solution": "x"}, "chat", True),
    ({"task_id": "a", "code": "x"}, "chat", True),
    ({"task_id": "a", "response": "x"}, "chat", False),
    ({"task_id": "a", "output": "x"}, "chat", False),
    ({"task_id": "a", "generation": "x"}, "chat", False),
    ({"task_id": "a", "generations": ["x"]}, "chat", False),
    ({"id": "a", "samples": [{"text": "x"}]}, "chat", False),
    ({"question_id": "a", "code_list": ["x"]}, "chat", True),
    ({"task_id": "a", "prompt": "p", "completions": ["x"], "result": "passed"}, "completion", False),
    ({"task_id": "a", "response": "x", "code": "y"}, "chat", False),
    ({"task_id": "a", "reply": "", "code": "x"}, "chat", True),
]


@pytest.mark.parametrize(("row", "form", "is_code"), ROWS, ids=lambda part: str(part))
@pytest.mark.parametrize("name", ["s.jsonl", "s.json", "s.jsonl.gz", "s"])
def test_the_key_says_what_a_text_is(
    row: dict[str, Any], form: str, is_code: bool, name: str, tmp_path: Path
) -> None:
    client = connect(write(tmp_path / name, row))
    (reply,) = client.replies([Request("a", Prompt(text="?"), (0,))], Sampling())
    assert (reply.text, client.form, bool(reply.code_from)) == ("x", form, is_code)


def test_lists_count_up_and_rows_go_on_from_there(tmp_path: Path) -> None:
    rows = [{"task_id": "a", "completions": ["0", "1"]}, {"task_id": "a", "completions": ["2"]}]
    assert texts(connect(write(tmp_path / "s.jsonl", *rows)), "a", count=3) == ["0", "1", "2"]
    assert texts(connect(write(tmp_path / "s.json", rows)), "a", count=3) == ["0", "1", "2"]


def test_an_object_of_tasks(tmp_path: Path) -> None:
    client = connect(write(tmp_path / "s.json", {"HumanEval/0": ["x", "y"], "HumanEval/1": "z"}))
    assert texts(client, "HumanEval/0", count=2) == ["x", "y"]
    assert texts(client, "HumanEval/1") == ["z"]


def test_a_folder_for_each_task(tmp_path: Path) -> None:
    for rank in (0, 1, 10):
        path = tmp_path / "HumanEval_0" / f"{rank}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"x = {rank}\n")
    client = connect(str(tmp_path))
    requests = [Request("HumanEval/0", Prompt(text="?"), (0, 1, 10))]
    replies = list(client.replies(requests, Sampling()))
    assert [(reply.task_id, reply.text) for reply in replies] == [
        ("HumanEval/0", f"x = {rank}\n") for rank in (0, 1, 10)
    ]
    assert replies[0].code_from


def test_ids_that_differ_only_in_how_they_are_written(tmp_path: Path) -> None:
    rows = [{"task_id": "Mbpp_2", "solution": "x"}, {"task_id": 7, "solution": "y"}]
    client = connect(write(tmp_path / "s.jsonl", *rows))
    assert texts(client, "mbpp/2", "7") == ["x", "y"]


def test_lists_without_ids_are_in_the_order_of_the_run_or_of_its_dataset(tmp_path: Path) -> None:
    path = write(tmp_path / "generations.json", [["a0", "a1"], ["b0", "b1"], ["c0", "c1"]])
    of_run, of_dataset = connect(path), connect(path)
    assert of_run.by_position
    of_run.number(["a", "b", "c"], ["z", "a", "b", "c"])
    assert texts(of_run, "c", "a", count=2) == ["c0", "c1", "a0", "a1"]
    of_dataset.number(["c"], ["a", "b", "c"])
    assert texts(of_dataset, "c") == ["c0"]
    with pytest.raises(
        DataError, match=r"samples of 3 tasks, without ids, but the run has 2 tasks and the dat"
    ):
        connect(path).number(["a", "b"], ["a", "b", "c", "d"])


def test_what_the_user_says_goes_before_the_key(tmp_path: Path) -> None:
    path = write(tmp_path / "s.jsonl", {"task_id": "a", "text": "x", "said": "y"})
    assert texts(connect(f"{path}?field=said"), "a") == ["y"]
    assert connect(f"{path}?as=continuation").form == "completion"
    (reply,) = connect(f"{path}?field=said&as=code").replies([Request("a", Prompt(), (0,))], Sampling())
    assert reply.code_from == "'said' of s.jsonl holds code"


@pytest.mark.parametrize(
    ("value", "options", "message"),
    [
        ({"date": 1, "eval": {}}, "", "an object with the keys 'date', 'eval'"),
        ([{"text": "x"}], "", "item 0: it is an object with the keys 'text', where an object with 'task_id'"),
        (3, "", "it is the value 3"),
        ({"task_id": "a", "text": "x"}, "?field=said", "no field 'said', but the keys 'task_id', 'text'"),
        ({"task_id": "a", "text": {"b": 1}}, "", "the keys 'b', and none of them is known"),
        (
            [{"task_id": "a", "text": "x"}, {"task_id": "b", "completion": "x"}],
            "",
            r"replies \('text'\) and continuations \('completion'\)",
        ),
    ],
)
def test_layouts_that_are_not_known(value: Any, options: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        connect(write(tmp_path / "s.json", value) + options)


def test_options_and_folders_that_are_not_known(tmp_path: Path) -> None:
    path = write(tmp_path / "s.json", [])
    with pytest.raises(UsageError, match=r"called 'colour'\. Known: field, as"):
        connect(f"{path}?colour=red")
    with pytest.raises(UsageError, match="reply, continuation, code, but as=prose was found"):
        connect(f"{path}?as=prose")
    with pytest.raises(DataError, match=r"neither candidates.jsonl nor TASK/0.py, but s.json"):
        connect(str(tmp_path))
    (tmp_path / "text").write_text("hello")
    with pytest.raises(DataError, match="neither JSON nor JSON Lines"):
        connect(str(tmp_path / "text"))


def test_code_is_taken_as_it_is_and_says_so(tmp_path: Path) -> None:
    code = "def f(x):\n    return x  # ```\n\nprint(f(1))"
    client = connect(write(tmp_path / "s.jsonl", {"task_id": "a", "solution": code}))
    (candidate,) = Prompted(client).generate([Task("a", "do it")], Sampling())
    assert candidate.code == candidate.reply == code
    assert candidate.extraction == "the whole reply: 'solution' of s.jsonl holds code"


# ── answers that are right pass, in every layout ───────────────────────────────────────────────────


def whole(task: Task) -> str:
    return task.scaffold.before + task.references[0] + task.scaffold.after


LAYOUTS: dict[str, Callable[[list[Task], Path], str]] = {
    "completion": lambda tasks, path: write(
        path / "s.jsonl", *({"task_id": task.id, "completion": task.references[0]} for task in tasks)
    ),
    "solution": lambda tasks, path: write(
        path / "s.jsonl", *({"task_id": task.id, "solution": whole(task)} for task in tasks)
    ),
    "response": lambda tasks, path: write(
        path / "s.json",
        [{"task_id": task.id, "response": f"Sure:\n```python\n{whole(task)}\n```\nDone."} for task in tasks],
    ),
    "lists": lambda tasks, path: write(path / "s.json", [[whole(task)] for task in tasks]),
    "folders": lambda tasks, path: _write_folders(tasks, path / "samples"),
}


def _write_folders(tasks: list[Task], path: Path) -> str:
    for task in tasks:
        folder = path / task.id.replace("/", "_")
        folder.mkdir(parents=True)
        (folder / "0.py").write_text(whole(task))
    return str(path)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_references_pass_in_every_layout(layout: str, tmp_path: Path) -> None:
    tasks = [
        task
        for task in load_tasks("sample")
        if task.code_language == "python" and task.checks and split_before(task.scaffold)
    ]
    path = LAYOUTS[layout](tasks, tmp_path)
    evaluation = evaluate(tasks, Prompted(connect(path)), folder=tmp_path / "run")
    assert {verdict.status for verdict in evaluation.verdicts} == {"passed"}
    assert len(evaluation.verdicts) == len(tasks) > 10


@pytest.mark.data
@pytest.mark.thorough
@pytest.mark.parametrize("layout", LAYOUTS)
def test_humaneval_passes_in_every_layout(released_data: Path, layout: str, tmp_path: Path) -> None:
    tasks = list(load_tasks("humaneval", data=released_data))
    words = ["run", "humaneval", "--data", released_data, "--limit", "8", "--model"]
    model = f"recorded:{LAYOUTS[layout](tasks, tmp_path)}"
    result = CliRunner().invoke(asmeant, [*map(str, words), model, "--out", str(tmp_path / "run"), "--json"])
    assert result.exit_code == 0, result.exception
    score = next(score for score in json.loads(result.stdout)["scores"] if not score["where"])
    assert (score["value"], score["tasks"]) == (1.0, 8)
    candidates = list(RunFolder(tmp_path / "run").read(Candidate))
    assert all(candidate.model.startswith("recorded:") for candidate in candidates)


def test_a_reply_is_found_by_the_id_that_was_asked(tmp_path: Path) -> None:
    client = connect(write(tmp_path / "s.jsonl", {"task_id": "HumanEval_0", "text": "x"}))
    request = Request("HumanEval/0", Prompt(text="?"), (0,))
    assert list(client.replies([request], Sampling())) == [Reply("HumanEval/0", 0, "x")]
