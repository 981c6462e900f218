"""The same seed, the same replies: whatever else is asked, in whatever order, from however many engines."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from asmeant.errors import ModelError, UsageError
from asmeant.models.clients import embedded, engine
from asmeant.models.clients.embedded import EmbeddedClient
from asmeant.records import Message, Prompt, Prompting, Reply, Request, Sampling, Task
from tests import needs

SHORT = Sampling(count=3, max_tokens=10, seed=7)
Texts = dict[tuple[str, int], str]


# ── words, without a model ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("connect", "words", "message"),
    [
        (embedded.connect, "qwen", "takes only options, but 'qwen' was found"),
        (embedded.connect, "?slot=1", "No option of a local model is called 'slot'. Known: slots, threads"),
        (embedded.connect, "?slots=0", "slots=0 is not valid: it must be a whole number from 1 to 256"),
        (embedded.connect, "?context=many", "context=many is not valid"),
        (embedded.connect, "?adapter=/nowhere", "/nowhere has no adapter: recipe.json cannot be read"),
        (embedded.connect, "?neighbours=4", "neighbours=4 is not valid: use 'none', or leave it out"),
        (embedded.connect, "?samples=1", "samples=1 is not valid: it must be a whole number from 2 to 256"),
        (embedded.connect_file, "?adapter=none", "No option of a local model is called 'adapter'"),
        (embedded.connect_file, "", "The model 'gguf' needs a file"),
        (embedded.connect_file, "?slots=1", "The model 'gguf' needs a file"),
    ],
)
def test_words_that_make_no_sense(connect: Callable[[str], object], words: str, message: str) -> None:
    with pytest.raises((UsageError, ModelError)) as caught:
        connect(words)
    assert message in str(caught.value)


def test_what_is_said_of_its_components() -> None:
    bash, python = (Task("t", "sort", code_language=language) for language in ("bash", "python"))
    client = embedded.connect("?neighbours=none&samples=4")
    components = client.components([bash, python], Prompting())
    assert components["adapter for bash"].endswith("without neighbours")
    assert "all of 4" in components["consensus"]
    assert "adapter for bash" not in client.components([python], Prompting())
    assert client.components([bash], Prompting(style="nl2bash")).keys() == {"consensus"}
    assert embedded.connect("?adapter=none").components([bash], Prompting()) == {}


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.gguf cannot be read: No such file"):
        embedded.connect_file(f"{tmp_path}/none.gguf")


def test_a_file_that_is_not_gguf(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"PK\3\4 a zip file")
    with pytest.raises(ModelError, match=r"is not a GGUF file\. .* use hf:NAME"):
        embedded.connect_file(f"{tmp_path}/a.gguf?slots=1")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelError, match=r"needs the extra: pip install 'asmeant\[embedded\]'"):
        embedded.connect("")


def test_the_form_follows_the_chat_template(tmp_path: Path) -> None:
    key = b"tokenizer.chat_template"
    (tmp_path / "chat.gguf").write_bytes(b"GGUF...." + len(key).to_bytes(8, "little") + key + b"{{ x }}")
    (tmp_path / "base.gguf").write_bytes(b"GGUF.... tokenizer.chat_template is only mentioned")
    assert embedded.has_chat_template(tmp_path / "chat.gguf")
    assert not embedded.has_chat_template(tmp_path / "base.gguf")


@pytest.mark.parametrize(("load", "engines"), [(0.0, 4), (1.2, 3), (9.0, 1)])
def test_only_idle_cores_are_used(monkeypatch: pytest.MonkeyPatch, load: float, engines: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    monkeypatch.setattr(engine, "_siblings", lambda cpu: str(cpu % 4))
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    assert engine.choose_engines(1) == engines
    assert engine.choose_engines(1 << 60) == 1


# ── a real model ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def client() -> EmbeddedClient:
    pytest.importorskip("xllamacpp", reason=needs.EMBEDDED)
    return embedded.connect("?slots=2&context=512")


@pytest.fixture(scope="module")
def single() -> EmbeddedClient:
    pytest.importorskip("xllamacpp", reason=needs.EMBEDDED)
    return embedded.connect("?slots=1")


def chat(id_: str, ranks: Sequence[int] = (0, 1, 2)) -> Request:
    # Long enough to be read in two pieces, where llama.cpp's own batches and caches change the replies.
    notes = "Mind the empty list, and keep it short. " * (18 if id_ == "b" else 1)
    return Request(id_, Prompt(messages=(Message("user", f"{notes}Python code for: {id_}"),)), tuple(ranks))


def complete(id_: str, ranks: Sequence[int] = (0, 1, 2), stop: tuple[str, ...] = ()) -> Request:
    return Request(id_, Prompt(text=f"# {id_}\ndef add(a, b):\n", stop=stop), tuple(ranks))


def texts(client: EmbeddedClient, requests: Sequence[Request], sampling: Sampling = SHORT) -> Texts:
    return {(reply.task_id, reply.rank): reply.text for reply in client.replies(requests, sampling)}


@pytest.fixture(scope="module")
def whole(client: EmbeddedClient) -> Texts:
    return texts(client, [chat("a"), chat("b"), complete("c")])


@pytest.mark.embedded
def test_the_same_seed_gives_the_same_replies_in_other_company(single: EmbeddedClient, whole: Texts) -> None:
    assert len(whole) == 9
    assert texts(single, [complete("c"), chat("d", [0]), chat("b"), chat("a")]).items() >= whole.items()


@pytest.mark.embedded
def test_the_adapter_answers_in_bash_and_leaves_the_rest_alone(single: EmbeddedClient, whole: Texts) -> None:
    task = Task("t", "list all files in the current directory", code_language="bash")
    prompt = single.own_prompt(task, Prompting())
    assert prompt is not None
    greedy = Sampling(count=1, temperature=0.0, max_tokens=16)
    (reply,) = single.replies([Request("t", prompt, (0,))], greedy)
    assert reply.text.split()[0] in ("ls", "find")
    assert reply.code_from == embedded.CODE_ALONE
    assert texts(single, [complete("c", [0])]).items() <= whole.items()
    bare = embedded.connect("?slots=1&adapter=none")
    assert bare.own_prompt(task, Prompting()) is None
    assert texts(bare, [complete("c", [0])]).items() <= whole.items()


@pytest.mark.embedded
def test_missing_ranks_come_as_they_would_have(client: EmbeddedClient, whole: Texts) -> None:
    missing = texts(client, [chat("b", [2]), complete("c", [1, 2]), chat("a", [1])])
    assert missing == {key: whole[key] for key in missing}
    assert len(missing) == 4


@pytest.mark.embedded
def test_ranks_and_seeds_differ(client: EmbeddedClient, whole: Texts) -> None:
    assert len({whole["a", rank] for rank in range(3)}) > 1
    other = texts(client, [chat("a")], Sampling(count=3, max_tokens=10, seed=8))
    assert other != {key: whole[key] for key in other}


@pytest.mark.embedded
@pytest.mark.thorough
def test_one_engine_answers_every_request_of_one_rank(single: EmbeddedClient) -> None:
    requests = [chat(f"t{number}", ranks=(0,)) for number in range(5)]
    assert len(texts(single, requests, Sampling(max_tokens=2))) == 5


@pytest.mark.embedded
def test_temperature_0_is_greedy(client: EmbeddedClient) -> None:
    greedy = Sampling(count=2, max_tokens=8, temperature=0)
    found = texts(client, [complete("a", [0, 1])], greedy)
    assert found["a", 0] == found["a", 1]
    assert found == texts(client, [complete("a", [0, 1])], Sampling(temperature=0, max_tokens=8, seed=5))


@pytest.mark.embedded
def test_a_reply_ends_at_its_stop_sequences(client: EmbeddedClient) -> None:
    greedy = Sampling(max_tokens=24, temperature=0, stop=("never said",))
    (full,) = client.replies([complete("a", [0])], greedy)
    mark = full.text[len(full.text) // 2 :][:3]
    (cut,) = client.replies([complete("a", [0], stop=(mark,))], greedy)
    assert cut.text == full.text[: full.text.index(mark)]
    assert full.truncated
    assert not cut.truncated


@pytest.mark.embedded
def test_what_a_reply_took_is_told(single: EmbeddedClient) -> None:
    first, second = sorted(single.replies([complete("usage", [0, 1])], SHORT), key=lambda reply: reply.rank)
    assert first.usage is not None
    assert second.usage is not None
    assert first.usage.prompt_tokens > 5
    assert second.usage.prompt_tokens == 0
    assert 0 < first.usage.reply_tokens <= 10
    assert first.usage.seconds > 0
    assert first.log_probability is not None
    assert first.log_probability < 0


@pytest.mark.embedded
def test_a_prompt_that_is_too_long_or_empty_is_told_after_the_others(client: EmbeddedClient) -> None:
    long = Request("long", Prompt(text="def add(a, b):\n" * 200), (0, 1))
    replies = client.replies([long, complete("a", [0])], SHORT)
    assert next(replies).task_id == "a"
    with pytest.raises(
        ModelError, match=r"the task 'long': its prompt has \d+ tokens, but the context holds"
    ):
        next(replies)
    with pytest.raises(ModelError, match="the task 'empty': its prompt is empty"):
        list(client.replies([Request("empty", Prompt(), (0,))], SHORT))


@pytest.mark.embedded
def test_an_early_close_ends_the_work(client: EmbeddedClient) -> None:
    def requests() -> Iterator[Request]:
        yield complete("a", [0])
        yield complete("long", range(20))

    replies = client.replies(requests(), Sampling(max_tokens=200, stop=("\n",)))
    next(replies)
    started = time.monotonic()
    replies.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 2
    assert not [thread for thread in threading.enumerate() if thread.name == "asmeant engine"]
    assert len(texts(client, [complete("a", [0])])) == 1


@pytest.mark.embedded
def test_idle_workers_share_the_ranks_of_the_last_task(client: EmbeddedClient) -> None:
    replies: list[Reply] = list(
        client.replies([complete("shared", range(6))], Sampling(count=6, max_tokens=4))
    )
    assert sorted(reply.rank for reply in replies) == list(range(6))
    assert sum(reply.usage.prompt_tokens > 0 for reply in replies if reply.usage) == 2


@pytest.mark.embedded
def test_a_damaged_gguf_file(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason=needs.EMBEDDED)
    (tmp_path / "a.gguf").write_bytes(b"GGUF" + bytes(1000))
    damaged = embedded.connect_file(f"{tmp_path}/a.gguf?slots=1")
    with pytest.raises(ModelError, match=r"llama\.cpp cannot load .*a\.gguf"):
        list(damaged.replies([complete("a", [0])], SHORT))


@pytest.mark.embedded
def test_nothing_is_printed_and_an_open_generator_does_not_hang_the_exit(client: EmbeddedClient) -> None:
    program = """
        import os, sys
        from asmeant.models.clients import embedded
        from asmeant.records import Prompt, Request, Sampling

        client = embedded.connect("?slots=2&context=512")
        requests = [Request(name, Prompt(text="def add(a, b):"), (0, 1)) for name in "ab"]
        replies = client.replies(requests, Sampling(max_tokens=300, seed=int(sys.argv[1])))
        next(replies)
        if os.fork() == 0:
            # As multiprocessing ends its children.
            del client, replies
            os._exit(0)
        os.wait()
    """
    command = [sys.executable, "-c", textwrap.dedent(program), "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
