"""Code and many calls -> what each returns, observed in the sandbox.

The calls are part of the program, and its output is read: this compares versions of an author's own code, and
must not be used to judge candidates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from asmeant.authoring.varying.examples import written
from asmeant.authoring.verifying.inputs import Arguments
from asmeant.execution import assemble
from asmeant.records import Candidate, Check, Limits, Scaffold, Task
from asmeant.seams import Sandbox

MARK = "<asmeant outcome> "
RAISED = "raised "
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_HARNESS = """

def _asmeant_outcomes(function, calls, typed):
    import builtins, contextlib, io, json, sys
    for number, arguments in enumerate(calls):
        printed, lines = io.StringIO(), iter(typed)
        asking = builtins.input
        if typed:
            builtins.input = lambda *_: next(lines)
        try:
            with contextlib.redirect_stdout(printed):
                value = function(*arguments)
                value = list(value) if hasattr(value, "__next__") else value
            text, changed = repr(value), repr(arguments) if value is None else ""
        except Exception as error:
            text, changed = {raised!r} + type(error).__name__, ""
        finally:
            builtins.input = asking
        sys.stdout.write("\\n" + {mark!r} + json.dumps([number, text, changed, printed.getvalue()]) + "\\n")
_asmeant_outcomes({entry}, {calls}, {typed})
"""


class Outcome(tuple[str, str, str]):
    """What a call returns (or its changed arguments if it returns nothing), and what it prints."""

    __slots__ = ()

    @property
    def value(self) -> str:
        return self[0]

    @property
    def changed(self) -> str:
        return self[1]

    @property
    def printed(self) -> str:
        return self[2]

    @property
    def is_error(self) -> bool:
        return self[0].startswith(RAISED)


def outcomes(
    task: Task,
    code: str,
    calls: Sequence[Arguments | str],
    sandbox: Sandbox,
    limits: Limits,
    typed: Sequence[str] = (),
) -> list[Outcome | None]:
    """One outcome for each call: None if the program did not reach it.

    A call is the arguments, or their source. `typed` are lines that the function reads by `input`.
    """
    scaffold = task.scaffold
    texts = [call if isinstance(call, str) else _arguments(call) for call in calls]
    listed = (
        "[" + ", ".join(f"({text.rstrip().rstrip(',')},)" if text.strip() else "()" for text in texts) + "]"
    )
    program = f"{scaffold.before}{code}{scaffold.after}\n{scaffold.setup}\n"
    harness = _HARNESS.format(
        entry=scaffold.entry, calls=listed, typed=repr(list(typed)), mark=MARK, raised=RAISED
    )
    runnable = replace(
        task,
        checks=(Check("outcomes", ("pass",)),),
        scaffold=Scaffold(entry=scaffold.entry, libraries=scaffold.libraries, files=scaffold.files),
    )
    candidate = Candidate(task.id, 0, program + harness)
    observed: list[Outcome | None] = [None] * len(texts)
    for observation in sandbox.run([assemble(runnable, candidate)], limits):
        for line in observation.stdout.split("\n"):
            if line.startswith(MARK):
                number, *outcome = _read(line)
                observed[number] = Outcome(_ADDRESS.sub("", text) for text in outcome)
    return observed


def _arguments(call: Arguments) -> str:
    return ", ".join(map(written, call))


def _read(line: str) -> tuple[int, str, str, str]:
    number, value, changed, printed = json.loads(line.removeprefix(MARK))
    return number, value, changed, printed
