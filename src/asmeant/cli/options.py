"""Words on the command line -> settings records. Shared by the verbs that need them."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from asmeant.cli import numbers
from asmeant.errors import MistakenWordError, UsageError, closest, hint
from asmeant.records import Limits, Prompting, Sampling, Selection
from asmeant.runs import RunFolder
from asmeant.seams import Sandbox

if TYPE_CHECKING:
    from asmeant.execution import Place

Verb = TypeVar("Verb", bound=Callable[..., Any])


def together(*options: Callable[[Any], Any]) -> Callable[[Verb], Verb]:
    """Several options as one decorator, shown in the order in which they are given."""
    return lambda verb: reduce(lambda done, option: option(done), reversed(options), verb)


def words(_context: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Words may be repeated or joined by commas: --lang en --lang es, or --lang en,es."""
    return tuple(word.strip() for part in value for word in part.split(",") if word.strip())


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="ASMEANT_DATA",
    help="Read released files from this folder. Default: ASMEANT_DATA, or the cache.",
)
dataset_options = together(
    click.option(
        "--lang", "languages", multiple=True, callback=words, help="Only these languages: en,es,ja,ru."
    ),
    click.option("--ids", multiple=True, callback=words, help="Only these tasks."),
    click.option("--limit", type=numbers.TASKS, help="At most so many tasks, spread over the languages."),
    data_option,
)

seed_option = click.option(
    "--seed", type=numbers.SEED, default=0, show_default=True, help="The same seed, the same run."
)
stop_option = click.option("--stop", multiple=True, help="End a reply here as well. May be repeated.")

prompt_options = together(
    click.option(
        "--prompt", "style", default="", help="A prompt style, by name or file. Default: by the task."
    ),
    click.option(
        "--form", type=click.Choice(["chat", "completion"]), help="Default: what the model prefers."
    ),
    click.option("--shots", type=numbers.SHOTS, default=0, show_default=True, help="Examples in the prompt."),
    click.option(
        "--shots-by",
        type=click.Choice(["chance", "similarity"]),
        default="chance",
        show_default=True,
        help="Which examples: any, or those whose intents are nearest.",
    ),
    click.option(
        "--shown",
        type=click.Choice(["none", "one", "all"]),
        default="none",
        show_default=True,
        help="Probes in the prompt.",
    ),
    click.option(
        "--naming",
        type=click.Choice(["id", "constant", "intent"]),
        default="id",
        show_default=True,
        help="What the function to write is called.",
    ),
    click.option(
        "--extraction",
        type=click.Choice(["answer", "repair", "none"]),
        default="answer",
        show_default=True,
        help="answer: find the code that answers the task. repair: also cut an incomplete answer back to its "
        "last complete statement. none: take the reply as it is.",
    ),
    click.option("--keep-whitespace", is_flag=True, help="Don't strip the end of the prompt."),
)

model_options = together(
    click.option(
        "--samples",
        "count",
        type=numbers.SAMPLES,
        default=1,
        show_default=True,
        help="Candidates per task.",
    ),
    click.option(
        "--temperature", type=numbers.TEMPERATURE, default=0.8, show_default=True, help="0 is greedy."
    ),
    click.option("--top-p", type=numbers.TOP_P, default=0.95, show_default=True),
    click.option("--max-tokens", type=numbers.MAX_TOKENS, default=512, show_default=True, help="Per reply."),
    seed_option,
    stop_option,
    prompt_options,
)

limit_options = together(
    click.option(
        "--live", is_flag=True, help="Let programs reach the network. Default: canned answers, or none."
    ),
    click.option(
        "--seconds",
        type=numbers.SECONDS,
        default=Limits().seconds,
        show_default=True,
        help="CPU time for one check; twice that by the clock.",
    ),
    click.option("--memory-mb", type=numbers.MEMORY_MB, default=Limits().memory_mb, show_default=True),
)

place_options = together(
    click.option(
        "--world", help="Where programs run: a world, or 'this' Python. Default: the dataset's, if built."
    ),
    click.option(
        "--answers",
        type=click.Path(path_type=Path, file_okay=False),
        help="More canned answers, in a folder of *.json files.",
    ),
)

execution_options = together(
    place_options,
    click.option("--sandbox", help="See: asmeant list sandboxes. Default: namespaces, on Linux."),
    click.option(
        "--workers",
        type=numbers.WORKERS,
        help="Programs at a time. Default: one per core; in a long run, what a short probe finds best.",
    ),
)

strict_option = click.option(
    "--strict", is_flag=True, help="Leave undecided what can only be decided in the candidate's own process."
)

score_options = together(
    click.option(
        "--metric", "metrics", multiple=True, callback=words, help="pass@3, or as in: asmeant list metrics"
    ),
    click.option(
        "--by", default="intent_language", show_default=True, help="Slice by this field or tag of a task."
    ),
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts, and no progress.")


def selection(given: dict[str, Any]) -> Selection:
    return Selection(languages=given["languages"], ids=given["ids"], limit=given["limit"])


def sampling(given: dict[str, Any]) -> Sampling:
    return Sampling(
        count=given["count"],
        temperature=given["temperature"],
        top_p=given["top_p"],
        max_tokens=given["max_tokens"],
        seed=given["seed"],
        stop=given["stop"],
    )


def prompting(given: dict[str, Any]) -> Prompting:
    return Prompting(
        style=given["style"],
        form=given["form"],
        shots=given["shots"],
        shots_by=given["shots_by"],
        shown=given["shown"],
        naming=given["naming"],
        strip=not given["keep_whitespace"],
        seed=given["seed"],
        extraction=given["extraction"],
    )


def limits(given: dict[str, Any]) -> Limits:
    live = given.get("live", False)
    return Limits(seconds=given["seconds"], memory_mb=given["memory_mb"], network=live)


def place(given: dict[str, Any], dataset: str, label: str = "") -> Place:
    """Where programs run: as told, as a run was begun, or in the world of the dataset where it is built."""
    from asmeant.execution import Place
    from asmeant.execution.worlds import built, worlds
    from asmeant.execution.worlds.build import state

    name = given["world"] or label.rpartition("-")[0] or ("this" if label else "")
    home = worlds().get(dataset.partition(":")[0])
    if not name and home is not None and state(home, home.pythons[0]) == "built":
        name = home.name
    if name in ("", "this") and given["answers"] is not None:
        raise UsageError(
            "Canned answers (--answers) need a world, and programs would run in this Python. "
            "Name a world: --world NAME. See: asmeant world list"
        )
    return Place(None if name in ("", "this") else built(name), given["answers"])


def sandbox(name: str | None, where: Place) -> Sandbox:
    """The sandbox of that name, or the default. One without walls says so."""
    from asmeant.execution import default_sandbox, load_sandbox

    name = name or default_sandbox()
    if name == "subprocess" and where.seed == 0:
        click.echo(
            "asmeant: the subprocess sandbox has no walls: what is run can reach your files and the network.",
            err=True,
        )
    return load_sandbox(name, where)


NOT_SETTINGS = {"resume", "as_json", "sandbox", "workers", "strict", "data", "answers"}


def refuse_settings(why: str) -> None:
    """An option that would be passed over in silence is an error."""
    context = click.get_current_context()
    for name in context.params.keys() - {
        "resume",
        "as_json",
        "sandbox",
        "workers",
        "strict",
        "data",
        "answers",
    }:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = next(param.opts[0] for param in context.command.params if param.name == name)
            raise UsageError(f"{why}, but {option} was given. Leave it out, or begin a new run.")


class RunPath(click.Path):
    """A run that is there."""

    name = "run"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return run_at(value)


def run_at(path: str | Path) -> RunFolder:
    """The run in that folder, which must be there."""
    files = RunFolder(Path(path))
    if files.exists():
        return files
    names = sorted(file.parent.name for file in Path("runs").glob("*/run.json"))
    close = closest(Path(path).name, names)
    if close:
        raise MistakenWordError(
            f"{path} is not a run: it has no run.json. Closest: runs/{close}", str(path), f"runs/{close}"
        )
    known = f"{hint(Path(path).name, names)}" if names else "There is no run under runs/ here."
    raise UsageError(f"{path} is not a run: it has no run.json. {known} See: asmeant list runs")
