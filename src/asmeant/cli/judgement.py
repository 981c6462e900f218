"""judgement, agree: people's judgement of candidates, and how well metrics predict it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from asmeant.cli import options
from asmeant.cli.console import progress, terminal
from asmeant.cli.run_path import RunPath, RunPlace
from asmeant.errors import RunError, UsageError
from asmeant.records import Candidate, Verdict, to_json
from asmeant.runs import RunFolder
from asmeant.store_runs import run_folder
from asmeant.stores import joined
from asmeant.tables import Estimate, Table

if TYPE_CHECKING:
    from asmeant.analysis.judgement import System
    from asmeant.datasets.judgements import Judgement

    JudgeOfRows = Callable[[Judgement], Verdict]

METRICS = ("exact-match", "command@1", "template@1", "tm@1", "tm-overlap@1", "char-bleu@1", "token-bleu@1")
VERDICTS = "verdicts"

place_argument = click.argument(
    "place", metavar="FILE_OR_FOLDER", type=click.Path(path_type=Path, exists=True)
)
markdown_option = click.option("--markdown", is_flag=True, help="Print Markdown.")


@click.command()
@place_argument
@click.option(
    "--table",
    "chosen",
    type=click.Choice(["accuracy", "persons", "errors"]),
    multiple=True,
    help="accuracy: of each system, commands (acc-f) and templates (acc-t). persons: how far people agree. "
    "errors: which are shared, and their causes. Default: all three.",
)
@click.option(
    "--row-by-row",
    is_flag=True,
    help="Use each row by itself. Default: pool judgements of the same answer.",
)
@click.option(
    "--out",
    type=RunPlace(),
    help="Write each system as a run into this folder, or a URL such as s3://BUCKET/RUNS.",
)
@click.option(
    "--judge", default="people", show_default=True, help="Whose verdicts --out writes: person:A, ..."
)
@click.option(
    "--references", multiple=True, callback=options.words, help="Datasets with references for --out."
)
@options.data_option
@markdown_option
@options.json_option
def judgement(
    place: Path,
    chosen: tuple[str, ...],
    row_by_row: bool,
    out: Path | str | None,
    judge: str,
    references: tuple[str, ...],
    data: Path | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Summarize human judgement of candidates: accuracy, agreement, shared errors.

    Reads CSV files with the columns description, prediction, correct template, correct command, and a pair
    of the latter for each person (correct template A, ...). A column 'model' names the system of each row.
    """
    from asmeant.analysis.agreement import agreement_tables
    from asmeant.analysis.causes import cause_table, overlap_tables
    from asmeant.analysis.judgement import accuracy_tables, pooled

    if out is not None:
        _refuse(["table", "markdown"], "prints tables, and --out writes runs. Leave one of them out.")
    else:
        _refuse(["judge", "references"], "is for the runs that --out writes. Add --out.")
    rows = _read(place)
    if out is not None:
        chosen_judge = _judge(rows, judge, row_by_row)
        names = list(_write_runs(rows, chosen_judge, _references(rows, references, data), out))
        click.echo(to_json(names) if as_json else "\n".join(names))
        return
    pool = None if row_by_row else pooled(rows)
    makers: dict[str, Callable[[], Sequence[Table]]] = {
        "accuracy": lambda: accuracy_tables(rows, pool),
        "persons": lambda: agreement_tables(rows),
        "errors": lambda: [*overlap_tables(rows), cause_table(rows)],
    }
    tables = [table for name in chosen or makers for table in makers[name]() if table.rows]
    if not tables:
        raise UsageError(f"{place} has nothing for that table. See: asmeant judgement --help")
    print_tables(tables, as_json, markdown)


@click.command()
@place_argument
@click.option(
    "--metric", "metrics", multiple=True, callback=options.words, help="Default: " + ", ".join(METRICS) + "."
)
@click.option(
    "--references",
    multiple=True,
    callback=options.words,
    default=["nl2bash:dev", "nl2bash:test"],
    show_default=True,
    help="Datasets whose references answer the judged intents.",
)
@click.option(
    "--verdicts",
    "runs",
    metavar="RUN",
    multiple=True,
    type=RunPath(),
    help="Add the verdicts of this run, and all metrics once more on the candidates that it decides. "
    "May be repeated.",
)
@options.data_option
@markdown_option
@options.json_option
def agree(
    place: Path,
    metrics: tuple[str, ...],
    references: tuple[str, ...],
    runs: tuple[RunFolder, ...],
    data: Path | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Measure how well metrics predict human judgement: AUC, precision and recall.

    A candidate counts as right from the value in the column 'from' on. For a metric that is not just 0 or 1,
    this is the value with the best F1. Candidates without a command are left out.
    """
    from asmeant.analysis.validity import rated, validity_table, voted_on
    from asmeant.metrics import load_metrics

    rows = voted_on(_read(place))
    if not rows:
        raise UsageError(f"{place} has no candidate with a command, a template and votes by name.")
    answers = _references(rows, references, data)
    loaded = load_metrics(metrics or METRICS, 1)
    ratings: dict[str, Sequence[float | None]] = {}
    with progress("metrics", len(loaded), quiet=as_json or markdown) as bar:
        for metric in loaded:
            ratings[metric.name] = rated(rows, answers, metric)
            bar.advance(note=metric.name)
    tables = []
    if runs:
        ratings[VERDICTS] = _decided(rows, runs)
        where = [number for number, value in enumerate(ratings[VERDICTS]) if value is not None]
        fewer = {name: [values[number] for number in where] for name, values in ratings.items()}
        decided_rows = [rows[number] for number in where]
        tables = [validity_table("The same, where verdicts decide", decided_rows, fewer)]
    table = validity_table(f"Metrics and people on {place.name}", rows, ratings)
    print_tables([table, *tables], as_json, markdown)


def _decided(rows: Sequence[Judgement], runs: Sequence[RunFolder]) -> list[float | None]:
    """What the verdicts of runs say about the judged candidates."""
    from asmeant.analysis.validity import by_verdicts, decisions
    from asmeant.loaded_run import LoadedRun

    decided: dict[tuple[str, str], bool] = {}
    for run in runs:
        decided |= decisions(LoadedRun(run).attempts())
    values = by_verdicts(rows, decided)
    if all(value is None for value in values):
        paths = ", ".join(str(run.path) for run in runs)
        raise UsageError(f"{paths} decides none of the judged candidates: it has other intents or commands.")
    return values


def _refuse(names: Sequence[str], reason: str) -> None:
    """An option that would be ignored is an error."""
    context = click.get_current_context()
    for option in context.command.params:
        word = option.opts[0].removeprefix("--")
        if word in names and context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE:
            raise UsageError(f"--{word} {reason}")


def _read(place: Path) -> list[Judgement]:
    from asmeant.datasets.judgements import judgement_files, read_judgements

    return [row for path in judgement_files(place) for row in read_judgements(path)]


def _references(
    rows: Sequence[Judgement], datasets: Sequence[str], data: Path | None
) -> dict[str, tuple[str, ...]]:
    from asmeant.analysis.judgement import references_of
    from asmeant.datasets import load_tasks

    tasks = (task for name in datasets for task in load_tasks(name, data=data))
    return references_of((row.intent for row in rows), tasks)


# ── systems -> runs ──


def _judge(rows: Sequence[Judgement], name: str, row_by_row: bool) -> JudgeOfRows:
    """The judge of that name: all people together, or one of them."""
    from asmeant.analysis.judgement import by_person, pooled, settled

    persons = sorted({person for row in rows for person in row.votes})
    if name == "people":
        return partial(settled, pool=None if row_by_row else pooled(rows))
    person = name.removeprefix("person:")
    if person in persons:
        return partial(by_person, person=person)
    judges = ", ".join(["people", *(f"person:{person}" for person in persons)])
    raise UsageError(f"No judge here is called '{name}'. Known: {judges}.")


def _write_runs(
    rows: Sequence[Judgement], judge: JudgeOfRows, references: dict[str, tuple[str, ...]], folder: Path | str
) -> Iterator[str]:
    from asmeant.analysis.judgement import systems, with_references

    for system in systems(rows, judge):
        yield _write_run(with_references(system, references), folder)


def _write_run(system: System, folder: Path | str) -> str:
    from asmeant.metrics import load_metrics
    from asmeant.pipeline import named, start_folder, write_scores
    from asmeant.records import Run, Sampling

    count = max(len(candidates) for candidates in system.candidates.values())
    settings = Run(
        id="", dataset=system.file, model=system.name, sampling=Sampling(count=count, temperature=0)
    )
    run = named(settings, system.tasks)
    files = run_folder(joined(folder, run.id))
    with files:
        start_folder(files, run, system.tasks)
        _add(files, Candidate, [item for items in system.candidates.values() for item in items])
        _add(files, Verdict, [item for items in system.verdicts.values() for item in items])
        write_scores(files, load_metrics(["acc-f@k", "acc-t@k"], count))
    return files.label


def _add(
    files: RunFolder, kind: type[Candidate] | type[Verdict], records: Sequence[Candidate | Verdict]
) -> None:
    """Adds the missing records. Records of others (a judge that ran the commands) are not changed."""
    existing = {(record.task_id, record.rank): record for record in files.read(kind)}
    for record in records:
        if existing.get((record.task_id, record.rank), record) != record:
            raise RunError(
                f"{files.label} already holds other {kind.__name__.lower()}s. "
                f"Choose another folder with --out."
            )
    files.append(*(record for record in records if (record.task_id, record.rank) not in existing))


# ── tables -> output ──


def print_tables(tables: Sequence[Table], as_json: bool, markdown: bool) -> None:
    from asmeant.reports import to_markdown, to_rich

    if markdown and as_json:
        raise UsageError("Tables are printed as Markdown or as JSON. Choose one.")
    if as_json:
        click.echo(to_json([_as_document(table) for table in tables]))
        return
    if markdown:
        click.echo("\n".join(map(to_markdown, tables)), nl=False)
        return
    for table in tables:
        click.secho(table.title, bold=True)  # not wrapped to the width of a narrow table
        terminal().print(to_rich(replace(table, title="")))


def _as_document(table: Table) -> dict[str, Any]:
    rows = [[cell.value if isinstance(cell, Estimate) else cell for cell in row] for row in table.rows]
    return {"title": table.title, "rows": [dict(zip(table.columns, row, strict=True)) for row in rows]}
