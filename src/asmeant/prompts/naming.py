"""Task -> Task: rename the function everywhere in a task, before prompting and judging."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from dataclasses import replace
from itertools import chain, count

from asmeant.languages import python
from asmeant.records import Check, Naming, Task

CONSTANT = "function"
WORDS_IN_NAME = 4
LETTERS_IN_WORD = 24

# A run of kanji, of katakana, or of any other letters and digits. Hiragana is mostly grammar,
# so it separates words as spaces do elsewhere.
_WORD = re.compile(r"[一-鿿々]+|[ァ-ヺー]+|(?:(?![一-鿿々ぁ-ゖァ-ヺー])[^\W_])+")

_SMALL = """
    a an the of to in on at by for from with and or is are be do does how can i it its as into that this
    un una el la los las de del en con por para y o que se es son al su sus cómo como puedo qué lo
    в во на из с со по для и или как что это к ко от до у о об не ли при за
"""
_SMALL_WORDS = frozenset(_SMALL.split())


def name_function(task: Task, naming: Naming) -> Task:
    """The task with its function renamed in scaffold, references and probes.

    Not changed: Bash tasks, tasks whose probes call no function by name, and tasks that accept any function
    and do not show its head: there the model never sees the name.
    """
    scaffold = task.scaffold
    if naming == "id" or task.code_language != "python" or not scaffold.entry:
        return task
    if scaffold.any_function and scaffold.entry not in python.identifiers(scaffold.before):
        return task
    old = scaffold.entry
    new = _unused_name(
        CONSTANT if naming == "constant" else name_from(task.intent), _used_names(task) - {old}
    )

    def renamed(source: str) -> str:
        return python.rename(source, old, new)

    return replace(
        task,
        references=tuple(map(renamed, task.references)),
        checks=tuple(_rename_in(check, old, new) for check in task.checks),
        scaffold=replace(
            scaffold,
            # Examples in its docstring call the function too; other words of the docstring stay.
            before=re.sub(rf"\b{re.escape(old)}(?=\()", lambda _: new, renamed(scaffold.before)),
            after=renamed(scaffold.after),
            setup=renamed(scaffold.setup),
            entry=new,
        ),
    )


def name_from(intent: str) -> str:
    """A name for the function, made of words of the intent: `list_value_counts`, `перевернуть_список`."""
    text = unicodedata.normalize("NFKC", intent).lower()
    words = [word[:LETTERS_IN_WORD] for word in _WORD.findall(text) if not word.isdigit()]
    content_words = [word for word in words if word not in _SMALL_WORDS] or words
    # Lower-casing can undo the normal form, and some digits and letters are not allowed in a name.
    name = unicodedata.normalize("NFKC", "_".join(content_words[:WORDS_IN_NAME]))
    name = "".join(letter for letter in name if f"a{letter}".isidentifier()).strip("_")
    if not name:
        return CONSTANT
    return f"f_{name}" if not name.isidentifier() or _is_reserved(name) else name


def _is_reserved(name: str) -> bool:
    return keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name)


def _used_names(task: Task) -> frozenset[str]:
    scaffold = task.scaffold
    sources = chain(
        (scaffold.before, scaffold.after, scaffold.setup),
        task.references,
        (probe for check in task.checks for probe in check.probes),
    )
    # Probes may call the candidate's function by this name.
    return frozenset({"candidate"}).union(*map(python.identifiers, sources))


def _unused_name(name: str, used_names: frozenset[str]) -> str:
    return next(
        new_name
        for new_name in chain([name], (f"{name}_{n}" for n in count(2)))
        if new_name not in used_names
    )


def _rename_in(check: Check, old: str, new: str) -> Check:
    return replace(check, probes=tuple(python.rename(probe, old, new) for probe in check.probes))
