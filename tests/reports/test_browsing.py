from __future__ import annotations

from pathlib import Path

from asmeant.records import Candidate, TaskPrompt
from asmeant.reports.browsing import LONGEST_CODE, LONGEST_OUTPUT, browsing, embedded
from asmeant.reports.views import views
from tests.reports.making import make_run


def test_a_task_of_several_runs_comes_once(tmp_path: Path) -> None:
    runs = [
        make_run(tmp_path / "one", {"a": "pf", "b": "f"}),
        make_run(tmp_path / "two", {"a": "p", "c": "u"}),
    ]
    data = browsing(views(runs))
    assert [task["id"] for task in data["tasks"]] == ["a", "b", "c"]
    statuses = [
        [run and [candidate["status"] for candidate in run] for run in task["runs"]] for task in data["tasks"]
    ]
    assert statuses == [[["passed", "failed"], ["passed"]], [["failed"], None], [None, ["undecided"]]]


def test_what_is_empty_or_said_twice_is_left_out(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "p"})
    ((candidate,),) = browsing(views([files]))["tasks"][0]["runs"]
    assert candidate["bare"] is True
    assert not {"reply", "fault", "stderr", "truncated", "sent"} & candidate.keys()


def test_long_texts_keep_their_end(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "-"})
    with files:
        files.append(Candidate("a", 0, "x" * (LONGEST_CODE + 1), extraction="y" * (LONGEST_OUTPUT + 5) + "z"))
    ((candidate,),) = browsing(views([files]))["tasks"][0]["runs"]
    assert candidate["code"].startswith("[1 characters left out]\n")
    assert candidate["extraction"].endswith("z")


def test_texts_of_prompts_are_shared(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "p", "b": "p"})
    with files:
        files.append(TaskPrompt("a", text="the same", stop=("\n",)), TaskPrompt("b", text="the same"))
    data = browsing(views([files]))
    assert data["texts"] == ["the same"]
    assert [task["prompts"][0][0]["parts"] for task in data["tasks"]] == [[["", 0]], [["", 0]]]
    assert data["tasks"][0]["prompts"][0][0]["stop"] == [r"'\n'"]


def test_no_tag_can_begin_or_end(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "f"}, code="</script><!-- & \u2028")
    text = embedded(views([files]))
    assert not {"<", ">", "&", "\u2028"} & {*text}
