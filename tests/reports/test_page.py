"""RunView -> HTML: one file, safe whatever a model wrote, and true to the run."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from asmeant.errors import RunError
from asmeant.records import Candidate, Check, Observation, Run, Scaffold, Task, Verdict
from asmeant.reports.page import to_page
from asmeant.reports.views import views
from asmeant.runs import RunFolder
from asmeant.tables import Table
from tests.reports.making import make_run


class Page(HTMLParser):
    """What a browser would make of it: elements, attributes, the scripts, and the text beside them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.scripts: list[str] = []
        self.words: list[str] = []
        self.inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.inside = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "script":
            self.scripts[-1] += data
        elif self.inside != "style":
            self.words.append(data)

    @property
    def data(self) -> dict[str, object]:
        (found,) = [script for script in self.scripts if script.startswith("{")]
        data: dict[str, object] = json.loads(found)
        return data


NASTY = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- <script>",
    "</style></title></svg><svg onload=alert(1)>",
    "\" onmouseover='alert(1)' x=\"",
    "]]>&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "\u2028\u2029\u202e\x00\x1b[31m\ufffe",
    "${alert(1)}`\\",
]


def nasty_run(path: Path, nasty: str) -> RunFolder:
    """A run in which everything that comes from outside is hostile."""
    files = RunFolder(path)
    tasks = [
        Task(
            f"{nasty}{number}",
            nasty,
            intent_language=nasty,
            code_language="python",
            references=(nasty,),
            checks=(Check(nasty, (nasty,)),),
            scaffold=Scaffold(
                before=nasty, after=nasty, entry=nasty, libraries=(nasty, f"{nasty}{number % 2}")
            ),
            tags={nasty: f"{nasty}{number % 2}"},
        )
        for number in range(6)
    ]
    with files:
        files.begin(Run(nasty, nasty, nasty, versions={nasty: nasty}), tasks)
        for task in tasks:
            files.append(Candidate(task.id, 0, nasty, nasty, nasty, fault=nasty))
            files.append(Observation(task.id, 0, nasty, nasty, "failed", 0, nasty, nasty, nasty))
            files.append(Verdict(task.id, 0, "failed", (nasty,), nasty, nasty))
    return files


@pytest.mark.parametrize("nasty", NASTY)
def test_hostile_words_stay_words(tmp_path: Path, nasty: str) -> None:
    files = nasty_run(tmp_path / "run", nasty)
    other = make_run(tmp_path / "other", {f"{nasty}0": "p"}, nasty + "2", dataset=nasty)
    page = Page(to_page(views([files, other]), extra=[Table(nasty, (nasty,), ((nasty,),), (nasty,))]))
    assert page.tags.count("script") == 6
    assert not {"img", "iframe", "object", "embed", "base"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert not [
        value for name, value in page.attributes if name in {"href", "src"} and not value.startswith("#")
    ]
    tasks = page.data["tasks"]
    assert isinstance(tasks, list)
    assert {task["intent"] for task in tasks} >= {nasty}
    assert tasks[0]["runs"][0][0]["code"] == nasty


def test_nothing_is_fetched_and_only_our_scripts_run(tmp_path: Path) -> None:
    text = to_page(views([make_run(tmp_path / "run", {"a": "pf"})]))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert policy[1].count("'sha256-") == 5
    assert "unsafe-eval" not in policy[1]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "innerHTML" not in text
    assert "insertAdjacentHTML" not in text


def test_the_page_without_a_script(tmp_path: Path) -> None:
    """Overview, tables and pictures with their numbers are there as they are."""
    page = Page(to_page(views([make_run(tmp_path / "run", {"a": "pf", "b": "pp"})])))
    words = " ".join(page.words)
    assert "fake on fake" in words
    assert "75.0" in words
    assert page.attributes.count(("class", "plot")) == 2 * 4  # a figure and its picture
    assert page.tags.count("figure") >= 6
    assert ("role", "img") in page.attributes
    assert "The list of tasks needs JavaScript" in words


def test_the_same_run_makes_the_same_page(tmp_path: Path) -> None:
    runs = views([make_run(tmp_path / "run", {"a": "pf"})])
    assert to_page(runs) == to_page(runs)


def test_tasks_of_several_runs_come_once(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", {"a": "p", "b": "f"}, "one")
    two = make_run(tmp_path / "two", {"b": "p", "c": "p"}, "two")
    tasks = Page(to_page(views([one, two]))).data["tasks"]
    assert isinstance(tasks, list)
    there = {task["id"]: [run is not None for run in task["runs"]] for task in tasks}
    assert there == {"a": [True, False], "b": [True, True], "c": [False, True]}


def test_a_task_of_the_same_name_in_another_dataset_is_another(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", {"a": "p"}, "one")
    other = [replace(task, intent="something else") for task in one.tasks()]
    two = make_run(tmp_path / "two", {"a": "p"}, "two", dataset="other", tasks=other)
    page = Page(to_page(views([one, two])))
    assert len(page.data["tasks"]) == 2  # type: ignore[arg-type]
    assert any("different datasets" in words for words in page.words)


def test_long_output_is_cut_and_says_so(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "f"}, code="x" * 30_000)
    tasks = Page(to_page(views([files]))).data["tasks"]
    code = tasks[0]["runs"][0][0]["code"]  # type: ignore[index]
    assert code.startswith("[10,000 characters left out]\n")
    assert len(code) < 20_100


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ([{}], "Nothing is judged yet"),
        ([{"a": ""}], "Nothing is judged yet"),
        ([{"a": "--"}], "Nothing is judged yet"),
        ([{"a": "p"}], "100.0"),
        ([{"a": "u"}], "All candidates are undecided"),
        ([{"a": "p-"}], "The run is not finished: 1 of 2"),
        ([{"a": "p"}, {}], "have no task in common"),
        ([{"a": "p"}, {"b": "p"}], "have no task in common"),
        ([{"a": "p"}, {"a": ""}], "has no verdicts yet"),
        ([{"a": "p"}, {"a": "f"}], "Tasks that flipped"),
        ([{"a": "p"}, {"a": "p"}, {"a": "f"}], "Holm: p, raised for 2 comparisons."),
        ([{"a": "p", "b": "u"}, {"a": "p", "b": "p"}], "tasks left out as undecided: 1"),
    ],
)
def test_odd_runs_are_told_in_words(tmp_path: Path, verdicts: list[dict[str, str]], said: str) -> None:
    runs = [make_run(tmp_path / f"run{place}", each, f"m{place}") for place, each in enumerate(verdicts)]
    words = " ".join(Page(to_page(views(runs))).words)
    assert said in words
    assert "nan" not in words.lower().split()


def test_the_same_run_twice(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "p"})
    words = " ".join(Page(to_page(views([files, files]))).words)
    assert "run (1)" in words
    assert "A run is named twice" in words


def test_seconds_that_are_no_number(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"a": "f"})
    observations = files.path / "observations.jsonl"
    observations.write_text(observations.read_text().replace('"seconds":0.01', '"seconds":1e999'))
    with pytest.raises(RunError, match=r"observations\.jsonl, line 1"):
        to_page(views([files]))
