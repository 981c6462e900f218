"""The client against a server that says no: to a key, a model, a prompt, a field."""

from __future__ import annotations

import logging
import time

import pytest

from asmeant.errors import ModelError, UsageError
from asmeant.records import Reply, Sampling
from tests.models.asking import KEY, SAMPLING, Sleeper, ask, expect, gather, make_client, set_environment
from tests.models.faulty_server import Fault, FaultyServer


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


def test_a_wrong_key_is_not_tried_again_and_not_repeated(sleeper: Sleeper) -> None:
    with FaultyServer(key="another") as server, pytest.raises(ModelError) as caught:
        gather(make_client(server, sleeper, "?requests=1"), ask("a", "b"))
    assert "the key in the environment is wrong" in str(caught.value)
    assert KEY not in str(caught.value)
    assert len(server.calls) == 1


def test_an_unknown_model_is_told_with_those_there_are(sleeper: Sleeper) -> None:
    with (
        FaultyServer(models=["llama-3", "qwen"]) as server,
        pytest.raises(
            ModelError, match=r"no model called 'lama-3'. Closest: 'llama-3'. It has: llama-3, qwen\."
        ),
    ):
        gather(make_client(server, sleeper, model="lama-3"), ask("a"))


def test_an_unknown_path(sleeper: Sleeper) -> None:
    with FaultyServer([Fault(status=404)]) as server, pytest.raises(ModelError, match="mostly ends in /v1"):
        gather(make_client(server, sleeper), ask("a"))


def test_one_prompt_that_is_too_long_leaves_the_others_be(sleeper: Sleeper) -> None:
    fault = Fault(status=400, words="This model's maximum context length is 9 tokens")
    with FaultyServer([fault]) as server:
        replies = make_client(server, sleeper, "?requests=1").replies(ask("a", "b"), SAMPLING)
        assert next(replies).task_id == "b"
        with pytest.raises(
            ModelError, match=r"The prompt is longer than 'm' can read .*The task 'a' got no answer\."
        ):
            next(replies)
    assert sleeper.waits == []


def test_what_ends_the_session_is_told_first(sleeper: Sleeper) -> None:
    with (
        FaultyServer([Fault(status=422), Fault(status=403, words="no")]) as server,
        pytest.raises(ModelError, match=r" forbids .* The task 'b' got no answer\. Nor did 1 more"),
    ):
        gather(make_client(server, sleeper, "?requests=1"), ask("a", "b", "c"))


def test_money_that_is_gone_is_not_waited_for(sleeper: Sleeper) -> None:
    fault = Fault(status=429, words="exceeded", more={"code": "insufficient_quota"})
    with FaultyServer([fault]) as server, pytest.raises(ModelError, match="no money left"):
        gather(make_client(server, sleeper), ask("a"))
    assert sleeper.waits == []


def test_what_is_in_flight_when_a_refusal_ends_the_session_is_cancelled(sleeper: Sleeper) -> None:
    with FaultyServer([Fault("slow"), Fault("slow"), Fault(status=403)]) as server:
        started = time.monotonic()
        with pytest.raises(ModelError, match="forbids the use of 'm'"):
            gather(make_client(server, sleeper), ask("a", "b", "c"))
    assert time.monotonic() - started < 8  # a slow answer takes 10 s and more


# ── what a server does not take ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("server", [FaultyServer(many="ignored"), FaultyServer(fields_refused=["n"])])
def test_replies_are_asked_one_by_one_where_n_is_not_taken(server: FaultyServer, sleeper: Sleeper) -> None:
    with server:
        found = gather(make_client(server, sleeper), ask("a", "b", ranks=(0, 2, 3, 5)))
    assert found == expect("a", "b", ranks=(0, 2, 3, 5))
    assert sum("n" in call.body for call in server.calls) <= 2


def test_n_is_used_where_it_is_taken_and_seeds_differ(sleeper: Sleeper) -> None:
    with FaultyServer() as server:
        found = gather(make_client(server, sleeper), ask("a", "b", ranks=tuple(range(200))))
    assert found == expect("a", "b", ranks=tuple(range(200)))
    assert sorted(call.body["n"] for call in server.calls) == [72, 72, 128, 128]
    assert len({call.body["seed"] for call in server.calls}) == 4


def test_fields_that_are_refused_are_left_out_for_the_session(
    sleeper: Sleeper, caplog: pytest.LogCaptureFixture
) -> None:
    refused = ["logprobs", "seed", "max_tokens"]
    with FaultyServer(fields_refused=refused) as server, caplog.at_level(logging.WARNING):
        client = make_client(server, sleeper, "?requests=1")
        replies = list(client.replies(ask("a", "b"), SAMPLING))
    assert len(server.calls) == len(refused) + 2
    sent = {"temperature": 0.8, "top_p": 0.95, "max_completion_tokens": 512}
    assert server.calls[-1].body == {**server.calls[-1].body, **sent}
    assert server.calls[-1].body.keys() == {"model", "messages", *sent}
    assert [reply.sent for reply in replies] == [sent, sent]
    assert "is not sent 'seed' from now on" in caplog.text
    assert len(caplog.records) == 2
    assert sleeper.waits == []


def test_every_reply_says_what_was_sent_for_it(sleeper: Sleeper) -> None:
    with FaultyServer() as server:
        (reply,) = make_client(server, sleeper, "?effort=low&body.top_k=3").replies(ask("a"), SAMPLING)
    body = dict(server.calls[0].body)
    assert {"model": "m", "messages": body["messages"], **reply.sent} == body
    assert (body["reasoning_effort"], body["top_k"], body["temperature"]) == ("low", 3, 0.8)


@pytest.mark.parametrize(
    ("field", "advice"),
    [
        ("temperature", "--temperature with a value that it takes"),
        ("top_p", "--top-p 1, which is not sent"),
    ],
)
@pytest.mark.parametrize(
    "refusal",
    [
        "Unsupported parameter: '{}' is not supported with this model.",
        "Unsupported value: '{}' does not support 0.8 with this model. Only the default (1) value is supported.",
        "{} must be at most 0.5",
    ],
)
def test_a_setting_that_is_refused_is_an_error_that_says_how_to_go_on(
    field: str, advice: str, refusal: str, sleeper: Sleeper
) -> None:
    with (
        FaultyServer(fields_refused=[field], refusal=refusal) as server,
        pytest.raises(ModelError) as caught,
    ):
        gather(make_client(server, sleeper, "?requests=1"), ask("a", "b", "c"))
    value = {"temperature": 0.8, "top_p": 0.95}[field]
    message = str(caught.value)
    assert message.startswith(
        f"The server at {server.url[7:-3]} refuses {field} {value} (it said: {refusal.format(field)})."
    )
    assert advice in message
    assert f"openai:NAME@URL?drop={field}" in message
    assert len(server.calls) == 1


def test_a_setting_that_may_be_left_out_is_never_sent(sleeper: Sleeper) -> None:
    with FaultyServer(
        fields_refused=["temperature", "top_p", "max_tokens", "max_completion_tokens"]
    ) as server:
        words = "?drop=temperature,top_p,max_tokens,logprobs"
        (reply,) = make_client(server, sleeper, words).replies(ask("a"), SAMPLING)
    assert reply.sent.keys() == {"seed"}
    assert reply.log_probability is None
    assert len(server.calls) == 1


def test_a_value_that_the_server_takes_is_sent(sleeper: Sleeper) -> None:
    with FaultyServer(values_taken={"temperature": 1}, fields_refused=["top_p"]) as server:
        sampling = Sampling(temperature=1.0, top_p=1.0)
        (reply,) = make_client(server, sleeper).replies(ask("a"), sampling)
    assert reply.sent["temperature"] == 1


def test_a_limit_of_tokens_that_is_refused_under_both_names(sleeper: Sleeper) -> None:
    with (
        FaultyServer(fields_refused=["max_tokens", "max_completion_tokens"]) as server,
        pytest.raises(
            ModelError, match=r"refuses max_completion_tokens 512 .* Say --max-tokens .*drop=max_tokens"
        ),
    ):
        gather(make_client(server, sleeper), ask("a"))


def test_an_added_field_that_is_refused(sleeper: Sleeper) -> None:
    with (
        FaultyServer(fields_refused=["reasoning_effort"]) as server,
        pytest.raises(
            ModelError, match=r'refuses reasoning_effort "low" .* Take effort=\.\.\. out of the model'
        ),
    ):
        gather(make_client(server, sleeper, "?effort=low"), ask("a"))


def test_a_task_whose_prompt_names_a_setting_leaves_the_others_be(sleeper: Sleeper) -> None:
    fault = Fault(status=400, words="refused: 'the temperature outside'")
    with FaultyServer([fault]) as server:
        replies = make_client(server, sleeper, "?requests=1").replies(
            ask("the temperature outside", "b"), SAMPLING
        )
        assert next(replies).task_id == "b"
        with pytest.raises(ModelError, match="refused the request with status 400"):
            next(replies)


@pytest.mark.parametrize("status", [400, 403, 500])
def test_log_probabilities_are_left_out_where_they_are_forbidden(status: int, sleeper: Sleeper) -> None:
    fault = Fault(status=status, words="You are not allowed to request logprobs from this model")
    with FaultyServer([fault]) as server:
        (reply,) = make_client(server, sleeper).replies(ask("a"), SAMPLING)
    assert "logprobs" not in reply.sent
    assert len(server.calls) == 2
    assert sleeper.waits == []


def test_a_prompt_of_the_other_form_is_refused_before_it_is_sent(sleeper: Sleeper) -> None:
    with FaultyServer() as server, pytest.raises(UsageError, match="takes only completion prompts"):
        gather(make_client(server, sleeper, "#completions"), ask("a"))
    assert server.calls == []


# ── headers ────────────────────────────────────────────────────────────────────────────────────────


def test_headers_are_sent_and_secrets_come_from_the_environment(
    sleeper: Sleeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "secret-of-mine")
    words = "?header.X-Title=a title&header.Api-Key=env:MY_KEY&header.authorization=env:MY_KEY"
    with FaultyServer([Fault(status=403, words="secret-of-mine?")]) as server:
        client = make_client(server, sleeper, words)
        with pytest.raises(ModelError) as caught:
            gather(client, ask("a"))
    headers = server.calls[0].headers
    assert (headers["x-title"], headers["api-key"]) == ("a title", "secret-of-mine")
    assert server.calls[0].authorization == "secret-of-mine"
    assert "[key]?" in str(caught.value)
    assert "secret-of-mine" not in f"{caught.value} {client.name} {vars(client)}"


@pytest.mark.parametrize(
    ("value", "message"), [("", "MY_KEY, which is not set"), ("sécret", "letters that no header can have")]
)
def test_a_header_that_cannot_be_sent(
    value: str, message: str, sleeper: Sleeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", value)
    with FaultyServer() as server, pytest.raises(ModelError, match=message) as caught:
        gather(make_client(server, sleeper, "?header.api-key=env:MY_KEY"), ask("a"))
    assert "cret" not in str(caught.value)
    assert server.calls == []


# ── keys ───────────────────────────────────────────────────────────────────────────────────────────


def test_keys_are_written_nowhere(sleeper: Sleeper, caplog: pytest.LogCaptureFixture) -> None:
    echo = Fault(status=500, words=f"your key {KEY} is fine, I am not")
    body = Fault("no choices", more={"error": f"your key {KEY} is fine, I am not"})
    written: list[str] = []
    with caplog.at_level(logging.DEBUG):
        for fault in (echo, body, Fault(status=400, words=f"{KEY}?"), Fault(status=403, words=f"{KEY}?")):
            with FaultyServer([None, *[fault] * 8]) as server:
                client = make_client(server, sleeper, "?requests=1")
                replies: list[Reply] = []
                with pytest.raises(ModelError) as caught:
                    replies.extend(client.replies(ask("a", "b"), SAMPLING))
                written += [str(caught.value), repr(client), client.name, repr(vars(client)), repr(replies)]
    assert "[key] is fine" in written[0]
    assert not any(KEY in text for text in [*written, caplog.text])


@pytest.mark.parametrize("key", ["sk-sécret-secret", "sk-secret\nsecret"])
def test_a_key_that_is_none_is_not_repeated(
    key: str, sleeper: Sleeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASMEANT_API_KEY", key)
    with FaultyServer() as server, pytest.raises(ModelError, match="Set ASMEANT_API_KEY again") as caught:
        gather(make_client(server, sleeper), ask("a"))
    assert "cret" not in str(caught.value)


def test_the_openai_key_is_second(sleeper: Sleeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_API_KEY", "")
    monkeypatch.setenv("OPENAI_API_KEY", "second")
    with FaultyServer(key="second") as server:
        assert gather(make_client(server, sleeper), ask("a")) == expect("a")
