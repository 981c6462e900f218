"""Any encoder-decoder of transformers, fine-tuned: mBART, mT5, BART, T5, Marian ... (MCoNaLa, section 3).

`base` names a local directory or a model of the hub. The trained directory needs neither: it has the
configuration and the tokenizer as well as the weights. Intents are the source unchanged, in any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from asmeant.errors import UsageError
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.hub import load_parts, new_parts, saved_parts
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import Answer, Loss, NeuralSystem, different
from asmeant.records import Task

IGNORED = -100  # a label that is ignored


@dataclass(frozen=True, slots=True)
class Example:
    source: tuple[int, ...]
    target: tuple[int, ...]


class Pretrained(NeuralSystem):
    def __init__(self, network: Any, tokenizer: Any, settings: Settings, start: int) -> None:
        self.network, self.tokenizer, self.settings = network, tokenizer, settings
        self.start = start  # the token that starts the decoder

    @classmethod
    def of_tasks(cls, _tasks: Sequence[Task], settings: Settings) -> Pretrained:
        if not settings.base:
            raise UsageError(
                "Fine-tuning needs a model to begin with. Use: --base DIRECTORY, or a name on the hub"
            )
        network, tokenizer = load_parts(
            settings.base, "AutoModelForSeq2SeqLM", "an encoder-decoder", dtype=torch.float32
        )
        labels = torch.tensor([tokenizer(text_target="x").input_ids])
        start = int(network.prepare_decoder_input_ids_from_labels(labels)[0, 0])
        return cls(network, tokenizer, settings, start)

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> Pretrained:
        network, tokenizer = new_parts(knowledge, "AutoModelForSeq2SeqLM")
        return cls(network, tokenizer, settings, knowledge["start"])

    @property
    def knowledge(self) -> Mapping[str, Any]:
        return {**saved_parts(self.network, self.tokenizer), "start": self.start}

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        return [
            Example(self._source(task.intent), self._target(reference))
            for task in tasks
            for reference in task.references
        ]

    def loss(self, batch: Sequence[Example]) -> Loss:
        source = padded([example.source for example in batch], self.device, self._padding)
        labels = padded([example.target for example in batch], self.device, IGNORED)  # batch × steps
        outputs = self.network(input_ids=source, attention_mask=source != self._padding, labels=labels)
        is_token = labels != IGNORED
        total = torch.nn.functional.cross_entropy(
            outputs.logits.flatten(0, 1).float(),
            labels.flatten(),
            ignore_index=IGNORED,
            label_smoothing=self.settings.smoothing if self.network.training else 0.0,
            reduction="sum",
        )
        return Loss(total, int(is_token.sum()))

    @torch.no_grad()
    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        source = padded([self._source(intent) for intent in intents], self.device, self._padding)
        generated = self.network.generate(
            input_ids=source,
            attention_mask=source != self._padding,
            decoder_start_token_id=self.start,
            forced_bos_token_id=None,
            num_beams=beam,
            num_return_sequences=min(beam, count),
            max_new_tokens=self.settings.longest,
            **({"length_penalty": self.settings.length_power} if beam > 1 else {}),
            do_sample=False,
            output_scores=True,
            return_dict_in_generate=True,
        )
        texts = self.tokenizer.batch_decode(generated.sequences, skip_special_tokens=True)
        scores = getattr(generated, "sequences_scores", None)  # a beam of 1 has none
        values = [0.0] * len(texts) if scores is None else scores.tolist()
        sequences = min(beam, count)
        return [
            different([Answer(text.strip(), value) for text, value in rows], count)
            for rows in _groups(list(zip(texts, values, strict=True)), sequences)
        ]

    @property
    def _padding(self) -> int:
        return int(self.tokenizer.pad_token_id or 0)

    def _source(self, intent: str) -> tuple[int, ...]:
        return tuple(self.tokenizer(intent).input_ids[: self.settings.longest])

    def _target(self, code: str) -> tuple[int, ...]:
        ids = self.tokenizer(text_target=code).input_ids
        # A truncated target keeps its end token.
        return tuple(
            ids if len(ids) <= self.settings.longest else [*ids[: self.settings.longest - 1], ids[-1]]
        )


def _groups(rows: list[tuple[str, float]], size: int) -> list[list[tuple[str, float]]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]
