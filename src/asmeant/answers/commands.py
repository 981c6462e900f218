"""A command in Bash -> an answer: explained, and tried in a copy-on-write view of a folder."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from asmeant.answers.answer import Answer, Effect, Standing
from asmeant.errors import SandboxError
from asmeant.execution.folder import TRIAL_LIMITS, FolderRunner, Trial
from asmeant.execution.guest.folder_views import MOST_FILES
from asmeant.execution.shell.tools import missing_tools
from asmeant.languages.bash.effects import effects
from asmeant.languages.bash.explain import explain
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.understanding import understand
from asmeant.records import Candidate

if TYPE_CHECKING:
    from asmeant.execution.shell import Outcome

NOT_EXECUTABLE, NO_SUCH_COMMAND = 126, 127
MOST_EFFECTS = 200


class CommandTrier:
    """Tries the commands that a model answers with."""

    def __init__(self, runner: FolderRunner) -> None:
        self.runner = runner

    def warm_up(self) -> None:
        try:
            self.runner.warm_up()
        except SandboxError:
            return  # each answer says why it was not tried

    def __call__(self, candidate: Candidate) -> Answer:
        if not candidate.code.strip():
            reason = candidate.fault or "the answer is empty"
            return Answer(candidate.rank, "", "fails", "", f"no command: {reason}")
        try:
            trial = self.runner.run(candidate.code)
        except SandboxError as error:
            return _untried(candidate, str(error))
        if trial.outcome.ending == "not run":
            return _untried(candidate, trial.outcome.reason)
        return _answer(candidate, trial, self.runner.folder)

    def close(self) -> None:
        self.runner.close()


def _untried(candidate: Candidate, reason: str) -> Answer:
    return _explained(
        Answer(
            candidate.rank,
            candidate.code,
            "untried",
            candidate.code,
            f"not tried: {reason}",
            candidate.log_probability,
        )
    )


def _answer(candidate: Candidate, trial: Trial, folder: Path) -> Answer:
    outcome = trial.outcome
    changes = tuple(
        Effect(_shown_path(change.path, folder), str(change).removesuffix(", touched"))
        for change in outcome.changes[:MOST_EFFECTS]
    )
    return _explained(
        Answer(
            candidate.rank,
            candidate.code,
            standing(trial),
            behaviour(trial),
            _ending(trial, candidate.code),
            candidate.log_probability,
            notes=_notes(trial, candidate.code),
            stdout=outcome.stdout,
            stderr=outcome.stderr,
            changes=changes,
            changes_cut=outcome.changes_cut or len(outcome.changes) > MOST_EFFECTS,
            seconds=outcome.seconds,
        )
    )


def standing(trial: Trial) -> Standing:
    """A status other than 0 is no failure by itself: `grep` says so that it found nothing."""
    outcome = trial.outcome
    if trial.wanted_input:
        return "waits"
    if trial.out_of_room:
        return "untried"
    silent = not outcome.stdout and not outcome.changes
    if (
        outcome.ending != "finished"
        or outcome.exit_status in (NOT_EXECUTABLE, NO_SUCH_COMMAND)
        or (outcome.exit_status != 0 and silent and outcome.stderr)
    ):
        return "fails"
    return "works"


def behaviour(trial: Trial) -> str:
    """One text for all commands that do the same: what they print, what they change, whether all went well.

    `./a` and `a` are the same path in the output.
    """
    outcome = trial.outcome
    lines = [line.removeprefix("./").rstrip() for line in outcome.stdout.splitlines()]
    changes = [_change(outcome, position) for position in range(len(outcome.changes))]
    content = repr((outcome.ending, outcome.exit_status == 0, trial.wanted_input, lines, changes))
    return hashlib.blake2b(content.encode("utf-8", "replace"), digest_size=12).hexdigest()


def _change(outcome: Outcome, position: int) -> tuple[object, ...]:
    change = outcome.changes[position]
    after = change.after
    state = () if after is None else (after.kind, after.mode, after.digest, after.target)
    return (change.path, *state)


def _ending(trial: Trial, command: str) -> str:
    outcome = trial.outcome
    if outcome.ending != "finished":
        return f"{outcome.ending}: {outcome.reason}"
    missing = missing_tools(command, is_reference=True) if outcome.exit_status == NO_SUCH_COMMAND else ()
    if missing:
        return f"{missing[0]} is not installed here"
    return f"exit status {outcome.exit_status}"


def _notes(trial: Trial, command: str) -> tuple[str, ...]:
    notes = []
    if trial.wanted_input:
        notes.append("It reads from the terminal. In the trial it got no input.")
    if trial.out_of_room:
        notes.append(
            f"It changes more than a trial has room for ({TRIAL_LIMITS.disk_mb} MB, {MOST_FILES:,} files): "
            "what is shown is not all."
        )
    if "Read-only file system" in trial.outcome.stderr:
        notes.append("It writes to a place that cannot be changed in a trial.")
    try:
        needed = effects(understand(command))
    except BashSyntaxError:
        return tuple(notes)
    if "network" in needed:
        notes.append("It uses the network. A trial has none, so it would do something else for real.")
    return tuple(notes)


def _explained(answer: Answer) -> Answer:
    try:
        explanation = explain(answer.code)
    except BashSyntaxError as error:
        return replace(answer, explanation=f"Not Bash: {error}")
    return replace(answer, explanation=explanation.summary, dangers=explanation.dangers)


def _shown_path(path: str, folder: Path) -> str:
    """Relative to the folder where it lies in it, as the person would write it."""
    place = Path(path)
    if place == folder:
        return "."
    return str(place.relative_to(folder)) if place.is_relative_to(folder) else path
