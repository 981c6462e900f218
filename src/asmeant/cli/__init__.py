"""The command line. Each command is imported when it is used, so that `--help` is fast."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shlex
import sys
from importlib import import_module

import click

from asmeant import __version__
from asmeant.cli.console import say
from asmeant.cli.groups import Group
from asmeant.errors import AsmeantError, MistakenWordError, UsageError

VERBS = {
    "ask": ("ask", "Ask for a command or a program, and see each answer tested before it is shown."),
    "demo": ("demo", "Watch a small language model answer in four languages, and see each answer run."),
    "run": ("run", "Ask a model, run its answers and score them."),
    "sweep": ("sweep", "Run every combination of several settings, and print a table."),
    "generate": ("run", "Ask a model for candidates; nothing is run."),
    "prompt": ("prompt", "Show the prompt of a task, without asking a model."),
    "judge": ("run", "Run and judge the candidates of a run that are not judged yet."),
    "judge-file": ("judge_file", "Judge code without a model: JSON lines in, JSON lines out."),
    "score": ("run", "Compute the scores of a run again."),
    "report": ("show", "Print the scores of one or more runs, or write them to a file."),
    "compare": ("compare", "Compare runs on the same tasks: differences, p-values, tasks that flipped."),
    "leaderboard": ("leaderboard", "Rank all systems of several runs, together with those of the papers."),
    "analyse": ("analyse", "Analyse runs: libraries, errors, variants, translators ..."),
    "sql": ("sql", "Query runs in SQL."),
    "show": ("show", "Show one task of a run: its candidates, their verdicts and the reasons."),
    "serve": ("serve", "Look at runs in a browser, and judge code by an API."),
    "export": ("export", "Write the pages of runs as files that open from disk."),
    "list": ("listing", "List runs, tasks, datasets, models, prompts, metrics or sandboxes."),
    "audit": ("data", "Check a dataset: references must pass, an empty answer must fail."),
    "judgement": ("judgement", "Summarize human judgement of candidates: accuracy, agreement, errors."),
    "agree": ("judgement", "Measure how well metrics predict human judgement: AUC, precision, recall."),
    "corpus": (
        "corpus",
        "Filter, clean, split and count pairs of intents and commands, or make files for them.",
    ),
    "author": ("author", "Make a benchmark with others; find weak checks, and accept every right answer."),
    "translate": ("translate", "Translate the intents of a dataset, with their names and literals kept."),
    "bash": ("bash", "Explain, parse, try and compare Bash commands."),
    "train": ("train", "Train a system of the papers, to use it as a model."),
    "doctor": ("doctor", "Report what works on this machine, and how to fix what does not."),
    "world": ("world", "Build, list, check and remove worlds: the environments in which candidates run."),
    "recompute": (
        "recompute",
        "Recompute a paper's figures about its data, and compare them with the published ones.",
    ),
    "published": ("published", "Print the tables of the papers, and the commands that compute the same."),
    "fetch": ("data", "Download a dataset from its public source into the cache."),
}


# The help text of each command. A command that is in no group is listed below the groups.
GROUPS = {
    "Ask": "ask",
    "Evaluate": "demo run sweep generate judge judge-file score",
    "Look": "report show serve export prompt compare leaderboard analyse sql judgement agree recompute "
    "published list",
    "Make": "audit corpus author translate",
    "Train": "train",
    "Bash": "bash",
    "Set up": "doctor fetch world",
}


# Errors of the operating system about a path that the user named.
PATH_ERRORS = (errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR)


class Verbs(Group):
    def kind(self, context: click.Context) -> str:
        return "command"

    def list_commands(self, context: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        module = import_module(f"asmeant.cli.{VERBS[name][0]}")
        command: click.Command = getattr(module, "list_" if name == "list" else name.replace("-", "_"))
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        groups = {title: [name for name in names.split() if name in VERBS] for title, names in GROUPS.items()}
        grouped = {name for names in groups.values() for name in names}
        groups["More"] = [name for name in VERBS if name not in grouped]
        width = max(map(len, VERBS))
        for title, names in groups.items():
            if names:
                with formatter.section(title):
                    formatter.write_dl([(name.ljust(width), VERBS[name][1]) for name in names])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="asmeant")
def asmeant() -> None:
    """Does the code do as meant?

    A person says what they want in English, Spanish, Japanese or Russian, a model writes Python or Bash,
    and asmeant runs the code to find out whether it does what was meant.

    \b
      asmeant demo
      asmeant run sample --model embedded --samples 3
      asmeant run odex --lang es --model openai:NAME@http://localhost:8000/v1 --samples 10
      asmeant report runs/...
    """


def main() -> None:
    """Runs a command. Errors of asmeant are one line and an exit status; any other exception is a bug."""
    # Warnings of the library, such as those about retries, look like our own messages.
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(logging.Formatter("asmeant: %(message)s"))
    try:
        # Without standalone mode, click returns the status of `context.exit`.
        if status := asmeant(standalone_mode=False):
            sys.exit(status)
    except click.Abort:
        _interrupted()
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except AsmeantError as error:
        say(str(error))
        if isinstance(error, MistakenWordError):
            click.echo(f"Try: {_corrected(error, sys.argv[1:])}", err=True)
        _leave(error.exit_code)
    except KeyboardInterrupt:
        _interrupted()
    except BrokenPipeError:
        _leave(0)  # whoever reads our output has closed it
    except OSError as error:
        if error.filename is None or error.errno not in PATH_ERRORS:
            raise
        say(f"{error.filename} cannot be used: {error.strerror}. Check the path, or its permissions.")
        _leave(UsageError.exit_code)


def _corrected(error: MistakenWordError, words: list[str]) -> str:
    """The command line with the mistaken word corrected, whether it is alone or in OPTION=WORD."""
    for number, word in enumerate(words):
        option, is_pair, value = word.partition("=")
        if word == error.word or (is_pair and value == error.word):
            replacement = f"{option}={error.replacement}" if word != error.word else error.replacement
            return shlex.join(["asmeant", *words[:number], replacement, *words[number + 1 :]])
    return error.replacement


def _interrupted() -> None:
    click.echo(
        "\nasmeant: interrupted. What a run has finished is kept: the same command continues from there.",
        err=True,
    )
    _leave(130)


def _leave(status: int) -> None:
    """Exits at once: threads that still wait for a program must not delay the exit."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    os._exit(status)
