"""What pages are made of: runs, candidates, tasks, the leaderboard, links. Nothing is rendered here."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from asmeant.analysis.run_index import CandidateFilter, Overview, refresh
from asmeant.analysis.run_list import Summary
from asmeant.analysis.system_rows import SystemRow
from asmeant.answers.trees import TreeRunner
from asmeant.errors import RunError, UnknownNameError, UsageError
from asmeant.execution.shell.tree import from_files
from asmeant.records import (
    Candidate,
    Check,
    Expectation,
    Observation,
    Run,
    Sampling,
    Scaffold,
    Score,
    Task,
    Verdict,
)
from asmeant.reports.expectation import in_words
from asmeant.runs import RunFolder
from asmeant.tables import Estimate
from asmeant.testing import make_task
from asmeant.web.pages.board import Entry, board, leaderboard
from asmeant.web.pages.candidates import run_page
from asmeant.web.pages.indexes import Indexes, Rates
from asmeant.web.pages.links import LiveLinks, filter_of, query_of
from asmeant.web.pages.look import clean, number, script_words, shown_score
from asmeant.web.pages.runs import run_row, runs_page
from asmeant.web.pages.tasks import candidate_views, cut, task_page, trees_of
from asmeant.web.pages.trying import TrialRequest, answers
from asmeant.web.pages.words import Words
from tests.reports.making import make_run

LINKS, ENGLISH = LiveLinks(), Words("en")


def score(value: float | None, where: dict[str, str] | None = None) -> Score:
    interval = None if value is None else (value - 0.1, value + 0.1)
    return Score("pass@1", value, interval, 10, 0, "signature", where or {})


# ── runs ──


def summary_of(name: str, verdicts: int, wanted: int = 10, seconds_ago: float = 5, **more: str) -> Summary:
    changed = (datetime.now(UTC) - timedelta(seconds=seconds_ago)).isoformat()
    return Summary(f"runs/{name}", name, candidates_wanted=wanted, verdicts=verdicts, changed=changed, **more)  # type: ignore[arg-type]


def test_a_run_is_running_where_it_was_written_just_now() -> None:
    assert run_row(summary_of("a", 4), None).is_running
    assert not run_row(summary_of("a", 10), None).is_running
    assert not run_row(summary_of("a", 4, seconds_ago=300), None).is_running
    row = run_row(summary_of("a", 4, 604), Overview(scores=(score(0.5),)), rate=2.0)
    assert (row.rate, row.minutes_left, row.score) == ("2.0", 5, score(0.5))


def test_runs_are_filtered_and_ordered() -> None:
    rows = [
        run_row(replace(summary_of("a", 10, model="Large", dataset="odex"), tags=("best",)), None),
        run_row(summary_of("b", 10, model="small", dataset="odex"), Overview(scores=(score(0.9),))),
        run_row(summary_of("c", 2, model="small", dataset="mbupp"), Overview(scores=(score(0.2),))),
    ]

    def names(**query: str) -> list[str]:
        return [row.name for row in runs_page(rows, Path("runs"), query).rows]

    assert names(sort="score") == ["b", "c", "a"]
    assert names(sort="name") == ["a", "b", "c"]
    assert names(sort="progress")[0] == "c"
    assert names(q="SMALL", sort="name") == ["b", "c"]
    assert names(tag="best") == ["a"]
    assert names(dataset="mbupp") == ["c"]
    assert len(names(sort="nonsense")) == 3
    page = runs_page(rows, Path("runs"), {"q": "a b", "sort": "name"})
    assert (page.datasets, page.tags, page.address) == (("mbupp", "odex"), ("best",), "/?q=a+b&sort=name")


def test_rates_are_of_the_last_minute() -> None:
    rates = Rates()
    assert rates.per_second(summary_of("a", 10)) == 0.0
    assert rates.per_second(summary_of("a", 20)) > 0.0


# ── a run and its candidates ──


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return make_run(tmp_path / "run", {f"t{number:03}": "pf" for number in range(60)})


def test_a_page_of_candidates(run: RunFolder) -> None:
    index = refresh(run)
    page = run_page("run", run.settings(), index, CandidateFilter(status="failed"), 2, LINKS, ENGLISH)
    assert (page.count, page.pages, page.page, len(page.rows), page.start) == (60, 2, 2, 10, 50)
    assert page.previous == "/runs/run?status=failed"
    assert page.next == ""
    assert run_page("run", run.settings(), index, CandidateFilter(), 99, LINKS, ENGLISH).page == 3
    (status, *_) = page.choices
    assert {(option.value, option.count) for option in status.options} == {("passed", 60), ("failed", 60)}
    assert {preset.words: preset.is_current for preset in page.presets}["failed"]
    assert page.is_finished
    empty = run_page("run", run.settings(), None, CandidateFilter(), 1, LINKS, ENGLISH)
    assert (empty.rows, empty.count) == ((), 0)


def test_indexes_are_made_at_once_where_runs_are_small(run: RunFolder) -> None:
    indexes = Indexes()
    state = indexes.get(run)
    assert state.index is not None
    assert not state.is_indexing
    assert state.index.overview().candidates == 120


def test_large_runs_are_indexed_in_the_background(run: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr("asmeant.web.pages.indexes.AT_ONCE_BYTES", 0)
    indexes = Indexes()
    first = indexes.get(run)
    assert first.index is None
    assert first.is_indexing
    deadline = time.monotonic() + 30
    while indexes.get(run).is_indexing:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    index = indexes.get(run).index
    assert index is not None
    assert index.overview().candidates == 120


def test_why_a_large_run_cannot_be_indexed_is_said(run: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr("asmeant.web.pages.indexes.AT_ONCE_BYTES", 0)
    with (run.path / "verdicts.jsonl").open("ab") as file:
        file.write(b"no record\n")
    indexes = Indexes()

    def wait() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            indexes.get(run)
            time.sleep(0.05)

    with pytest.raises(RunError, match="does not hold a Verdict"):
        wait()


# ── a task ──


def test_candidates_that_are_alike_are_one(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"t": "ppf"})
    with files:
        files.append(
            Candidate("t", 1, "2 * x", reply="Say 2 * x", extraction="the first line", truncated=True)
        )
    page = task_page(refresh(files), "t", CandidateFilter())
    assert [(view.ranks, view.status) for view in page.candidates] == [((0, 1), "passed"), ((2,), "failed")]
    first = page.candidates[0]
    assert (first.replies, first.extractions, first.truncated) == (("Say 2 * x",), ("the first line",), True)
    assert first.program.startswith("def ") or first.program == ""
    assert page.candidates[1].reason == "probe 1: answered 3, expected 4"
    with pytest.raises(UnknownNameError):
        task_page(refresh(files), "nobody", CandidateFilter())


def test_a_command_is_explained_beside_its_tree(tmp_path: Path) -> None:
    task = Task(
        "b",
        "Count lines",
        code_language="bash",
        checks=(Check(same_outcome_as="wc -l < a.txt"),),
        scaffold=Scaffold(files={"a.txt": "1\n", "sub/": ""}),
    )
    files = make_run(tmp_path / "run", {"b": "f"}, code="wc -c < a.txt", tasks=[task])
    with files:
        files.append(Observation("b", 0, "all", stdout="2\n", files={"/root/a.txt": "deleted"}))
    page = task_page(refresh(files), "b", CandidateFilter())
    (view,) = page.candidates
    assert view.explanation is not None
    assert any(line.text == "wc" for line in view.explanation.lines)
    assert view.observations[0].files == {"/root/a.txt": "deleted"}
    assert "/root/a.txt" in page.trees[0].lines
    assert "/root/sub/" in page.trees[0].lines
    missing = replace(task, scaffold=Scaffold(tree="/nowhere.tar"))
    assert "No such file" in trees_of(missing)[0].fault
    assert trees_of(make_task("python")) == ()


def test_what_is_not_bash_is_not_explained() -> None:
    from asmeant.loaded_run import Attempt

    task = Task("b", "x", code_language="bash")
    (view,) = candidate_views([Attempt(task, Candidate("b", 0, "if ("), Verdict("b", 0, "failed"))])
    assert view.explanation is None


def test_long_texts_are_cut_at_their_beginning() -> None:
    assert cut("short") == "short"
    assert cut("a" * 30_000 + "end").startswith("[… 10,003]\n")
    assert cut("a" * 30_000 + "end").endswith("end")


def test_an_expectation_in_words() -> None:
    assert (
        in_words(Expectation("lines", units=True, sure=False))
        == "lines, spacing counts, units as printed, not sure"
    )


# ── links ──


def test_a_filter_is_a_link_and_back() -> None:
    wanted = CandidateFilter(status="failed", library="a&b", text="x y")
    assert query_of(wanted) == {"status": "failed", "library": "a&b", "q": "x y"}
    assert filter_of(query_of(wanted) | {"page": "3", "sort": "x"}) == wanted
    assert LINKS.run("a b", wanted, 2) == "/runs/a%20b?status=failed&library=a%26b&q=x+y&page=2"
    assert LINKS.task("r", "x/../y?#", rank=3) == "/runs/r/task?id=x%2F..%2Fy%3F%23#c3"
    assert LINKS.compare_task(["a", "b"], "t") == "/compare/task?run=a&run=b&id=t"
    assert LINKS.leaderboard("odex") == "/leaderboard?dataset=odex"


# ── how things are shown ──


def test_scores_and_numbers() -> None:
    assert (shown_score(score(0.5)).value, shown_score(score(0.5)).interval) == ("50.0", "40.0–60.0")
    assert (shown_score(score(None)).value, shown_score(score(None)).interval) == ("–", "")
    assert number(16400) == "16\u202f400"
    assert "<" not in script_words(Words("ru"))
    assert str(clean("<b>\x00\ud800")) == "&lt;b&gt;��"


# ── the leaderboard ──


def entry(name: str, value: float | None, dataset: str = "odex") -> Entry:
    scores = [score(value), score(0.3, {"intent_language": "ja"})]
    return Entry(name, Run(name, dataset, f"model {name}", sampling=Sampling(count=5)), scores)


def test_the_leaderboard_has_runs_and_papers_best_first() -> None:
    entries = [entry("a", 0.2), entry("b", 0.99), entry("c", 0.5, "mbupp")]
    page = leaderboard(entries, {})
    assert (page.dataset, page.metric, page.datasets, page.languages) == (
        "odex",
        "pass@1",
        ("odex", "mbupp"),
        ("ja",),
    )
    assert page.rows[0].system == "model b"
    japanese = leaderboard(entries, {"language": "ja"})
    values = [row.scores["pass@1"].value or 0.0 for row in japanese.rows]
    assert values == sorted(values, reverse=True)
    papers = [row for row in japanese.rows if row.is_published]
    assert any("Codex" in row.system for row in papers)
    assert all("Table" in row.source and "samples" in row.protocol for row in papers)
    assert len({(row.system, row.protocol) for row in papers}) == len(papers)
    alone = leaderboard(entries, {"language": "ja", "rows": "runs"})
    assert [row.system for row in alone.rows] == ["model a", "model b"]
    assert [row.source for row in leaderboard(entries, {"dataset": "mbupp", "rows": "runs"}).rows] == ["c"]
    assert leaderboard([], {}).rows == ()


def test_the_leaderboard_takes_rows_of_any_kind() -> None:
    rows = [
        SystemRow(name, "all", {"bleu": Estimate(value)}, 3, "", name)
        for name, value in (("x", 0.1), ("y", None), ("z", 0.4))
    ]
    page = board(rows, "mine", ("mine",), {})
    assert [row.system for row in page.rows] == ["z", "x"]


# ── the playground ──


def test_what_a_trial_asks_for() -> None:
    assert TrialRequest(intent="find all large files").task().code_language == "bash"
    assert TrialRequest(intent="найди большие файлы", language="bash").task().intent_language == "ru"
    assert TrialRequest(code="print(1)", language="python").task().checks[0].probes == ("assert True",)
    assert TrialRequest(code="f", examples=("f(1) == 2",)).task().scaffold.entry == "f"
    assert "notes.txt" in TrialRequest(code="ls", is_sample_tree=True, language="bash").task().scaffold.files
    for trial in (
        TrialRequest(),
        TrialRequest(intent="x" * 3000),
        TrialRequest(code="f", language="python", examples=("no example",)),
    ):
        with pytest.raises(UsageError):
            trial.task()


def test_a_command_is_tried_on_a_tree() -> None:
    runner = TreeRunner(from_files({"a.txt": "1\n2\n"}))
    try:
        assert runner.run("wc -l < a.txt; rm a.txt").outcome.stdout == "2\n"
        assert runner.run("cat a.txt").outcome.stdout == "1\n2\n"
    finally:
        runner.close()


def test_own_code_is_run() -> None:
    (bash,) = answers(TrialRequest(code="grep -c ERROR logs/app.log", language="bash", is_sample_tree=True))
    assert (bash.standing, bash.stdout) == ("works", "2\n")
    (python,) = answers(TrialRequest(code="print(6 * 7)", language="python"))
    assert (python.standing, python.stdout, python.ending) == ("works", "42\n", "ran to its end")
    (wrong,) = answers(TrialRequest(code="def f(x): return x", language="python", examples=("f(1) == 2",)))
    assert wrong.standing == "fails"
