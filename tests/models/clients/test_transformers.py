"""The same for a model of Hugging Face. The model here is tiny, random and made on the spot."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from asmeant.errors import ModelError, UsageError
from asmeant.models.clients import transformers as client_module
from asmeant.models.clients.transformers import TransformersClient, places
from asmeant.records import Message, Prompt, Request, Sampling
from tests import needs

TEMPLATE = "{% for message in messages %}{{ message['content'] }} {% endfor %}"
Texts = dict[tuple[str, int], str]


# ── without the libraries ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "The model 'hf' needs a name"),
        ("?batch=4", "The model 'hf' needs a name"),
        ("gpt2?slots=4", "No option of a local model is called 'slots'. Known: batch"),
        ("gpt2?batch=0", "batch=0 is not valid: it must be a whole number from 1 to 1024"),
    ],
)
def test_words_that_make_no_sense(words: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        client_module.connect(words)
    assert message in str(caught.value)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match=r"needs the extra: pip install 'asmeant\[hf\]'"):
        client_module.connect("gpt2")


@pytest.mark.parametrize(
    ("ranks", "batch", "expected"),
    [
        ((0, 1, 2), 3, [(0, 1, 2)]),
        ((2,), 3, [(None, None, 2)]),
        ((4, 0), 3, [(0, None, None), (None, 4, None)]),
        ((5,), 1, [(5,)]),
        ((), 4, []),
    ],
)
def test_a_rank_always_has_the_same_place(
    ranks: tuple[int, ...], batch: int, expected: list[tuple[int | None, ...]]
) -> None:
    assert list(places(ranks, batch)) == expected


# ── with them ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch: Any = pytest.importorskip("torch", reason=needs.HF)
    transformers: Any = pytest.importorskip("transformers", reason=needs.HF)
    tokenizers: Any = pytest.importorskip("tokenizers", reason=needs.HF)
    made: Path = tmp_path_factory.mktemp("tiny")
    vocabulary = {letter: number for number, letter in enumerate(["<end>", *map(chr, range(32, 127)), "\n"])}
    letters = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    letters.decoder = tokenizers.decoders.Fuse()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=letters, eos_token="<end>")
    tokenizer.save_pretrained(made)
    config = transformers.GPT2Config(
        vocab_size=len(vocabulary),
        n_positions=64,
        n_embd=16,
        n_layer=2,
        n_head=2,
        eos_token_id=0,
        bos_token_id=0,
    )
    torch.manual_seed(0)
    transformers.GPT2LMHeadModel(config).save_pretrained(made)
    return made


@pytest.fixture(scope="module")
def client(folder: Path) -> TransformersClient:
    return client_module.connect(str(folder))


def ask(id_: str, ranks: tuple[int, ...] = (0, 1, 2), stop: tuple[str, ...] = ()) -> Request:
    return Request(id_, Prompt(text=f"def {id_}(x):", stop=stop), ranks)


def texts(client: TransformersClient, requests: list[Request], sampling: Sampling) -> Texts:
    return {(reply.task_id, reply.rank): reply.text for reply in client.replies(requests, sampling)}


DRAWN = Sampling(count=3, max_tokens=12, seed=3)
GREEDY = Sampling(count=1, max_tokens=12, temperature=0)


def test_the_same_seed_gives_the_same_replies(client: TransformersClient) -> None:
    whole = texts(client, [ask("a"), ask("b")], DRAWN)
    missing = texts(client, [ask("b", (2,)), ask("c"), ask("a", (0, 1))], DRAWN)
    assert missing.items() >= {key: whole[key] for key in [("b", 2), ("a", 0), ("a", 1)]}.items()
    assert len(set(whole.values())) > 3
    assert whole != texts(client, [ask("a"), ask("b")], Sampling(count=3, max_tokens=12, seed=4))


def test_temperature_0_is_greedy_and_agrees_with_the_library(
    client: TransformersClient, folder: Path
) -> None:
    import torch
    import transformers

    (reply,) = client.replies([ask("a", (0,))], GREEDY)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder)
    ids = torch.tensor([tokenizer("def a(x):")["input_ids"]])
    out = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=12, do_sample=False)
    assert reply.text == tokenizer.decode(out[0, ids.shape[1] :], skip_special_tokens=True)
    assert reply.truncated == (out.shape[1] == ids.shape[1] + 12)


def test_a_reply_ends_at_its_stop_sequences_and_at_the_limit(client: TransformersClient) -> None:
    (full,) = client.replies([ask("a", (0,))], Sampling(max_tokens=20, temperature=0))
    mark = full.text[3]
    (cut,) = client.replies([ask("a", (0,), stop=(mark,))], Sampling(max_tokens=20, temperature=0))
    assert cut.text == full.text[: full.text.index(mark)]
    assert not cut.truncated
    assert full.usage is not None
    assert full.truncated == (full.usage.reply_tokens == 20)
    assert full.usage.prompt_tokens == len("def a(x):")
    assert full.log_probability is not None
    assert full.log_probability < 0


def test_the_context_bounds_prompt_and_reply(client: TransformersClient) -> None:
    (reply,) = client.replies([Request("a", Prompt(text="x" * 60), (0,))], GREEDY)
    assert len(reply.text) <= 4
    with pytest.raises(
        ModelError, match=r"the task 'long': its prompt has 64 tokens, but the model can read 64"
    ):
        list(client.replies([Request("long", Prompt(text="x" * 64), (0,))], GREEDY))
    with pytest.raises(ModelError, match="the task 'empty': its prompt is empty"):
        list(client.replies([Request("empty", Prompt(text=""), (0,))], GREEDY))


def test_the_chat_template_is_used(folder: Path, tmp_path: Path) -> None:
    import shutil

    import transformers

    shutil.copytree(folder, tmp_path / "chat")
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "chat")
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(tmp_path / "chat")
    chatting, plain = client_module.connect(str(tmp_path / "chat")), client_module.connect(str(folder))
    assert (chatting.form, plain.form) == ("chat", "completion")
    assert chatting.name == "hf:chat"
    chat = Request("a", Prompt(messages=(Message("user", "def a(x):"),)), (0,))
    text = Request("a", Prompt(text="def a(x): "), (0,))
    assert texts(chatting, [chat], GREEDY) == texts(plain, [text], GREEDY)


def test_a_model_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason=needs.HF)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(
        ModelError, match=r"neither from the cache nor from the Hugging Face hub.*hf:\./FOLDER"
    ):
        client_module.connect("nobody/nothing").form  # noqa: B018
    with pytest.raises(ModelError, match="holds no model that transformers can load"):
        client_module.connect(str(tmp_path)).form  # noqa: B018
