"""Translation models of transformers and CTranslate2: a MarianMT that is tiny and random, loaded as a real one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from asmeant.errors import ModelError
from asmeant.models.translation import load_translator, translate_test
from asmeant.models.translation.settings import translate
from asmeant.records import Task
from tests import needs

NEEDS = needs.install("'asmeant[hf]' sentencepiece")
TEXTS = [
    "ordenar la lista de nombres",
    "abrir el archivo y leer las palabras",
    "sort the list",
    "open the file",
]


@pytest.fixture(scope="module")
def marian(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as that of any Marian model: weights, vocabulary, and two sentencepiece models."""
    transformers = pytest.importorskip("transformers", reason=NEEDS)
    sentencepiece: Any = pytest.importorskip("sentencepiece", reason=NEEDS)
    torch = pytest.importorskip("torch", reason=NEEDS)
    folder = tmp_path_factory.mktemp("marian")
    (folder / "texts").write_text("\n".join(TEXTS), "utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "texts"), model_prefix=str(folder / "source"), vocab_size=32, minloglevel=2
    )
    processor = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.model"))
    pieces = [processor.id_to_piece(number) for number in range(processor.get_piece_size())]
    vocabulary = [
        "</s>",
        "<unk>",
        *(piece for piece in pieces if piece not in ("<s>", "</s>", "<unk>")),
        "<pad>",
    ]
    for name in ("source.spm", "target.spm"):
        shutil.copy(folder / "source.model", folder / name)
    (folder / "vocab.json").write_text(json.dumps({piece: n for n, piece in enumerate(vocabulary)}), "utf-8")
    transformers.MarianTokenizer(
        source_spm=str(folder / "source.spm"), target_spm=str(folder / "target.spm"),
        vocab=str(folder / "vocab.json"), source_lang="es", target_lang="en",
    ).save_pretrained(folder)  # fmt: skip
    torch.manual_seed(0)
    padding = len(vocabulary) - 1
    config = transformers.MarianConfig(
        vocab_size=len(vocabulary), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=320,
        pad_token_id=padding, decoder_start_token_id=padding, eos_token_id=0, forced_eos_token_id=0,
        static_position_embeddings=True,
    )  # fmt: skip
    transformers.MarianMTModel(config).save_pretrained(folder)
    return folder


def test_a_marian_model_translates_by_transformers(marian: Path) -> None:
    translator = load_translator(f"hf:{marian}")
    assert translator.name == f"hf:{marian.name}"
    answers = translate(translator, TEXTS[:2], "es", "en", masked=False)
    assert len(answers) == 2
    assert answers == translate(translator, TEXTS[:2], "es", "en", masked=False)
    assert not any("<pad>" in answer or "</s>" in answer for answer in answers)
    (task,) = translate_test([Task("1", "ordenar la lista `nombres`", "es")], translator)
    assert task.intent_language == "en"
    assert "`nombres`" in task.intent  # whatever the model makes of its mask


def test_the_same_model_translates_by_ctranslate2(marian: Path, tmp_path: Path) -> None:
    library: Any = pytest.importorskip("ctranslate2", reason=needs.install("ctranslate2"))
    folder = tmp_path / "converted"
    library.converters.TransformersConverter(str(marian)).convert(str(folder))
    for name in ("source.spm", "target.spm", "vocab.json", "tokenizer_config.json"):
        shutil.copy(marian / name, folder / name)
    answers = translate(load_translator(f"ct2:{folder}"), TEXTS[:2], "es", "en", masked=False)
    assert len(answers) == 2
    assert not any("<pad>" in answer or "</s>" in answer for answer in answers)


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason=NEEDS)
    with pytest.raises(ModelError, match="No translation model could be loaded from"):
        load_translator(f"hf:{tmp_path}")
