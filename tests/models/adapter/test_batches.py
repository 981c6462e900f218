"""Parts of a prompt tokenized apart are the tokens of the whole; runs see the same pairs in other orders."""

from __future__ import annotations

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.models.adapter.batches import Example, Writer, epoch_batches  # noqa: E402
from asmeant.models.adapter.pool import pairs_of  # noqa: E402
from asmeant.models.adapter.prompt import prompt_text  # noqa: E402
from asmeant.models.adapter.settings import AdapterSettings  # noqa: E402
from asmeant.models.adapter.tokens import Tokenizer  # noqa: E402
from tests.models.adapter.tiny import metadata, tasks  # noqa: E402

PAIRS = pairs_of(tasks())


@pytest.fixture
def writer() -> Writer:
    return Writer(Tokenizer(metadata()), PAIRS)


def test_a_prompt_is_the_tokens_of_its_text(writer: Writer) -> None:
    text = prompt_text("list all files", "bash", [PAIRS[4], PAIRS[1]])
    assert writer.prompt(PAIRS[0], [1, 4]) == writer.tokenizer.encode(text, with_special=True)


def test_far_neighbours_go_first_where_there_is_no_room(writer: Writer) -> None:
    room = len(writer.prompt(PAIRS[0], [1, 4])) + 1
    assert writer.fitting(PAIRS[0], [1, 4, 3], room) == writer.prompt(PAIRS[0], [1, 4])
    assert writer.fitting(PAIRS[0], [1, 4, 3], 0) == writer.prompt(PAIRS[0], [])


def test_each_run_sees_each_pair_once(writer: Writer) -> None:
    examples = [Example(pair, (1, 2)) for pair in PAIRS]
    settings = AdapterSettings(runs=2, batch=4, alone=0.5)
    batches = list(epoch_batches(examples, writer, settings, epoch=1))
    answers = sorted(writer.tokenizer.decode(writer.answer(pair)) for pair in PAIRS)
    for run in range(2):
        rows = [row for batch in batches for row in batch.targets[run]]
        assert sorted(writer.tokenizer.decode(row[row >= 0].tolist()) for row in rows) == answers
        # The last token of every answer is the end.
        assert {row[row >= 0].tolist()[-1] for row in rows} == {writer.tokenizer.end}
    again = list(epoch_batches(examples, writer, settings, epoch=1))
    assert all(torch.equal(one.tokens, other.tokens) for one, other in zip(batches, again, strict=True))


def test_a_target_is_the_token_after(writer: Writer) -> None:
    settings = AdapterSettings(runs=1, batch=1, alone=1.0)
    (batch,) = epoch_batches([Example(PAIRS[0], (1,))], writer, settings, epoch=1)
    whole = [*writer.prompt(PAIRS[0], []), *writer.answer(PAIRS[0])]
    assert batch.tokens[0, 0].tolist() == whole[:-1]
    begin = len(writer.prompt(PAIRS[0], [])) - 1
    assert batch.targets[0, 0, begin:].tolist() == writer.answer(PAIRS[0])
    assert set(batch.targets[0, 0, :begin].tolist()) == {-1}
