"""Three strategies, each in its own rounds; what is done is not asked for again."""

from __future__ import annotations

from tests.authoring.describing.speaking import Speaking

from asmeant.authoring.describing.paraphrasing import (
    BATCH,
    DIRECT,
    FACTS,
    PARAPHRASED_FACTS,
    facts_order,
    paraphrase,
    read_facts,
)
from asmeant.records import Check, Task

TASK = Task(
    "t1",
    "Sort the list `xs` using regex",
    references=("sorted(xs)",),
    checks=(Check("original", ("assert f([2, 1]) == [1, 2]",)),),
)


def answer(id_: str, order: str) -> str:
    if id_.endswith("/facts"):
        return "**Task**: sort `xs`\n- Input type: a list\nInput property: none\nEdge cases: N/A"
    if id_.endswith("description"):
        return "; ".join(order.split("\n\n")[-1].splitlines())
    return f"other words for {order.split(chr(10))[-1]}" if "paraphrased" in id_ else "Order the list."


def test_three_strategies() -> None:
    client = Speaking(answer)
    direct, facts, paraphrased = paraphrase([TASK], client)
    assert (direct.strategy, direct.text, direct.lost) == (DIRECT, "Order the list.", ("xs",))
    assert (facts.strategy, facts.text) == (FACTS, "Task: sort `xs`; Input type: a list")
    assert facts.lost == ()
    assert paraphrased.strategy == PARAPHRASED_FACTS
    assert paraphrased.facts == {"Task": "other words for sort `xs`", "Input type": "other words for a list"}
    assert paraphrased.text == "Task: other words for sort `xs`; Input type: other words for a list"
    assert client.ids == [
        "t1/direct",
        "t1/facts",
        "t1/facts/description",
        "t1/paraphrased facts/Task",
        "t1/paraphrased facts/Input type",
        "t1/paraphrased facts/description",
    ]


def test_what_is_done_is_not_asked_for() -> None:
    client = Speaking(answer)
    (facts,) = paraphrase([TASK], client, done={("t1", DIRECT), ("t1", PARAPHRASED_FACTS)})
    assert facts.strategy == FACTS
    assert client.ids == ["t1/facts", "t1/facts/description"]


def test_a_model_that_states_no_facts_fails_at_them_alone() -> None:
    client = Speaking(lambda id_, order: "Order the list `xs`." if id_.endswith(DIRECT) else "I cannot.")
    texts = {text.strategy: text.text for text in paraphrase([TASK], client)}
    assert texts == {DIRECT: "Order the list `xs`.", FACTS: "", PARAPHRASED_FACTS: ""}


def test_tasks_are_asked_for_in_batches() -> None:
    tasks = [Task(f"t{number}", "Do it") for number in range(BATCH + 1)]
    client = Speaking(answer)
    texts = paraphrase(tasks, client, [DIRECT])
    next(texts)
    assert len(client.ids) == BATCH
    assert len(list(texts)) == BATCH


def test_a_model_that_completes_texts_is_asked_in_its_form() -> None:
    client = Speaking(lambda _, order: order[-10:], form="completion")
    (text,) = paraphrase([TASK], client, [DIRECT])
    assert text.text.endswith("Answer:")


def test_an_order_has_code_examples_and_language() -> None:
    text = facts_order(Task("t", "Сумма", "ru", references=("sum(x)",), checks=TASK.checks)).text
    assert all(
        part in text for part in ("Russian", "sum(x)", "assert f([2, 1]) == [1, 2]", "Edge cases: ...")
    )


def test_facts_are_read_in_any_case_and_order() -> None:
    reply = "edge cases: return -1\nHere:\n* TASK: find it\nTask: again\nOutput type: none."
    assert read_facts(reply) == {"Task": "find it", "Edge cases": "return -1"}
    assert read_facts("x" * 10_000) == {}
