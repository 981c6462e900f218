"""`evaluate` takes all that the command line takes, and gives the same answer."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant import evaluate
from asmeant.cli import asmeant
from asmeant.errors import ModelError, RunError, SandboxError, UsageError
from asmeant.models import Prompted
from asmeant.pipeline import Plan
from asmeant.records import Candidate, Prompting, Sampling, Selection, Task, Verdict, to_json
from asmeant.runs import RunFolder
from asmeant.testing import FakeClient, FakeModel, FakeSandbox, make_task
from asmeant.workers import InProcess


def test_evaluate_is_the_path_in_one_call(tmp_path: Path) -> None:
    evaluation = evaluate(
        [make_task()], FakeModel({"double": ["x + x", "x"]}), Sampling(count=2), folder=tmp_path
    )
    assert [verdict.status for verdict in sorted(evaluation.verdicts, key=lambda v: v.rank)] == [
        "passed",
        "failed",
    ]
    assert evaluation.scores[0].value == 0.5
    assert [candidate.rank for candidate in evaluation.candidates] == [0, 1]


def test_evaluate_wants_a_world_that_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path))
    with pytest.raises(SandboxError, match="asmeant world build odex"):
        evaluate([make_task()], FakeModel({}), world="odex")


def test_the_same_run_from_python_and_from_the_shell(tmp_path: Path) -> None:
    words = ["run", "sample", "--model", "reference", "--lang", "es", "--limit", "3", "--samples", "2"]
    result = CliRunner().invoke(asmeant, [*words, "--out", str(tmp_path / "shell")])
    assert result.exit_code == 0, result.output
    evaluation = evaluate(
        "sample",
        "reference",
        Sampling(count=2),
        selection=Selection(languages=("es",), limit=3),
        folder=tmp_path / "python",
    )
    shell = RunFolder(tmp_path / "shell")
    assert evaluation.folder.settings() == shell.settings()
    assert evaluation.scores == shell.scores()
    for kind in (Task, Candidate, Verdict):
        records = [sorted(files.read(kind), key=to_json) for files in (shell, evaluation.folder)]
        assert records[0] == records[1]


def ask(folder: Path, prompting: Prompting, client: FakeClient | None = None) -> FakeClient:
    client = client or FakeClient(lambda _: "2 * x")
    evaluate(
        [make_task()],
        Prompted(client, prompting),
        folder=folder,
        sandbox=FakeSandbox(),
        workers=InProcess(),
    )
    return client


def test_another_prompting_in_the_same_folder_is_another_run(tmp_path: Path) -> None:
    ask(tmp_path, Prompting(shown="none"))
    with pytest.raises(RunError, match="holds another run"):
        ask(tmp_path, Prompting(shown="all"))
    assert ask(tmp_path, Prompting(shown="none")).requests == []


def test_another_content_of_a_prompt_style_is_another_run(tmp_path: Path) -> None:
    style = tmp_path / "style.toml"
    text = "name = 'mine'\nabout = 'short'\n[chat]\nuser = '{intent}'\nanswer = '{code}'\n"
    style.write_text(text)
    ask(tmp_path / "run", Prompting(style=str(style)))
    style.write_text(text.replace("{intent}", "Please: {intent}"))
    with pytest.raises(RunError, match="holds another run"):
        ask(tmp_path / "run", Prompting(style=str(style)))


def test_functions_are_named_as_the_prompting_says(tmp_path: Path) -> None:
    clients = [ask(tmp_path / naming, Prompting(naming=naming)) for naming in ("id", "constant", "intent")]
    prompts = [str(client.requests[0].prompt) for client in clients]
    assert len(set(prompts)) == 3
    tasks = [next(RunFolder(tmp_path / name).read(Task)) for name in ("id", "constant", "intent")]
    assert len({task.scaffold.entry for task in tasks}) == 3


def test_two_promptings_contradict_each_other() -> None:
    model = Prompted(FakeClient(), Prompting(shown="all"))
    with pytest.raises(UsageError, match="made with one prompting, and another was given"):
        evaluate([make_task()], model, prompting=Prompting(shots=1))


def test_tasks_in_memory_are_selected_like_a_dataset() -> None:
    tasks = [make_task("one"), make_task("two", intent_language="es"), make_task("three")]
    evaluation = evaluate(
        tasks,
        FakeModel({}),
        selection=Selection(languages=("es",)),
        sandbox=FakeSandbox(),
        workers=InProcess(),
    )
    assert [candidate.task_id for candidate in evaluation.candidates] == ["two"]


def test_a_function_is_a_model() -> None:
    def doubled(task: Task) -> str:
        return f"Here it is:\n```python\ndef {task.scaffold.entry}(x):\n    return x + x\n```"

    verdicts: list[Verdict] = []
    evaluation = evaluate([make_task()], doubled, on_verdict=verdicts.append)
    assert evaluation.scores[0].value == 1.0
    assert verdicts == evaluation.verdicts
    assert evaluation.folder.settings().model == "doubled"


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(
        UsageError, match="A model is a name, an object with a method generate, or a function"
    ):
        evaluate([make_task()], 3)  # type: ignore[arg-type]


def test_without_a_folder_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    evaluation = evaluate([make_task()], FakeModel({"double": "2 * x"}))
    folder = evaluation.folder
    assert len(evaluation.verdicts) == 1
    del evaluation
    gc.collect()
    assert len(list(folder.read(Verdict))) == 1  # still there for who holds its folder
    del folder
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_nor_after_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def broken(task: Task) -> str:
        raise ValueError("no idea")

    with pytest.raises(ModelError, match="'broken' raised ValueError for the task 'double': no idea"):
        evaluate([make_task()], broken, sandbox=FakeSandbox(), workers=InProcess())
    assert list(tmp_path.iterdir()) == []


def answer(task: Task) -> str:
    return "x"


def test_a_lambda_is_called_a_function() -> None:
    assert Plan(model=lambda task: "x").model_name == "function"
    assert Plan(model=answer).model_name == "answer"
