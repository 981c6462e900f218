"""Program in Bash -> Observation: the candidate and what its checks name, in views of the same trees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from asmeant.causes import of_ending
from asmeant.errors import DataError, SandboxError
from asmeant.execution.shell.archives import read_entries
from asmeant.execution.shell.outcome import Outcome, Sameness
from asmeant.execution.shell.runner import ONE_USER, ShellRunner
from asmeant.execution.shell.tree import HOME, Tree, entries_of, grow
from asmeant.records import Cause, Check, Ending, Expectation, Limits, Observation, Program

# So many outcomes of references are kept: the candidates of a task come one after the other.
MOST_KEPT = 256
MOST_FILES = 100
NO_SUCH_COMMAND = 127  # the exit status of Bash
# A clock that shows seconds shows another one when this has passed.
TICK_SECONDS = 1.05
NOT_RUN = Outcome("not run")

Files = tuple[tuple[str, str], ...]


class ShellSandbox:
    """Runs candidates in Bash and says whether each did what its checks want."""

    def __init__(self, runner: ShellRunner) -> None:
        self.runner = runner
        # For any number of threads: two may both run a command, which does no harm.
        self._first_run = lru_cache(MOST_KEPT)(runner.run)
        self._second_run = lru_cache(MOST_KEPT)(self._run_later)

    def observe(self, program: Program, limits: Limits) -> Iterator[Observation]:
        """One observation for each check."""
        outcomes: dict[str, Outcome] = {}
        for check in program.checks:
            try:
                yield self._observed(program, check, limits, outcomes)
            except (DataError, SandboxError) as error:  # no such tree, or no walls
                yield _observation(program, check, Sameness(False, "", str(error)))

    def _observed(
        self, program: Program, check: Check, limits: Limits, outcomes: dict[str, Outcome]
    ) -> Observation:
        """A check holds where its expectation is met in each of its trees."""
        if check.same_outcome_as is None or check.probes:
            reason = "a check in bash names a command whose outcome will do, and has no probes"
            return _observation(program, check, Sameness(False, "", reason))
        places = check.trees or (program.scaffold.tree,)
        trees = {place: tree_of(program, place, self.runner.has_clock) for place in places}
        if is_same_command(check.same_outcome_as, program.source):
            trees = {places[0]: trees[places[0]]}  # it is right in all of them: one shows what it does
        observations: list[Observation] = []
        for place, tree in trees.items():
            if place not in outcomes:
                outcomes[place] = self.runner.run(program.source, tree, limits)
            sameness = self._judged(program.source, check, outcomes[place], tree, limits)
            observations.append(_observation(program, check, sameness, outcomes[place]))
            if not sameness.same:
                return observations[-1]
        return observations[0]

    def _judged(self, source: str, check: Check, outcome: Outcome, tree: Tree, limits: Limits) -> Sameness:
        # Imported here: programs in Python do not need it.
        from asmeant.execution.shell.tools import gives_away, missing_tools

        command, world = str(check.same_outcome_as), self.runner.world
        if outcome.ending == "not run":
            return Sameness(False, "", outcome.reason)
        if is_same_command(command, source):
            return Sameness(True, "the same command")
        if missing := missing_tools(command, is_reference=True, world=world):
            return Sameness(False, "", f"the reference cannot be run here: {missing[0]} is not installed")
        if not self.runner.has_users and (gives_away(command) or gives_away(source)):
            return Sameness(False, "", ONE_USER)
        sameness = self.compared(command, outcome, check.expects or Expectation(), tree, limits)
        if not sameness.same and (missing := missing_tools(source, world=world)):
            return Sameness(False, "", f"not installed here: {missing[0]}")
        return sameness

    def compared(
        self, command: str, outcome: Outcome, expects: Expectation, tree: Tree, limits: Limits
    ) -> Sameness:
        """An outcome beside that of a command. Where they differ, the command is run again: what varies?"""
        from asmeant.execution.shell.comparing import compare

        reference = self._first_run(command, tree, limits)
        sameness = compare(reference, outcome, expects, tree)
        if sameness.same or sameness.undecided or outcome.ending != "finished":
            return sameness
        again = self._second_run(command, tree, limits)
        if again.stdout == reference.stdout and again.changes == reference.changes:
            return sameness
        without = compare(reference, outcome, expects, tree, again)
        return without if without.same or without.undecided else sameness

    def _run_later(self, command: str, tree: Tree, limits: Limits) -> Outcome:
        from asmeant.execution.shell.tools import asks_clock

        if tree.clock is None and asks_clock(command):
            time.sleep(TICK_SECONDS)
        return self.runner.run(command, tree, limits)


@lru_cache(maxsize=4096)
def is_same_command(one: str, other: str) -> bool:
    """Whether two commands differ in nothing but their spelling: then nothing has to run."""
    from asmeant.languages.bash import BashSyntaxError
    from asmeant.languages.bash.normal import normal

    try:
        return one == other or normal(one) == normal(other)
    except (BashSyntaxError, RecursionError):
        return False


def tree_of(program: Program, place: str, has_clock: bool = False) -> Tree:
    """The archive, folder or listing at that place, if there is one, and the task's files on top of that.

    Where the task says what time it is, it is that time, or where no clock can be set, files are as old.
    """
    scaffold = program.scaffold
    path = Path(place).expanduser()
    folder = scaffold.working_directory or ("/" if place else HOME)
    minute = time.time() // 60 * 60 if scaffold.clock and not has_clock else 0.0
    key = (place, folder, tuple(scaffold.files.items()), scaffold.clock, has_clock, minute)
    if place and path.is_file():  # as it is now; what is in a folder may change without a trace
        status = path.stat()
        return _tree(*key, status.st_mtime_ns, status.st_size)
    return _tree.__wrapped__(*key)


# A task has few trees, and its candidates come one after the other. A clock that goes on does by the minute.
@lru_cache(maxsize=64)
def _tree(place: str, folder: str, files: Files, clock: str, has_clock: bool, *_stamps: float) -> Tree:
    entries = read_entries(Path(place).expanduser()) if place else ()
    tree = grow([*entries, *entries_of(dict(files))], folder)
    if not clock:
        return tree
    return tree.standing_at(_moment(clock)) if has_clock else tree.moved_in_time(_moment(clock))


def _moment(text: str) -> float:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise DataError(f"'{text}' is no time for a clock. Write one like 2024-05-01T12:00:00.") from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _observation(
    program: Program, check: Check, sameness: Sameness, outcome: Outcome = NOT_RUN
) -> Observation:
    ending: Ending = "failed" if outcome.ending == "finished" else outcome.ending
    if sameness.same or sameness.undecided:
        ending = "finished" if sameness.same else "not run"
    cause = of_ending(ending)
    if ending == "failed":
        unknown = outcome.exit_status == NO_SUCH_COMMAND
        cause = Cause("command not found" if unknown else "another outcome")
    return Observation(
        program.task_id,
        program.rank,
        check.name,
        ending=ending,
        reason=sameness.undecided or sameness.reason,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        files={change.path: str(change) for change in outcome.changes[:MOST_FILES]},
        seconds=outcome.seconds,
        same_outcome=None if sameness.undecided else sameness.same,
        cause=cause,
    )
