"""The sample is right, and not by accident: references pass, and what does nothing fails."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from asmeant import plugins
from asmeant.datasets import task_schema
from asmeant.datasets.sample import FOLDER, SAMPLE
from asmeant.languages import python
from asmeant.records import Check, Task

TASKS = list(SAMPLE.load(None, ""))
PYTHON = [task for task in TASKS if task.code_language == "python"]
BASH = [task for task in TASKS if task.code_language == "bash"]
KINDS = {"one check": 7, "many checks": 3, "bash": 2}


def by_id(tasks: list[Task]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("task", tasks, ids=[task.id for task in tasks])


# ── a judge in a few lines, after the words of Scaffold ────────────────────────────────────────────


def held(task: Task, code: str) -> set[str]:
    """The checks that hold for the code."""
    scaffold = task.scaffold
    alone = python.defines(code, scaffold.entry)
    source = code if alone else scaffold.before + code + scaffold.after
    world: dict[str, Any] = {}
    exec(source, world)
    exec(scaffold.setup, world)
    names = python.functions(source) if scaffold.any_function else (scaffold.entry,)
    return {check.name for check in task.checks if any(holds(check, task, world, name) for name in names)}


def holds(check: Check, task: Task, world: dict[str, Any], function: str) -> bool:
    trial = {**world, task.scaffold.entry: world[function], "candidate": world[function]}
    try:
        for probe in check.probes:
            exec(probe, trial)
    except Exception:
        return False
    return bool(check.probes)


# ── what is right ──────────────────────────────────────────────────────────────────────────────────


@by_id(PYTHON)
def test_references_pass(task: Task) -> None:
    assert task.references
    for reference in task.references:
        assert task.checks[0].name in held(task, reference)


@by_id([task for task in PYTHON if task.scaffold.any_function])
def test_any_name_will_do(task: Task) -> None:
    renamed = python.rename(task.references[0], task.scaffold.entry, "another_name")
    assert held(task, renamed) == held(task, task.references[0])


# A second check of a task that no code can meet would only look like a second reading.
READINGS = {
    ("repeat-word", "swap arguments"): "def g(n, w):\n    return ''.join([w] * n)",
    ("repeat-word", "spaces between"): "def g(w, n):\n    return ' '.join([w] * n)",
    ("repeat-word", "list instead of string"): "def g(w, n):\n    return [w] * n",
    ("smallest-and-largest", "list instead of tuple"): "def g(xs):\n    return [min(xs), max(xs)]",
    ("smallest-and-largest", "largest first"): "def g(xs):\n    return max(xs), min(xs)",
    ("smallest-and-largest", "numbers as arguments"): "def g(*xs):\n    return min(xs), max(xs)",
    ("lies-between", "number last"): "def g(low, high, n):\n    return low <= n <= high",
    ("lies-between", "tuple instead of two limits"): "def g(n, ends):\n    return ends[0] <= n <= ends[1]",
    ("count-occurrences", "swap arguments"): "def g(x, xs):\n    return list(xs).count(x)",
    ("count-occurrences", "tuple instead of list"): "def g(xs, x):\n    return tuple.count(xs, x)",
    ("quotient-and-remainder", "list instead of tuple"): "def g(a, b):\n    return [a // b, a % b]",
    (
        "quotient-and-remainder",
        "dictionary instead of tuple",
    ): "def g(a, b):\n    return {'cociente': a // b, 'resto': a % b}",
    ("quotient-and-remainder", "swap arguments"): "def g(a, b):\n    return divmod(b, a)",
    ("even-numbers", "tuple instead of list"): "def g(xs):\n    return tuple(x for x in xs if x % 2 == 0)",
    ("even-numbers", "numbers as arguments"): "def g(*xs):\n    return [x for x in xs if x % 2 == 0]",
    ("common-elements", "set instead of list"): "def g(a, b):\n    return set(a) & set(b)",
    ("common-elements", "tuple instead of list"): "def g(a, b):\n    return tuple(x for x in a if x in b)",
    ("common-elements", "list of lists"): "def g(ab):\n    return [x for x in ab[0] if x in ab[1]]",
    ("longest-word", "list instead of string"): "def g(words):\n    return max(words, key=len)",
    (
        "longest-word",
        "word and its length",
    ): "def g(s):\n    w = max(s.split(), key=len)\n    return w, len(w)",
    ("split-at-position", "list instead of tuple"): "def g(xs, n):\n    return [xs[:n], xs[n:]]",
    ("split-at-position", "swap arguments"): "def g(n, xs):\n    return xs[:n], xs[n:]",
}


@by_id([task for task in PYTHON if len(task.checks) > 1])
def test_every_check_can_be_met(task: Task) -> None:
    slug = task.id.rpartition("/")[2]
    for check in task.checks[1:]:
        assert check.name in held(task, READINGS[slug, check.name])


# ── what is wrong ──────────────────────────────────────────────────────────────────────────────────

VALUES = ["None", "0", "1", "''", "[]", "{}", "()", "True", "False", "args", "args[0]", "args[-1]"]


def lazy_answers(task: Task) -> Iterator[str]:
    yield from (f"def {task.scaffold.entry}(*args):\n    return {value}" for value in VALUES)
    yield f"def {task.scaffold.entry}(*args):\n    pass"
    if task.scaffold.before:
        yield from ("pass", "result = None") if task.scaffold.after else ("", "None", "...")


@by_id(PYTHON)
def test_an_empty_answer_fails(task: Task) -> None:
    for answer in lazy_answers(task):
        assert not held(task, answer), answer


# ── bash ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@by_id(BASH)
def test_bash_references_do_something(task: Task, tmp_path: Path) -> None:
    assert task.references == tuple(check.same_outcome_as for check in task.checks)
    for place, reference in enumerate(task.references):
        folder = tmp_path / str(place)
        for name, text in task.scaffold.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        ran = subprocess.run(["bash", "-c", reference], cwd=folder, capture_output=True, timeout=20)
        assert ran.returncode == 0
        now = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
        assert ran.stdout or now != set(task.scaffold.files)


# ── how it is made up ──────────────────────────────────────────────────────────────────────────────


def test_it_is_a_plugin() -> None:
    assert plugins.load("dataset", "sample") is SAMPLE


def test_languages_are_balanced() -> None:
    wanted = {(language, kind): count for language in SAMPLE.languages for kind, count in KINDS.items()}
    assert Counter((task.intent_language, task.tags["kind"]) for task in TASKS) == wanted


def test_a_core_is_the_same_in_all_languages() -> None:
    meanings: dict[str, set[str]] = {}
    for task in TASKS:
        if "meaning" in task.tags:
            assert task.id == f"sample/{task.intent_language}/{task.tags['meaning']}"
            meanings.setdefault(task.tags["meaning"], set()).add(task.intent_language)
    assert len(meanings) == 5
    assert all(languages == set(SAMPLE.languages) for languages in meanings.values())
    others = Counter(task.id.rpartition("/")[2] for task in TASKS if "meaning" not in task.tags)
    assert set(others.values()) == {1}


def test_ids_and_entries_are_unique() -> None:
    assert len({task.id for task in TASKS}) == len(TASKS)
    gaps = [task.scaffold.entry for task in PYTHON if task.scaffold.before]
    assert len(set(gaps)) == len(gaps)


def test_a_very_small_model_has_a_chance() -> None:
    assert sum(task.tags["ease"] == "easy" for task in PYTHON) >= len(PYTHON) / 3


@by_id(TASKS)
def test_tags_tell_the_shape(task: Task) -> None:
    assert task.tags["domain"] == ("open" if task.scaffold.libraries or task in BASH else "closed")
    assert (task.tags["kind"] == "many checks") == task.scaffold.any_function
    if task.tags["kind"] == "one check":
        assert [check.name for check in task.checks] == ["all"]
        assert 2 <= len(task.checks[0].probes) <= 4
        assert task.scaffold.setup == "\n".join(f"import {name}" for name in task.scaffold.libraries)


ALPHABETS = {"en": {"LATIN"}, "es": {"LATIN"}, "ja": {"HIRAGANA", "KATAKANA", "CJK"}, "ru": {"CYRILLIC"}}


@by_id(TASKS)
def test_intents_are_in_the_script_of_their_language(task: Task) -> None:
    words = re.sub(r"`[^`]*`", "", task.intent).replace("JSON", "").replace("URL", "")
    letters = {unicodedata.name(letter).split()[0] for letter in words if letter.isalpha()}
    letters.discard("KATAKANA-HIRAGANA")  # the mark of a long vowel
    assert letters
    assert letters <= ALPHABETS[task.intent_language]
    assert task.intent_language != "ja" or "HIRAGANA" in letters
    assert task.intent.isascii() or task.intent_language != "en"


@pytest.mark.parametrize("language", SAMPLE.languages)
def test_every_line_meets_the_schema(language: str) -> None:
    for line in (FOLDER / f"{language}.jsonl").read_text(encoding="utf-8").splitlines():
        if line:
            jsonschema.validate(json.loads(line), task_schema.schema())
