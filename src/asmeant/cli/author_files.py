"""author import, author export: files -> a project's items and candidates; a project -> files to publish."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.console import say, visible
from asmeant.cli.project_options import acting, as_option, opened, project_argument
from asmeant.errors import UsageError
from asmeant.records import Selection, to_json
from asmeant.stores import is_url

if TYPE_CHECKING:
    from asmeant.authoring.project import Project, State
    from asmeant.authoring.project.candidates import Answer
    from asmeant.authoring.project.datasheet import Datasheet
    from asmeant.authoring.project.importing import Defaults, Imported

STATES = click.Choice(["new", "written", "described", "checked", "done"])


@click.command("import")
@project_argument
@click.argument("source")
@click.option(
    "--lang",
    help="Language of the intents, where a row names none (default: en). For a dataset: only these.",
)
@click.option(
    "--to",
    type=click.Choice(["python", "bash"]),
    default="python",
    show_default=True,
    help="Language of the code, where a row names none.",
)
@click.option("--source", "origin", default="", help="The source of the pairs, if a row does not state it.")
@click.option("--licence", default="", help="Their licence, where a row names none.")
@click.option(
    "--prefix", default="", help="A prefix for ids that are numbers. Default: the file's name and a slash."
)
@click.option(
    "--candidates",
    is_flag=True,
    help="SOURCE has answers for judges: a run, or a file with task_id or intent, code, model and rank.",
)
@click.option(
    "--model",
    default="",
    help="With --candidates: the name of the system, where rows name none or a long one.",
)
@as_option
@options.data_option
def import_(
    place: str,
    source: str,
    lang: str | None,
    to: str,
    origin: str,
    licence: str,
    prefix: str,
    candidates: bool,
    model: str,
    person: str | None,
    data: Path | None,
) -> None:
    """Add the pairs or tasks of SOURCE to a project, or candidates for its judges.

    SOURCE is a file of pairs, a tasks file, or the name of a dataset. A file of pairs is JSON lines or CSV
    with the fields intent and code (also: snippet, command; text and test_list as in MBPP; rewritten_intent
    as in CoNaLa), and if you like id, lang, to, source, licence. Items that are there already stay as they
    are.

    \b
      asmeant author import my-benchmark pairs.csv --lang es --licence CC0-1.0
      asmeant author import my-benchmark tasks.jsonl
      asmeant author import my-benchmark --candidates runs/...
    """
    with opened(place) as project:
        from asmeant.authoring.project.importing import Defaults

        by = acting(project, person)
        if candidates:
            _import_candidates(project, source, model, by)
            return
        if model:
            raise UsageError("--model is for --candidates. Leave it out, or add --candidates.")
        imported = _read(source, Defaults(lang or "en", to, origin, licence, prefix), lang, data)
        added = project.add_items(imported.items, by=by, skip_existing=True)
    existing = len(imported.items) - added
    click.echo(
        f"Added {added:,} items."
        + (f" {existing:,} were there already, and stay as they are." if existing else "")
    )
    if imported.unused:
        say(f"{source} has fields that are not used: {visible(', '.join(imported.unused))}.")


def _read(source: str, defaults: Defaults, lang: str | None, data: Path | None) -> Imported:
    from asmeant.authoring.project.importing import Imported, items_of, read_items
    from asmeant.datasets import find_dataset, load_tasks

    path = Path(source).expanduser()
    if path.is_file() or path.suffix in (".jsonl", ".json", ".csv"):
        return read_items(path, defaults)
    name = source.partition(":")[0]
    tasks = load_tasks(source, Selection(languages=tuple(lang.split(",")) if lang else ()), data)
    # A tasks file has no licence of its own.
    stated = "" if name == "tasks" else str(getattr(find_dataset(name), "licence", ""))
    return Imported(tuple(items_of(tasks, source, replace(defaults, licence=defaults.licence or stated))))


def _import_candidates(project: Project, source: str, model: str, by: str) -> None:
    from asmeant.authoring.project.candidates import matched

    result = matched(_answers(source, model), project.items())
    if not result.candidates:
        raise UsageError(
            f"None of the {result.unmatched:,} answers in {source} belongs to an item of this project: "
            "'task_id' must be the id of an item, or 'intent' its intent."
        )
    added = project.add_candidates(result.candidates, by=by)
    items = len({candidate.item for candidate in result.candidates})
    click.echo(f"Added {added:,} candidates to {items:,} items; the same code for an item is judged once.")
    if result.unmatched:
        say(f"{result.unmatched:,} answers belong to no item, and were left out.")


def _answers(source: str, model: str) -> list[Answer]:
    from asmeant.authoring.project.candidates import answers_of_file, answers_of_run
    from asmeant.cli.run_path import run_at
    from asmeant.loaded_run import LoadedRun

    path = Path(source).expanduser()
    if path.is_file():
        return list(answers_of_file(path, model))
    return list(answers_of_run(LoadedRun(run_at(source if is_url(source) else path)), model))


@click.command()
@project_argument
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="The folder for tasks.jsonl, datasheet.md and the other files.",
)
@click.option(
    "--state",
    "states",
    type=STATES,
    multiple=True,
    help="Only items in this state. May be repeated. Default: all that are not refused.",
)
@options.json_option
def export(place: str, out: Path, states: tuple[State, ...], as_json: bool) -> None:
    """Write the tasks of a project as a tasks file, with a datasheet.

    The datasheet has counts by language and library, licences, how checks were made, how far people agree,
    who decided what, and what was refused and why. What people judged is written as files that asmeant
    judgement and asmeant agree read.

    \b
      asmeant author export my-benchmark --out published
      asmeant audit tasks:published/tasks.jsonl
      asmeant judgement published
    """
    with opened(place) as project:
        from asmeant.authoring.describing.voting import voters_agreement
        from asmeant.authoring.project.exporting import export

        agreements = [voters_agreement(project)] if project.votes() else []
        exported = export(project, out, datasheet_text, states, agreements)
    if as_json:
        files = [str(path) for path in exported.files]
        click.echo(to_json({"tasks": len(exported.tasks), "left_out": exported.left_out, "files": files}))
        return
    click.echo(f"Wrote {len(exported.tasks):,} tasks; {len(exported.left_out):,} items were left out.")
    for path in exported.files:
        click.echo(str(path))


def datasheet_text(sheet: Datasheet) -> str:
    """A datasheet as Markdown."""
    from asmeant.reports import to_markdown

    paragraphs = [
        f"# {' '.join(sheet.title.split())}",
        *sheet.about,
        *(to_markdown(table).rstrip() for table in sheet.tables),
    ]
    return "\n\n".join(paragraphs) + "\n"
