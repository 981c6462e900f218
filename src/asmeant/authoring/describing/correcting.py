"""Task -> all remarks on its intent, and the intent without the words that can be removed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asmeant.authoring.describing.facilities import Facilities, facilities
from asmeant.authoring.describing.methods import method_remarks
from asmeant.authoring.describing.remarks import LONGEST_INTENT, Remark, too_long
from asmeant.authoring.describing.vagueness import vague_remarks
from asmeant.records import Task

MOST_REMOVALS = 10


@dataclass(frozen=True, slots=True)
class Correction:
    """`proposal` has all removals of the remarks; it equals the intent if there are none."""

    task_id: str
    intent: str
    remarks: tuple[Remark, ...]
    proposal: str

    @property
    def changed(self) -> bool:
        return self.proposal != self.intent


def correct(task: Task) -> Correction:
    """The remarks of the rules on the intent of a task. Nothing is run."""
    if remark := too_long(task.intent, LONGEST_INTENT):
        return Correction(task.id, task.intent, (remark,), task.intent)
    known = facilities(task)
    code = task.references[0] if task.references and task.code_language == "python" else ""
    remarks = (*_methods(task, known), *vague_remarks(task.intent, code, known))
    return Correction(task.id, task.intent, remarks, _without_methods(task, known))


def _methods(task: Task, known: Facilities) -> tuple[Remark, ...]:
    return tuple(method_remarks(task.intent, task.intent_language, known, task.code_language))


def _without_methods(task: Task, known: Facilities) -> str:
    """Removes one method at a time, because each removal moves the others."""
    for _ in range(MOST_REMOVALS):
        removal = next((item.proposal for item in _methods(task, known) if item.proposal), "")
        if not removal:
            break
        task = replace(task, intent=removal)
    return task.intent
