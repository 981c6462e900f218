"""Program -> Observation, behind walls where the machine has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager

from asmeant import plugins
from asmeant.execution.judges import PythonJudge
from asmeant.execution.places import Place
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.shell.sandbox import ShellSandbox
from asmeant.execution.zygote_pool import Pool
from asmeant.execution.zygotes import Zygote
from asmeant.records import Ending, Limits, Observation, Program
from asmeant.seams import Sandbox

Borrow = Callable[[Program, bool], AbstractContextManager[Zygote]]


def load_sandbox(name: str, place: Place = Place()) -> Sandbox:
    """The sandbox of that name, for programs that run in that place."""
    sandbox: Sandbox = plugins.load("sandbox", name, "asmeant list sandboxes")(place)
    return sandbox


def default_sandbox() -> str:
    """Walls wherever there can be some."""
    return "namespaces" if sys.platform == "linux" else "subprocess"


class NamespaceSandbox:
    """Linux namespaces: no network, no files but its own, limits on everything. No root, no daemon."""

    measures_cpu = True

    def __init__(self, place: Place = Place()) -> None:
        self.place = place
        self.pool = Pool()
        self.shell = ShellSandbox(ShellRunner(self.pool, place.commands))
        self.judge = PythonJudge()

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        def borrow(program: Program, reference: bool) -> AbstractContextManager[Zygote]:
            return self.pool.zygote(self.place.kind(program, limits, walls=True, references=reference))

        return run_all(programs, limits, borrow, self.judge, self.shell)

    def close(self) -> None:
        """Ends all its processes, those of programs that are running among them."""
        self.pool.close()


class SubprocessSandbox:
    """No walls: a process of its own for each program, with limits on CPU time, memory and file size.

    It keeps honest programs apart and stops those that run away. It does not keep a hostile program from
    the network, or from the files and processes of this user.
    """

    measures_cpu = True

    def __init__(self, place: Place = Place()) -> None:
        self.place = place
        self.pool = Pool()
        self.judge = PythonJudge()

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        def borrow(program: Program, reference: bool) -> AbstractContextManager[Zygote]:
            return self.pool.zygote(self.place.kind(program, limits, walls=False, references=reference))

        return run_all(programs, limits, borrow, self.judge)

    def close(self) -> None:
        """Ends all its processes, those of programs that are running among them."""
        self.pool.close()


def run_all(
    programs: Iterable[Program],
    limits: Limits,
    borrow: Borrow,
    judge: PythonJudge,
    shell: ShellSandbox | None = None,
) -> Iterator[Observation]:
    for program in programs:
        if program.code_language == "bash" and shell is not None:
            yield from shell.observe(program, limits)
        elif program.code_language == "bash":
            reason = "a command could do anything to this machine: bash runs behind walls only"
            yield from _without_trial(program, "not run", reason)
        elif program.code_language != "python":
            reason = f"no sandbox runs {program.code_language}"
            yield from _without_trial(program, "not run", reason)
        elif any(check.same_outcome_as for check in program.checks):
            yield from _without_trial(program, "not run", "outcomes are compared of commands in bash only")
        else:
            yield from judge.observe(program, limits, borrow)


def _without_trial(program: Program, ending: Ending, reason: str) -> Iterator[Observation]:
    for check in program.checks:
        yield Observation(program.task_id, program.rank, check.name, ending=ending, reason=reason)
