from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from asmeant.errors import UnknownNameError, UsageError
from asmeant.models import Prompted, load_model, split_spec
from asmeant.models.clients.openai import OpenAIClient
from asmeant.models.reference import ReferenceModel
from asmeant.records import Prompting


def test_a_model_is_loaded_by_its_name() -> None:
    assert isinstance(load_model("reference"), ReferenceModel)


def test_a_client_is_loaded_and_prompted() -> None:
    prompting = Prompting(shots=2)
    model = load_model("openai:org/m:free@http://here:8000/v1", prompting)
    assert isinstance(model, Prompted)
    assert isinstance(model.client, OpenAIClient)
    assert model.name == "org/m:free@here:8000/v1"
    assert model.prompting is prompting


def test_words_may_hold_colons(tmp_path: Path) -> None:
    path = tmp_path / "a:b.jsonl"
    path.write_text("")
    assert load_model(f"recorded:{path}").name == "recorded:a:b.jsonl"


@pytest.mark.parametrize(
    ("spec", "hint"), [("refrence", "Closest: 'reference'"), ("openia:gpt-4o", "Closest: 'openai'")]
)
def test_an_unknown_name(spec: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_model(spec)
    assert hint in str(caught.value)
    assert str(caught.value).endswith("See: asmeant list models")


def test_form_that_the_client_does_not_take() -> None:
    with pytest.raises(UsageError, match="takes completion prompts, but was asked for a chat"):
        load_model("openai:m#completions", Prompting(form="chat"))
    assert load_model("openai:m", Prompting(form="completion")).name == "m@api.openai.com/v1"


def test_loading_a_client_imports_no_httpx() -> None:
    program = (
        "import sys; from asmeant.models import load_model, split_spec; load_model('openai:m'); "
        "print(*{'httpx', 'torch', 'xllamacpp'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    ("files", "kind"), [(["config.json"], "hf"), (["config.json", "vocabulary.json"], "trained")]
)
def test_a_folder_alone_is_told_what_it_is(tmp_path: Path, files: list[str], kind: str) -> None:
    for name in files:
        (tmp_path / name).write_text("{}")
    with pytest.raises(UsageError, match=f"Use: {kind}:"):
        load_model(str(tmp_path))


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("embedded", ("embedded", "")),
        ("embedded?adapter=none", ("embedded", "?adapter=none")),
        ("embedded:?slots=4", ("embedded", "?slots=4")),
        ("openai:a@http://b?c=d", ("openai", "a@http://b?c=d")),
        ("embedded?adapter=a:b", ("embedded", "?adapter=a:b")),
    ],
)
def test_options_may_follow_the_name(spec: str, parts: tuple[str, str]) -> None:
    assert split_spec(spec) == parts
