"""judge-file: a filter that reads code and writes verdicts, without a model and without a run folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import msgspec

from asmeant.cli import options
from asmeant.cli.console import say
from asmeant.errors import DataError, hint
from asmeant.records import Limits, Task, from_json, to_json

if TYPE_CHECKING:
    from asmeant.pipeline import Plan


class Row(msgspec.Struct):
    """A line of the input."""

    task_id: str
    code: str | None = None
    reply: str | None = None
    rank: int | None = None


@click.command("judge-file")
@click.argument("tasks")
@click.argument("codes", type=click.File("rb"), default="-")
@click.option("--extract", is_flag=True, help="The lines have replies of a language model: extract the code.")
@options.data_option
@options.limits_options()
@options.judging_options()
def judge_file(
    tasks: str, codes: BinaryIO, extract: bool, data: Path | None, limits: Limits, execution: Plan
) -> None:
    """Judge code without a model: JSON lines in, JSON lines out.

    TASKS is a dataset, or a file of tasks. CODES is a file, or standard input: each line is an object with
    the id of a task and the code, {"task_id": "...", "code": "..."}. With --extract it has "reply" instead of
    "code". The verdict on each line is printed as soon as it is decided. Its "rank" is that of the line, or
    the number of the line, counted from 0. With --world http://... a server decides: see asmeant serve.

    \b
      asmeant judge-file humaneval answers.jsonl > verdicts.jsonl
      model-server | asmeant judge-file tasks:mine.jsonl --extract
    """
    from asmeant.pipeline import Judge

    source = Source(codes, _load(tasks, data), extract)
    with Judge(
        execution.world,
        execution.workers if isinstance(execution.workers, int) else None,
        limits=limits,
        sandbox=execution.sandbox,
        answers=execution.answers,
        strict=execution.strict,
        extract=extract,
        dataset=tasks,
        every=execution.every,
        cache=execution.cache,
        on=execution.on,
        notify=say,
    ) as court:
        for decision in court.decisions(source.pairs()):
            verdict = msgspec.to_builtins(decision.verdict)
            verdict["rank"] = source.ranks[verdict["rank"]]
            if verdict["same_as"] is not None:
                verdict["same_as"] = source.ranks[verdict["same_as"]]
            click.echo(to_json({**verdict, "share_of_probes": decision.share_of_probes}))
    if source.error is not None:
        raise source.error


def _load(spec: str, data: Path | None) -> dict[str, Task]:
    from asmeant.datasets import load_tasks

    is_file = ":" not in spec and Path(spec).is_file()
    return {task.id: task for task in load_tasks(f"tasks:{spec}" if is_file else spec, data=data)}


class Source:
    """The lines of the input, read one at a time.

    Reading ends at an invalid line. Its error is kept, so that the lines before it are still judged.
    """

    def __init__(self, lines: BinaryIO, tasks: dict[str, Task], extract: bool) -> None:
        self.lines = lines
        self.tasks = tasks
        self.extract = extract
        self.ranks: dict[int, int] = {}  # by the position of a pair among the pairs
        self.error: DataError | None = None

    def pairs(self) -> Iterator[tuple[Task, str]]:
        place = 0
        for number, line in enumerate(self.lines, 1):
            if not line.strip():
                continue
            try:
                row, text = _read(line, number, self.extract)
                if row.task_id not in self.tasks:
                    raise DataError(
                        f"Line {number} is about an unknown task. {hint(row.task_id, self.tasks)}"
                    )
            except DataError as error:
                self.error = DataError(f"{error} The verdicts on the lines before it have been printed.")
                return
            self.ranks[place] = number - 1 if row.rank is None else row.rank
            yield self.tasks[row.task_id], text
            place += 1


def _read(line: bytes, number: int, extract: bool) -> tuple[Row, str]:
    field = "reply" if extract else "code"
    try:
        row = from_json(Row, line)
    except msgspec.DecodeError as error:
        raise DataError(f'Line {number} is not {{"task_id": "...", "{field}": "..."}}: {error}.') from error
    text: Any = row.reply if extract else row.code
    if text is None:
        raise DataError(f"Line {number} has no '{field}'. {_other(row, extract)}")
    return row, text


def _other(row: Row, extract: bool) -> str:
    if extract and row.code is not None:
        return "It has code: leave out --extract."
    if not extract and row.reply is not None:
        return "It has a reply: add --extract to find the code in it."
    return f"It has only the task '{row.task_id}'."
