from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

from asmeant.records import Candidate, TaskPrompt, to_json
from asmeant.reports.browsing import LONGEST_CODE, LONGEST_OUTPUT, TEXTS, browsing, embedded
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


def test_the_texts_of_a_large_page_are_packed(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "pf", "b": "f"})
    whole = browsing(views([files]))
    page = json.loads(embedded(views([files]), worth_packing=0))
    for task, plain in zip(page["tasks"], whole["tasks"], strict=True):
        assert set().union(*task["runs"][0]) <= {"rank", "status", "cause"}
        details = json.loads(zlib.decompress(base64.b64decode(task["packed"])))
        opened = [
            {name: details["texts"][value] if name in TEXTS else value for name, value in candidate.items()}
            for candidate in details["runs"][0]
        ]
        merged = [listed | more for listed, more in zip(task["runs"][0], opened, strict=True)]
        assert merged == json.loads(to_json(plain["runs"][0]))
        assert len(details["texts"]) == len(set(details["texts"]))


def test_a_small_page_is_not_packed(tmp_path: Path) -> None:
    assert "packed" not in embedded(views([make_run(tmp_path / "run", {"a": "pf"})]))
