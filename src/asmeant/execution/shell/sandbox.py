"""Program in Bash -> Observation: the candidate and what its checks name, each in a view of the same tree."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from asmeant.causes import of_ending
from asmeant.errors import DataError, SandboxError
from asmeant.execution.shell.archives import read_entries
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.shell.tree import HOME, Tree, entries_of, grow
from asmeant.records import Cause, Check, Ending, Limits, Observation, Program

if TYPE_CHECKING:
    from asmeant.execution.shell.sameness import Sameness

# So many outcomes of references are kept: the candidates of a task come one after the other.
MOST_KEPT = 256
MOST_FILES = 100
NO_SUCH_COMMAND = 127

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a check names, run in the same tree; `fault` says why that cannot be compared with."""

    command: str
    tree: Tree
    outcome: Outcome
    fault: str


class ShellSandbox:
    """Runs candidates in Bash and says whether each did what its checks want."""

    def __init__(self, runner: ShellRunner) -> None:
        self.runner = runner
        self._references: _Kept[_Wanted] = _Kept()
        self._repeated: _Kept[str] = _Kept()

    def observe(self, program: Program, limits: Limits) -> Iterator[Observation]:
        """One observation for each check."""
        try:
            tree = tree_of(program)
        except DataError as error:
            for check in program.checks:
                yield _observation(program, check, "not run", str(error))
            return
        try:
            outcome = self.runner.run(program.source, tree, limits)
        except SandboxError as error:  # a machine that can wall in Python may yet be unable to do so here
            outcome = Outcome("not run", reason=str(error))
        for check in program.checks:
            yield self._judged(program, check, outcome, tree, limits)

    def _judged(
        self, program: Program, check: Check, outcome: Outcome, tree: Tree, limits: Limits
    ) -> Observation:
        if check.same_outcome_as is None or check.probes:
            reason = "a check in bash names a command whose outcome will do, and has no probes"
            return _observation(program, check, "not run", reason)
        seen = _observation(program, check, outcome.ending, outcome.reason, outcome)
        if outcome.ending == "not run":
            return seen
        wanted = self._wanted(check.same_outcome_as, tree, limits)
        if wanted.fault:
            return replace(seen, ending="not run", reason=wanted.fault, cause=Cause("not run"))
        if outcome.ending != "finished":
            return replace(seen, same_outcome=False)
        found = _compared(wanted, outcome, program.source, program.intent)
        if found.same:
            return replace(seen, same_outcome=True, reason=found.reason)
        if is_known_tool(outcome.missing_tool):
            reason = f"not installed here: {outcome.missing_tool}"
            return replace(seen, ending="not run", reason=reason, cause=Cause("not run"))
        unstable = found.unstable or self._differs_from_itself(wanted, limits)
        if unstable:
            return replace(seen, ending="not run", reason=f"unstable: {unstable}", cause=Cause("not run"))
        why, cause = found.reason, Cause("another outcome")
        if outcome.missing_tool:
            why, cause = f"{outcome.missing_tool}: command not found", Cause("command not found")
        return replace(seen, ending="failed", same_outcome=False, reason=why, cause=cause)

    def _wanted(self, command: str, tree: Tree, limits: Limits) -> _Wanted:
        def run() -> _Wanted:
            outcome = self.runner.run(command, tree, limits)
            return _Wanted(command, tree, outcome, cannot_be_compared_with(outcome))

        return self._references.get((tree.digest, tree.working_directory, command, limits), run)

    def _differs_from_itself(self, wanted: _Wanted, limits: Limits) -> str:
        """Only asked of what a candidate did not meet: then it may have been chance, or the clock."""

        def run() -> str:
            again = self.runner.run(wanted.command, wanted.tree, limits)
            found = _compared(wanted, again, wanted.command, "")
            return "" if found.same else f"the reference differs from itself: {found.reason}"

        tree = wanted.tree
        return self._repeated.get((tree.digest, tree.working_directory, wanted.command, limits), run)


class _Kept(Generic[Found]):
    """What was found for each reference, for any number of threads. The oldest makes room."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Found] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, find: Callable[[], Found]) -> Found:
        with self._lock:
            if key in self._found:
                return self._found[key]
        found = find()  # two threads may both find it: that does no harm
        with self._lock:
            while len(self._found) >= MOST_KEPT:
                del self._found[next(iter(self._found))]
            self._found[key] = found
        return found


def _compared(wanted: _Wanted, outcome: Outcome, command: str, intent: str) -> Sameness:
    # Imported here: it knows much of Bash, which programs in Python do not need.
    from asmeant.execution.shell.sameness import Told, compare

    return compare(Told(wanted.command, wanted.outcome), Told(command, outcome), intent, wanted.tree)


def is_known_tool(name: str) -> bool:
    """Whether there is such a tool: then this machine lacks it, and the candidate did not make it up."""
    from asmeant.languages.bash.knowledge import utility

    return bool(name) and utility(name) is not None


def cannot_be_compared_with(outcome: Outcome) -> str:
    """Why nothing can be decided by a reference with that outcome; empty where something can."""
    why = ""
    if outcome.ending != "finished":
        why = f"{outcome.ending}: {outcome.reason}"
    elif outcome.missing_tool:
        why = f"{outcome.missing_tool} is not installed"
    elif outcome.exit_status == NO_SUCH_COMMAND:
        why = f"exit status {NO_SUCH_COMMAND}"
    return f"the reference cannot be run here: {why}" if why else ""


def tree_of(program: Program) -> Tree:
    """Its archive, folder or listing, where it has one, and its files on top of that."""
    scaffold = program.scaffold
    entries = read_entries(Path(scaffold.tree).expanduser()) if scaffold.tree else ()
    folder = scaffold.working_directory or ("/" if scaffold.tree else HOME)
    tree = grow([*entries, *entries_of(scaffold.files)], folder)
    return tree.moved_in_time(_moment(scaffold.clock)) if scaffold.clock else tree


def _moment(text: str) -> float:
    try:
        said = datetime.fromisoformat(text)
    except ValueError as error:
        raise DataError(f"'{text}' is no time for a clock. Write one like 2024-05-01T12:00:00.") from error
    return (said if said.tzinfo else said.replace(tzinfo=UTC)).timestamp()


def _observation(
    program: Program, check: Check, ending: Ending, reason: str, outcome: Outcome | None = None
) -> Observation:
    cause = of_ending(ending)
    seen = Observation(program.task_id, program.rank, check.name, ending=ending, reason=reason, cause=cause)
    if outcome is None:
        return seen
    shown = {change.path: str(change) for change in outcome.changes[:MOST_FILES]}
    return replace(seen, stdout=outcome.stdout, stderr=outcome.stderr, files=shown, seconds=outcome.seconds)
