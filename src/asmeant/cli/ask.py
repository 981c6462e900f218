"""ask: code for an intent, tried out before it is shown. It runs for real only if the user confirms."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import flags, numbers
from asmeant.cli.ask_choice import INTERRUPTED, can_be_asked, offer, run_for_real
from asmeant.cli.ask_keys import SHELLS, install_key
from asmeant.cli.ask_letters import harmless_json
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
# The user waits for the first answer, so the embedded model writes no more than a short command or function
# needs.
FOR_PYTHON = " · for Python, add --to python"
MOSTLY_ENGLISH = " · this model mainly knows English: ask in English, or use another --model"
MOST_TOKENS, MOST_TOKENS_EMBEDDED = 512, {"bash": 64, "python": 192}


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
@click.option(
    "--samples", type=numbers.SAMPLES, default=5, show_default=True, help="Number of answers to ask for."
)
@click.option("--temperature", type=numbers.TEMPERATURE, default=0.8, show_default=True)
@click.option(
    "--max-tokens",
    type=numbers.MAX_TOKENS,
    help="Per answer. Default: 512; for the embedded model 64 in Bash, 192 in Python.",
)
@flags.seed_option
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
@flags.json_option
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
    with _interruptible():
        _answer(text, settings, as_json)


def _answer(text: str, settings: dict[str, Any], as_json: bool) -> None:
    from asmeant.answers.asking import getting_ready
    from asmeant.cli.ask_view import Lines

    question, note = _question(text, settings)
    language = question.task.code_language
    if settings["run_best"] and language != "bash":
        raise UsageError(
            "Only Bash answers can be run from here (--run), but this one is Python. Leave it out."
        )
    folder, command = _here(), None
    model = _model(settings["model_name"], question.task)
    with getting_ready(question, model), closing(_trier(question.task, folder)) as trier:
        console = terminal(error=settings["pick"])
        if not console.is_terminal:
            console.width = UNBROKEN  # do not wrap lines of a file
        if not as_json:
            console.print(Lines(visible(_heading(question, model, folder) + note), "", "  ", "dim"))
        groups = _collect(question, model, trier, console, quiet=as_json)
        if as_json:
            answers = {"intent": text, "code_language": language, "model": model.name, "answers": groups}
            click.echo(harmless_json(to_json(answers)))
        if settings["run_best"] or settings["pick"] or (not as_json and can_be_asked(language)):
            command = offer(groups, settings, console, trier, folder)
    if command is not None:
        sys.exit(run_for_real(command))


def _check(text: str, settings: dict[str, Any], as_json: bool) -> None:
    if not text:
        raise UsageError('There is nothing to ask. Say what you want: asmeant ask "find large files"')
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise UsageError("The intent is not UTF-8 text. Encode it as UTF-8.")
    if settings["pick"] and (settings["run_best"] or as_json):
        raise UsageError("--pick prints a command instead of running it. Leave out --run and --json.")


def _question(text: str, settings: dict[str, Any]) -> tuple[Question, str]:
    """The question, and notes for the user on how it was understood."""
    from asmeant.answers.asking import Question
    from asmeant.answers.guessing import code_language
    from asmeant.models import split_spec

    guess = code_language(text)
    language = settings["to"] or ("python" if settings["examples"] else guess or "bash")
    is_unclear = not settings["to"] and not settings["examples"] and not guess
    if settings["examples"] and language != "python":
        raise UsageError("Examples (--example) are for Python code. Leave out --to bash, or the examples.")
    is_slow = split_spec(settings["model_name"])[0] == "embedded"
    most_tokens = settings["max_tokens"] or (MOST_TOKENS_EMBEDDED[language] if is_slow else MOST_TOKENS)
    sampling = Sampling(
        settings["samples"], settings["temperature"], max_tokens=most_tokens, seed=settings["seed"]
    )
    task = _task(text, language, settings["examples"])
    notes = (
        FOR_PYTHON if is_unclear else "",
        MOSTLY_ENGLISH if is_slow and task.intent_language != "en" else "",
    )
    return Question(task, sampling), "".join(notes)


def _task(text: str, language: str, words: tuple[str, ...]) -> Task:
    from asmeant.answers.guessing import intent_language

    if language == "bash":
        return Task("ask", text, intent_language(text), "bash")
    from asmeant.answers.programs import example_task, read_examples

    return example_task(text, intent_language(text), read_examples(words))


def _model(name: str, task: Task) -> Model:
    from asmeant.models import load_model

    style = "mbpp" if task.scaffold.entry else ""
    return load_model(name, Prompting(style=style, shown="all"))


def _trier(task: Task, folder: Path) -> Trier:
    if task.code_language == "bash":
        from asmeant.answers.commands import CommandTrier
        from asmeant.execution.folder import FolderRunner

        return CommandTrier(FolderRunner(folder))
    from asmeant.answers.programs import ProgramTrier
    from asmeant.execution import Place
    from asmeant.pipeline.preparation import make_sandbox

    return ProgramTrier(task, make_sandbox("", Place(), say))


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise DataError("The current directory does not exist any more. Change to another one: cd") from None


def _heading(question: Question, model: Model, folder: Path) -> str:
    names = {"bash": "Bash", "python": "Python"}
    language = names[question.task.code_language]
    components = model.components([question.task]) if isinstance(model, HasComponents) else {}
    added = "".join(f" · {name}: {text}" for name, text in components.items())
    place = f" · tried in a view of {folder}" if question.task.code_language == "bash" else ""
    return f"{language} · {model.name}{added}{place}"


@contextmanager
def _interruptible() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nStopped. Nothing was run for real.", err=True)
        sys.exit(INTERRUPTED)


def _collect(question: Question, model: Model, trier: Trier, console: Console, quiet: bool) -> list[Group]:
    """All groups, best first. On a terminal, they are shown as they arrive, and again at the end."""
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
            # Lines that have scrolled off the screen cannot be erased.
            live.update(waiting(len(answers), count), refresh=True)
    if not quiet:
        console.print(drawn(groups, language))
    return groups
