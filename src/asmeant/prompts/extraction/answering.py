"""Reply -> the answer in it: its parts, their units, and the set of units that the task asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from asmeant.languages import python
from asmeant.prompts.extraction.choosing import Code, broken_definition_of, definition_of, with_needs
from asmeant.prompts.extraction.continuing import continue_function
from asmeant.prompts.extraction.fitting import body_text, body_units, fit, fits
from asmeant.prompts.extraction.kinds import definitions, is_import
from asmeant.prompts.extraction.parts import split_parts
from asmeant.prompts.extraction.picking import answering_functions
from asmeant.prompts.extraction.prose import looks_like_code
from asmeant.prompts.extraction.repairing import cut_back
from asmeant.prompts.extraction.units import Piece, Unit, read_pieces, render, spans_of
from asmeant.prompts.head import split_before
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Choice:
    """The code that was chosen, the piece it is mostly from, why, and what else there was."""

    code: str
    piece: Piece
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
    """All that was read. `enclosed` is the code in fences and tags; `all` has that of the text below it."""

    task: Task
    enclosed: Code
    all: Code
    repairing: bool

    @property
    def entry(self) -> str:
        return self.task.scaffold.entry

    @property
    def takes_any(self) -> bool:
        """Whether the function may have any name, or has to be found without its name."""
        return self.task.scaffold.any_function or not self.task.scaffold.before.strip()


def find_answer(reply: str, task: Task, repairing: bool = False) -> Choice | None:
    """The answer in a reply that may also talk, or None where there is no code."""
    parts = split_parts(reply)
    known = _known_names(task)
    around = python.identifiers(task.scaffold.before + "\n") | python.identifiers(task.scaffold.setup)
    after = "\n".join([task.scaffold.setup, *(probe for check in task.checks for probe in check.probes)])
    after = after.replace(task.scaffold.entry, "") if task.scaffold.entry else after
    enclosed = read_pieces([part for part in parts if part.is_enclosed], known)
    texts = [part for part in parts if not part.is_enclosed]
    others = read_pieces(texts, known, len(enclosed))
    everything = [*enclosed, *others]
    everything += spans_of(texts, known, len(everything)) if not others else []
    reading = Reading(task, Code(enclosed, around, after), Code(everything, around, after), repairing)
    return next(filter(None, (way(reading) for way in _ways(task))), None)


def _known_names(task: Task) -> frozenset[str]:
    """The names that code may use as they are: those around it, and what the intent has between backticks."""
    named = " ".join(re.findall(r"`([^`\n]+)`", task.intent))
    around = (task.scaffold.before, task.scaffold.setup, named)
    return frozenset[str]().union(*map(python.identifiers, around))


def _ways(task: Task) -> list[Callable[[Reading], Choice | None]]:
    """How the answer may stand in the reply, the best way first."""
    if not task.scaffold.entry:
        return [_snippet]
    return [_defined, _any_function, _broken, _fitted, _left_over, _snippet]


def _defined(reading: Reading) -> Choice | None:
    """A definition of the function that is asked for."""
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
    return Choice(render(units), reading.all.pieces[roots[-1].piece], why, units, reading.all)


def _joined(units: Sequence[Unit]) -> str:
    return " and ".join(sorted(name for unit in units for name in unit.names.binds))


def _broken(reading: Reading) -> Choice | None:
    """A definition that does not parse is still the model's answer: the reason will name its fault."""
    root = broken_definition_of(reading.entry, reading.all)
    if root is None and reading.takes_any:
        root = next((unit for unit in reading.all.units if not unit.nodes and unit.names.binds), None)
    if root is None:
        return None
    piece = reading.all.pieces[root.piece]
    units = with_needs([root], reading.all)
    if reading.repairing and (rest := cut_back(root.code)):
        above = render([unit for unit in units if unit is not root])
        return Choice(
            f"{above}\n\n\n{rest}".lstrip("\n"), piece, "its last complete part", units, reading.all
        )
    if piece.part.kind == "fence":
        return Choice(
            piece.text, piece, f"it defines {_joined([root])}, incompletely", piece.units, reading.all
        )
    return Choice(render(units), piece, f"it defines {_joined([root])}, incompletely", units, reading.all)


# ── code that is a part of the function ────────────────────────────────────────────────────────────


def _fitted(reading: Reading) -> Choice | None:
    """A piece that is an expression or a body, as the scaffold wants one."""
    if split_before(reading.task.scaffold) is None:
        return None
    return next(filter(None, (_fitted_piece(piece, reading) for piece in _in_order(reading))), None)


def _fitted_piece(piece: Piece, reading: Reading) -> Choice | None:
    scaffold = reading.task.scaffold
    units: Sequence[Unit] = body_units(piece.units, scaffold) if piece.is_whole else piece.units
    if all(map(is_import, units)):
        return None
    if piece.is_whole:
        texts = [body_text([*_needs_from_elsewhere(units, piece, reading), *units], scaffold)]
    else:
        texts = [piece.text, cut_back(piece.text) if reading.repairing else ""]
        # An indented body, and at the left edge what is no longer part of it.
        texts += [continue_function(piece.text, scaffold, reading.repairing)] if piece.text[:1] == " " else []
    for text in texts:
        code = fit(text, scaffold).rstrip()
        if fits(code, scaffold) or python.defines(code, scaffold.entry):
            return Choice(code, piece, "it fits into the function", units, reading.all)
    return None


def _needs_from_elsewhere(units: Sequence[Unit], piece: Piece, reading: Reading) -> list[Unit]:
    bound = frozenset[str]().union(*(unit.names.binds for unit in units))
    needed = frozenset[str]().union(*(unit.names.needs for unit in units)) - bound - reading.all.known
    others = [unit for unit in reading.all.units if unit.piece != piece.number and unit.names.binds & needed]
    return [unit for unit in others if unit.nodes and (is_import(unit) or definitions(unit))]


def _in_order(reading: Reading) -> Iterator[Piece]:
    """Enclosed before bare; Python before other languages; what is surely code before what may be output."""
    pieces = reading.all.pieces
    labelled = any(piece.part.kind == "fence" and piece.part.label for piece in pieces)

    def is_output(piece: Piece) -> bool:
        return labelled and not piece.part.label and not looks_like_code(piece.text)

    yield from sorted(
        pieces, key=lambda piece: (not piece.part.is_enclosed, not piece.part.may_be_python, is_output(piece))
    )


# ── what is left where nothing answers ─────────────────────────────────────────────────────────────


def _left_over(reading: Reading) -> Choice | None:
    """A stub, an import of the name, or functions under other names."""
    entry = reading.entry
    roots = reading.all.binders(entry)[-1:] or answering_functions(reading.enclosed)
    roots = roots or answering_functions(reading.all)
    return (
        replace(_with_roots(roots, f"it defines {_joined(roots)}", reading), answers=False) if roots else None
    )


def _snippet(reading: Reading) -> Choice | None:
    """The first piece that is more than imports: what follows it is another way to say it."""
    pieces = list(_in_order(reading))
    if not pieces:
        return None
    surely = [piece for piece in pieces if piece.part.kind != "fence" or piece.part.may_be_python]
    telling = [piece for piece in surely or pieces if not all(map(is_import, piece.units))]
    entry = reading.entry
    unused = [piece for piece in telling if not entry or entry not in python.identifiers(piece.text)]
    piece = next(iter([*unused, *telling, *surely, *pieces]))
    code = piece.text
    if not piece.is_whole and reading.repairing:
        code = cut_back(code) or code
    return Choice(code.rstrip(), piece, "it is the first code", piece.units, reading.all, answers=not entry)
