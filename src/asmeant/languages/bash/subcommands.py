"""The use of a utility with subcommands (git, docker, ...) -> what it does and what is lost by it. Pure."""

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


# ruff: noqa: E501
# What a subcommand does, and what its flags mean.
MEANINGS: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "git": {
        "add": ("mark changes for the next commit", {"-A": "all of them", "-p": "ask for each", "-u": "of known files"}),
        "branch": ("list or make branches", {"-a": "also remote ones", "-d": "delete one", "-D": "delete one, merged or not"}),
        "checkout": ("go to a branch, or bring files back", {"-b": "make the branch"}),
        "clone": ("copy a repository", {"--depth": "only so many commits", "-b": "this branch"}),
        "commit": ("record the marked changes", {"-m": "with this message", "-a": "mark all changes first", "--amend": "in place of the last commit"}),
        "diff": ("show changes", {"--cached": "those that are marked", "--staged": "those that are marked", "--stat": "only how many lines"}),
        "fetch": ("get new commits, and merge nothing", {"--all": "from everywhere", "--prune": "forget branches that are gone"}),
        "init": ("make a repository", {"--bare": "without files to work on"}),
        "log": ("show commits", {"--oneline": "one on each line", "-n": "so many", "--graph": "as a graph", "-p": "with their changes"}),
        "merge": ("bring another branch into this one", {"--no-ff": "always with a commit of its own"}),
        "pull": ("get new commits and merge them", {"--rebase": "put own commits on top"}),
        "push": ("send commits", {"-u": "and remember where", "-f": "over what is there", "--force": "over what is there", "--tags": "with tags"}),
        "rebase": ("put commits on top of others", {"-i": "after editing the list"}),
        "reset": ("go back to a commit", {"--hard": "and throw changes away", "--soft": "and keep all changes marked", "--mixed": "and keep changes"}),
        "stash": ("put changes aside", {}),
        "status": ("show what is changed", {"-s": "in short", "--short": "in short"}),
        "tag": ("list or make tags", {"-a": "with a message", "-d": "delete one"}),
    },
    "docker": {
        "build": ("make an image", {"-t": "called so", "-f": "from this file", "--no-cache": "without what was kept"}),
        "exec": ("run a command in a container", {"-i": "with standard input", "-t": "with a terminal", "-it": "with a terminal"}),
        "images": ("list images", {"-a": "all of them", "-q": "only their numbers"}),
        "logs": ("show what a container prints", {"-f": "and go on", "--tail": "only the last lines"}),
        "ps": ("list containers", {"-a": "also those that ended", "-q": "only their numbers"}),
        "pull": ("download an image", {}),
        "rm": ("delete containers", {"-f": "also running ones", "-v": "with their volumes"}),
        "rmi": ("delete images", {"-f": "in any case"}),
        "run": ("start a container", {"-d": "in the background", "-p": "with this port", "-v": "with this folder", "--rm": "and delete it afterwards", "-it": "with a terminal", "-e": "with this variable", "--name": "called so"}),
        "stop": ("end containers", {"-t": "after so many seconds"}),
    },
    "kubectl": {
        "apply": ("make the cluster as a file says", {"-f": "this file"}),
        "delete": ("remove things from the cluster", {"-f": "those of this file", "--all": "all of them"}),
        "describe": ("show details", {"-n": "in this namespace"}),
        "exec": ("run a command in a container", {"-it": "with a terminal", "-n": "in this namespace"}),
        "get": ("list things", {"-n": "in this namespace", "-o": "in this form", "-A": "in all namespaces"}),
        "logs": ("show what a container prints", {"-f": "and go on"}),
    },
    "systemctl": {
        "daemon-reload": ("read the settings of services again", {}),
        "disable": ("no longer start a service with the machine", {"--now": "and stop it"}),
        "enable": ("start a service with the machine", {"--now": "and now"}),
        "restart": ("stop a service and start it again", {}),
        "start": ("start a service", {}),
        "status": ("say how a service is", {}),
        "stop": ("stop a service", {}),
    },
    "apt": {
        "install": ("install packages", {"-y": "without asking"}),
        "purge": ("remove packages with their settings", {"-y": "without asking"}),
        "remove": ("remove packages", {"-y": "without asking"}),
        "update": ("fetch the list of packages", {}),
        "upgrade": ("install newer versions of packages", {"-y": "without asking"}),
    },
    "npm": {
        "install": ("install packages", {"-g": "for the whole machine", "--save-dev": "for development", "-D": "for development"}),
        "run": ("run a script of the project", {}),
        "uninstall": ("remove packages", {"-g": "from the whole machine"}),
    },
}  # fmt: skip
MEANINGS["apt-get"] = MEANINGS["apt"]


def subcommand(call: Call) -> tuple[str, str, dict[str, str]] | None:
    """The subcommand of a call, what it does, and what its flags mean; None where it is not known."""
    known = MEANINGS.get(call.name, {})
    name = next((word.value for word in call.arguments), "")
    return (name, *known[name]) if name in known else None


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
