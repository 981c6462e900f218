"""The use of a utility with subcommands (git, docker, ...) -> what is lost by it, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asmeant.languages.bash.command import Argument, Call, Flag, Operator


@dataclass(frozen=True, slots=True)
class Loss:
    """A subcommand, the words of which one must be there, too, and what is lost then."""

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


def losses(call: Call) -> Iterator[str]:
    """What a call throws away, where it does."""
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
