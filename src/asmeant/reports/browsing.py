"""RunView -> JSON: the tasks and candidates of a page, embedded once; its script makes the list of them.

What a model wrote is hostile until shown otherwise: it travels as JSON in which no tag can end or begin, and
the script sets it as text.

Where there is much of it, the texts of each task are compressed, and its script opens them when the task is
opened or the tasks are searched.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from typing import Any

from asmeant.loaded_run import Attempt
from asmeant.records import Task, TaskPrompt, to_json
from asmeant.reports.views import RunView, slices_of

LONGEST_CODE = 20_000
LONGEST_OUTPUT = 2_000
# A page with less than this many bytes of tasks holds them as they are.
WORTH_PACKING = 2_000_000
# What the list of tasks shows of a candidate, and which of its other fields are texts.
LISTED = ("rank", "status", "cause")
TEXTS = ("code", "fault", "reply", "extraction", "sent", "reason", "function", "stdout", "stderr")
_SURROGATES = re.compile("[\ud800-\udfff]")


def embedded(runs: Sequence[RunView], worth_packing: int = WORTH_PACKING) -> str:
    """JSON for a script element: without a letter that HTML could take for its own."""
    data = browsing(runs)
    content = to_json(data)
    if len(content) > worth_packing:
        content = to_json({**data, "tasks": [packed(task) for task in data["tasks"]]})
    text = content.decode("utf-8")
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def browsing(runs: Sequence[RunView]) -> dict[str, Any]:
    """Tasks that are the same in several runs come once, with the candidates of each run."""
    tasks: dict[tuple[str, str], dict[str, Any]] = {}
    texts: dict[str, int] = {}
    for number, view in enumerate(runs):
        for task in view.tasks:
            row = tasks.setdefault((task.id, task.intent), _task(task, len(runs)))
            row["runs"][number] = [
                _candidate(attempt, view.causes.get((task.id, attempt.candidate.rank), ""))
                for attempt in view.run.attempts(task.id)
            ]
            row["prompts"][number] = [_prompt(prompt, texts) for prompt in view.run.prompts(task.id)]
    return {"runs": [view.label for view in runs], "tasks": list(tasks.values()), "texts": list(texts)}


def packed(task: dict[str, Any]) -> dict[str, Any]:
    """The row of a task whose candidates have only what the list shows; the rest of them is compressed.

    Texts that several candidates have come once.
    """
    texts: dict[str, int] = {}
    details = [
        None
        if run is None
        else [
            {
                name: texts.setdefault(value, len(texts)) if name in TEXTS else value
                for name, value in candidate.items()
                if name not in LISTED
            }
            for candidate in run
        ]
        for run in task["runs"]
    ]
    content = zlib.compress(to_json({"texts": list(texts), "runs": details}), 9)
    listed = [
        None
        if run is None
        else [{name: candidate[name] for name in LISTED if name in candidate} for candidate in run]
        for run in task["runs"]
    ]
    return {**task, "runs": listed, "packed": base64.b64encode(content).decode("ascii")}


def _task(task: Task, runs: int) -> dict[str, Any]:
    return _clean(
        {
            "id": task.id,
            "intent": task.intent,
            "language": task.intent_language,
            "code": task.code_language,
            "before": task.scaffold.before,
            "after": task.scaffold.after,
            "setup": task.scaffold.setup,
            "files": task.scaffold.files,
            "references": list(task.references),
            "checks": [[check.name, _probes(check.probes, check.same_outcome_as)] for check in task.checks],
            "tags": [f"{by}: {name}" for by, name in slices_of(task) if by != "intent language"],
        }
    ) | {"runs": [None] * runs, "prompts": [[]] * runs}


def _probes(probes: Sequence[str], outcome: str | None) -> str:
    return "\n".join(probes) if outcome is None else f"the same outcome as: {outcome}"


def _prompt(prompt: TaskPrompt, texts: dict[str, int]) -> dict[str, Any]:
    """The messages as pairs: who speaks, and the place of the text, since many prompts share some of them."""
    turns = [(str(part.role), part.content) for part in prompt.messages] or [("", prompt.text)]
    numbered = [[role, texts.setdefault(_cut(text, LONGEST_CODE), len(texts))] for role, text in turns]
    return {"parts": numbered, "stop": [repr(_SURROGATES.sub("�", stop)) for stop in prompt.stop]}


def _candidate(attempt: Attempt, cause: str) -> dict[str, Any]:
    candidate, verdict, observation = attempt.candidate, attempt.verdict, attempt.observation
    return _clean(
        {
            "rank": candidate.rank,
            "status": attempt.status,
            "cause": cause,
            "code": _cut(candidate.code, LONGEST_CODE),
            "fault": candidate.fault,
            # A reply that is the code, and nothing but the code, is not shown twice.
            "reply": "" if candidate.reply == candidate.code else _cut(candidate.reply, LONGEST_CODE),
            "extraction": _cut(candidate.extraction, LONGEST_OUTPUT),
            "sent": _cut(to_json(candidate.sent).decode(), LONGEST_OUTPUT) if candidate.sent else "",
            "bare": bool(candidate.reply) and candidate.reply == candidate.code,
            "truncated": candidate.truncated,
            "reason": _cut(verdict.reason, LONGEST_OUTPUT) if verdict else "",
            "held": list(verdict.held) if verdict else [],
            "function": verdict.function if verdict else "",
            "stdout": _cut(observation.stdout, LONGEST_OUTPUT) if observation else "",
            "stderr": _cut(observation.stderr, LONGEST_OUTPUT) if observation else "",
            "same_as": verdict.same_as if verdict else None,
            "seconds": round(observation.seconds, 3) if observation else 0,
        }
    )


def _cut(words: str, longest: int) -> str:
    """The end of what is long: that is where errors are told."""
    words = _SURROGATES.sub("�", words)
    left_out = len(words) - longest
    return words if left_out <= 0 else f"[{left_out:,} characters left out]\n{words[-longest:]}"


def _clean(fields: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, which is most of it."""
    return {
        key: value
        for key, value in fields.items()
        if value or key == "rank" or (key == "same_as" and value is not None)
    }
