"""Which tasks an adapter is for, what its prompt shows, and what is said about it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import ModelError
from asmeant.models.adapter.using import (
    Adapter,
    AdapterPrompts,
    read_adapter_folder,
    shipped_adapters,
)
from asmeant.records import Prompt, Prompting, Scaffold, Task, to_json
from tests.models.adapter.tiny import tasks

TASK = Task("new", "find all text files", code_language="bash")


@pytest.fixture
def adapter(tmp_path: Path) -> Adapter:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_bytes(b"\n".join(to_json(task) for task in tasks()))
    (tmp_path / "adapter.gguf").write_bytes(b"GGUF")
    (tmp_path / "recipe.json").write_text(json.dumps({"neighbours": {"bash": [f"tasks:{pairs}"]}}))
    return read_adapter_folder(tmp_path)


def test_the_prompt_shows_neighbours(adapter: Adapter, tmp_path: Path) -> None:
    prompts = AdapterPrompts([adapter], cache=tmp_path)
    prompt = prompts.prompt(TASK, Prompting(shown="all"))
    assert prompt is not None
    assert prompts.adapter_of(prompt) == 0
    assert prompts.adapter_of(Prompt(text="Bash: find all text files")) is None
    assert "find text files\nfind . -name '*.txt'\n\nBash: find all text files" in prompt.text
    assert f"with neighbours from 6 pairs of tasks:{tmp_path}" in prompts.description("bash")


def test_without_neighbours(adapter: Adapter, tmp_path: Path) -> None:
    prompts = AdapterPrompts([adapter], with_neighbours=False)
    prompt = prompts.prompt(TASK, Prompting())
    assert prompt is not None
    assert "user\nBash: find all text files" in prompt.text
    assert prompts.description("bash").endswith("without neighbours")
    (tmp_path / "pairs.jsonl").unlink()
    assert "without neighbours (to have them: asmeant fetch tasks)" in AdapterPrompts([adapter]).description(
        "bash"
    )


@pytest.mark.parametrize(
    ("language", "prompting"),
    [
        ("python", Prompting()),
        ("bash", Prompting(style="nl2bash")),
        ("bash", Prompting(shots=2)),
        ("bash", Prompting(form="chat")),
    ],
)
def test_what_it_is_not_for(adapter: Adapter, language: str, prompting: Prompting) -> None:
    task = Task("new", "sort a list", code_language=language)
    prompts = AdapterPrompts([adapter])
    assert prompts.prompt(task, prompting) is None
    assert prompts.description("python") == "none"


@pytest.mark.parametrize(
    ("scaffold", "is_for"),
    [
        (Scaffold(before="folder='a'\n", after='\necho "$files" > state'), True),
        (Scaffold(before="f() {", after="}"), False),
        (Scaffold(before="for name in *; do\n"), False),
        (Scaffold(after="| sort"), False),
        (Scaffold(entry="f"), False),
    ],
)
def test_only_whole_lines_may_stand_around_the_code(
    adapter: Adapter, scaffold: Scaffold, is_for: bool
) -> None:
    prompt = AdapterPrompts([adapter]).prompt(replace(TASK, scaffold=scaffold), Prompting())
    assert (prompt is not None) == is_for


def test_each_language_has_its_own(adapter: Adapter) -> None:
    other = replace(adapter, neighbours={"python": []})
    prompts = AdapterPrompts([other, adapter])
    assert (prompts.adapter_for("bash"), prompts.adapter_for("python"), prompts.adapter_for("sql")) == (
        1,
        0,
        None,
    )
    prompt = prompts.prompt(Task("new", "sort", code_language="python"), Prompting())
    assert prompt is not None
    assert prompts.adapter_of(prompt) == 0


def test_a_folder_without_an_adapter(tmp_path: Path) -> None:
    with pytest.raises(
        ModelError, match=r"has no adapter: recipe\.json cannot be read \(FileNotFoundError\)"
    ):
        read_adapter_folder(tmp_path)
    (tmp_path / "recipe.json").write_text('{"neighbours": {"bash": []}}')
    with pytest.raises(ModelError, match=r"has no adapter\.gguf: its training is not finished"):
        read_adapter_folder(tmp_path)


def test_those_that_come_with_asmeant() -> None:
    adapters = shipped_adapters()
    assert "bash" in {language for one in adapters for language in one.neighbours}
    assert all(one.path.stat().st_size <= 11_000_000 for one in adapters)
    assert sum(one.path.stat().st_size for one in adapters) <= 17_000_000
