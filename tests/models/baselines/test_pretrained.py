"""Fine-tuning of an mBART that is tiny and random: the same class and the same code as for the real one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from asmeant.errors import ModelError, UsageError
from asmeant.metrics import load_metric
from asmeant.models.baselines.learning import Data, answers_to, load_system, train
from asmeant.models.baselines.settings import Settings, settings_for
from tests import needs

from .toys import bash_tasks

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    transformers = pytest.importorskip("transformers", reason=needs.HF)
    tokenizers = pytest.importorskip("tokenizers", reason=needs.HF)
    folder = tmp_path_factory.mktemp("tiny-mbart")
    letters = {token: number for number, token in enumerate(["<s>", "<pad>", "</s>", "<unk>"])}
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789-/_ ":
        letters.setdefault(letter, len(letters))
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(letters, unk_token="<unk>"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex("."), "isolated")
    tokenizer.decoder = tokenizers.decoders.Fuse()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        "$A </s>", special_tokens=[("</s>", 2)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.MBartConfig(
        vocab_size=len(letters), d_model=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64,
    )  # fmt: skip
    transformers.MBartForConditionalGeneration(config).save_pretrained(folder)
    return folder


def settings(base: Path | str, epochs: int = 3) -> Settings:
    changes = {"base": str(base), "epochs": epochs, "rate": 3e-3, "beam": 2, "longest": 24}
    return settings_for("pretrained", changes)


def test_an_mbart_is_fine_tuned_and_answers(base: Path, tmp_path: Path) -> None:
    data = Data(bash_tasks(60, 1), bash_tasks(4, 2))
    folder = tmp_path / "tuned"
    epochs = list(train(data, settings(base), folder, [load_metric("char-bleu@1")], CPU))
    assert epochs[-1].loss < epochs[0].loss - 0.2
    tuned = load_system(folder, CPU)
    assert type(tuned.network).__name__ == "MBartForConditionalGeneration"
    saved = [json.loads(line)["code"] for line in (folder / "dev.jsonl").read_text().splitlines()]
    again = answers_to(tuned, [task.intent for task in data.dev], 2, 1)
    assert [row[0].code for row in again] == saved


def test_what_is_no_model(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason=needs.HF)
    data = Data(bash_tasks(4, 1), bash_tasks(2, 2))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelError, match="cannot be used as an encoder-decoder"):
        next(train(data, settings(tmp_path / "empty"), tmp_path / "out", [load_metric("bleu")], CPU))
    with pytest.raises(UsageError, match="needs a model to begin with"):
        next(train(data, settings(""), tmp_path / "out", [load_metric("bleu")], CPU))
