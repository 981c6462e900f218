"""Task -> findings on its references, texts and names. Nothing is run."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.corpus.filter import read as read_command
from asmeant.languages import python
from asmeant.languages.bash import BashSyntaxError
from asmeant.records import Task

NOT_CODE = "a reference does not parse"
NO_CODE = "a reference has no code"
ESCAPED = "a reference has escaped line breaks"
TYPOGRAPHY = "a reference has typographic characters"
BLANKS = "a reference has blanks at its ends"
TAB = "a text of a reference has a tab"
OUT_OF_SCOPE = "a command is more than one pipeline"
LACKING = "name not in the code"
NO_NAMES = "the intent names nothing"
QUESTION = "the intent is a question"
NOT_REWRITTEN = "the intent is not rewritten"
MOJIBAKE = "a text was decoded wrongly"

QUOTED = re.compile(r"`([A-Za-z_][A-Za-z0-9_]*)`")


def on_references(task: Task) -> Iterator[Finding]:
    """What is wrong with the text of each reference."""
    for number, reference in enumerate(task.references, 1):
        where = f"reference {number}" if len(task.references) > 1 else "the reference"
        fault = _fault(task, reference)
        if fault:
            yield Finding(task.id, NOT_CODE, where, fault)
        if task.code_language == "python" and _is_without_code(reference):
            yield Finding(task.id, NO_CODE, f"{where} is empty, or only a comment")
        if task.code_language == "python" and _is_escaped(task, reference, bool(fault)):
            yield Finding(task.id, ESCAPED, where)
        characters = sorted(set(filter(_is_typographic, reference)))
        if characters and (fault or task.code_language == "bash"):
            names = ", ".join(unicodedata.name(character, "?") for character in characters)
            yield Finding(task.id, TYPOGRAPHY, where, names)
        if reference != reference.strip() and not task.scaffold.before:
            yield Finding(task.id, BLANKS, where)
        if task.code_language == "python" and _has_tab_in_text(task, reference):
            yield Finding(task.id, TAB, where)
        if task.code_language == "bash" and not fault:
            yield from _scope(task, reference, where)


def _fault(task: Task, reference: str) -> str:
    if task.code_language == "bash":
        try:
            read_command(reference)
        except BashSyntaxError as error:
            return str(error).splitlines()[0]
        return ""
    return "" if _parses(task, reference) else str(python.first_fault(_placed(task, reference)) or "")


def _placed(task: Task, reference: str) -> str:
    return task.scaffold.before + reference + task.scaffold.after


def _parses(task: Task, reference: str) -> bool:
    return python.parses(_placed(task, reference))


def _is_without_code(reference: str) -> bool:
    tree = python.parse(python.dedent(reference))
    return tree is not None and not tree.body


def _is_escaped(task: Task, reference: str, is_broken: bool) -> bool:
    """Whether a literal backslash-n is at the end of a line, or replaces line breaks."""
    return "\\n\n" in reference or (is_broken and _parses(task, _unescaped(reference)))


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t").replace("\n\n", "\n")


def _is_typographic(character: str) -> bool:
    """Whether it is a quote, dash or blank that no programming language has, or a letter that looks Latin."""
    if character.isascii():
        return False
    if unicodedata.category(character) in ("Pi", "Pf", "Pd", "Zs", "Cf"):
        return True
    return "CYRILLIC" in unicodedata.name(character, "")


def _has_tab_in_text(task: Task, reference: str) -> bool:
    """Whether a tab is within quotes: replacing tabs by blanks would change what the code does."""
    if "\t" not in reference:
        return False
    tree = python.parse(_placed(task, reference))
    texts = [
        node.value
        for node in ast.walk(tree or ast.Module([], []))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return any("\t" in text for text in texts)


def _scope(task: Task, command: str, where: str) -> Iterator[Finding]:
    """Constructs that NL2Bash leaves out (its Table 2)."""
    constructs = read_command(command).constructs & {
        "assignment", "redirection", "several statements", "compound statement",
    }  # fmt: skip
    if constructs:
        yield Finding(task.id, OUT_OF_SCOPE, f"{where}: {', '.join(sorted(constructs))}")


# ── texts ──


def on_encoding(task: Task) -> Iterator[Finding]:
    """UTF-8 texts that were decoded as Latin-1 or Windows-1252: `Ã©` for `é`."""
    probes = (probe for check in task.checks for probe in check.probes)
    places = {"the intent": (task.intent,), "a reference": task.references, "a probe": tuple(probes)}
    for place, texts in places.items():
        words = sorted({word for text in texts for word in _NOT_ASCII.findall(text) if _is_mojibake(word)})
        if words:
            yield Finding(task.id, MOJIBAKE, place, " ".join(words))


_NOT_ASCII = re.compile(r"[^\x00-\x7f]{2,}")


def _is_mojibake(word: str) -> bool:
    for encoding in ("latin-1", "cp1252"):
        try:
            word.encode(encoding).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
        return True
    return False


# ── names and intents ──


def on_intent(task: Task) -> Iterator[Finding]:
    """Names that the code lacks, and remarks on how the intent is written."""
    names = list(dict.fromkeys(QUOTED.findall(task.intent)))
    around = (task.scaffold.before, task.scaffold.after)
    probes = (probe for check in task.checks for probe in check.probes)
    code = "\n".join([*task.references, *around, *probes])
    for name in names:
        if task.references and name not in code:
            yield Finding(task.id, LACKING, "the intent names what the code does not have", name)
    if task.code_language == "python" and not task.checks and "`" not in task.intent:
        yield Finding(task.id, NO_NAMES, "no word of the intent is in backquotes")
    if re.search(r"[?？]\s*$|^\s*¿", task.intent):
        yield Finding(task.id, QUESTION, "the intent asks how to do something, and does not say what to do")
    if task.tags.get("intent") == task.intent:
        yield Finding(task.id, NOT_REWRITTEN, "the intent is the title of the post")
