"""How many tasks are passed by programs that know nothing of them: no more than one that returns None.

    python benchmarks/blind.py [--datasets sample] [--data FOLDER] [--lang en,es] [--limit N]
                               [--part K/N] [--programs "returns a proxy,leaves"]
                               [--python PYTHON | --world NAME] [--workers 2] [--json FILE]

Ends with status 1 where a program passes a task, or leaves one undecided, that `returns None` does not. What
returns True or its argument may be right by accident: its passes are shown only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from blind_programs import BLIND, PLAIN, Blind
from rich.console import Console
from rich.table import Table

from asmeant import Selection, load_tasks
from asmeant.execution import assemble
from asmeant.execution.places import Place
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.worlds import built
from asmeant.judging import judge
from asmeant.records import Candidate, Limits, Task

LIMITS = Limits(seconds=5)


@dataclass(frozen=True, slots=True)
class Tally:
    """The tasks that one program passed, and those that it left undecided."""

    passed: frozenset[str]
    undecided: frozenset[str]


def main() -> None:
    options = arguments()
    console = Console()
    languages = tuple(options.lang.split(",")) if options.lang else ()
    selection = Selection(languages=languages, limit=options.limit)
    wrong: list[str] = []
    figures: dict[str, dict[str, dict[str, list[str]]]] = {}
    for name in options.datasets.split(","):
        data = Path(options.data) if options.data else None
        part, parts = map(int, options.part.split("/"))
        tasks = judged_in_python(list(load_tasks(name, selection, data)))[part - 1 :: parts]
        place = Place(built(options.world) if options.world else None, python=options.python)
        known = [place.known(task) for task in tasks]
        tallies = measure(known, options.workers, place=place, programs=chosen(options.programs))
        console.print(drawn(name, len(tasks), tallies))
        wrong += [f"{name}: {line}" for line in violations(tallies)]
        figures[name] = {
            program: {"passed": sorted(tally.passed), "undecided": sorted(tally.undecided)}
            for program, tally in tallies.items()
        }
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    for line in wrong:
        console.print(line)
    sys.exit(1 if wrong else 0)


def arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    words.add_argument("--datasets", default="sample", help="their names, with commas between")
    words.add_argument("--data", metavar="FOLDER", help="the folder that has them")
    words.add_argument("--lang", default="", help="intent languages, with commas between; else all")
    words.add_argument("--limit", type=int, help="so many tasks of each dataset")
    words.add_argument("--part", default="1/1", metavar="K/N", help="of N parts of the tasks only the Kth")
    words.add_argument("--programs", default="", help="their names, with commas between; else all")
    words.add_argument(
        "--python", default=sys.executable, help="the Python that has the libraries of the tasks"
    )
    words.add_argument("--world", default="", help="the world in which they run, in place of a Python")
    words.add_argument("--workers", type=int, default=2, help="programs at a time")
    words.add_argument("--json", metavar="FILE", help="write there which tasks each program passed")
    return words.parse_args()


def judged_in_python(tasks: Sequence[Task]) -> list[Task]:
    """Those that a program in Python can be asked: with checks and a function to call."""
    return [task for task in tasks if task.code_language == "python" and task.checks and task.scaffold.entry]


def chosen(names: str) -> tuple[Blind, ...]:
    """Those programs, and the one that they are compared with."""
    wanted = {PLAIN, *names.split(",")}
    return tuple(program for program in BLIND if not names or program.name in wanted)


def measure(
    tasks: Sequence[Task],
    workers: int,
    limits: Limits = LIMITS,
    place: Place = Place(),
    programs: Sequence[Blind] = BLIND,
) -> dict[str, Tally]:
    """What each program passes, in one sandbox: what one leaves behind, the next could find."""
    sandbox = NamespaceSandbox(place)

    def statuses(program: Blind) -> dict[str, str]:
        def status(task: Task) -> str:
            candidate = Candidate(task.id, 0, program.code(task))
            return judge(task, 0, sandbox.run([assemble(task, candidate)], limits)).status

        return dict(zip([task.id for task in tasks], pool.map(status, tasks), strict=True))

    try:
        with ThreadPoolExecutor(workers) as pool:
            return {program.name: tally(statuses(program)) for program in programs}
    finally:
        sandbox.pool.close()


def tally(statuses: Mapping[str, str]) -> Tally:
    return Tally(
        frozenset(task for task, status in statuses.items() if status == "passed"),
        frozenset(task for task, status in statuses.items() if status == "undecided"),
    )


def violations(tallies: Mapping[str, Tally]) -> list[str]:
    """Where a program gained something by knowing the judge in place of the task."""
    plain = tallies[PLAIN]
    lines = []
    for program in [program for program in BLIND if program.name in tallies]:
        gained = tallies[program.name].passed - plain.passed
        spared = tallies[program.name].undecided - plain.undecided - plain.passed
        if gained and not program.coincidence:
            lines.append(f"{program.name} passes {len(gained)} more: {shown(gained)}")
        if spared:
            lines.append(f"{program.name} leaves {len(spared)} more undecided: {shown(spared)}")
    return lines


def shown(tasks: frozenset[str], most: int = 12) -> str:
    names = sorted(tasks)
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


def drawn(name: str, count: int, tallies: Mapping[str, Tally]) -> Table:
    table = Table(title=f"{name}: {count} tasks")
    for column in ("program", "passed", f"not passed by '{PLAIN}'", "undecided"):
        table.add_column(column, justify="left" if column == "program" else "right")
    plain = tallies[PLAIN].passed
    for program, counts in tallies.items():
        more = len(counts.passed - plain)
        table.add_row(program, str(len(counts.passed)), str(more), str(len(counts.undecided)))
    return table


if __name__ == "__main__":
    main()
