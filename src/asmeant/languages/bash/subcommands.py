"""A call of a utility with subcommands (git, docker, ...) -> what it does and what is lost. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from asmeant.languages.bash.command import Argument, Call, Flag, Operator


@dataclass(frozen=True, slots=True)
class Loss:
    """A subcommand, the words of which one must occur, and what is lost then."""

    command: str
    words: frozenset[str]
    text: str


def _loss(command: str, words: str, text: str) -> Loss:
    return Loss(command, frozenset(words.split()), text)


LOSSES: dict[str, tuple[Loss, ...]] = {
    "git": (
        _loss("reset", "--hard", "git reset --hard throws away all changes that are not committed"),
        _loss("clean", "-f -fd -df -fdx -xdf --force", "git clean deletes files that git does not know"),
        _loss("push", "-f --force", "git push --force throws away what others have pushed"),
        _loss("branch", "-D", "git branch -D deletes a branch, also where its commits are nowhere else"),
        _loss("checkout", "-- .", "git checkout of files throws away their changes"),
        _loss("stash", "drop clear", "git stash throws away what was put aside"),
    ),
    "docker": (
        _loss("rm", "-f --force", "docker rm -f ends a running container and deletes it"),
        _loss("system", "prune", "docker system prune deletes all that is not in use"),
        _loss("volume", "rm prune", "docker deletes volumes with their data"),
    ),
    "kubectl": (_loss("delete", "", "kubectl delete removes what runs in the cluster"),),
    "apt": (_loss("purge", "", "apt purge removes packages with their settings"),),
    "apt-get": (_loss("purge", "", "apt-get purge removes packages with their settings"),),
}
ALIASES = {"apt-get": "apt", "pip3": "pip"}


@dataclass(frozen=True, slots=True)
class Subcommand:
    """Its name of one or two words, what it does, what its flags mean, and which of them take a value."""

    name: str
    does: str
    flags: Mapping[str, str]
    valued: frozenset[str]


@cache
def _descriptions() -> Mapping[str, Mapping[str, Subcommand]]:
    text = files(__package__).joinpath("subcommands.toml").read_text(encoding="utf-8")
    described = {
        utility: {name: _described(name, entry) for name, entry in entries.items()}
        for utility, entries in tomllib.loads(text).items()
    }
    return described | {alias: described[name] for alias, name in ALIASES.items()}


def _described(name: str, entry: Mapping[str, Any]) -> Subcommand:
    names = {flag.partition(" ")[0]: flag for flag in entry["flags"]}
    flags = {short: entry["flags"][flag] for short, flag in names.items()}
    return Subcommand(
        name, entry["does"], flags, frozenset(short for short, flag in names.items() if " " in flag)
    )


def subcommand(call: Call) -> Subcommand | None:
    """The subcommand of a call; None if it is unknown."""
    descriptions = _descriptions().get(call.name, {})
    words = [word.value for word in call.arguments[:2]]
    return descriptions.get(" ".join(words)) or descriptions.get(" ".join(words[:1]))


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a subcommand: the meaning of each flag with its value, and the other arguments."""

    does: str
    details: tuple[str, ...]
    arguments: tuple[Argument, ...]


def use(call: Call, description: Subcommand) -> Use:
    details, arguments = [], []
    waiting = ""
    for part in call.parts:
        if isinstance(part, Flag):
            waiting = ""
            for name in _names(part, description):
                value = " ".join(word.text for word in part.arguments if isinstance(word, Argument))
                details.append(description.flags[name] + (f": {value}" if value else ""))
                waiting = name if name in description.valued and not value else ""
        elif isinstance(part, Argument) and waiting:
            details[-1] += f": {part.text}"
            waiting = ""
        elif isinstance(part, Argument):
            arguments.append(part)
    return Use(description.does, tuple(details), tuple(arguments[len(description.name.split()) :]))


def _names(flag: Flag, description: Subcommand) -> Iterator[str]:
    """The flags in a word that have a meaning here: `-am` is `-a -m`."""
    if flag.name in description.flags:
        yield flag.name
    elif re.fullmatch(r"-\w+", flag.name) and all(
        f"-{letter}" in description.flags for letter in flag.name[1:]
    ):
        yield from (f"-{letter}" for letter in flag.name[1:])


def losses(call: Call) -> Iterator[str]:
    """What a call discards."""
    words = {_written(part) for part in call.parts}
    for loss in LOSSES.get(call.name, ()):
        if loss.command in words and (not loss.words or loss.words & words):
            yield loss.text


def _written(part: Argument | Flag | Operator | Call) -> str:
    match part:
        case Argument():
            return part.value
        case Flag():
            return part.written or part.name
        case Operator():
            return part.text
    return part.name
