"""Task -> Prompt. Pure: fills the templates of a style with the task and its few-shot examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from asmeant.errors import UsageError
from asmeant.prompts.head import split_before
from asmeant.prompts.naming import name_function
from asmeant.prompts.shots import choose_shots
from asmeant.prompts.style import GUIDE, Chat, Completion, Style, default_style, load_style
from asmeant.prompts.template import fill
from asmeant.records import Form, Message, Prompt, Prompting, Shown, Task

_LANGUAGE_NAMES = {"python": "Python", "bash": "Bash"}


def write_prompt(task: Task, prompting: Prompting, form: Form, examples: Sequence[Task] = ()) -> Prompt:
    """Write the prompt for a task. `prompting.shots` examples are chosen from `examples`.

    The function keeps its name here: call `name_function` before, as the judge needs the same name.
    """
    style = load_style(prompting.style or default_style(task))
    shots = [
        name_function(shot, prompting.naming)
        for shot in choose_shots(task, examples, prompting.shots, prompting.seed, prompting.shots_by)
    ]
    if form == "chat":
        return _write_chat(task, prompting, _chat(style), shots)
    return _write_completion(task, prompting, _completion(style), shots)


def _write_chat(task: Task, prompting: Prompting, chat: Chat, shots: Sequence[Task]) -> Prompt:
    if shots and not chat.answer:
        raise UsageError(
            f"This prompt style cannot show shots in a chat: add 'answer' to [chat]. See {GUIDE}"
        )
    messages = []
    if chat.system:
        messages.append(Message("system", fill(chat.system, _values(task, prompting.shown)).strip()))
    for shot in shots:
        values = _values(shot, prompting.shown)
        messages.append(Message("user", fill(chat.user, values).strip()))
        messages.append(Message("assistant", fill(chat.answer, values).strip()))
    messages.append(Message("user", fill(chat.user, _values(task, prompting.shown)).strip()))
    return Prompt(messages=tuple(messages), stop=chat.stop)


def _write_completion(task: Task, prompting: Prompting, style: Completion, shots: Sequence[Task]) -> Prompt:
    if shots and not style.shot:
        raise UsageError(f"This prompt style cannot show shots: add 'shot' to [completion]. See {GUIDE}")
    written = [fill(style.shot, _values(shot, prompting.shown)).rstrip() for shot in shots]
    values = {
        **_values(task, prompting.shown),
        "shots": "".join(f"{shot}\n\n" for shot in written)[:-1],
        "code": "",
    }
    text = fill(style.text, values)
    if not text.strip():
        raise UsageError(
            f"The task '{task.id}' leaves this prompt style nothing to say. "
            f"Its own style is '{default_style(task)}': ask for that, or for none."
        )
    return Prompt(text=text.rstrip() if prompting.strip else text, stop=style.stop)


def _values(task: Task, shown: Shown) -> Mapping[str, str]:
    scaffold = task.scaffold
    head = split_before(scaffold)
    return {
        "intent": task.intent.strip(),
        "language_name": _LANGUAGE_NAMES.get(task.code_language, task.code_language.capitalize()),
        "entry": scaffold.entry,
        "head": head.preamble + head.definition if head else scaffold.before,
        "lead": head.lead if head else "",
        "before": scaffold.before,
        "after": scaffold.after,
        "probes": _shown_probes(task, shown),
        "shots": "",
        "code": task.references[0].rstrip() if task.references else "",
    }


def _shown_probes(task: Task, shown: Shown) -> str:
    """The probes of the first check, with `candidate` replaced by the name of the function."""
    if shown == "none" or not task.checks:
        return ""
    probes = task.checks[0].probes[:1] if shown == "one" else task.checks[0].probes
    name = task.scaffold.entry
    return "\n".join(
        re.sub(r"\bcandidate\b", lambda _: name or "candidate", probe).strip() for probe in probes
    )


def _chat(style: Style) -> Chat:
    if style.chat is None:
        raise UsageError(
            f"The prompt style '{style.name}' has no [chat]. "
            f"Ask for the form 'completion', or add one: see {GUIDE}"
        )
    return style.chat


def _completion(style: Style) -> Completion:
    if style.completion is None:
        raise UsageError(
            f"The prompt style '{style.name}' has no [completion]. "
            f"Ask for the form 'chat', or add one: see {GUIDE}"
        )
    return style.completion
