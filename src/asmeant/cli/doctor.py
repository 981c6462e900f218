"""doctor: reports what works on this machine, and how to fix what does not."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator

import click

from asmeant.cli import options
from asmeant.errors import SandboxError
from asmeant.execution.diagnosis import Finding, examine
from asmeant.records import to_json

EXTRAS = (
    ("xllamacpp", "embedded", "the models embedded and gguf"),
    ("transformers", "hf", "the models hf"),
    ("torch", "train", "asmeant train, and the models trained"),
    ("nltk", "metrics", "METEOR and CodeBLEU"),
    ("duckdb", "sql", "asmeant sql"),
    ("starlette", "web", "asmeant serve"),
    ("sqlalchemy", "author", "projects of asmeant author"),
    ("spacy", "lengths", "words of intents"),
)


@click.command()
@options.json_option
def doctor(as_json: bool) -> None:
    """Report what works on this machine, and how to fix what does not.

    The exit status is 6 if the sandbox cannot run.
    """
    findings = [*examine(), *_extras()]
    if as_json:
        click.echo(to_json(findings))
    else:
        for finding in findings:
            mark = click.style("✓", fg="green") if finding.well else click.style("✗", fg="red")
            click.echo(f"{mark} {finding.what}: {finding.found}")
            if not finding.well:
                click.echo(f"    {finding.cure}")
    stands = all(finding.well for finding in findings if finding.what == "sandbox")
    sys.exit(0 if stands else SandboxError.exit_code)


def _extras() -> Iterator[Finding]:
    from importlib.util import find_spec

    yield Finding("Python", True, f"{platform.python_version()} at {sys.executable}")
    for module, extra, use in EXTRAS:
        is_installed = find_spec(module) is not None
        state = f"{module} is {'' if is_installed else 'not '}installed, for {use}"
        yield Finding(f"extra '{extra}'", is_installed, state, f"pip install 'asmeant[{extra}]'")
