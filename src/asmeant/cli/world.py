"""world: build, list, check and remove the worlds in which candidates run."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from asmeant.cli import options
from asmeant.cli.console import progress, terminal
from asmeant.cli.groups import Group
from asmeant.errors import UsageError
from asmeant.records import to_json

python_option = click.option(
    "--python-version", "version", help="For this Python, such as 3.11. Default: the world's first."
)


@click.group(cls=Group)
def world() -> None:
    """Build, list, check and remove worlds.

    A world is an environment in which the candidates of a benchmark run, separate from asmeant's own.

    \b
      asmeant world build odex
      asmeant world check odex
    """


@world.command()
@click.argument("name")
@python_option
@click.option(
    "--python", type=click.Path(path_type=Path), help="Build with this Python instead of searching for one."
)
@click.option(
    "--installer", type=click.Choice(["uv", "pip"]), help="Default: uv if it is installed, else pip."
)
@click.option("--fresh", is_flag=True, help="Build again from scratch, even if it is built.")
@options.json_option
def build(
    name: str, version: str | None, python: Path | None, installer: str | None, fresh: bool, as_json: bool
) -> None:
    """Build a world. Continues an interrupted build."""
    from asmeant.execution.worlds import find_world
    from asmeant.execution.worlds.build import build as make

    found = find_world(name)
    wanted = _version(name, found.pythons, version)
    done = 0
    with progress(f"building {name}", len(found.packages(wanted)), quiet=as_json) as bar:

        def tell(count: int, _total: int, note: str) -> None:
            nonlocal done
            bar.advance(count - done, note)
            done = count

        place = make(
            found,
            wanted,
            python=str(python) if python else None,
            installer=installer,
            fresh=fresh,
            progress=tell,
        )
    if as_json:
        click.echo(to_json({"world": name, "home": str(place.home), "label": place.label}))
    else:
        click.echo(f"{place.label} is in {place.home}")


@world.command("list")
@options.json_option
def list_(as_json: bool) -> None:
    """List all worlds, and whether they are built."""
    from asmeant.execution.worlds import worlds
    from asmeant.execution.worlds.build import home_of, state

    rows = [
        {
            "world": found.name,
            "python": version,
            "state": state(found, version),
            "home": str(home_of(found, version)),
            "about": found.about,
        }
        for found in worlds().values()
        for version in found.pythons
    ]
    if as_json:
        click.echo(to_json(rows))
        return
    console = terminal()
    for row in rows:
        console.print(f"[bold]{row['world']}[/]  Python {row['python']}: {row['state']}. {row['about']}")
        console.print(f"    {row['home']}", soft_wrap=True)


@world.command()
@click.argument("name")
@python_option
@options.json_option
def check(name: str, version: str | None, as_json: bool) -> None:
    """Check that a world is as it was built. The exit status is 1 if it is not."""
    from asmeant.execution.worlds import built, find_world
    from asmeant.execution.worlds.build import problems

    place = built(name, _version(name, find_world(name).pythons, version))
    found = problems(place)
    if as_json:
        click.echo(to_json({"world": name, "label": place.label, "problems": found}))
    else:
        for problem in found:
            click.echo(problem)
        cure = f"Build it again: asmeant world build {name} --fresh"
        click.echo(cure if found else f"{place.label} is sound: {len(place.packages())} packages.")
    sys.exit(1 if found else 0)


@world.command()
@click.argument("name")
@python_option
@options.json_option
def remove(name: str, version: str | None, as_json: bool) -> None:
    """Remove a world, and the files of its unfinished builds."""
    from asmeant.execution.worlds import find_world
    from asmeant.execution.worlds.build import remove as take_away

    found = find_world(name)
    gone = take_away(found, _version(name, found.pythons, version))
    if as_json:
        click.echo(to_json([str(path) for path in gone]))
    else:
        click.echo(
            "\n".join(f"removed {path}" for path in gone) or f"{name} is not built: nothing to remove."
        )


def _version(name: str, known: tuple[str, ...], given: str | None) -> str:
    if given is not None and given not in known:
        raise UsageError(
            f"The world '{name}' has no lock for Python {given}. There is one for: {', '.join(known)}"
        )
    return given or known[0]
