"""What is sent and what is read: the pure half of the client."""

from __future__ import annotations

import json

import pytest

from asmeant.errors import UsageError
from asmeant.models.clients import exchange, refusals
from asmeant.models.clients.additions import Additions
from asmeant.models.clients.address import Address, Price, read_address
from asmeant.models.clients.exchange import Dialect, MalformedError
from asmeant.models.clients.openai import connect
from asmeant.models.clients.refusals import Refusal
from asmeant.records import Message, Prompt, Reply, Request, Sampling

CHAT = Request("t", Prompt(messages=(Message("user", "hi"),)), (0,))
SAMPLING = Sampling()


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("gpt-4o", Address("gpt-4o")),
        ("m@http://here:8000/v1", Address("m", "http://here:8000/v1")),
        ("m@http://here/v1/", Address("m", "http://here/v1")),
        ("m@http://here/v1/chat/completions", Address("m", "http://here/v1")),
        ("org/m:free@https://here/v1", Address("org/m:free", "https://here/v1")),
        ("@cf/m@https://here", Address("@cf/m", "https://here")),
        ("m@http://here#completions", Address("m", "http://here", ("completion",))),
        (
            "m@http://one/v1,https://two:8/v1/?requests=2&body.user=a,b#chat",
            Address(
                "m",
                "http://one/v1",
                ("chat",),
                requests=2,
                additions=Additions(fields={"user": "a,b"}),
                others=("https://two:8/v1",),
            ),
        ),
        ("gpt-4o#chat", Address("gpt-4o", forms=("chat",))),
        (
            "m@http://here?requests=3&timeout=1.5",
            Address("m", "http://here", requests=3, timeout_seconds=1.5),
        ),
        ("gpt-4o?price=0.15/0.6", Address("gpt-4o", price=Price(0.15, 0.6))),
        (
            "m@http://here?drop=logprobs,top_p&requests=2",
            Address("m", "http://here", requests=2, additions=Additions(frozenset({"logprobs", "top_p"}))),
        ),
        (
            'm?effort=high&body.top_k=20&body.user=me&body.chat_template_kwargs={"enable_thinking":false}',
            Address(
                "m",
                additions=Additions(
                    fields={
                        "reasoning_effort": "high",
                        "top_k": 20,
                        "user": "me",
                        "chat_template_kwargs": {"enable_thinking": False},
                    }
                ),
            ),
        ),
        (
            "m?header.X-Title=mine&header.Api-Key=env:MY_KEY",
            Address("m", additions=Additions(headers={"X-Title": "mine", "Api-Key": "env:MY_KEY"})),
        ),
    ],
)
def test_words_are_read(words: str, address: Address) -> None:
    assert read_address(words) == address


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "needs the name of a model"),
        ("@http://here", "needs the name of a model"),
        ("m@localhost:8000/v1", "must begin with http://"),
        ("m@http:///v1", "has no host"),
        ("m@http://here:port/v1", "cannot be read"),
        ("m@http://here,there:8000", "must begin with http://"),
        ("m@http://here,", "must begin with http://"),
        ("m@http://here/v1,http://here/v1/", "here/v1 is named twice"),
        ("m@http://here,http://name:key@there", "holds a name or a key"),
        ("m#responses", "'responses' was found"),
        ("m?api_key=sk-secret-secret", "called 'api_key'"),
        ("m?requests=0", "from 1 to 1024"),
        ("m?requests=many", "from 1 to 1024"),
        ("m?timeout=-1", "a number of seconds"),
        ("m?timeout=soon", "is not valid"),
        ("m?price=3", "a million tokens"),
        ("m?price=-3/2", "a million tokens"),
        ("m?drop=colour", "'colour' cannot be dropped. Those that can: temperature, top_p"),
        ("m?effort=9", "such as low, medium or high"),
        ("m?body.=1", "comes the name of a field"),
        ("m?body.stream=true", "Answers are read whole"),
        ("m?body.temperature=1", "Set it with --temperature"),
        ("m?body.messages=[]", "Leave it out"),
        ("m?header.=1", "comes the name of a header"),
        ("m?header.api-key=sk-secret-secret", "header.api-key=env:VARIABLE"),
        ("m?header.Authorization=Bearer sk-secret-secret", "header.Authorization=env:VARIABLE"),
        ("m@https://sk-secret-secret@here/v1", "ASMEANT_API_KEY"),
        ("m@https://me:sk-secret-secret@here/v1", "ASMEANT_API_KEY"),
        ("m@sk-secret-secret@here/v1", "must begin with http://"),
    ],
)
def test_words_that_make_no_sense_are_refused_without_repeating_a_key(words: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_address(words)
    assert message in str(caught.value)
    assert "sk-secret" not in str(caught.value)


def test_name_has_neither_query_nor_scheme() -> None:
    client = connect("m@http://here:8000/v1?requests=2#completions")
    assert client.name == "m@here:8000/v1"
    assert client.form == "completion"
    assert connect("gpt-4o").name == "gpt-4o@api.openai.com/v1"


# ── what is sent ───────────────────────────────────────────────────────────────────────────────────


def test_chat_body() -> None:
    assert exchange.write_body("m", CHAT, SAMPLING, Dialect()) == {
        "model": "m",
        "messages": [{"role": "user", "content": "hi"}],
        "logprobs": True,
        "temperature": 0.8,
        "top_p": 0.95,
        "seed": exchange.derive_seed(0, "t", 0),
        "max_tokens": 512,
    }


def test_completion_body_sends_four_stops_and_no_idle_top_p() -> None:
    request = Request("t", Prompt(text="def f():", stop=("a", "b", "c")), (4, 7))
    body = exchange.write_body("m", request, Sampling(temperature=0, stop=("c", "d", "e")), Dialect())
    assert body["prompt"] == "def f():"
    assert body["stop"] == ["a", "b", "c", "d"]
    assert body["n"] == 2
    assert body["seed"] == exchange.derive_seed(0, "t", 4)
    assert "top_p" not in body


def test_what_a_server_does_not_take_is_left_out() -> None:
    left_out = frozenset({"logprobs", "seed"})
    body = exchange.write_body("m", CHAT, SAMPLING, Dialect(left_out, "max_completion_tokens"))
    assert body.keys() == {"model", "messages", "temperature", "top_p", "max_completion_tokens"}
    assert exchange.settings_of(body) == {"temperature": 0.8, "top_p": 0.95, "max_completion_tokens": 512}
    assert "max_tokens" not in exchange.write_body("m", CHAT, SAMPLING, Dialect(frozenset({"max_tokens"})))


def test_fields_of_the_user_are_added() -> None:
    more = {"reasoning_effort": "low", "top_k": 20}
    body = exchange.write_body("m", CHAT, SAMPLING, Dialect(), more)
    assert (body["reasoning_effort"], body["top_k"], body["temperature"]) == ("low", 20, 0.8)


def test_seeds_are_the_same_everywhere_and_differ_by_task_and_rank() -> None:
    assert exchange.derive_seed(0, "odex-1", 0) == 1809407129
    seeds = {exchange.derive_seed(s, t, r) for s in (0, 1) for t in ("a", "b") for r in (0, 1)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**31 for seed in seeds)


# ── what is read ───────────────────────────────────────────────────────────────────────────────────


def read(answer: object, request: Request = CHAT, sampling: Sampling = SAMPLING) -> Reply:
    return exchange.read_replies(json.dumps(answer).encode(), request, sampling, 2.0, None)[0]


def test_reasoning_is_not_part_of_the_text() -> None:
    message = {"content": "sorted(x)", "reasoning_content": "I think"}
    reply = read({"choices": [{"message": message, "finish_reason": "stop"}]})
    assert reply.text == "sorted(x)"
    assert not reply.truncated
    assert reply.log_probability is None


@pytest.mark.parametrize("content", [None, "", []])
def test_a_reply_that_never_left_its_reasoning_is_empty_and_truncated(content: object) -> None:
    reply = read({"choices": [{"message": {"content": content}, "finish_reason": "length"}]})
    assert reply.text == ""
    assert reply.truncated


def test_content_in_parts_is_joined() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert read({"choices": [{"message": {"content": parts}}]}).text == "ab"


def test_stops_cut_text_and_log_probability() -> None:
    tokens = {"tokens": ["x", " =", " 1", "\n\n", "def"], "token_logprobs": [None, -1, -2, -4, -8]}
    choice = {"text": "x = 1\n\ndef", "finish_reason": "length", "logprobs": tokens}
    reply = read({"choices": [choice]}, sampling=Sampling(stop=("zzz", "\n\n")))
    assert reply.text == "x = 1"
    assert not reply.truncated
    assert reply.log_probability == -3


@pytest.mark.parametrize("logprobs", [None, {}, [], {"content": None}, {"content": [3]}, {"tokens": ["a"]}])
def test_odd_log_probabilities_are_none(logprobs: object) -> None:
    assert read({"choices": [{"text": "x", "logprobs": logprobs}]}).log_probability is None


def test_usage_sums_up() -> None:
    request = Request("t", CHAT.prompt, (3, 5, 9))
    answer = {
        "choices": [{"index": i, "text": str(i)} for i in (2, 0, 1)],
        "usage": {"prompt_tokens": 10, "completion_tokens": 8},
    }
    replies = exchange.read_replies(json.dumps(answer).encode(), request, SAMPLING, 3.0, Price(1, 10))
    assert [(reply.rank, reply.text) for reply in replies] == [(3, "0"), (5, "1"), (9, "2")]
    usages = [reply.usage for reply in replies if reply.usage]
    assert [usage.prompt_tokens for usage in usages] == [10, 0, 0]
    assert [usage.reply_tokens for usage in usages] == [3, 3, 2]
    assert sum(usage.seconds for usage in usages) == pytest.approx(3.0)
    assert sum(usage.cost or 0 for usage in usages) == pytest.approx(90e-6)


def test_no_answer_gives_tokens_back() -> None:
    answer = {"choices": [{"text": "x"}], "usage": {"prompt_tokens": -10, "completion_tokens": -8}}
    usage = read(answer).usage
    assert usage is not None
    assert (usage.prompt_tokens, usage.reply_tokens) == (0, 0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "malformed"),
        (b"\xff", "malformed"),
        (b"[]", "malformed"),
        (b'{"choices": null}', "no choices"),
        (b'{"error": {"message": "busy"}}', "busy"),
        (b'{"choices": [{"index": 0}]}', "no message"),
    ],
)
def test_an_answer_that_is_none(content: bytes, message: str) -> None:
    with pytest.raises(MalformedError, match=message):
        exchange.read_replies(content, CHAT, SAMPLING, 1.0, None)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────────

SENT = ("logprobs", "seed", "n", "stop", "max_tokens", "top_p", "temperature")


@pytest.mark.parametrize(
    ("words", "param", "field"),
    [
        (
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            "max_tokens",
            "max_tokens",
        ),
        ("Unsupported value: 'temperature' does not support 0.8. Only the default (1).", "", "temperature"),
        ("logprobs are not supported with reasoning models", "", "logprobs"),
        ("Requested sample top_logprobs of 5, which is greater than max allowed: 0", "", "logprobs"),
        ("Field 'n': Value must be between 1 <= value <= 2, but got 3", "", "n"),
        ("n must be 1 when using greedy sampling, got 3.", "", "n"),
        ("something is off", "seed", "seed"),
        (
            '[{"type":"extra_forbidden","loc":["body","stop"],"msg":"Extra inputs are not permitted"}]',
            "",
            "stop",
        ),
        ("temperature must be between 0 and 0.5", "", "temperature"),
        ("max_tokens is too large: 5000", "max_tokens", "max_tokens"),
        ("'max_tokens' is not supported beyond this model's maximum context length", "", None),
        ("I don't know", "", None),
    ],
)
def test_the_field_that_is_refused(words: str, param: str, field: str | None) -> None:
    assert refusals.refused_field(Refusal(400, words, param), SENT) == field


def test_only_what_was_sent_can_be_refused() -> None:
    assert refusals.refused_field(Refusal(400, "logprobs are unsupported"), ["seed"]) is None
    assert refusals.refused_field(Refusal(404, "logprobs are unsupported"), SENT) is None


def test_words_of_the_prompt_are_no_complaint_about_a_setting() -> None:
    refusal = Refusal(400, "I will not answer: what is the temperature in hell?")
    assert refusals.refused_field(refusal, SENT) == "temperature"
    assert refusals.refused_field(refusal, SENT, "what is the temperature in hell?") is None


@pytest.mark.parametrize(
    ("status", "words", "field"),
    [
        (403, "You are not allowed to request logprobs from this model", "logprobs"),
        (500, "logprobs is not supported", "logprobs"),
        (501, "Log probabilities are not implemented", "logprobs"),
        (500, "temperature is not supported", None),
        (500, "broken at n=3", None),
    ],
)
def test_a_server_that_refuses_by_another_status(status: int, words: str, field: str | None) -> None:
    assert refusals.refused_field(Refusal(status, words), SENT) == field


@pytest.mark.parametrize(
    ("field", "words", "harmless", "renamed"),
    [
        ("logprobs", "no logprobs here", True, False),
        ("stop", "stop is too long", True, False),
        ("temperature", "'temperature' is not supported", False, False),
        ("max_tokens", "'max_tokens' is not supported", False, True),
        ("max_tokens", "please use max_completion_tokens", False, True),
        ("max_tokens", "max_tokens is too large: 5000", False, False),
        ("max_completion_tokens", "unknown field max_completion_tokens", False, False),
    ],
)
def test_what_can_be_done_without_a_field(field: str, words: str, harmless: bool, renamed: bool) -> None:
    assert refusals.is_harmless(field) == harmless
    assert refusals.wants_other_limit(Refusal(400, words), field) == renamed


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"error": {"message": "no\\n way"}}', "no way"),
        (b'{"error": "no way"}', "no way"),
        (b'{"message": "no way"}', "no way"),
        (b'{"detail": [1]}', '{"detail": [1]}'),
        (b"<html>no way</html>", "<html>no way</html>"),
        (b'"no way"', "no way"),
        (b"\xff", "�"),
        (b"x" * 400, "x" * 300 + "…"),
        (b'{"error": {"message": "sk-secret-secret is wrong"}}', "[key] is wrong"),
    ],
)
def test_words_of_a_refusal(content: bytes, words: str) -> None:
    assert refusals.read_refusal(400, content, ["sk-secret-secret"]).words == words


@pytest.mark.parametrize(
    ("refusal", "models", "message"),
    [
        (Refusal(401, "sk-s**t is wrong"), [], "it was sent no key. Set ASMEANT_API_KEY"),
        (Refusal(403, "not yours"), [], "forbids the use of 'm' (it said: not yours)"),
        (Refusal(429, "pay", code="insufficient_quota"), [], "no money left"),
        (Refusal(307, ""), [], "has moved"),
        (Refusal(404, "Not Found"), [], "mostly ends in /v1"),
        (Refusal(404, ""), ["m"], "Choose the other with #completions"),
        (Refusal(404, ""), ["mm", "z"], "Closest: 'mm'. It has: mm, z."),
        (Refusal(400, "m is not a valid model ID"), [str(i) for i in range(30)], "and 10 more"),
        (Refusal(400, "exceeds the available context size"), [], "longer than 'm' can read"),
        (Refusal(413, ""), [], "longer than 'm' can read (it said: nothing)"),
        (Refusal(400, "no"), [], "refused the request with status 400 (it said: no)"),
    ],
)
def test_refusals_in_words(refusal: Refusal, models: list[str], message: str) -> None:
    assert message in refusals.explain(refusal, Address("m"), False, models)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"data": 3}', b"\xff"])
def test_no_model_names(content: bytes) -> None:
    assert refusals.model_names(content) == []
