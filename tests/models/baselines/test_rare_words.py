from __future__ import annotations

import torch
from torch import Tensor, nn

from asmeant.models.baselines.rare_words import most_attended
from asmeant.models.baselines.search import Hypothesis, State
from asmeant.models.baselines.seq2seq import Seq2Seq
from asmeant.models.baselines.settings import settings_for
from asmeant.models.baselines.vocabulary import START, UNKNOWN

from .toys import bash_tasks


class Reading(nn.Module):
    """Attends to the position whose number was written before."""

    def forward(self, state: State, inputs: Tensor) -> tuple[None, State]:
        assert int(inputs[0, 0]) == START
        return None, {**state, "attention": nn.functional.one_hot(inputs, 9).float()}


def test_a_symbol_has_the_position_that_was_attended_to_when_it_was_written() -> None:
    assert most_attended(Reading(), {"first": torch.zeros(1, 1)}, [5, 7, 4]) == [START, 5, 7]


def test_an_unknown_token_is_written_as_a_word_of_the_intent() -> None:
    tasks = bash_tasks(20, 1)
    system = Seq2Seq.of_tasks(tasks, settings_for("seq2seq", {"level": "token", "size": 8, "embedding": 4}))
    source = system._source(["count", "b12", "now"])
    find = system.targets.id("find")
    assert find != UNKNOWN
    (answer,) = system._answers(source, [Hypothesis((find, UNKNOWN), -1.0, {})])
    command, word = answer.code.split()
    assert (command, word in source.tokens) == ("find", True)


def test_unknown_tokens_can_be_written_only_where_a_token_is_a_whole_argument() -> None:
    tasks = bash_tasks(5, 1)
    small = {"size": 8, "embedding": 4}
    levels = {
        level: Seq2Seq.of_tasks(tasks, settings_for("copynet", {**small, "level": level}))
        for level in ("token", "sub-token", "character")
    }
    assert [UNKNOWN in levels[level].illegal for level in ("token", "sub-token", "character")] == [
        False, True, True,
    ]  # fmt: skip
    assert levels["token"].settings.least_target_count == 4
    assert settings_for("tellina", {}).least_target_count == 2  # it has its own
