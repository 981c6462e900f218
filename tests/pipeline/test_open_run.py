"""The path as a whole, with fakes at its ends; and that it can be cut anywhere and goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asmeant import record_files
from asmeant.errors import ModelError, RunError, UsageError
from asmeant.metrics.exact_match import ExactMatch
from asmeant.models import Prompted
from asmeant.pipeline import OpenRun, Plan, begin_run, join, named, resume_run, scored, start_folder
from asmeant.pipeline.plan import LARGEST_DIGESTED
from asmeant.records import (
    Candidate,
    Check,
    Observation,
    Prompting,
    Run,
    Sampling,
    Score,
    Task,
    TaskPrompt,
    Verdict,
)
from asmeant.runs import FILES, RunFolder
from asmeant.seams import Done, Model
from asmeant.testing import FakeClient, FakeModel, FakeSandbox, FakeWorkers, make_task
from asmeant.workers import InProcess

TASKS = [
    make_task("one"),
    make_task("two", checks=(Check("a", ("1", "2")), Check("b", ("1",)))),
    make_task("three", intent_language="es"),
    Task("none", "no checks at all"),
]
CODES = {
    "one": ["good", "bad", "good"],
    "two": ["bad", "good", "bad"],
    "three": ["", "good", ""],
    "none": "x",
}
RUN = named(Run("", "fake", "fake", sampling=Sampling(count=3)), TASKS)


def plan_for(path: Path, model: Model, sandbox: FakeSandbox | None = None) -> Plan:
    return Plan(
        tasks=tuple(TASKS),
        model=model,
        sampling=Sampling(count=3),
        folder=path,
        sandbox=sandbox or FakeSandbox(lambda source: "good" in source),
        workers=InProcess(),
    )


def whole_run(path: Path, model: FakeModel | None = None) -> list[Score]:
    with begin_run(plan_for(path, model or FakeModel(CODES))) as run:
        list(run.decide(run.generate()))
        return run.compute_scores()


def resumed(path: Path, sandbox: FakeSandbox, forget: Iterable[type] = ()) -> OpenRun:
    return resume_run(RunFolder(path), Plan(sandbox=sandbox, workers=InProcess()), forget=forget)


def test_from_tasks_to_scores(tmp_path: Path) -> None:
    scores = {(score.metric, *score.where.values()): score for score in whole_run(tmp_path)}
    assert scores["pass@1",].value == pytest.approx((2 / 3 + 1 / 3 + 1 / 3) / 3)
    assert scores["pass@3",].value == 1.0
    assert (scores["pass@1",].tasks, scores["pass@1",].undecided) == (3, 1)
    assert scores["pass@1", "es"].value == pytest.approx(1 / 3)
    assert scores["solvability",].value == 1.0


def test_every_arrow_leaves_its_file(tmp_path: Path) -> None:
    whole_run(tmp_path)
    names = [
        "run.json",
        "tasks.jsonl",
        "candidates.jsonl",
        "observations.jsonl",
        "verdicts.jsonl",
        "scores.json",
    ]
    assert sorted(names) == sorted(path.name for path in tmp_path.iterdir() if path.name[0] != ".")
    files = RunFolder(tmp_path)
    assert files.scores() == scored(files)
    assert len(list(files.read(Observation))) == 3 + 6 + 3


def test_the_same_run_again_asks_and_runs_nothing(tmp_path: Path) -> None:
    first = whole_run(tmp_path)
    model = FakeModel(CODES)
    assert whole_run(tmp_path, model=model) == first
    assert model.asked == []


def test_an_empty_answer_never_passes_and_is_never_run(tmp_path: Path) -> None:
    sandbox = FakeSandbox()
    with RunFolder(tmp_path) as files:
        start_folder(files, named(Run("", "fake", "fake"), []), [make_task()])
        files.append(Candidate("double", 0, " \n", fault="only prose"))
    with resume_run(RunFolder(tmp_path), Plan(sandbox=sandbox, workers=FakeWorkers())) as run:
        (verdict,) = run.decide()
    assert (verdict.status, verdict.reason) == ("failed", "only prose")
    assert sandbox.programs == []


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.tuples(*[st.floats(0, 1)] * 3))
def test_files_cut_anywhere_are_completed_to_the_same_scores(
    tmp_path_factory: pytest.TempPathFactory, cuts: tuple[float, float, float]
) -> None:
    whole = tmp_path_factory.mktemp("whole")
    expected = whole_run(whole)
    names = ["candidates.jsonl", "observations.jsonl", "verdicts.jsonl"]
    for name, share in zip(names, cuts, strict=True):
        text = (whole / name).read_bytes()
        (whole / name).write_bytes(text[: int(share * len(text))])
    assert whole_run(whole) == expected
    keys = [(candidate.task_id, candidate.rank) for candidate in RunFolder(whole).read(Candidate)]
    assert len(set(keys)) == len(keys) == 12


class Dying:
    """A model whose server goes away."""

    name = "dying"

    def __init__(self, lives: int) -> None:
        self.lives = lives

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        for candidate in FakeModel(CODES).generate(tasks, sampling, done):
            if self.lives == 0:
                raise ModelError("The server is gone.")
            self.lives -= 1
            yield candidate


@pytest.mark.parametrize("lives", range(12))
def test_a_model_that_dies_loses_nothing_that_it_said(tmp_path: Path, lives: int) -> None:
    dying = Dying(lives)
    dying.name = "fake"
    with begin_run(plan_for(tmp_path, dying, FakeSandbox())) as run:
        with pytest.raises(ModelError):
            list(run.decide(run.generate()))
        assert len(list(run.files.read(Candidate))) == lives
    model = FakeModel(CODES)
    whole_run(tmp_path, model=model)
    assert len(model.asked) == 12 - lives


def test_verdicts_are_made_again_from_what_was_observed(tmp_path: Path) -> None:
    expected = whole_run(tmp_path)
    sandbox = FakeSandbox()
    with resumed(tmp_path, sandbox, forget=[Verdict]) as run:
        list(run.decide())
        assert run.compute_scores() == expected
    assert sandbox.programs == []


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    whole_run(tmp_path)
    other = named(replace(RUN, sampling=Sampling(count=3, seed=1)), TASKS)
    with pytest.raises(RunError, match=r"holds another run .* --resume"):
        start_folder(RunFolder(tmp_path), other, TASKS)


def test_no_tasks_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No task is left"):
        start_folder(RunFolder(tmp_path), RUN, [])


def test_a_name_is_for_people_and_changes_with_every_setting() -> None:
    assert RUN.id.startswith("fake-fake-")
    other = named(replace(RUN, dataset="tasks:dir/my file.jsonl"), TASKS)
    assert other.id.startswith("tasks-dir-my-file.jsonl-fake-")
    others = [replace(RUN, sampling=Sampling(seed=1)), replace(RUN, model="m"), replace(RUN, world="w")]
    assert len({named(run, TASKS).id for run in [RUN, *others]}) == 4
    assert named(replace(RUN, versions={"asmeant": "9"}), TASKS).id == RUN.id


def test_other_tasks_or_other_replies_are_another_run(tmp_path: Path) -> None:
    assert named(RUN, TASKS[1:]).id != RUN.id
    replies = tmp_path / "replies.jsonl"
    recorded = replace(RUN, model=f"recorded:{replies}")
    replies.write_text("1")
    first = named(recorded, TASKS).id
    replies.write_text("2")
    assert named(recorded, TASKS).id != first
    trained = replace(RUN, model=f"trained:{tmp_path}?beam=3")
    before = named(trained, TASKS).id
    replies.write_text("3")
    assert named(trained, TASKS).id != before


def test_other_weights_in_a_large_file_are_another_run(tmp_path: Path) -> None:
    weights = tmp_path / "model.gguf"
    run = replace(RUN, model=f"gguf:{weights}")
    ids = []
    for last in (b"a", b"b"):
        with weights.open("wb") as file:
            file.seek(LARGEST_DIGESTED)
            file.write(last)
        ids.append(named(run, TASKS).id)
    assert ids[0] != ids[1]


def test_a_model_that_leaves_candidates_out_is_found_out(tmp_path: Path) -> None:
    with (
        begin_run(plan_for(tmp_path, Silent())) as run,
        pytest.raises(ModelError, match="left out 12 candidates without a word"),
    ):
        list(run.generate())


class Silent:
    name = "silent"

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        yield from ()


def test_joining_is_by_key_and_in_the_order_of_the_tasks(tmp_path: Path) -> None:
    whole_run(tmp_path)
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(b"".join(reversed(path.read_bytes().splitlines(keepends=True))))
    joined = join(RunFolder(tmp_path))
    assert [item.task.id for item in joined] == ["one", "two", "three", "none"]
    assert [verdict.rank for verdict in joined[0].verdicts] == [0, 1, 2]


def test_a_run_that_was_not_judged_can_be_compared_with_its_references(tmp_path: Path) -> None:
    model = FakeModel({"one": "2 * x", "two": "2 * x", "three": ""})
    with begin_run(replace(plan_for(tmp_path, model), metrics=(ExactMatch(),), by="id")) as run:
        list(run.generate())
        exact = run.compute_scores()[0]
        (passed, *_) = scored(run.files)
    assert exact.value == pytest.approx(2 / 3)
    assert (exact.tasks, exact.undecided) == (3, 1)
    assert "dropped:1 no reference" in exact.signature
    assert (passed.value, passed.undecided) == (None, 4)


# ── the prompts ────────────────────────────────────────────────────────────────────────────────────


def ask(path: Path, client: FakeClient, prompting: Prompting = Prompting()) -> list[TaskPrompt]:
    plan = Plan(
        tasks=tuple(TASKS[:3]),
        model=Prompted(client, prompting),
        sampling=Sampling(2, stop=("#",)),
        folder=path,
    )
    with begin_run(plan) as run:
        list(run.generate())
        return list(run.files.read(TaskPrompt))


def test_every_prompt_is_written_down_once_and_as_it_was_sent(tmp_path: Path) -> None:
    client = FakeClient(lambda _: "2 * x")
    prompts = ask(tmp_path, client)
    sent = {request.task_id: request.prompt for request in client.requests}
    assert [prompt.task_id for prompt in prompts] == ["one", "two", "three"]
    for prompt in prompts:
        assert prompt.messages == sent[prompt.task_id].messages != ()
        assert prompt.stop == (*sent[prompt.task_id].stop, "#")


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.99, 1])
def test_prompts_that_are_lost_are_written_again_with_what_is_asked_again(
    tmp_path: Path, share: float
) -> None:
    expected = ask(tmp_path, FakeClient(lambda _: "2 * x"))
    for name in ("prompts.jsonl", "candidates.jsonl"):
        text = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(text[: int(share * len(text))])
    prompts = ask(tmp_path, FakeClient(lambda _: "2 * x"))
    assert sorted(prompts, key=str) == sorted(expected, key=str)


def test_a_prompt_that_has_changed_since_is_kept_beside_the_first(tmp_path: Path) -> None:
    ask(tmp_path, FakeClient(lambda _: "2 * x"))
    lines = (tmp_path / "candidates.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "candidates.jsonl").write_text("".join(lines[:-1]))
    with resume_run(RunFolder(tmp_path)) as run:
        run.model = Prompted(FakeClient(lambda _: "2 * x"), Prompting(shown="all"))
        list(run.generate())
        prompts = list(run.files.read(TaskPrompt))
    assert [prompt.task_id for prompt in prompts] == ["one", "two", "three", "three"]
    assert prompts[2] != prompts[3]


def test_models_that_send_no_prompt_have_none(tmp_path: Path) -> None:
    class Silent(FakeClient):
        sends_prompts = False

    assert ask(tmp_path / "a", Silent(lambda _: "2 * x")) == []
    whole_run(tmp_path / "b")
    assert not (tmp_path / "b" / "prompts.jsonl").exists()


def test_a_finished_run_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_run(tmp_path)
    reads: list[str] = []
    whole_lines = record_files._whole_lines

    def counted(path: Path) -> Iterator[bytes]:
        reads.append(path.name)
        return whole_lines(path)

    monkeypatch.setattr(record_files, "_whole_lines", counted)
    with resumed(tmp_path, FakeSandbox()) as run:
        list(run.decide(run.generate()))
        run.compute_scores()
        list(run.loaded().candidates())
    assert reads.count("candidates.jsonl") == 1


def test_what_a_model_is_made_of_is_said_and_written_down(tmp_path: Path) -> None:
    class Made(FakeModel):
        def components(self, tasks: Sequence[Task]) -> Mapping[str, str]:
            return {"adapter": f"for {len(tasks)} tasks"}

    notices: list[str] = []
    with begin_run(plan_for(tmp_path / "run", Made(CODES)), notices.append) as run:
        assert run.settings.versions["adapter"] == "for 4 tasks"
    assert "adapter: for 4 tasks" in notices
    # It is no part of what makes a run another one.
    assert run.settings.id == named(replace(run.settings, id=""), run.tasks.values()).id


@settings(max_examples=25)
@given(cuts=st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_a_power_cut_never_gives_a_candidate_the_verdict_of_a_lost_one(
    cuts: list[float], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each file may have lost another part of its end, and the model answers otherwise the second time."""
    path = tmp_path_factory.mktemp("cut") / "run"
    with begin_run(plan_for(path, FakeModel(CODES))) as run:
        list(run.decide(run.generate()))
    for kind, cut in zip((Candidate, Observation, Verdict), cuts, strict=True):
        file = path / FILES[kind]
        file.write_bytes(file.read_bytes()[: int(cut * file.stat().st_size)])
    others = {task_id: "good" if task_id != "none" else "y" for task_id in CODES}
    with begin_run(plan_for(path, FakeModel(others))) as run:
        list(run.generate())
    with resume_run(RunFolder(path), plan_for(path, FakeModel(others))) as run:
        list(run.decide())
        attempts = list(run.loaded().attempts())
    assert len(attempts) == 3 * len(TASKS)
    for attempt in attempts:
        if attempt.task.checks:
            assert (attempt.status == "passed") == ("good" in attempt.candidate.code)
