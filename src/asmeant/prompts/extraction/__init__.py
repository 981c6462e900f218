"""Reply -> code. Never raises: where a reply holds no code, it says why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.prompts.extraction.choosing import choose
from asmeant.prompts.extraction.cleaning import clean, strip_language, strip_turn_marks
from asmeant.prompts.extraction.continuing import continue_function, cut_at_stops, first_part, strip_echo
from asmeant.prompts.extraction.fences import Block, find_blocks
from asmeant.prompts.extraction.fitting import fit
from asmeant.prompts.extraction.prose import find_runs, inline_spans, looks_like_code
from asmeant.prompts.extraction.reasoning import strip_reasoning
from asmeant.prompts.extraction.repairing import cut_back, drop_main_guard, repair
from asmeant.prompts.extraction.shell import find_command
from asmeant.prompts.extraction.transcripts import is_numbered, is_transcript, typed
from asmeant.prompts.head import split_before
from asmeant.records import Prompt, Task

_PYTHON = frozenset(
    {"", "python", "python3", "py", "py3", "pycon", "ipython", "ipython3", "python-repl", "code"}
)


@dataclass(frozen=True, slots=True)
class Extraction:
    """`fault` says why `code` is empty."""

    code: str
    fault: str = ""


def extract(text: str, task: Task, prompt: Prompt, truncated: bool = False) -> Extraction:
    """The code in a reply, in the shape that the task's scaffold wants."""
    reply = clean(text)
    if not reply.strip():
        return Extraction("", "the reply is empty")
    said = strip_reasoning(reply)
    reply = strip_language(strip_turn_marks(said.text), task.code_language)
    if not reply.strip():
        return Extraction(
            "", "the reply ended with its reasoning" if said.unfinished else "only reasoning, no answer"
        )
    if said.unfinished and not find_blocks(reply, python.parses):
        return Extraction("", "the reasoning never ended")
    code = _find(reply, task, prompt, truncated)
    return Extraction(code) if code.strip() else Extraction("", "only prose, no code")


def _find(reply: str, task: Task, prompt: Prompt, truncated: bool) -> str:
    completion = bool(prompt.text) and not prompt.messages
    if completion:
        reply = strip_echo(reply, prompt.text)
    if task.code_language != "python":
        short = cut_at_stops(reply, prompt.stop) if completion else ""
        return find_command(short, completion) or find_command(reply, completion)
    if not completion:
        return _answer(reply, task, truncated)
    if split_before(task.scaffold):
        return continue_function(reply, task.scaffold) or _talked(reply, task) or first_part(reply)
    short = cut_at_stops(reply, prompt.stop)
    return _snippet(short, task) or _answer(short, task, True) or _answer(reply, task, True)


def _talked(reply: str, task: Task) -> str:
    """The answer of a model that talks instead of going on. What only follows broken code is no answer."""
    code = _answer(reply, task, truncated=True)
    talks = re.match(r"\s*(?:```|~~~|[^\n]*[.:!?。：！？][ \t]*(?:\n|\Z))", reply) is not None
    return code if talks or python.defines(code, task.scaffold.entry) else ""


def _snippet(text: str, task: Task) -> str:
    """A continuation that is code from end to end needs no searching."""
    code = repair(python.dedent(python.indent_with_spaces(text.strip("\n").rstrip())))
    if not python.parses(code):
        return ""
    return drop_main_guard(code) if task.scaffold.entry else code


def _answer(reply: str, task: Task, truncated: bool) -> str:
    """Code from a reply that may also talk: from fences, else from the lines, else from between backticks."""
    pieces = _fenced(reply, truncated)
    if not _hold_answer(pieces, task):
        # A fence may be the end of one that the prompt opened, or hold no more than an example.
        others = _unfenced(reply, task, truncated)
        pieces = others if not pieces or _hold_answer(others, task) else pieces
    code = choose(pieces, task).strip("\n").rstrip()
    return fit(drop_main_guard(code) if task.scaffold.entry else code, task.scaffold).rstrip()


def _hold_answer(pieces: Sequence[str], task: Task) -> bool:
    entry = task.scaffold.entry
    if entry and any(python.defines(piece, entry) for piece in pieces):
        return True
    return task.scaffold.any_function and any(map(python.functions, pieces))


def _fenced(reply: str, truncated: bool) -> list[str]:
    blocks = find_blocks(reply, python.parses)
    labelled = [block for block in blocks if block.info in _PYTHON]
    if any(block.info for block in labelled):
        # An unlabelled block beside a labelled one is often its output.
        bare = [block for block in labelled if not block.info and looks_like_code(block.code)]
        labelled = [block for block in labelled if block.info or block in bare]
    labelled = [block for block in labelled if block.info or block.closed or looks_like_code(block.code)]
    others = [block for block in blocks if looks_like_code(block.code)]
    pieces = [_tidied(block, truncated) for block in labelled or others]
    return [piece for piece in pieces if piece.strip()]


def _tidied(block: Block, truncated: bool) -> str:
    code = repair(python.dedent(python.indent_with_spaces(block.code.strip("\n"))))
    if is_numbered(code):
        return typed(code)
    if python.parses(code):
        return code
    if is_transcript(code):
        above = code[: code.index(">>>")] if ">>>" in code else ""
        return above if looks_like_code(above) else typed(code)
    return (cut_back(code) or code) if truncated or not block.closed else code


def _unfenced(reply: str, task: Task, truncated: bool) -> list[str]:
    known = _known_names(task)
    text = python.indent_with_spaces(reply)
    return find_runs(text, known, truncated) or inline_spans(reply, known) or _broken(text)


def _known_names(task: Task) -> frozenset[str]:
    """The names that code may use as they are: parameters, and what the intent has between backticks."""
    named = " ".join(re.findall(r"`([^`\n]+)`", task.intent))
    return python.identifiers(task.scaffold.before) | python.identifiers(named)


def _broken(text: str) -> list[str]:
    """Code that does not parse is still the model's answer: from its first definition on."""
    lines = text.split("\n")
    start = next(
        (row for row, line in enumerate(lines) if line.startswith(("def ", "class ", "import "))), None
    )
    return [] if start is None else ["\n".join(lines[start:])]
