"""Task -> all remarks on its intent, and the intent without the words that can be removed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asmeant.authoring.describing.facilities import Facilities, facilities
from asmeant.authoring.describing.methods import method_remarks
from asmeant.authoring.describing.remarks import Remark
from asmeant.authoring.describing.vagueness import vague_remarks
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Correction:
    """`proposal` has all removals of the remarks; it is the intent itself where there are none."""

    task_id: str
    intent: str
    remarks: tuple[Remark, ...]
    proposal: str

    @property
    def changed(self) -> bool:
        return self.proposal != self.intent


def correct(task: Task) -> Correction:
    """What the rules say about the intent of a task. Nothing is run."""
    known = facilities(task)
    code = task.references[0] if task.references and task.code_language == "python" else ""
    remarks = (*_methods(task, known), *vague_remarks(task.intent, code, known))
    return Correction(task.id, task.intent, remarks, _without_methods(task, known))


def _methods(task: Task, known: Facilities) -> tuple[Remark, ...]:
    return tuple(method_remarks(task.intent, task.intent_language, known, task.code_language))


def _without_methods(task: Task, known: Facilities) -> str:
    """One removal at a time, since each moves the others. Each makes the text shorter, so this ends."""
    while removal := next((item.proposal for item in _methods(task, known) if item.proposal), ""):
        task = replace(task, intent=removal)
    return task.intent
