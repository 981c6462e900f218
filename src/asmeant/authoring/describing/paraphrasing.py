"""Task -> its description in other words, by the three strategies of MBUPP (section 3.1).

| strategy | a language model is asked |
|---|---|
| `direct` | to rewrite the description |
| `facts` | for the facts of the task, and then to write a description from them |
| `paraphrased facts` | the same, with each fact rewritten first |

Facts are the task, type and property of the input, type and property of the output, and edge cases.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from asmeant.authoring.describing.asking import Order, ask, description_of
from asmeant.authoring.describing.correcting import correct
from asmeant.authoring.describing.methods import FORBIDDEN, METHOD
from asmeant.languages.natural import language_name
from asmeant.languages.natural.slots import slots
from asmeant.records import Task
from asmeant.seams import Client

DIRECT, FACTS, PARAPHRASED_FACTS = "direct", "facts", "paraphrased facts"
STRATEGIES = (DIRECT, FACTS, PARAPHRASED_FACTS)
FACT_NAMES = ("Task", "Input type", "Input property", "Output type", "Output property", "Edge cases")
# Number of tasks that are processed at a time. Their texts are stored before the next ones are requested.
BATCH = 8
SHOWN_PROBES = 3


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """`lost` are names and literals of the intent that the text lacks. An empty text is a failure.

    `methods` are words of the text that prescribe a method: the model took them from the code, or invented
    them.
    """

    task_id: str
    strategy: str
    text: str
    facts: Mapping[str, str]
    lost: tuple[str, ...]
    methods: tuple[str, ...] = ()


def paraphrase(
    tasks: Iterable[Task],
    client: Client,
    strategies: Sequence[str] = STRATEGIES,
    done: Collection[tuple[str, str]] = (),
) -> Iterator[Paraphrase]:
    """One paraphrase for each task and strategy, except the pairs (task id, strategy) in `done`."""
    waiting = iter(tasks)
    while batch := list(islice(waiting, BATCH)):
        chosen = {task.id: [item for item in strategies if (task.id, item) not in done] for task in batch}
        yield from _paraphrase([task for task in batch if chosen[task.id]], chosen, client)


def _paraphrase(
    tasks: Sequence[Task], chosen: Mapping[str, Sequence[str]], client: Client
) -> Iterator[Paraphrase]:
    """Three rounds: orders that need only the task, its facts, or its rewritten facts."""
    with_facts = [task for task in tasks if {FACTS, PARAPHRASED_FACTS} & set(chosen[task.id])]
    replies = ask(
        client,
        [
            *(direct_order(task) for task in tasks if DIRECT in chosen[task.id]),
            *(facts_order(task) for task in with_facts),
        ],
    )
    facts = {task.id: read_facts(replies.get(f"{task.id}/facts", "")) for task in with_facts}
    known = [task for task in with_facts if facts[task.id]]
    second = ask(
        client,
        [
            *(_from_facts(task, FACTS, facts[task.id]) for task in known if FACTS in chosen[task.id]),
            *(
                fact_order(task, name, fact)
                for task in known
                if PARAPHRASED_FACTS in chosen[task.id]
                for name, fact in facts[task.id].items()
            ),
        ],
    )
    rewritten = {task.id: _rewritten(task, facts[task.id], second) for task in known}
    third = ask(
        client,
        [
            _from_facts(task, PARAPHRASED_FACTS, rewritten[task.id])
            for task in known
            if PARAPHRASED_FACTS in chosen[task.id]
        ],
    )
    texts = {**replies, **second, **third}
    for task in tasks:
        for strategy in chosen[task.id]:
            used = {FACTS: facts, PARAPHRASED_FACTS: rewritten}.get(strategy, {}).get(task.id, {})
            yield _paraphrased(task, strategy, texts.get(_description_id(task, strategy), ""), used)


def _description_id(task: Task, strategy: str) -> str:
    return f"{task.id}/{strategy}" if strategy == DIRECT else f"{task.id}/{strategy}/description"


def _paraphrased(task: Task, strategy: str, reply: str, facts: Mapping[str, str]) -> Paraphrase:
    text = description_of(reply)
    lost = dict.fromkeys(
        slot.value for slot in slots(task.intent) if slot.kind != "number" and slot.value not in text
    )
    remarks = correct(replace(task, intent=text)).remarks
    methods = (text[remark.start : remark.end] for remark in remarks if remark.rule in (METHOD, FORBIDDEN))
    return Paraphrase(task.id, strategy, text, facts, tuple(lost) if text else (), tuple(methods))


# ── orders ──

_RULES = (
    "Write in {language}, one or two sentences. Do not say how to compute it, do not name libraries or the "
    "programming language, and write no code. Keep names in backquotes and quoted texts as they are. Answer "
    "with the description alone."
)


def direct_order(task: Task) -> Order:
    text = (
        f"Here is a description of a programming task. Write it again in other words, so that it is clear "
        f"and complete. {_rules(task)}\n\nDescription: {task.intent}"
    )
    return Order(_description_id(task, DIRECT), text)


def facts_order(task: Task) -> Order:
    names = "\n".join(f"{name}: ..." for name in FACT_NAMES)
    text = (
        f"Here is a programming task. State its facts in {_language(task)}, one line each, in this form, and "
        f"'none' where there is nothing to say:\n{names}\n\n{_shown(task)}"
    )
    return Order(f"{task.id}/facts", text)


def fact_order(task: Task, name: str, fact: str) -> Order:
    text = (
        f"Say this in other words, in {_language(task)}. Keep names in backquotes, quoted texts and numbers "
        f"as they are. Answer with one line.\n\n{fact}"
    )
    return Order(f"{task.id}/{PARAPHRASED_FACTS}/{name}", text)


def _from_facts(task: Task, strategy: str, facts: Mapping[str, str]) -> Order:
    lines = "\n".join(f"{name}: {fact}" for name, fact in facts.items())
    text = f"Write the description of a programming task from these facts. {_rules(task)}\n\n{lines}"
    return Order(_description_id(task, strategy), text)


def correction_order(task: Task) -> Order:
    """The request to a model that complements the rules of `correcting`."""
    text = (
        f"Here is a description of a programming task. Correct it: remove words that prescribe a method, "
        f"such as 'using regex', and add what is missing to know the result, such as types, edge cases and "
        f"order. {_rules(task)}\n\n{_shown(task)}"
    )
    return Order(f"{task.id}/corrected", text)


def corrections_by_model(tasks: Sequence[Task], client: Client) -> Iterator[tuple[str, str]]:
    """The text that a model proposes for each task, by id; empty if it has none."""
    waiting = iter(tasks)
    while batch := list(islice(waiting, BATCH)):
        replies = ask(client, map(correction_order, batch))
        for task in batch:
            yield task.id, description_of(replies.get(f"{task.id}/corrected", ""))


def _rules(task: Task) -> str:
    return _RULES.format(language=_language(task))


def _language(task: Task) -> str:
    return language_name(task.intent_language)


def _shown(task: Task) -> str:
    """The description, the reference, and some examples, which show types and edge cases."""
    probes = [probe for check in task.checks[:1] for probe in check.probes[:SHOWN_PROBES]]
    shown = [f"Description: {task.intent}", *(f"Code:\n{code}" for code in task.references[:1])]
    return "\n\n".join([*shown, *(["Examples:\n" + "\n".join(probes)] if probes else [])])


# ── facts ──

_FACT = re.compile(rf"^\W*({'|'.join(FACT_NAMES)})\W*[:：]\W*(.+)$", re.IGNORECASE)
_NOTHING = re.compile(r"\W*(?:none|n/?a|nothing|no|\.\.\.)\W*", re.IGNORECASE)


def read_facts(reply: str) -> dict[str, str]:
    """The facts in a reply by name, in the usual order. Empty ones are left out."""
    by_name = {name.lower(): name for name in FACT_NAMES}
    facts: dict[str, str] = {}
    for line in reply.splitlines():
        match = _FACT.match(line.strip())
        if match and not _NOTHING.fullmatch(match[2]):
            facts.setdefault(by_name[match[1].lower()], match[2].strip().rstrip("*"))
    return {name: facts[name] for name in FACT_NAMES if name in facts}


def _rewritten(task: Task, facts: Mapping[str, str], replies: Mapping[str, str]) -> dict[str, str]:
    """Each fact in other words; unchanged if the model gave none."""
    return {
        name: description_of(replies.get(f"{task.id}/{PARAPHRASED_FACTS}/{name}", "")) or fact
        for name, fact in facts.items()
    }
