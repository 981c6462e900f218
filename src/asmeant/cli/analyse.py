"""analyse: answers one question about runs, with tables and a plot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.analysis.questions import KINDS, AnalysisKind
from asmeant.cli import numbers, options
from asmeant.cli.console import say
from asmeant.cli.groups import Group
from asmeant.cli.report_output import choose_format, output_options, write_tables
from asmeant.cli.run_path import RunPath
from asmeant.errors import UsageError
from asmeant.records import Selection
from asmeant.runs import RunFolder

if TYPE_CHECKING:
    from asmeant.plots import Plot
    from asmeant.records import Task
    from asmeant.reports.writing import Format

# The additional options of each kind of analysis.
OWN_OPTIONS = {
    "metrics": click.Option(
        ["--metric", "metrics"], multiple=True, callback=options.words, help="See: asmeant list metrics"
    ),
    "by": click.Option(
        ["--by"], default="intent_language", show_default=True, help="Group tasks by this field or tag."
    ),
    "examples": click.Option(
        ["--examples"],
        type=numbers.Whole(0, 1000),
        default=1,
        show_default=True,
        help="Number of examples of each class.",
    ),
    "order": click.Option(
        ["--order"],
        type=numbers.Whole(1, 1000),
        default=8,
        show_default=True,
        help="Number of tokens in an n-gram.",
    ),
    "alone": click.Option(
        ["--alone"],
        is_flag=True,
        help="Run each probe alone, in another run (RUN-alone), for exact results with one random probe.",
    ),
    "data": click.Option(
        ["--data"],
        type=click.Path(path_type=Path, file_okay=False),
        help="Read the original intents from the released files in this folder.",
    ),
}


def _command(name: str, kind: AnalysisKind) -> click.Command:
    @click.argument("run_folders", metavar="RUN...", type=RunPath(), nargs=-1, required=True)
    @output_options
    @click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
    @click.option(
        "--plot",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Draw a plot to this file: NAME.svg. Further plots go to NAME-2.svg and so on.",
    )
    def call(
        run_folders: tuple[RunFolder, ...],
        form: Format | None,
        output: Path | None,
        as_json: bool,
        plot: Path | None,
        data: Path | None = None,
        alone: bool = False,
        **choices: Any,  # the fields of AnalysisOptions that this kind of analysis uses
    ) -> None:
        from asmeant.analysis.questions import AnalysisOptions
        from asmeant.analysis.questions import analyse as analysed
        from asmeant.cli.compare import print_table

        if plot is not None and plot.suffix.lower() != ".svg":
            raise UsageError(
                f"A plot is drawn as SVG, but {plot.name} has another extension. Use: --plot {plot.stem}.svg"
            )
        chosen_form = choose_format(form, output, {"json": as_json})
        analysis_options = AnalysisOptions(
            **choices,
            originals=_originals(run_folders, data) if data else (),
            alone=tuple(map(_alone, run_folders)) if alone else (),
        )
        analysis = analysed(name, run_folders, analysis_options)
        write_tables(analysis.tables, chosen_form, output, print_table)
        if plot is not None:
            _draw(analysis.plots, plot)

    command = click.command(name, help=kind.about, short_help=kind.about)(call)
    command.params.extend(OWN_OPTIONS[option] for option in kind.takes)
    return command


@click.group(cls=Group, subcommand_metavar="KIND RUN...")
def analyse() -> None:
    """Analyse runs: each KIND answers one question with tables and a plot.

    \b
      asmeant analyse errors runs/mine
      asmeant analyse libraries runs/mine --plot libraries.svg
      asmeant analyse settings runs/zero-shot runs/one-shot --format latex
    """


for _name, _kind in KINDS.items():
    analyse.add_command(_command(_name, _kind))


def _alone(files: RunFolder) -> RunFolder:
    """Makes a second run with the same candidates, in which each probe is a separate check."""
    from asmeant.analysis.questions.random_probe import alone
    from asmeant.cli.run import show_progress
    from asmeant.loaded_run import LoadedRun
    from asmeant.pipeline import named, resume_run, start_folder

    tasks = [alone(task) for task in files.tasks()]
    settings = named(files.settings(), tasks)
    second_run = files.beside("-alone")
    with second_run:
        start_folder(second_run, settings, tasks)
        present = LoadedRun(second_run).candidate_keys
        for candidate in LoadedRun(files).candidates():
            if (candidate.task_id, candidate.rank) not in present:
                second_run.append(candidate)
    with resume_run(second_run, notify=say) as run:
        show_progress(run, (), quiet=False)
    return second_run


def _originals(folders: tuple[RunFolder, ...], data: Path) -> tuple[Task, ...]:
    """The tasks from which the tasks of the runs were translated."""
    from asmeant.analysis.questions.lengths import original_language
    from asmeant.datasets import load_tasks

    dataset = folders[0].settings().dataset.partition(":")[0]
    languages = {original_language(task) for files in folders for task in files.tasks()}
    return tuple(load_tasks(dataset, Selection(languages=tuple(sorted(languages))), data))


def _draw(plots: tuple[Plot, ...], first: Path) -> None:
    from asmeant.plots import to_svg
    from asmeant.reports.writing import save

    if not plots:
        raise UsageError("This analysis has nothing to plot here. Leave out --plot.")
    for number, plot in enumerate(plots, 1):
        path = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix}")
        save(to_svg(plot, standalone=True), path)
        click.echo(f"Written: {path}", err=True)
