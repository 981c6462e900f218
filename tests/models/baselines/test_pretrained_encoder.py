"""TAE with a pretrained encoder: a BERT that is tiny and random, of the same class as the real one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from asmeant.errors import ModelError
from asmeant.metrics import load_metric
from asmeant.models.baselines.learning import Data, answers_to, load_system, train
from asmeant.models.baselines.pretrained_encoder import overlap
from asmeant.models.baselines.settings import settings_for
from asmeant.models.baselines.tae import ENCODER_RATE, Tae
from tests import needs

from .toys import python_tasks

CPU = torch.device("cpu")
SMALL = {"size": 32, "heads": 4, "batch": 16, "rate": 3e-3, "longest": 30, "beam": 2, "warmup": 0, "epochs": 3,
         "average": 0.9}  # fmt: skip


def test_a_subword_has_the_mean_of_the_tokens_that_overlap_it() -> None:
    rows = [["so", "rted", "▁list"], ["a"]]
    # [CLS] sort ed list [SEP], and [CLS] a [SEP] with padding.
    offsets = torch.tensor(
        [[[0, 0], [0, 4], [4, 6], [7, 11], [0, 0]], [[0, 0], [0, 1], [0, 0], [0, 0], [0, 0]]]
    )
    shares = overlap(rows, offsets)
    assert shares[0].tolist() == [[0, 1, 0, 0, 0], [0, 0.5, 0.5, 0, 0], [0, 0, 0, 1, 0]]
    assert shares[1].tolist() == [[0, 1, 0, 0, 0], [0] * 5, [0] * 5]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    transformers = pytest.importorskip("transformers", reason=needs.HF)
    tokenizers = pytest.importorskip("tokenizers", reason=needs.HF)
    folder = tmp_path_factory.mktemp("tiny-bert")
    pieces = {piece: number for number, piece in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])}
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789_'`.()":
        pieces.setdefault(letter, len(pieces))
        pieces.setdefault(f"##{letter}", len(pieces))
    backend = tokenizers.Tokenizer(tokenizers.models.WordPiece(pieces, unk_token="[UNK]"))
    backend.normalizer = tokenizers.normalizers.Lowercase()
    backend.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    backend.post_processor = tokenizers.processors.TemplateProcessing(
        "[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=backend, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(pieces), hidden_size=24, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=64,
    )  # fmt: skip
    transformers.BertModel(config).save_pretrained(folder)
    return folder


def test_tae_learns_with_a_pretrained_encoder_and_is_saved_whole(bert: Path, tmp_path: Path) -> None:
    data = Data(python_tasks(80, 1), python_tasks(6, 2))
    settings = settings_for("tae", {**SMALL, "encoder": str(bert)})
    metrics = [load_metric("bleu:tranx")]
    epochs = list(train(data, settings, tmp_path / "tae", metrics, CPU))
    assert epochs[-1].loss < epochs[0].loss - 0.3
    again = load_system(tmp_path / "tae", CPU)
    assert isinstance(again, Tae)
    assert type(again.network.pretrained.model).__name__ == "BertModel"  # type: ignore[union-attr]
    fast, slow = again.parameter_groups(1.0)
    assert slow["lr"] == pytest.approx(ENCODER_RATE)
    weights = sum(len(group["params"]) for group in (fast, slow))
    assert weights == len(list(again.network.parameters()))
    saved = [json.loads(line)["code"] for line in (tmp_path / "tae" / "dev.jsonl").read_text().splitlines()]
    answers = answers_to(again, [task.intent for task in data.dev], 2, 1)
    assert [row[0].code if row else "" for row in answers] == saved


def test_a_directory_without_an_encoder(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason=needs.HF)
    data = Data(python_tasks(4, 1), python_tasks(2, 2))
    settings = settings_for("tae", {**SMALL, "encoder": str(tmp_path)})
    with pytest.raises(ModelError, match="cannot be used as an encoder: "):
        next(train(data, settings, tmp_path / "out", [load_metric("bleu")], CPU))
