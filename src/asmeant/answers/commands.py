"""A command in Bash -> an answer: explained, and tried in a copy-on-write view of a folder."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from asmeant.answers.answer import Answer, Effect, Standing
from asmeant.answers.losses import loss
from asmeant.errors import SandboxError
from asmeant.execution.folder import TRIAL_LIMITS, FolderRunner, Trial, trial_environment
from asmeant.execution.guest.folder_views import MOST_FILES
from asmeant.execution.shell.tools import missing_tools
from asmeant.languages.bash.command import calls
from asmeant.languages.bash.danger import Danger
from asmeant.languages.bash.effects import effects
from asmeant.languages.bash.explain import explain
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.understanding import understand
from asmeant.records import Candidate

if TYPE_CHECKING:
    from asmeant.execution.shell import Outcome

NOT_EXECUTABLE, NO_SUCH_COMMAND = 126, 127
MOST_EFFECTS = 200
BECOME_ANOTHER_USER = frozenset({"sudo", "su", "doas", "pkexec", "runuser"})
NOTES = {
    "network": "It uses the network. A trial has none, so it would do something else for real.",
    "another user": "It runs a command as another user, which a trial cannot do. For real it would do more.",
    "host": "It tells about this machine. A trial shows it no other processes, users, disks and networks.",
}
SET_BY_BASH = frozenset({"PWD", "OLDPWD", "SHLVL", "_"})
_VARIABLE = re.compile(r"\$\{?(\w+)")


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
        started = time.time()
        try:
            trial = self.runner.run(candidate.code)
        except SandboxError as error:
            return _untried(candidate, str(error))
        if trial.outcome.ending == "not run":
            return _untried(candidate, trial.outcome.reason)
        return replace(_answer(candidate, trial, self.runner.folder), tried_at=started)

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
    outcome, needs = trial.outcome, _needs(candidate.code)
    changes = tuple(
        Effect(_shown_path(change.path, folder), str(change).removesuffix(", touched"))
        for change in outcome.changes[:MOST_EFFECTS]
    )
    return _explained(
        Answer(
            candidate.rank,
            candidate.code,
            standing(trial, is_hindered=bool(needs & {"network", "another user"})),
            behaviour(trial) if outcome.ending == "finished" else candidate.code,
            _ending(trial, candidate.code),
            candidate.log_probability,
            notes=(
                *_notes(trial),
                *(NOTES[need] for need in NOTES if need in needs),
                *_unset(candidate.code),
            ),
            stdout=outcome.stdout,
            stderr=outcome.stderr,
            changes=changes,
            changes_cut=outcome.changes_cut or len(outcome.changes) > MOST_EFFECTS,
            seconds=outcome.seconds,
        ),
        loss(outcome.changes, candidate.code),
    )


def standing(trial: Trial, is_hindered: bool = False) -> Standing:
    """A status other than 0 is no failure by itself: `grep` says so that it found nothing.

    `is_hindered`: it needs what a trial does not have, so that a failure says nothing.
    """
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
        return "untried" if is_hindered and outcome.exit_status != NO_SUCH_COMMAND else "fails"
    return "works"


def behaviour(trial: Trial) -> str:
    """One text for all commands that do the same: what they print, what they change, whether all went well.

    `./a` and `a` are the same path in the output. Two that do nothing but fail do the same if they say so.
    """
    outcome = trial.outcome
    does_nothing = outcome.exit_status != 0 and not outcome.stdout and not outcome.changes
    errors = outcome.stderr if does_nothing else ""
    lines = [line.removeprefix("./").rstrip() for line in outcome.stdout.splitlines()]
    changes = [_change(outcome, position) for position in range(len(outcome.changes))]
    content = repr((outcome.ending, outcome.exit_status == 0, trial.wanted_input, lines, changes, errors))
    return hashlib.blake2b(content.encode("utf-8", "replace"), digest_size=12).hexdigest()


def _change(outcome: Outcome, position: int) -> tuple[object, ...]:
    change = outcome.changes[position]
    after = change.after
    state = () if after is None else (after.kind, after.mode, after.digest, after.target)
    return (change.path, *state)


def _ending(trial: Trial, command: str) -> str:
    outcome = trial.outcome
    if outcome.ending != "finished":
        return "stopped: it waits for input" if trial.wanted_input else f"{outcome.ending}: {outcome.reason}"
    missing = missing_tools(command, is_reference=True) if outcome.exit_status == NO_SUCH_COMMAND else ()
    if missing:
        return f"{missing[0]} is not installed here"
    return f"exit status {outcome.exit_status}"


def _notes(trial: Trial) -> tuple[str, ...]:
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
    return tuple(notes)


def _needs(command: str) -> set[str]:
    """What it depends on and a trial does not have: keys of NOTES."""
    try:
        tree = understand(command)
    except BashSyntaxError:
        return set()
    needs = set(effects(tree))
    if any(call.name in BECOME_ANOTHER_USER for call in calls(tree)):
        return needs - {"host"} | {"another user"}
    return needs


def _unset(command: str, environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """A note on variables of the person that it reads, and that a trial does not have."""
    hidden = environment.keys() - trial_environment(environment).keys() - SET_BY_BASH
    names = dict.fromkeys(name for name in _VARIABLE.findall(command) if name in hidden)
    # What is named without a $ may be set by the command itself.
    read = [name for name in names if not re.search(rf"(?<![$\w{{]){name}\b", command)]
    if not read:
        return ()
    return (f"It reads {', '.join(read)} of your environment, which is empty in a trial.",)


def _explained(answer: Answer, danger: Danger | None = None) -> Answer:
    """`danger` is what the trial has shown. It is told where the text of the command does not tell it."""
    try:
        explanation = explain(answer.code)
    except BashSyntaxError as error:
        unclear = Danger("unclear", 0, len(answer.code), "what it may destroy or leak cannot be told")
        dangers = (unclear, *([danger] if danger else []))
        is_wrong = answer.standing == "fails"  # Bash itself does not understand it
        return replace(answer, explanation=str(error), dangers=() if is_wrong else dangers)
    dangers = explanation.dangers
    if danger is not None and all(one.kind != danger.kind for one in dangers):
        dangers = (*dangers, danger)
    return replace(answer, explanation=explanation.summary, dangers=dangers)


def _shown_path(path: str, folder: Path) -> str:
    """Relative to the folder where it lies in it, as the person would write it."""
    place = Path(path)
    if place == folder:
        return "."
    return str(place.relative_to(folder)) if place.is_relative_to(folder) else path
