"""author wrap: makes a function of a snippet, with its imports and its probes (ODEX, section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from asmeant.cli import options
from asmeant.cli.console import progress, say
from asmeant.errors import DataError, UsageError
from asmeant.records import Check, Limits, Task, to_json

if TYPE_CHECKING:
    from asmeant.authoring.verifying.writing import WrittenProbe
    from asmeant.authoring.wrapping import Wrapped
    from asmeant.pipeline import Plan
    from asmeant.seams import Sandbox

# How often the reference runs for each probe, so that an unstable result is not written as expected.
RUNS = 3


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of the file: an intent, its code, and the calls that become probes."""

    intent: str
    snippet: str = ""
    id: str = ""
    lang: str = "en"
    code: str = ""  # another name for `snippet`
    arguments: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    tags: Mapping[str, Any] = field(default_factory=dict)


@click.command("wrap")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--code", default="", help="A snippet, instead of FILE.")
@click.option("--intent", default="", help="What the snippet is for, with names in backquotes.")
@click.option(
    "--call", "calls", multiple=True, help="Arguments of a call, such as '[3, 1], 2'. May be repeated."
)
@click.option("--typed", multiple=True, help="A line that the snippet reads with input(). May be repeated.")
@click.option(
    "--arguments",
    multiple=True,
    callback=options.words,
    help="The parameters, if they are not found correctly: xs,n",
)
@click.option("--entry", default="f", show_default=True, help="The name of the function.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the tasks here, as JSON lines.",
)
@options.limits_options(without=["deadline"])
@options.execution_options(without=["workers", "on"])
@options.json_option
def wrap(
    file: Path | None,
    code: str,
    intent: str,
    calls: tuple[str, ...],
    typed: tuple[str, ...],
    arguments: tuple[str, ...],
    entry: str,
    out: Path | None,
    limits: Limits,
    execution: Plan,
    as_json: bool,
) -> None:
    """Wrap snippets into functions, with the imports that they need and probes for calls that you give.

    FILE has one JSON object on each line: intent, snippet (or code), and optionally id, lang, arguments,
    calls, typed, tags. Arguments are the names that the intent quotes and the code reads. Each call is run
    in a sandbox, and what the function does becomes a probe: equality, nearly equal numbers, membership,
    mocked input and output, an error.

    \b
      asmeant author wrap --intent 'sort list `xs`' --code 'xs.sort()' --call '[3, 1, 2]'
      asmeant author wrap pairs.jsonl -o tasks.jsonl
    """
    if (file is None) == (not code):
        raise UsageError("Give a FILE with snippets, or one snippet with --code.")
    if file is not None and (intent or calls or typed or arguments):
        raise UsageError("--intent, --call, --typed and --arguments go with --code. In FILE they are fields.")
    snippets = (
        _read(file) if file else [Snippet(intent, code, "1", arguments=arguments, calls=calls, typed=typed)]
    )
    sandboxes = _sandboxes(execution) if any(item.calls for item in snippets) else []
    results = []
    with progress("wrapped", len(snippets), quiet=as_json or not file) as bar:
        for number, item in enumerate(snippets, 1):
            try:
                results.append(_task(item, number, entry, sandboxes, limits))
            except DataError as error:
                if file is None:
                    raise
                raise DataError(f"{file}, snippet {number}: {error}") from None
            bar.advance()
    for wrapped, task, probes in results if not as_json else ():
        if out is None:
            _print(wrapped, probes)
        else:
            _print_doubts(task, probes)
    tasks = [task for _, task, _ in results]
    if out is not None:
        _write(tasks, out)
    elif as_json:
        for task in tasks:
            click.echo(to_json(task))


def _read(file: Path) -> list[Snippet]:
    snippets = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        if line.strip():
            try:
                snippet = msgspec.json.decode(line, type=Snippet)
            except msgspec.DecodeError as error:
                raise DataError(
                    f"{file}, line {number} is not a snippet: {error}. It needs the fields intent, snippet."
                ) from None
            if not (snippet.snippet or snippet.code).strip():
                raise DataError(f"{file}, line {number} has no code: it needs the field snippet, or code.")
            snippets.append(snippet)
    if not snippets:
        raise DataError(f'{file} has no snippets. A line is: {{"intent": "...", "snippet": "..."}}')
    return snippets


def _sandboxes(execution: Plan) -> list[Sandbox]:
    from asmeant.pipeline.preparation import find_place, make_sandbox

    place = find_place(execution.world, "", execution.answers)
    return [make_sandbox(execution.sandbox, replace(place, seed=seed), say) for seed in range(RUNS)]


def _task(
    item: Snippet, number: int, entry: str, sandboxes: Sequence[Sandbox], limits: Limits
) -> tuple[Wrapped, Task, list[WrittenProbe]]:
    from asmeant.authoring.verifying.writing import write_probes
    from asmeant.authoring.wrapping import wrap as wrap_snippet

    wrapped = wrap_snippet(item.snippet or item.code, item.intent, entry, item.arguments)
    task = wrapped.as_task(item.id or str(number), item.intent, item.lang)
    probes = write_probes(task, item.calls, sandboxes, limits, item.typed) if item.calls else []
    checks = (Check(probes=tuple(probe.source for probe in probes)),) if probes else ()
    tags = {name: str(value) for name, value in item.tags.items()}
    return wrapped, replace(task, checks=checks, tags=tags), probes


def _print(wrapped: Wrapped, probes: Sequence[WrittenProbe]) -> None:
    if wrapped.imports:
        click.echo(f"{wrapped.setup}\n\n")
    click.echo(wrapped.source)
    for probe in probes:
        click.echo(f"# {probe.form}" + (f": {probe.doubt}" if probe.doubt else ""))
        click.echo(probe.source + "\n")


def _print_doubts(task: Task, probes: Sequence[WrittenProbe]) -> None:
    for probe in probes:
        if probe.doubt:
            click.echo(
                f"{click.style(task.id, bold=True)}  {task.scaffold.entry}({probe.call}): {probe.doubt}"
            )


def _write(tasks: Sequence[Task], out: Path) -> None:
    try:
        out.write_bytes(b"".join(to_json(task) + b"\n" for task in tasks))
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    without = sum(not task.checks for task in tasks)
    note = f" {without:,} have no probes yet: give them calls." if without else ""
    click.echo(f"The {len(tasks):,} tasks are in {out}.{note} Verify them: asmeant author verify tasks:{out}")
