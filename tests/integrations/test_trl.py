"""The reward function in a real trainer of TRL, with a tiny model that has learned nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import needs

from asmeant.integrations.trl import reward_function
from asmeant.testing import make_task

pytest.importorskip("trl", reason=needs.install("trl"))


def test_a_step_of_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
    from trl import GRPOConfig, GRPOTrainer

    from datasets import Dataset

    symbols = ["<pad>", "<eos>", "<unk>", *map(chr, range(32, 127))]
    characters = Tokenizer(
        models.WordLevel({symbol: number for number, symbol in enumerate(symbols)}, unk_token="<unk>")
    )
    characters.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=characters, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>"
    )
    config = LlamaConfig(
        vocab_size=len(symbols),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        pad_token_id=0,
        eos_token_id=1,
        max_position_embeddings=128,
    )
    trainer = GRPOTrainer(
        model=LlamaForCausalLM(config),
        reward_funcs=reward_function([make_task()], kind="share"),
        args=GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=1,
            per_device_train_batch_size=2,
            num_generations=2,
            max_completion_length=8,
            use_cpu=True,
            report_to=[],
            logging_steps=1,
        ),
        train_dataset=Dataset.from_list([{"prompt": "double x", "task_id": "double"}] * 4),
        processing_class=tokenizer,
    )
    trainer.train()
    assert trainer.state.log_history[0]["rewards/asmeant_reward/mean"] == 0.0
