from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.datasets import load_tasks
from asmeant.errors import DataError, ModelError, UnknownNameError, UsageError
from asmeant.models.translation import load_translator, translate_test, translate_train, zero_shot
from asmeant.models.translation.chat import ChatTranslator
from asmeant.models.translation.files import FileTranslator
from asmeant.models.translation.local import CTranslate2Translator, TransformersTranslator
from asmeant.records import Prompt, Request, Task
from asmeant.testing import FakeClient, FakeTranslator

JAPANESE = Task("1", "リスト`items`を'key'で並べ替える", "ja", references=("sorted(items)",))
ENGLISH = Task("2", "reverse the list `a`", "en")


def destroy(text: str) -> str:
    """As bad as a translator can be to names: every quote is gone, and every small letter is another."""
    return "Sort the list " + text.translate(str.maketrans("", "", "`'\"")).replace("items", "goods")


def test_zero_shot_asks_in_the_language_of_the_intent() -> None:
    assert list(zero_shot([JAPANESE, ENGLISH])) == [JAPANESE, ENGLISH]


def test_translate_test_keeps_names_and_literals() -> None:
    translator = FakeTranslator(destroy)
    japanese, english = translate_test([JAPANESE, ENGLISH], translator)
    assert "`items`" in japanese.intent
    assert "'key'" in japanese.intent
    assert japanese.intent_language == "en"
    assert japanese.tags == {"translated_from": "ja", "original_intent": JAPANESE.intent}
    assert japanese.references == JAPANESE.references
    assert english is ENGLISH
    assert all("items" not in text for text in translator.texts)


def test_without_masks_the_damage_of_the_paper_is_there() -> None:
    (japanese,) = translate_test([JAPANESE], FakeTranslator(destroy), masked=False)
    assert "items" not in japanese.intent
    assert "goods" in japanese.intent


def test_translate_train_goes_the_other_way() -> None:
    japanese, english = translate_train(
        [JAPANESE, ENGLISH], FakeTranslator(lambda text: f"逆に {text}"), "ja"
    )
    assert japanese is JAPANESE
    assert (english.intent, english.intent_language) == ("逆に reverse the list `a`", "ja")


def test_many_tasks_are_translated_in_their_order() -> None:
    tasks = [Task(str(number), f"задача номер {number}", "ru") for number in range(70)]
    found = list(translate_test(tasks, FakeTranslator(lambda text: text.replace("задача номер", "task"))))
    assert [task.intent for task in found] == [f"task {number}" for number in range(70)]


def test_a_translator_that_loses_texts_is_said() -> None:
    class Silent(FakeTranslator):
        def translate(self, texts: Any, source: str, target: str) -> Any:
            return iter(())

    with pytest.raises(ModelError, match="was asked for 1 translations and gave 0"):
        list(translate_test([JAPANESE], Silent()))


# ── what translates ────────────────────────────────────────────────────────────────────────────────


def test_a_file_is_asked_for_the_text_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "translations.jsonl"
    file.write_text(json.dumps({"text": JAPANESE.intent, "translation": "sort it"}) + "\n\n")
    (task,) = translate_test([JAPANESE], load_translator(f"file:{file}"))
    assert task.intent == "sort it"
    with pytest.raises(DataError, match="has no translation of 'привет'"):
        list(translate_test([Task("3", "привет", "ru")], FileTranslator({})))


@pytest.mark.parametrize(
    ("spec", "kind", "message"),
    [
        ("file", UsageError, "needs a word after it"),
        ("file:/nowhere", DataError, "cannot be read"),
        ("fil:x", UnknownNameError, "No translator is called 'fil'"),
        ("ct2:/nowhere", ModelError, "/nowhere"),
    ],
)
def test_what_cannot_be_is_said(spec: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        load_translator(spec)


def test_a_broken_line_is_said(tmp_path: Path) -> None:
    (tmp_path / "f").write_text('{"text": "a"}\n')
    with pytest.raises(DataError, match="line 1: found"):
        load_translator(f"file:{tmp_path / 'f'}")


def test_a_language_model_is_told_both_languages_and_the_masked_text() -> None:
    client = FakeClient(lambda request: f" sort {request.prompt.messages[0].content.split()[-1]} ")
    (task,) = translate_test([JAPANESE], ChatTranslator(client))
    (order,) = client.requests[0].prompt.messages
    assert "from Japanese to English" in order.content
    assert order.content.endswith("リストVAR0RをVAR1Rで並べ替える")
    assert task.intent == "sort リスト`items`を'key'で並べ替える"


def test_a_model_that_completes_is_asked_in_its_form_and_silence_is_said() -> None:
    client = FakeClient(lambda request: "", form="completion")
    with pytest.raises(ModelError, match="gave no translation of"):
        list(ChatTranslator(client).translate(["hola"], "es", "en"))
    assert client.requests[0] == Request("0", Prompt(text=client.requests[0].prompt.text, stop=("\n",)), (0,))


class FakeTokenizer:
    """Words are tokens, and tokens are numbers."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def number(self, word: str) -> int:
        if word not in self.words:
            self.words.append(word)
        return self.words.index(word)

    def encode(self, text: str) -> list[int]:
        return [self.number(word) for word in text.split()]

    def __call__(self, texts: list[str], **settings: Any) -> dict[str, Any]:
        return {"input_ids": [self.encode(text) for text in texts]}

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        return [self.words[number] for number in ids]

    def convert_tokens_to_ids(self, tokens: Any) -> Any:
        return self.number(tokens) if isinstance(tokens, str) else [self.number(word) for word in tokens]

    def decode(self, ids: list[int], **settings: Any) -> str:
        return " ".join(self.words[number] for number in ids)

    def batch_decode(self, batch: list[list[int]], **settings: Any) -> list[str]:
        return [self.decode(ids) for ids in batch]


class ManyLanguages(FakeTokenizer):
    src_lang = "en"
    lang_code_to_id = {"en_XX": 1, "ja_XX": 2}  # noqa: RUF012


class FakeSeq2Seq:
    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}

    def generate(self, input_ids: list[list[int]], **settings: Any) -> list[list[int]]:
        self.settings = settings
        return [ids[::-1] for ids in input_ids]


def test_transformers_for_two_languages_and_for_many() -> None:
    model = FakeSeq2Seq()
    two = TransformersTranslator(FakeTokenizer(), model, "two")
    assert list(two.translate(["a b", "c d"], "ja", "en")) == ["b a", "d c"]
    assert "forced_bos_token_id" not in model.settings
    tokenizer = ManyLanguages()
    list(TransformersTranslator(tokenizer, model, "many").translate(["a"], "ja", "en"))
    assert tokenizer.src_lang == "ja_XX"
    assert tokenizer.words[model.settings["forced_bos_token_id"]] == "en_XX"


def test_ctranslate2_gets_tokens_and_drops_the_language() -> None:
    prefixes: list[Any] = []

    def translate_batch(tokens: list[list[str]], target_prefix: Any, **settings: Any) -> list[Any]:
        prefixes.append(target_prefix)
        first = target_prefix[0] if target_prefix else []
        return [SimpleNamespace(hypotheses=[[*first, *words[::-1]]]) for words in tokens]

    engine = SimpleNamespace(translate_batch=translate_batch)
    assert list(CTranslate2Translator(FakeTokenizer(), engine, "x").translate(["a b"], "ja", "en")) == ["b a"]
    assert list(CTranslate2Translator(ManyLanguages(), engine, "x").translate(["a b"], "ja", "en")) == ["b a"]
    assert prefixes == [None, [["en_XX"]]]


# ── the verb ───────────────────────────────────────────────────────────────────────────────────────


def test_a_dataset_becomes_a_file_of_tasks(tmp_path: Path) -> None:
    tasks = list(load_tasks("sample"))
    spanish = [task for task in tasks if task.intent_language == "es"]
    file, out = tmp_path / "t.jsonl", tmp_path / "out.jsonl"
    rows = [{"text": task.intent, "translation": f"English of {task.id}"} for task in spanish]
    file.write_text("\n".join(map(json.dumps, rows)))
    words = ["translate", "sample", "--lang", "es", "--translator", f"file:{file}", "--out", str(out)]
    result = CliRunner().invoke(asmeant, words)
    assert result.exit_code == 0, result.output
    found = list(load_tasks(f"tasks:{out}"))
    assert [task.intent for task in found] == [f"English of {task.id}" for task in spanish]
    assert {task.intent_language for task in found} == {"en"}
    assert [task.checks for task in found] == [task.checks for task in spanish]


@pytest.mark.data
def test_the_released_translations(released_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_DATA", str(released_data))
    from asmeant.records import Selection

    chosen = Selection(languages=("ja",))
    translator = load_translator("released:flores101")
    found = translate_test(load_tasks("mconala", chosen, released_data), translator)
    expected = load_tasks("mconala:flores101", chosen, released_data)
    assert [task.intent for task in found] == [task.intent for task in expected]
