"""Grounded, a candidate -> Verdict: whether it does what one of the references does, in all its trees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from asmeant.authoring.grounding.trial import LIMITS, Grounded, Reference, cleaned
from asmeant.execution.shell import Outcome, ShellRunner, Tree
from asmeant.execution.shell.sameness import Told, compare
from asmeant.languages.bash.knowledge import utility
from asmeant.records import Candidate, Limits, Status, Verdict


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a candidate is next to one reference."""

    same: bool
    reason: str


class Decider:
    """Decides on all candidates for one intent. References run once, in trees as they are now."""

    def __init__(self, grounded: Grounded, runner: ShellRunner, limits: Limits = LIMITS) -> None:
        self.grounded, self.runner, self.limits = grounded, runner, limits
        self.trees = grounded.trees(time.time())
        self._outcomes: dict[tuple[str, str], Outcome] = {}

    def verdict(self, candidate: Candidate) -> Verdict:
        """Undecided where no reference decides, or where the candidate wants a tool that is not installed."""
        command = cleaned(candidate.code)
        seen = {str(number): self._beside(reference, command) for number, reference in self._references()}
        held = tuple(name for name, found in seen.items() if found.same)
        reason = next((found.reason for found in seen.values() if found.same == bool(held)), "")
        if held or not seen:
            status: Status = "passed" if held else "undecided"
        else:
            missing = self._missing_tool(command)
            status = "undecided" if missing else "failed"
            reason = f"a tool is not installed: {missing}" if missing else reason
        return Verdict(candidate.task_id, candidate.rank, status, held, reason=reason)

    def _references(self) -> Iterator[tuple[int, Reference]]:
        for number, reference in enumerate(self.grounded.references, 1):
            if reference.decides:
                yield number, reference

    def _beside(self, reference: Reference, command: str) -> _Seen:
        needed = ""
        for tree in (self.trees[number] for number in reference.trees):
            code = reference.around.before + command
            expected = Told(reference.runs, self._run(reference.runs, tree))
            found = Told(code, self._run(code, tree))
            if found.outcome.ending != "finished":
                return _Seen(False, f"{found.outcome.ending}: {found.outcome.reason}")
            sameness = compare(expected, found, self.grounded.intent, tree)
            if not sameness.same:
                return _Seen(False, sameness.reason)
            needed = needed or sameness.reason
        return _Seen(True, needed)

    def _run(self, command: str, tree: Tree) -> Outcome:
        key = (command, tree.digest)
        if key not in self._outcomes:
            self._outcomes[key] = self.runner.run(command, tree, self.limits)
        return self._outcomes[key]

    def _missing_tool(self, command: str) -> str:
        """A tool that we know of, and that this machine has not: nothing can be said of who uses it."""
        found = [seen for (code, _), seen in self._outcomes.items() if code.endswith(command)]
        named = {outcome.missing_tool.split(":")[0].strip() for outcome in found}
        return next((name for name in sorted(named) if name and utility(name)), "")
