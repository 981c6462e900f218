"""Which tasks an adapter is for, what its prompt shows, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asmeant.errors import ModelError
from asmeant.models.adapter.using import (
    Adapter,
    AdapterPrompts,
    is_adapter_prompt,
    read_adapter_folder,
    shipped_adapter,
)
from asmeant.records import Prompting, Task, to_json
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
    prompts = AdapterPrompts(adapter, cache=tmp_path)
    prompt = prompts.prompt(TASK, Prompting(shown="all"))
    assert prompt is not None
    assert is_adapter_prompt(prompt)
    assert "find text files\nfind . -name '*.txt'\n\nBash: find all text files" in prompt.text
    assert f"with neighbours from 6 pairs of tasks:{tmp_path}" in prompts.description()


def test_without_neighbours(adapter: Adapter, tmp_path: Path) -> None:
    prompts = AdapterPrompts(adapter, with_neighbours=False)
    prompt = prompts.prompt(TASK, Prompting())
    assert prompt is not None
    assert "user\nBash: find all text files" in prompt.text
    assert prompts.description().endswith("without neighbours")
    (tmp_path / "pairs.jsonl").unlink()
    assert "without neighbours (to have them: asmeant fetch tasks)" in AdapterPrompts(adapter).description()


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
    assert AdapterPrompts(adapter).prompt(task, prompting) is None


def test_a_folder_without_an_adapter(tmp_path: Path) -> None:
    with pytest.raises(
        ModelError, match=r"has no adapter: recipe\.json cannot be read \(FileNotFoundError\)"
    ):
        read_adapter_folder(tmp_path)
    (tmp_path / "recipe.json").write_text('{"neighbours": {"bash": []}}')
    with pytest.raises(ModelError, match=r"has no adapter\.gguf: its training is not finished"):
        read_adapter_folder(tmp_path)


def test_the_one_that_comes_with_asmeant() -> None:
    adapter = shipped_adapter()
    assert "bash" in adapter.neighbours
    assert adapter.path.stat().st_size <= 11_000_000
