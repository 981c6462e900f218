"""The client against a real llama.cpp server, and with a faulty wire between the two."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from asmeant.errors import ModelError
from asmeant.models import Prompted
from asmeant.models.clients import retries
from asmeant.models.clients.address import read_address
from asmeant.models.clients.openai import OpenAIClient, connect
from asmeant.models.clients.weights import embedded_weights
from asmeant.records import Candidate, Form, Prompt, Prompting, Request, Sampling, Task
from tests import needs
from tests.models.faulty_server import Fault, FaultyServer

pytestmark = pytest.mark.embedded

TASKS = [
    Task("sorted", "sort the list `xs`", references=("sorted(xs)",)),
    Task("identical", "check if all elements in list `myList` are identical"),
]
GREEDY = Sampling(temperature=0, max_tokens=12)


@pytest.fixture(scope="module")
def llama() -> Iterator[str]:
    xllamacpp: Any = pytest.importorskip("xllamacpp", reason=needs.EMBEDDED)
    params = xllamacpp.CommonParams()
    params.model.path = str(embedded_weights())
    params.model_alias = {"smollm2"}
    params.n_ctx = 1024
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    # One prompt at a time, from its beginning: otherwise sums are added in another order.
    params.n_parallel = 1
    params.cache_prompt = False
    params.warmup = False
    params.port = 0
    params.verbosity = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


def generate(client: OpenAIClient, form: Form | None = None) -> dict[str, Candidate]:
    candidates = Prompted(client, Prompting(form=form)).generate(TASKS, GREEDY)
    return {candidate.task_id: candidate for candidate in candidates}


@pytest.mark.parametrize("form", ["chat", "completion"])
def test_both_endpoints_answer_with_usage_and_log_probability(llama: str, form: Form) -> None:
    found = generate(connect(f"smollm2@{llama}"), form)
    assert found.keys() == {task.id for task in TASKS}
    for candidate in found.values():
        assert candidate.reply.strip()
        assert candidate.log_probability is not None
        assert candidate.log_probability < 0
        assert candidate.usage is not None
        assert candidate.usage.prompt_tokens > 5
        assert 1 <= candidate.usage.reply_tokens <= GREEDY.max_tokens


@pytest.mark.thorough
def test_more_choices_than_the_server_has_slots(llama: str) -> None:
    requests = [Request("t", Prompt(text="def add(a, b):"), (0, 1, 2))]
    sampling = Sampling(temperature=1.5, top_p=1, max_tokens=6)
    first, second = (list(connect(f"smollm2@{llama}").replies(requests, sampling)) for _ in range(2))
    assert {reply.rank for reply in first} == {0, 1, 2}
    assert len({reply.text for reply in first}) > 1
    assert {(reply.rank, reply.text) for reply in first} == {(reply.rank, reply.text) for reply in second}


def test_a_prompt_that_is_too_long(llama: str) -> None:
    requests = [Request("t", Prompt(text="def add(a, b):\n" * 2000), (0,))]
    with pytest.raises(ModelError, match="The prompt is longer than 'smollm2' can read"):
        list(connect(f"smollm2@{llama}").replies(requests, GREEDY))


@pytest.mark.thorough
def test_with_faults_between_the_candidates_are_the_same(llama: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "TRIES", 40)
    faults = [
        Fault(status=429, headers={"Retry-After": "20"}),
        Fault("drop"),
        Fault("half a body"),
        Fault("not json"),
        None,
        Fault("no choices"),
        Fault("drop after headers"),
        Fault(status=500),
    ]
    without = generate(connect(f"smollm2@{llama}"))
    with FaultyServer(faults, upstream=llama) as server:
        address = read_address(f"smollm2@{server.url}?requests=3")
        found = generate(OpenAIClient(address, random.Random(0), lambda _: asyncio.sleep(0)))
    assert len(server.calls) == len(TASKS) + 7
    assert found.keys() == without.keys()
    for task_id, candidate in found.items():
        assert candidate.code == without[task_id].code
        assert candidate.reply == without[task_id].reply
        assert candidate.log_probability == without[task_id].log_probability
