"""ask: code for an intent, tried out before it is shown. Nothing runs for real unless the person says so."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import numbers, options
from asmeant.cli.ask_choice import INTERRUPTED, can_be_asked, offer
from asmeant.cli.ask_keys import SHELLS, install_key
from asmeant.cli.console import say, terminal, visible
from asmeant.errors import DataError, UsageError
from asmeant.records import Prompting, Sampling, Task, to_json
from asmeant.seams import HasComponents

if TYPE_CHECKING:
    from rich.console import Console

    from asmeant.answers import Group
    from asmeant.answers.asking import Question, Trier
    from asmeant.seams import Model

UNBROKEN = 100_000
# A person waits for the first answer. What the embedded model says beyond a short command is no command.
MOST_TOKENS, MOST_TOKENS_EMBEDDED = 512, 64


def _with_shell(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        click.echo(install_key(value, os.environ, Path.home()))
        context.exit()


@click.command()
@click.argument("intent", nargs=-1, required=True)
@click.option(
    "--to", type=click.Choice(["bash", "python"]), help="The language of the code. Default: by the intent."
)
@click.option(
    "--model",
    "model_name",
    default="embedded",
    show_default=True,
    envvar="ASMEANT_MODEL",
    show_envvar=True,
    help="See: asmeant list models",
)
@click.option("--samples", type=numbers.SAMPLES, default=5, show_default=True, help="How often to ask.")
@click.option("--temperature", type=numbers.TEMPERATURE, default=0.8, show_default=True)
@click.option(
    "--max-tokens",
    type=numbers.MAX_TOKENS,
    help="Per answer. Default: 512; 64 for a command by the embedded model.",
)
@options.seed_option
@click.option(
    "--example",
    "examples",
    multiple=True,
    help="What Python code must do: 'f([3, 1]) == [1, 3]', or a file with one on each line. May be repeated.",
)
@click.option("--run", "run_best", is_flag=True, help="Run the best answer for real, after it was shown.")
@click.option("--yes", is_flag=True, help="With --run: also if the answer is marked as dangerous.")
@click.option("--pick", is_flag=True, help="Print the chosen command and do not run it. For key bindings.")
@click.option(
    "--install-key",
    type=click.Choice(["auto", *SHELLS]),
    is_flag=False,
    flag_value="auto",
    expose_value=False,
    is_eager=True,
    callback=_with_shell,
    help="Bind Ctrl-X Ctrl-A to ask in your shell, and exit.",
)
@options.json_option
def ask(intent: tuple[str, ...], as_json: bool, **settings: Any) -> None:
    """Ask for a command or a program, in English, Spanish, Japanese or Russian.

    Every Bash answer is tried in a copy-on-write view of this machine first, without a network: you see what
    it prints and what it would change, and nothing is changed. Answers that do the same are shown as one, the
    most frequent first; those that fail come last. The score is the share of answers that do the same.

    \b
      asmeant ask "find all java files that contain TODO"
      asmeant ask "удали пустые каталоги" --samples 10
      asmeant ask "sort a list of numbers" --example "f([3, 1]) == [1, 3]"
    """
    text = " ".join(intent).strip()
    _check(text, settings, as_json)
    question, note = _question(text, settings)
    language = question.task.code_language
    if settings["run_best"] and language != "bash":
        raise UsageError(
            "Only Bash answers can be run from here (--run), but this one is Python. Leave it out."
        )
    console = terminal(error=settings["pick"])
    if not console.is_terminal:
        console.width = UNBROKEN  # a line of a file is broken by nobody
    model = _model(settings["model_name"], question.task)
    trier = _trier(question.task)
    if not as_json:
        console.print(visible(_heading(question, model) + note), style="dim", markup=False, soft_wrap=True)
    with _interruptible(), closing(trier):
        groups = _collect(question, model, trier, console, quiet=as_json)
    if as_json:
        click.echo(
            to_json({"intent": text, "code_language": language, "model": model.name, "answers": groups})
        )
    if settings["run_best"] or settings["pick"] or (not as_json and can_be_asked(language)):
        offer(groups, settings, console)


def _check(text: str, settings: dict[str, Any], as_json: bool) -> None:
    if not text:
        raise UsageError('There is nothing to ask. Say what you want: asmeant ask "find large files"')
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise UsageError("The intent is not UTF-8 text. Encode it so.")
    if settings["pick"] and (settings["run_best"] or as_json):
        raise UsageError("--pick prints a command instead of running it. Leave out --run and --json.")


def _question(text: str, settings: dict[str, Any]) -> tuple[Question, str]:
    """What is asked, and what the person should know of how it was understood."""
    from asmeant.answers.asking import Question
    from asmeant.answers.guessing import code_language, intent_language
    from asmeant.answers.programs import example_task, read_examples
    from asmeant.models import split_spec

    examples = read_examples(settings["examples"])
    guess = code_language(text)
    language = settings["to"] or ("python" if examples else guess or "bash")
    unclear = not settings["to"] and not examples and not guess
    if examples and language != "python":
        raise UsageError("Examples (--example) are for Python code. Leave out --to bash, or the examples.")
    task = (
        example_task(text, intent_language(text), examples)
        if language == "python"
        else Task("ask", text, intent_language(text), "bash")
    )
    is_slow = language == "bash" and split_spec(settings["model_name"])[0] == "embedded"
    most_tokens = settings["max_tokens"] or (MOST_TOKENS_EMBEDDED if is_slow else MOST_TOKENS)
    sampling = Sampling(
        settings["samples"], settings["temperature"], max_tokens=most_tokens, seed=settings["seed"]
    )
    return Question(task, sampling), " · for Python say --to python" if unclear else ""


def _model(name: str, task: Task) -> Model:
    from asmeant.models import load_model

    style = "mbpp" if task.scaffold.entry else ""
    return load_model(name, Prompting(style=style, shown="all"))


def _trier(task: Task) -> Trier:
    from asmeant.answers.commands import CommandTrier
    from asmeant.answers.programs import ProgramTrier
    from asmeant.execution import Place
    from asmeant.execution.folder import FolderRunner
    from asmeant.pipeline.preparation import make_sandbox

    if task.code_language == "bash":
        return CommandTrier(FolderRunner(_here()))
    return ProgramTrier(task, make_sandbox("", Place(), say))


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise DataError("The current directory is gone. Go to one that is there: cd") from None


def _heading(question: Question, model: Model) -> str:
    names = {"bash": "Bash", "python": "Python"}
    language = names[question.task.code_language]
    components = model.components([question.task]) if isinstance(model, HasComponents) else {}
    added = "".join(f" · {name}: {text}" for name, text in components.items())
    place = f" · tried in a view of {_here()}" if question.task.code_language == "bash" else ""
    return f"{language} · {model.name}{added}{place}"


@contextmanager
def _interruptible() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nStopped. Nothing was run for real.", err=True)
        sys.exit(INTERRUPTED)


def _collect(question: Question, model: Model, trier: Trier, console: Console, quiet: bool) -> list[Group]:
    """All groups, best first. On a terminal they are shown as they come, and once more when all are there."""
    from asmeant.answers import ask as ask_model
    from asmeant.answers import rank
    from asmeant.cli.ask_view import drawn, waiting

    answers = []
    groups: list[Group] = []
    language, count = question.task.code_language, question.sampling.count
    stream = ask_model(question, model, trier)
    if quiet or not console.is_terminal:
        groups = rank(stream)
    else:
        from rich.live import Live

        with Live(waiting(0, count), console=console, transient=True, refresh_per_second=8) as live:
            for answer in stream:
                answers.append(answer)
                groups = rank(answers)
                live.update(drawn(groups, language, waiting(len(answers), count)), refresh=True)
    if not quiet:
        console.print(drawn(groups, language))
    return groups
