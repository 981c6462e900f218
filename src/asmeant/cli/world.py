"""world: builds, lists, checks and removes the worlds in which candidates run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.console import progress, terminal
from asmeant.cli.groups import Group
from asmeant.errors import UsageError
from asmeant.records import to_json

if TYPE_CHECKING:
    from asmeant.execution.worlds import Built
    from asmeant.execution.worlds.commands import BuiltCommands

python_option = click.option(
    "--python-version", "version", help="For this Python, such as 3.11. Default: the world's first."
)
PYTHON_ONLY = ("--python-version", "--python", "--installer")
COMMANDS_ONLY = ("--mirror", "--lock")


@click.group(cls=Group)
def world() -> None:
    """Build, list, check and remove worlds.

    A world is an environment in which the candidates of a benchmark run, separate from asmeant's own. `odex`
    is one of Python libraries, `bash` is one of the utilities that commands call.

    \b
      asmeant world build odex
      asmeant world build bash
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
@click.option(
    "--mirror",
    "mirrors",
    multiple=True,
    metavar="URL",
    help="For bash: fetch packages from this mirror or folder, the place above 'pool/'. Can be repeated. "
    "Default: this machine's apt sources.",
)
@click.option(
    "--lock",
    type=click.Path(path_type=Path),
    help="For bash: the exact packages, as made by `asmeant world lock`. Default: the ones of asmeant.",
)
@click.option("--fresh", is_flag=True, help="Build again from scratch, even if it is built.")
@options.json_option
def build(
    name: str,
    version: str | None,
    python: Path | None,
    installer: str | None,
    mirrors: tuple[str, ...],
    lock: Path | None,
    fresh: bool,
    as_json: bool,
) -> None:
    """Build a world. Continues an interrupted build."""
    if _is_for_commands(name):
        _refuse(name, PYTHON_ONLY, (version, python, installer))
        place: Built | BuiltCommands = _build_commands(mirrors, lock, fresh, as_json)
    else:
        _refuse(name, COMMANDS_ONLY, (mirrors, lock))
        place = _build_python(name, version, python, installer, fresh, as_json)
    if as_json:
        click.echo(to_json({"world": name, "home": str(place.home), "label": place.label}))
    else:
        click.echo(f"{place.label} is in {place.home}")


def _build_python(
    name: str, version: str | None, python: Path | None, installer: str | None, fresh: bool, quiet: bool
) -> Built:
    from asmeant.execution.worlds import find_world
    from asmeant.execution.worlds.build import build as make

    declared = find_world(name)
    version = _version(name, declared.pythons, version)
    with _telling(name, len(declared.packages(version)), quiet) as tell:
        return make(
            declared,
            version,
            python=str(python) if python else None,
            installer=installer,
            fresh=fresh,
            progress=tell,
        )


def _build_commands(mirrors: tuple[str, ...], lock: Path | None, fresh: bool, quiet: bool) -> BuiltCommands:
    from asmeant.execution.worlds.commands import bash_world
    from asmeant.execution.worlds.debian.build import Sources
    from asmeant.execution.worlds.debian.build import build as make
    from asmeant.execution.worlds.debian.lock import read_lock

    declared = bash_world()
    count = len((read_lock(lock) if lock else declared.lock()).packages)
    with _telling(declared.name, 2 * count, quiet) as tell:  # each package is downloaded and unpacked
        return make(declared, Sources(mirrors, lock), fresh=fresh, progress=tell)


@contextmanager
def _telling(name: str, total: int, quiet: bool) -> Iterator[Callable[[int, int, str], None]]:
    done = 0
    with progress(f"building {name}", total, quiet=quiet) as bar:

        def tell(count: int, _total: int, note: str) -> None:
            nonlocal done
            bar.advance(count - done, note)
            done = count

        yield tell


@world.command()
@click.argument("name", type=click.Choice(["bash"]))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@options.json_option
def lock(name: str, file: Path, as_json: bool) -> None:
    """Write a lock of the packages that this machine's apt sources have now.

    For a system whose sources lack the versions in asmeant's own lock. Nothing is installed.

    \b
      asmeant world lock bash my.lock
      asmeant world build bash --lock my.lock
    """
    from asmeant.execution.worlds.commands import command_worlds
    from asmeant.execution.worlds.debian.build import make_lock

    new_lock = make_lock(command_worlds()[name])
    file.write_text(str(new_lock), "utf-8")
    if as_json:
        click.echo(to_json({"lock": str(file), "sum": new_lock.sum, "packages": len(new_lock.packages)}))
    else:
        size = f"{new_lock.size / 1e6:,.0f} MB to fetch"
        click.echo(f"{file}: {len(new_lock.packages)} packages of {new_lock.system}, {size}")


@world.command("list")
@options.json_option
def list_(as_json: bool) -> None:
    """List all worlds, and whether they are built."""
    rows = [*_python_rows(), *_command_rows()]
    if as_json:
        click.echo(to_json(rows))
        return
    console = terminal()
    for row in rows:
        kind = f"Python {row['python']}" if row["python"] else "commands"
        console.print(f"[bold]{row['world']}[/]  {kind}: {row['state']}. {row['about']}")
        console.print(f"    {row['home']}", soft_wrap=True)


def _python_rows() -> Iterator[dict[str, str]]:
    from asmeant.execution.worlds import worlds
    from asmeant.execution.worlds.build import home_of, state

    for declared in worlds().values():
        for version in declared.pythons:
            yield {
                "world": declared.name,
                "python": version,
                "state": state(declared, version),
                "home": str(home_of(declared, version)),
                "about": declared.about,
            }


def _command_rows() -> Iterator[dict[str, str]]:
    from asmeant.execution.worlds.commands import command_worlds, state

    for declared in command_worlds().values():
        yield {
            "world": declared.name,
            "python": "",
            "state": state(declared),
            "home": str(declared.home),
            "about": declared.about,
        }


@world.command()
@click.argument("name")
@python_option
@options.json_option
def check(name: str, version: str | None, as_json: bool) -> None:
    """Check that a world is as it was built. The exit status is 1 if it is not."""
    from asmeant.execution.worlds import built, find_world
    from asmeant.execution.worlds.build import problems
    from asmeant.execution.worlds.commands import built_commands
    from asmeant.execution.worlds.debian.build import problems as problems_of_commands

    place: Built | BuiltCommands
    if _is_for_commands(name):
        _refuse(name, PYTHON_ONLY, (version,))
        place = built_commands()
        faults = problems_of_commands(place)
    else:
        place = built(name, _version(name, find_world(name).pythons, version))
        faults = problems(place)
    if as_json:
        click.echo(to_json({"world": name, "label": place.label, "problems": faults}))
    else:
        for fault in faults:
            click.echo(fault)
        cure = f"Build it again: asmeant world build {name} --fresh"
        click.echo(cure if faults else f"{place.label} is sound: {len(place.packages())} packages.")
    sys.exit(1 if faults else 0)


@world.command()
@click.argument("name")
@python_option
@options.json_option
def remove(name: str, version: str | None, as_json: bool) -> None:
    """Remove a world, and the files of its unfinished builds."""
    from asmeant.execution.worlds import find_world
    from asmeant.execution.worlds.build import remove as remove_python
    from asmeant.execution.worlds.commands import bash_world
    from asmeant.execution.worlds.debian.build import remove as remove_commands

    if _is_for_commands(name):
        _refuse(name, PYTHON_ONLY, (version,))
        paths = remove_commands(bash_world())
    else:
        declared = find_world(name)
        paths = remove_python(declared, _version(name, declared.pythons, version))
    if as_json:
        click.echo(to_json([str(path) for path in paths]))
    else:
        click.echo(
            "\n".join(f"removed {path}" for path in paths) or f"{name} is not built: nothing to remove."
        )


def _is_for_commands(name: str) -> bool:
    from asmeant.execution.worlds.world import COMMANDS

    return name == COMMANDS


def _refuse(name: str, names: tuple[str, ...], values: tuple[object, ...]) -> None:
    for option, value in zip(names, values, strict=False):
        if value:
            raise UsageError(f"{option} has no effect for the world '{name}'. Leave it out.")


def _version(name: str, versions: tuple[str, ...], requested: str | None) -> str:
    if requested is not None and requested not in versions:
        raise UsageError(
            f"The world '{name}' has no lock for Python {requested}. There is one for: {', '.join(versions)}"
        )
    return requested or versions[0]
