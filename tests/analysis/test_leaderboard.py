from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.leaderboard import board_table, leaderboards
from asmeant.errors import UsageError
from asmeant.loaded_run import LoadedRun
from asmeant.records import Candidate, Run, Sampling, TaskPrompt
from asmeant.runs import RunFolder
from asmeant.tables import shown
from asmeant.testing import make_task

from .small_runs import small_run


def odex(path: Path, model: str, statuses: dict[str, str]) -> LoadedRun:
    languages = {"odex/en/0": "en", "odex/es/0": "es"}
    settings = Run(id=model, dataset="odex", model=model)
    return LoadedRun(small_run(path / model, statuses, settings, languages=languages))


def test_runs_and_papers_stand_in_one_order_for_each_language(tmp_path: Path) -> None:
    weak = odex(tmp_path, "weak", {"odex/en/0": "ff", "odex/es/0": "pf"})
    strong = odex(tmp_path, "strong", {"odex/en/0": "pp", "odex/es/0": "pp"})
    (board,) = leaderboards([weak, strong])
    assert board.metrics[:2] == ("pass@1", "solvability")
    languages = [row.language for row in board.rows]
    assert languages == sorted(languages, key=["all", "en", "es"].index)
    assert "ja" not in languages  # no run has Japanese intents
    english = [row for row in board.rows if row.language == "en"]
    assert (english[0].system, english[-1].system) == ("strong", "weak")
    codex = next(row for row in english if "davinci-002" in row.system)
    assert codex.is_published
    assert codex.source == "Wang et al. 2022, Table 4, Table 13"
    assert codex.protocol == "10 samples, temperature 0.8, top_p 0.95"
    assert codex.tasks == 439
    assert weak.settings.sampling.count == 2
    assert english[-1].protocol == "2 samples"  # no prompt was sent, so nothing was drawn


def test_a_system_of_a_paper_has_its_main_result_only(tmp_path: Path) -> None:
    (board,) = leaderboards([odex(tmp_path, "one", {"odex/en/0": "p", "odex/es/0": "f"})])
    rows = [(row.system, row.language) for row in board.rows if row.is_published]
    assert len(rows) == len(set(rows)) == 12


def test_without_papers_and_with_other_metrics(tmp_path: Path) -> None:
    run = odex(tmp_path, "one", {"odex/en/0": "p", "odex/es/0": "f"})
    (board,) = leaderboards([run], ["pass@1"], with_published=False)
    table = board_table(board)
    assert table.columns == ("system", "intents", "pass@1", "tasks", "protocol", "source")
    assert [[shown(cell).partition(" [")[0] for cell in row] for row in table.rows] == [
        ["one", "all", "50.0", "2", "1 sample", "one"],
        ["one", "en", "100.0", "1", "1 sample", "one"],
        ["one", "es", "0.0", "1", "1 sample", "one"],
    ]


def test_tasks_of_a_file_are_known_by_their_ids_and_undecided_is_a_dash(tmp_path: Path) -> None:
    task = make_task("nl2bash/test/0", intent="list", code_language="bash", references=("ls -l",), checks=())
    with RunFolder(tmp_path / "mine") as files:
        run = Run(id="x", dataset="tasks:grounded.jsonl", model="mine", sampling=Sampling(count=1))
        files.begin(run, [task])
        files.append(Candidate(task.id, 0, "ls -l", model="mine"))
    (board,) = leaderboards([LoadedRun(tmp_path / "mine")])
    assert board.metrics == ("char-bleu@1:2017", "tm@1")  # nothing was decided
    mine = next(row for row in board.rows if row.system == "mine")
    assert mine.scores["tm@1"].value == pytest.approx(1.0)
    paper = next(row for row in board.rows if row.system == "ST-CopyNet")
    assert (paper.tasks, paper.protocol, paper.language) == (549, "dev", "en")


def test_a_model_that_is_sent_prompts_says_how_it_draws_and_a_run_that_is_not_finished_is_named(
    tmp_path: Path,
) -> None:
    files = small_run(tmp_path / "half", {"a/1": "pf"}, more_tasks=["a/2"])
    with files:
        files.append(TaskPrompt("a/1", text="please"))
    (board,) = leaderboards([LoadedRun(files)])
    assert board.rows[0].protocol == "2 samples, temperature 0.8, top_p 0.95"
    assert "half is not finished: it has 1 of 2 tasks." in board.notes


def test_a_leaderboard_of_nothing() -> None:
    with pytest.raises(UsageError, match="needs a run"):
        leaderboards([])
