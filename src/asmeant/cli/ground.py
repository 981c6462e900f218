"""corpus ground: makes starting trees for commands that were published without any, and tries them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
import msgspec

from asmeant.cli import numbers, options
from asmeant.cli.console import progress
from asmeant.cli.run_path import RunPlace
from asmeant.errors import UsageError
from asmeant.records import Run, Sampling
from asmeant.store_runs import is_run, run_folder

if TYPE_CHECKING:
    from asmeant.authoring.corpus.pairs import Pair
    from asmeant.authoring.grounding.trial import Grounded
    from asmeant.authoring.verifying.people import Decided
    from asmeant.datasets.judgements import Judgement
    from asmeant.records import Task
    from asmeant.seams import Sandbox
    from asmeant.tables import Table

PARTS = ("train", "dev", "test")


@click.command()
@click.argument("pairs", nargs=-1, metavar="PAIRS...")
@click.option(
    "--as-published", "parts", type=click.Choice(PARTS), multiple=True,
    help="The paper's own pairs, such as test. May be repeated.",
)  # fmt: skip
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="ASMEANT_DATA",
    help="Read released files from this folder. Default: ASMEANT_DATA, or the cache.",
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False),
    help="Write tasks.jsonl and the starting trees into this folder.",
)  # fmt: skip
@click.option(
    "--undecided",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write each pair here that is not decidable, with its reason.",
)
@click.option(
    "--judgements", type=click.Path(path_type=Path, exists=True),
    help="Judge the commands that people judged in these files, and print how far the two agree.",
)  # fmt: skip
@click.option(
    "--verdicts", type=RunPlace(),
    help="Write these verdicts as a run into this folder, or to this URL, for: asmeant agree --verdicts",
)  # fmt: skip
@click.option(
    "--mutants", type=click.Path(path_type=Path, dir_okay=False),
    help="Search for trees that reject mutants of each command. Mutants that still pass are written here.",
)  # fmt: skip
@click.option(
    "--trees",
    type=numbers.Whole(1, 9),
    default=3,
    show_default=True,
    help="Number of different trees for each pair.",
)
@click.option(
    "--runs",
    type=numbers.Whole(1, 1000),
    default=3,
    show_default=True,
    help="Number of times that each command is run.",
)
@options.json_option
def ground(
    pairs: tuple[str, ...],
    parts: tuple[str, ...],
    data: Path | None,
    out: Path | None,
    undecided: Path | None,
    judgements: Path | None,
    verdicts: Path | None,
    mutants: Path | None,
    trees: int,
    runs: int,
    as_json: bool,
) -> None:
    """Make files for commands that have none, so that what they do can be compared.

    The files are derived from the commands: names that a pattern matches and names that it just misses, files
    on both sides of a size or an age, lines with and without the text searched for. A pair is decidable if
    its command needs only files, if its outcome differs from doing nothing, and if it is the same each time.

    \b
      asmeant corpus ground --as-published test -o grounded
      asmeant corpus ground --as-published test -o grounded --mutants alive.jsonl
      asmeant audit tasks:grounded/tasks.jsonl
      asmeant corpus ground --judgements judgements --verdicts decided
      asmeant agree judgements --verdicts decided
    """
    if verdicts and not judgements:
        raise UsageError(
            "--verdicts are those on judged commands. Name the files that judge them: --judgements"
        )
    if verdicts and is_run(verdicts):
        raise UsageError(f"{verdicts} already holds a run. Name another folder for --verdicts.")
    from asmeant.authoring.grounding.trial import Setting, groups
    from asmeant.authoring.grounding.trial import ground as ground_group
    from asmeant.cli.corpus_files import keep_apart, say
    from asmeant.cli.ground_tables import agreement_tables, reasons_table
    from asmeant.execution.places import Place
    from asmeant.execution.sandbox import NamespaceSandbox
    from asmeant.execution.worlds.commands import usual_commands

    keep_apart(pairs, out and out / "tasks.jsonl", undecided)
    rows = _judged(judgements) if judgements else []
    intents = _wanted(groups(_pairs(pairs, parts, data, rows)), rows)
    setting = Setting(trees, runs)
    sandbox = NamespaceSandbox(Place(commands=usual_commands()))
    runner = sandbox.shell.runner
    with TemporaryDirectory() as temporary, closing(sandbox):
        groundings = _each("grounding", intents, lambda group: ground_group(group, runner, setting), as_json)
        tables = [reasons_table(groundings)]
        if undecided:
            _write_undecided(groundings, undecided)
        tasks = _tasks(groundings, out or Path(temporary)) if out or mutants or rows else []
        if mutants:
            tasks, table = _separated(tasks, sandbox, out or Path(temporary), mutants, as_json)
            tables.append(table)
        if rows:
            decided = _decided(tasks, rows, sandbox, setting.runs, as_json)
            tables += agreement_tables(rows, groundings, decided, setting.runs)
            if verdicts:
                _write_run(verdicts, decided)
    say(tables, as_json)


def _pairs(
    words: Sequence[str], parts: Sequence[str], data: Path | None, rows: Sequence[Judgement]
) -> list[Pair]:
    from asmeant.cli.corpus_files import pairs_named

    if words and parts:
        raise UsageError("PAIRS and --as-published both say which pairs. Leave one of them out.")
    if words:
        return pairs_named(words, data)
    parts = parts or (("dev", "test") if rows else ())
    if not parts:
        raise UsageError("No pairs were named. Name a file of pairs, a dataset, or --as-published test.")
    return [pair for part in parts for pair in pairs_named((f"nl2bash:{part}",), data)]


def _judged(place: Path) -> list[Judgement]:
    from asmeant.analysis.validity import voted_on
    from asmeant.datasets.judgements import judgement_files, read_judgements

    rows = voted_on([row for path in judgement_files(place) for row in read_judgements(path)])
    if not rows:
        raise UsageError(f"{place} has no candidate with a command, a template and votes by name.")
    return rows


def _wanted(groups: list[list[Pair]], rows: Sequence[Judgement]) -> list[list[Pair]]:
    """With judgements, only the intents that were judged."""
    from asmeant.languages.natural import normalised_intent

    if not rows:
        return groups
    judged = {normalised_intent(row.intent) for row in rows}
    judged_groups = [group for group in groups if normalised_intent(group[0].intent) in judged]
    if not judged_groups:
        raise UsageError("None of the judged intents is among the pairs. Name the pairs that they belong to.")
    return judged_groups


def _each(title: str, items: Sequence[Any], work: Callable[[Any], Any], quiet: bool) -> list[Any]:
    """The results in order, although several items are processed at a time."""
    from asmeant.workers import local_workers

    outcomes: dict[int, Any] = {}
    with progress(title, len(items), quiet=quiet) as bar:
        for number, item in local_workers().map(lambda one: (one[0], work(one[1])), enumerate(items)):
            outcomes[number] = item
            bar.advance()
    return [outcomes[number] for number in range(len(items))]


def _write_undecided(groundings: Sequence[Grounded], file: Path) -> None:
    from asmeant.authoring.corpus.pairs import write_lines

    references = (reference for grounded in groundings for reference in grounded.references)
    write_lines(
        file,
        (
            {**reference.pair.as_json(), "reason": reference.reason, "detail": reference.detail}
            for reference in references
            if not reference.decides
        ),
    )


def _tasks(groundings: Sequence[Grounded], folder: Path) -> list[Task]:
    """Writes the tasks and reads them again, as users will read them."""
    from asmeant.authoring.grounding.tasks import write_tasks
    from asmeant.datasets import load_tasks

    if not write_tasks(folder, groundings):
        return []
    return list(load_tasks(f"tasks:{folder / 'tasks.jsonl'}"))


def _separated(
    tasks: Sequence[Task], sandbox: Sandbox, folder: Path, alive: Path, quiet: bool
) -> tuple[list[Task], Table]:
    """The tasks with trees that reject mutants which had passed. Those that still pass go to `alive`."""
    from asmeant.authoring.corpus.pairs import write_lines
    from asmeant.authoring.grounding.trial import LIMITS
    from asmeant.authoring.verifying import verify
    from asmeant.authoring.verifying.more_trees import with_relative_trees
    from asmeant.authoring.verifying.strengthening import strengthened
    from asmeant.cli.mutation_table import mutation_table

    results = _each("separating", tasks, lambda task: verify(task, [sandbox], LIMITS), quiet)
    tasks = [strengthened(item, folder.resolve() / "trees") for item in results]
    relative = (with_relative_trees(task, folder.resolve()) for task in tasks)
    write_lines(folder / "tasks.jsonl", map(msgspec.to_builtins, relative))
    write_lines(
        alive,
        (
            {"task": item.task.id, **msgspec.to_builtins(survivor)}
            for item in results
            for survivor in item.survivors
            if survivor.compared != "differs"
        ),
    )
    title = f"Mutants of {len(tasks)} tasks, by the part that they change"
    return list(tasks), mutation_table(results, title)


# ── people ─────────────────────────────────────────────────────────────────────────────────────────


def _decided(
    tasks: Sequence[Task], rows: Sequence[Judgement], sandbox: Sandbox, runs: int, quiet: bool
) -> list[Decided]:
    """The verdicts of the ordinary judge, as in any run."""
    from asmeant.authoring.verifying.people import commands_for, decide
    from asmeant.languages.natural import normalised_intent

    commands = commands_for(rows)
    return _each(
        "deciding",
        tasks,
        lambda task: decide(task, commands[normalised_intent(task.intent)], sandbox, runs),
        quiet,
    )


def _write_run(folder: Path | str, decided: Sequence[Decided]) -> None:
    from asmeant.pipeline import named, start_folder

    tasks = [item.task for item in decided]
    if not tasks:
        raise UsageError("No judged candidate could be decided, so there are no verdicts to write.")
    samples = max(len(item.candidates) for item in decided)
    run = named(Run("", "grounded", "judged", sampling=Sampling(count=samples, temperature=0)), tasks)
    with run_folder(folder) as files:
        start_folder(files, run, tasks)
        for item in decided:
            files.append(*item.candidates)
            files.append(*item.verdicts)
