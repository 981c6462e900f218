"""author wrap, verify and audit, as a person uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.datasets import load_tasks


def call(*words: object) -> Result:
    return CliRunner().invoke(asmeant, list(map(str, words)))


NEGATIVE = {
    "id": "negative",
    "intent": "count negative numbers in `xs`",
    "lang": "es",
    "snippet": "count = 0\nfor x in xs:\n    if x < 0:\n        count += 1",
    "calls": ["[1, -2]", "[]"],
}


def test_from_a_snippet_to_a_verified_task(tmp_path: Path) -> None:
    pairs, tasks, stronger = tmp_path / "pairs.jsonl", tmp_path / "tasks.jsonl", tmp_path / "stronger.jsonl"
    pairs.write_text(json.dumps(NEGATIVE) + "\n")
    done = call("author", "wrap", pairs, "-o", tasks)
    assert done.exit_code == 0, done.output
    assert "The 1 tasks are in" in done.output
    (task,) = load_tasks(f"tasks:{tasks}")
    assert task.intent_language == "es"
    assert task.checks[0].probes == ("assert f([1, -2]) == 1", "assert f([]) == 0")
    done = call("author", "verify", f"tasks:{tasks}", "--repeat", 1, "-o", stronger)
    assert done.exit_code == 1
    assert "negative  a wrong mutant passes: `x < 0` becomes `x <= 0`. This rejects it:" in done.output
    assert "Mutants rejected: 2 of 4 (50.0%). Probably equivalent: 0. Undecided: 0." in done.output
    done = call("author", "verify", f"tasks:{stronger}", "--repeat", 1, "--json")
    assert done.exit_code == 0, done.output
    assert [(row["verified"], row["score"]) for row in json.loads(done.stdout)] == [(True, 1.0)]


def test_one_snippet_is_shown() -> None:
    done = call("author", "wrap", "--intent", "mean of `xs`", "--code", "np.mean(xs)")
    assert done.exit_code == 0, done.output
    assert done.output == "import numpy as np\n\n\ndef f(xs):\n    return np.mean(xs)\n\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Give a FILE with snippets, or one snippet with --code."),
        (["--code", "x = ("], "The snippet is not Python"),
        (["FILE", "--intent", "a"], "go with --code"),
        (["FILE"], "line 1 has no code: it needs the field snippet, or code"),
    ],
)
def test_what_cannot_be_wrapped(words: list[str], message: str, tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"intent": "a"}\n')
    done = call("author", "wrap", *(file if word == "FILE" else word for word in words))
    assert message in str(done.exception) or message in done.output


def test_a_report_in_three_forms(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.jsonl"
    scaffold = {"before": "def f(n):\n    return ", "entry": "f"}
    rows = [
        {
            "id": "a/1",
            "intent": "double `n`",
            "references": ["n * 2"],
            "checks": [{"probes": ["assert f(2) == 5"]}],
        },
        {"id": "a/2", "intent": "halve `n`", "references": ["n / 2"], "checks": [{"probes": ["f(2)"]}]},
    ]
    tasks.write_text("".join(json.dumps({**row, "scaffold": scaffold}) + "\n" for row in rows))
    outs = [tmp_path / f"audit.{kind}" for kind in ("md", "html", "json")]
    words = [word for out in outs for word in ("-o", out)]
    keep = tmp_path / "kept.jsonl"
    done = call("author", "audit", f"tasks:{tasks}", "--repeat", 1, "--keep", keep, "--without-texts", *words)
    assert done.exit_code == 1, done.output
    assert "References pass for 1 of 2 tasks that were run." in done.output
    assert "- a, 1: 1\n" in outs[0].read_text()
    assert "answered 4" not in outs[0].read_text() + outs[1].read_text()
    rules = {(item["task"], item["rule"]) for item in json.loads(outs[2].read_text())["findings"]}
    assert {
        ("a/1", "reference fails"),
        ("a/2", "an empty answer passes"),
        ("a/2", "a probe cannot fail"),
    } <= rules
    again = call("author", "audit", f"tasks:{tasks}", "--repeat", 1, "--keep", keep)
    assert again.output.splitlines()[-2:] == done.output.splitlines()[-2:]
    assert len(keep.read_text().splitlines()) == 2
    first = keep.read_text().splitlines(keepends=True)[0]
    keep.write_text(first)
    part = call("author", "audit", f"tasks:{tasks}", "--repeat", 1, "--keep", keep, "--no-run", "-o", outs[0])
    assert "1 tasks that were run." in part.output
    assert "- Not done: 1 tasks with checks were not run." in outs[0].read_text()


def test_splits_and_what_an_audit_does_not_take(tmp_path: Path) -> None:
    for name in ("train", "test"):
        row = {"id": f"{name}/1", "intent": "double `n`", "references": ["n * 2"]}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row) + "\n")
    train, test = (f"tasks:{tmp_path}/{name}.jsonl" for name in ("train", "test"))
    done = call("author", "audit", train, test, "--no-run")
    assert "is in another split: 1" in done.output
    assert "test/1  as train/1 of tasks:" in done.output
    assert "named 2 times" in str(call("author", "audit", train, train).exception)
    assert "has no known format" in str(call("author", "audit", train, "-o", "a.pdf").exception)
    assert "cannot be written" in str(
        call("author", "audit", train, "-o", tmp_path / "no" / "a.md").exception
    )
