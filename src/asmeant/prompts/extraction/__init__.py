"""Reply -> code. Never raises an error: if a reply has no code, the result says why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.prompts.extraction.answering import Choice, find_answer
from asmeant.prompts.extraction.cleaning import clean, split_turns, strip_language
from asmeant.prompts.extraction.continuing import before_dedent, continue_function, cut_at_stops, strip_echo
from asmeant.prompts.extraction.explaining import explain
from asmeant.prompts.extraction.fences import find_blocks
from asmeant.prompts.extraction.reasoning import strip_reasoning
from asmeant.prompts.extraction.repairing import repair
from asmeant.prompts.extraction.sections import split_sections
from asmeant.prompts.head import split_before
from asmeant.records import Extraction as Mode
from asmeant.records import Prompt, Task

NO_CODE = "only prose, no code"


@dataclass(frozen=True, slots=True)
class Extraction:
    """`fault` says why `code` is empty.

    `explanation` says where in the reply the code was, and why it was chosen.
    """

    code: str
    fault: str = ""
    explanation: str = ""


def extract(
    text: str, task: Task, prompt: Prompt, truncated: bool = False, mode: Mode = "answer"
) -> Extraction:
    """The code in a reply, in the form that the task's scaffold needs.

    In mode `repair`, a truncated answer is cut back to its last complete statement. In mode `none`, the whole
    reply is the code.
    """
    if mode == "none":
        return Extraction(text, explanation="the reply as it is") if text.strip() else _empty()
    try:
        return find_code(text, task, prompt, truncated, repairing=mode == "repair")
    except Exception as error:  # Replies are untrusted input: a bad one must not stop the run.
        return Extraction("", f"the reply could not be read: {type(error).__name__}: {error}")


def find_code(text: str, task: Task, prompt: Prompt, truncated: bool, repairing: bool) -> Extraction:
    """Like `extract`, but errors are raised. Always searches the reply for code."""
    reply = clean(text)
    if not reply.strip():
        return _empty()
    answer = strip_reasoning(reply)
    turns = [strip_language(turn, task.code_language) for turn in split_turns(answer.text)]
    turns = [turn for turn in turns if turn.strip()]
    if not turns:
        return Extraction(
            "", "the reply ended with its reasoning" if answer.unfinished else "only reasoning, no answer"
        )
    if answer.unfinished and not any(find_blocks(turn, python.parses) for turn in turns):
        return Extraction("", "the reasoning never ended")
    if prompt.text and not prompt.messages:
        return _continued(turns[0], task, prompt, repairing)
    if task.code_language != "python":
        return _command([*_tagged(turns), *turns], completion=False)
    return _answered(turns, task, repairing and truncated)


def _empty() -> Extraction:
    return Extraction("", "the reply is empty")


def _chosen(choice: Choice | None) -> Extraction:
    if choice is None or not choice.code.strip():
        return Extraction("", NO_CODE)
    return Extraction(choice.code, explanation=explain(choice))


def _answered(turns: list[str], task: Task, repairing: bool) -> Extraction:
    """The code of the first turn that answers the task, or else of the first turn that has code."""
    choices = []
    for turn in turns:
        choice = find_answer(turn, task, repairing)
        if choice and choice.answers:
            return _chosen(choice)
        choices.append(choice)
    return _chosen(next(filter(None, choices), None))


def _command(texts: list[str], completion: bool) -> Extraction:
    # Here: it knows all of Bash, and most runs are about Python.
    from asmeant.prompts.extraction.shell import find_command

    command = next(filter(str.strip, (find_command(text, completion) for text in texts)), "")
    return Extraction(command, explanation="the first command") if command else Extraction("", NO_CODE)


def _tagged(turns: list[str]) -> list[str]:
    return [section.text for turn in turns for section in split_sections(turn) if section.kind == "tag"]


# ── replies that continue the text of the prompt ───────────────────────────────────────────────────


def _continued(turn: str, task: Task, prompt: Prompt, repairing: bool) -> Extraction:
    reply = strip_echo(turn, prompt.text)
    if not reply.strip():
        return Extraction("", "the reply only repeats the prompt")
    short = cut_at_stops(reply, prompt.stop)
    if task.code_language != "python":
        return _command([*_tagged([short]), short, reply], completion=True)
    if split_before(task.scaffold):
        return _continued_function(reply, task, repairing)
    if not task.scaffold.entry and python.parses(code := _tidied(short)):
        return Extraction(code, explanation="the reply, up to where it was to stop")
    choice = find_answer(short, task, repairing)
    return _chosen(choice if choice and choice.answers else find_answer(reply, task, repairing) or choice)


def _tidied(text: str) -> str:
    return repair(python.dedent(python.indent_with_spaces(text.strip("\n").rstrip())))


def _continued_function(reply: str, task: Task, repairing: bool) -> Extraction:
    if code := continue_function(reply, task.scaffold, repairing):
        return Extraction(code, explanation="the reply, up to the end of the function")
    # Code below a broken continuation is no answer. A reply that starts with prose may contain one.
    choice = find_answer(reply, task, repairing)
    talks = re.match(r"\s*(?:```|~~~|[^\n]*[.:!?。：！？][ \t]*(?:\n|\Z))", reply) is not None
    if choice and choice.code.strip() and (talks or python.defines(choice.code, task.scaffold.entry)):
        return _chosen(choice)
    code = before_dedent(reply)
    return (
        Extraction(code, explanation="the reply, up to where it leaves the function")
        if code
        else _chosen(None)
    )
