"""Reply -> the answer: find the units of code in the reply, and choose those that solve the task."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from asmeant.languages import python
from asmeant.prompts.extraction.choosing import Code, broken_definition_of, definition_of, with_needs
from asmeant.prompts.extraction.continuing import continue_function
from asmeant.prompts.extraction.fitting import body_text, body_units, fit, fits
from asmeant.prompts.extraction.kinds import definitions, is_import
from asmeant.prompts.extraction.picking import answering_functions
from asmeant.prompts.extraction.prose import looks_like_code
from asmeant.prompts.extraction.repairing import cut_back
from asmeant.prompts.extraction.sections import split_sections
from asmeant.prompts.extraction.units import Fragment, Unit, read_fragments, render, spans_of
from asmeant.prompts.head import split_before
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen code, the fragment that most of it comes from, the reason, and all code of the reply."""

    code: str
    fragment: Fragment
    why: str
    kept: Sequence[Unit]
    all: Code
    answers: bool = True

    @property
    def left_out(self) -> list[Unit]:
        kept = set(self.kept)
        return [unit for unit in self.all.units if unit not in kept]


@dataclass(frozen=True, slots=True)
class Reading:
    """The code of a reply. `enclosed` is the code in fences and tags; `all` also has the code in the text."""

    task: Task
    enclosed: Code
    all: Code
    repairing: bool

    @property
    def entry(self) -> str:
        return self.task.scaffold.entry

    @property
    def takes_any(self) -> bool:
        """Whether the function may have any name, or the prompt does not show its name."""
        return self.task.scaffold.any_function or not self.task.scaffold.before.strip()


def find_answer(reply: str, task: Task, repairing: bool = False) -> Choice | None:
    """The answer in a reply, which may also contain prose. None if there is no code."""
    sections = split_sections(reply)
    known = _known_names(task)
    around = python.identifiers(task.scaffold.before + "\n") | python.identifiers(task.scaffold.setup)
    after = "\n".join([task.scaffold.setup, *(probe for check in task.checks for probe in check.probes)])
    after = after.replace(task.scaffold.entry, "") if task.scaffold.entry else after
    enclosed = read_fragments([section for section in sections if section.is_enclosed], known)
    texts = [section for section in sections if not section.is_enclosed]
    others = read_fragments(texts, known, len(enclosed))
    everything = [*enclosed, *others]
    everything += spans_of(texts, known, len(everything)) if not others else []
    reading = Reading(task, Code(enclosed, around, after), Code(everything, around, after), repairing)
    return next(filter(None, (strategy(reading) for strategy in _strategies(task))), None)


def _known_names(task: Task) -> frozenset[str]:
    """The names that code may use undefined: those of the scaffold, and those in backticks in the intent."""
    named = " ".join(re.findall(r"`([^`\n]+)`", task.intent))
    around = (task.scaffold.before, task.scaffold.setup, named)
    return frozenset[str]().union(*map(python.identifiers, around))


def _strategies(task: Task) -> list[Callable[[Reading], Choice | None]]:
    """The ways to find the answer, in order of preference."""
    if not task.scaffold.entry:
        return [_snippet]
    return [_defined, _any_function, _broken, _fitted, _fallback, _snippet]


def _defined(reading: Reading) -> Choice | None:
    """A definition of the function that the task requires."""
    entry = reading.entry
    root = definition_of(entry, reading.enclosed) or definition_of(entry, reading.all)
    return _with_roots([root], f"it defines {entry}", reading) if root else None


def _any_function(reading: Reading) -> Choice | None:
    if not reading.takes_any:
        return None
    roots = answering_functions(reading.enclosed) or answering_functions(reading.all)
    return _with_roots(roots, f"it defines {_joined(roots)}", reading) if roots else None


def _with_roots(roots: Sequence[Unit], why: str, reading: Reading) -> Choice:
    units = with_needs(roots, reading.all)
    return Choice(render(units), reading.all.fragments[roots[-1].fragment], why, units, reading.all)


def _joined(units: Sequence[Unit]) -> str:
    return " and ".join(sorted(name for unit in units for name in unit.names.binds))


def _broken(reading: Reading) -> Choice | None:
    """A definition that does not parse is still the answer: the verdict will name the syntax error."""
    root = broken_definition_of(reading.entry, reading.all)
    if root is None and reading.takes_any:
        root = next((unit for unit in reading.all.units if not unit.nodes and unit.names.binds), None)
    if root is None:
        return None
    fragment = reading.all.fragments[root.fragment]
    units = with_needs([root], reading.all)
    if reading.repairing and (rest := cut_back(root.code)):
        above = render([unit for unit in units if unit is not root])
        return Choice(
            f"{above}\n\n\n{rest}".lstrip("\n"), fragment, "its last complete part", units, reading.all
        )
    if fragment.section.kind == "fence":
        return Choice(
            fragment.text,
            fragment,
            f"it defines {_joined([root])}, incompletely",
            fragment.units,
            reading.all,
        )
    return Choice(render(units), fragment, f"it defines {_joined([root])}, incompletely", units, reading.all)


# ── code that belongs into the function ────────────────────────────────────────────────────────────


def _fitted(reading: Reading) -> Choice | None:
    """A fragment that is an expression or a function body, as the scaffold requires."""
    if split_before(reading.task.scaffold) is None:
        return None
    return next(filter(None, (_fitted_fragment(fragment, reading) for fragment in _in_order(reading))), None)


def _fitted_fragment(fragment: Fragment, reading: Reading) -> Choice | None:
    scaffold = reading.task.scaffold
    units: Sequence[Unit] = body_units(fragment.units, scaffold) if fragment.is_whole else fragment.units
    if all(map(is_import, units)):
        return None
    if fragment.is_whole:
        texts = [body_text([*_needs_from_elsewhere(units, fragment, reading), *units], scaffold)]
    else:
        texts = [fragment.text, cut_back(fragment.text) if reading.repairing else ""]
        # An indented body, followed by unindented lines that do not belong to it.
        texts += (
            [continue_function(fragment.text, scaffold, reading.repairing)]
            if fragment.text[:1] == " "
            else []
        )
    for text in texts:
        code = fit(text, scaffold).rstrip()
        if fits(code, scaffold) or python.defines(code, scaffold.entry):
            return Choice(code, fragment, "it fits into the function", units, reading.all)
    return None


def _needs_from_elsewhere(units: Sequence[Unit], fragment: Fragment, reading: Reading) -> list[Unit]:
    bound = frozenset[str]().union(*(unit.names.binds for unit in units))
    needed = frozenset[str]().union(*(unit.names.needs for unit in units)) - bound - reading.all.known
    others = [
        unit for unit in reading.all.units if unit.fragment != fragment.number and unit.names.binds & needed
    ]
    return [unit for unit in others if unit.nodes and (is_import(unit) or definitions(unit))]


def _in_order(reading: Reading) -> Iterator[Fragment]:
    """Enclosed code first, then Python before other languages, then code before possible program output."""
    fragments = reading.all.fragments
    labelled = any(fragment.section.kind == "fence" and fragment.section.label for fragment in fragments)

    def is_output(fragment: Fragment) -> bool:
        return labelled and not fragment.section.label and not looks_like_code(fragment.text)

    yield from sorted(
        fragments,
        key=lambda fragment: (
            not fragment.section.is_enclosed,
            not fragment.section.may_be_python,
            is_output(fragment),
        ),
    )


# ── the last resorts ───────────────────────────────────────────────────────────────────────────────


def _fallback(reading: Reading) -> Choice | None:
    """A stub, an import of the name, or functions under other names."""
    entry = reading.entry
    roots = reading.all.binders(entry)[-1:] or answering_functions(reading.enclosed)
    roots = roots or answering_functions(reading.all)
    return (
        replace(_with_roots(roots, f"it defines {_joined(roots)}", reading), answers=False) if roots else None
    )


def _snippet(reading: Reading) -> Choice | None:
    """The first fragment that has more than imports. Later ones are usually alternatives."""
    fragments = list(_in_order(reading))
    if not fragments:
        return None
    surely = [
        fragment
        for fragment in fragments
        if fragment.section.kind != "fence" or fragment.section.may_be_python
    ]
    with_code = [fragment for fragment in surely or fragments if not all(map(is_import, fragment.units))]
    entry = reading.entry
    unused = [
        fragment for fragment in with_code if not entry or entry not in python.identifiers(fragment.text)
    ]
    fragment = next(iter([*unused, *with_code, *surely, *fragments]))
    code = fragment.text
    if not fragment.is_whole and reading.repairing:
        code = cut_back(code) or code
    return Choice(
        code.rstrip(), fragment, "it is the first code", fragment.units, reading.all, answers=not entry
    )
