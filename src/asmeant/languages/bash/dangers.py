"""Typed command tree -> dangers: what destroys or leaks data.

Dangers are warnings for a person. A command without dangers is not necessarily safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from asmeant.languages.bash.command import (
    Argument,
    Block,
    Call,
    Inner,
    Node,
    Operator,
    Pipe,
    Redirected,
    Sequence,
    calls,
    walk,
)
from asmeant.languages.bash.danger import Danger, destroys, leaks
from asmeant.languages.bash.leaks import secrets, sends
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.subcommands import losses
from asmeant.languages.bash.understanding import understand

__all__ = ["Danger", "dangers"]

EVERYTHING = frozenset(
    {"/", "/*", "~", "~/", "~/*", "$HOME", "$HOME/", "$HOME/*", ".", "./", "..", "*", "./*", ".*"}
)
DEVICE = re.compile(r"/dev/(?!null$|zero$|stdout$|stderr$|stdin$|tty$|fd/|shm/|u?random$|full$)")
MAYBE_EMPTY = re.compile(r"\$\{?\w+\}?/")
OPEN_MODE = re.compile(r"[0-7]?[0-7]*[2367]$|(a|o|ugo|[ugo]*o[ugo]*)?[+=][rxXst]*w")
READ_SCRIPTS = frozenset({"sh", "bash", "zsh", "dash", "ksh"})
SHELLS = READ_SCRIPTS | {"csh", "fish", "python", "python3", "perl", "ruby", "source", ".", "eval"}
HARMFUL = frozenset({"rm", "mv", "shred", "rmdir", "unlink", "chmod", "chown"})
SAFE_COPY = ("-n", "-i", "-b", "-u")


def dangers(tree: Sequence) -> list[Danger]:
    """The dangers, without duplicates, in the order of the source."""
    unique_dangers = {danger: None for node in walk(tree) for rule in RULES for danger in rule(node)}
    return sorted(unique_dangers, key=lambda danger: (danger.start, danger.end))


def _by_description(node: Node) -> Iterator[Danger]:
    """Effects that the description of a utility or flag declares."""
    if not isinstance(node, Call) or node.known is None:
        return
    if "destroys" in node.known.effects and node.name not in OWN_RULES:
        yield destroys(node, f"{node.name}: {node.known.does}")
    for flag in node.flags:
        if flag.known is None or flag.name in OWN_RULES:
            continue
        for kind in sorted(flag.known.effects & {"destroys", "leaks"}):
            needs_value = kind == "leaks" and flag.known.slots
            if not needs_value or flag.arguments:
                yield Danger(kind, flag.start, flag.end, f"{node.name} {flag.name}: {flag.known.does}")


def _rm(node: Node) -> Iterator[Danger]:
    if not isinstance(node, Call) or node.name != "rm":
        return
    recursive, force = node.flag("-r") is not None, node.flag("-f") is not None
    asks = node.flag("-i", "-I") is not None
    if recursive and not asks:
        qualifier = " without asking" if force else ""
        yield destroys(node, f"rm -r deletes whole directories{qualifier}, and nothing brings them back")
    elif not asks:
        yield destroys(node, "rm deletes files, and nothing brings them back")
    for argument in node.arguments:
        if argument.value in EVERYTHING and (recursive or "*" in argument.value):
            yield destroys(argument, f"{argument.text} is everything there")
        elif recursive and MAYBE_EMPTY.match(argument.value):
            yield destroys(argument, f"if the variable in {argument.text} is empty, this begins at /")


def _kill(node: Node) -> Iterator[Danger]:
    if not isinstance(node, Call) or node.name not in ("kill", "pkill", "killall"):
        return
    signal = node.flag("-s") or next((flag for flag in node.flags if flag.name == "-"), None)
    value = signal.arguments[0] if signal is not None and signal.arguments else None
    number = value.value if isinstance(value, Argument) else ""
    if any(argument.value == "-1" for argument in node.arguments):
        yield destroys(node, "kill with -1 reaches every process that the user may end")
    elif number in ("9", "KILL", "SIGKILL"):
        yield destroys(node, "signal 9 ends a process at once: what it has not saved is lost")
    elif number not in ("0",) and node.flag("-l", "-L") is None:
        yield destroys(node, f"{node.name} may end processes")


def _overwrites(node: Node) -> Iterator[Danger]:
    if isinstance(node, Redirected) and _replaces(node):
        target = node.target
        if DEVICE.match(target.value):
            yield destroys(node, f"writes over the device {target.value}")
        elif not target.value.startswith("/dev/"):
            yield destroys(node, f"overwrites {target.text} if it exists")
    elif isinstance(node, Call) and node.name in ("mv", "cp", "install") and node.flag(*SAFE_COPY) is None:
        if node.arguments:
            never = "" if node.name == "install" else "; with -n it never does"
            yield destroys(node, f"{node.name} overwrites files of the same name without asking{never}")
    elif isinstance(node, Call) and node.name == "tee" and node.flag("-a") is None:
        for argument in node.arguments:
            if not argument.value.startswith("/dev/"):
                yield destroys(
                    argument, f"tee overwrites {argument.text} if it exists; with -a it adds to it"
                )


def _empties_its_input(node: Node) -> Iterator[Danger]:
    """sort f > f: the shell empties the file before the command reads it."""
    if not isinstance(node, Pipe | Call):
        return
    runs = (
        [node]
        if isinstance(node, Call)
        else [command for command in node.commands if isinstance(command, Call)]
    )
    read = {
        argument.value for call in runs for argument in call.arguments if argument.type in ("File", "Path")
    }
    read |= {item.target.value for call in runs for item in call.redirections if item.operator == "<"}
    for call in runs:
        for item in call.redirections:
            if _replaces(item) and item.target.value in read:
                yield destroys(item, f"{item.target.text} is emptied before it is read")


def _replaces(node: Redirected) -> bool:
    return node.operator in (">", ">|", "&>") or (node.operator == ">&" and node.target.type == "File")


def _devices(node: Node) -> Iterator[Danger]:
    if isinstance(node, Call) and node.name == "dd":
        output = node.flag("of")
        if output is not None and isinstance(output.arguments[0], Argument):
            target = output.arguments[0]
            if target.value.startswith("/dev/") and not DEVICE.match(target.value):
                return
            target_kind = "the device" if DEVICE.match(target.value) else "the file"
            yield destroys(output, f"dd writes over {target_kind} {target.text}")


def _permissions(node: Node) -> Iterator[Danger]:
    if not isinstance(node, Call) or node.name not in ("chmod", "chown", "chgrp", "mkdir"):
        return
    everywhere = node.flag("-R") is not None
    modes = [part for part in (*node.arguments, *_values(node, "-m")) if part.type == "Permission"]
    for mode in modes:
        if OPEN_MODE.match(mode.value):
            yield leaks(mode, f"{mode.value} lets everyone change {'all of it' if everywhere else 'it'}")
        elif everywhere and node.name == "chmod":
            yield destroys(node, "chmod -R changes the permissions of all that is below")
    for argument in node.arguments:
        if everywhere and argument.value in ("/", "/*", "~", "/etc", "/usr"):
            yield destroys(argument, f"{node.name} -R on {argument.text} can make the system unusable")


def _values(node: Call, *names: str) -> Iterator[Argument]:
    flag = node.flag(*names)
    yield from (argument for argument in (flag.arguments if flag else ()) if isinstance(argument, Argument))


def _fork_bomb(node: Node) -> Iterator[Danger]:
    """A function that calls itself twice at once, in a pipeline or in the background."""
    if isinstance(node, Block) and node.kind == "function" and isinstance(node.pieces[0], Operator):
        name = node.pieces[0].text
        is_concurrent = any(
            isinstance(child, Pipe) or (isinstance(child, Sequence) and "&" in child.separators)
            for child in walk(node)
        )
        if is_concurrent and sum(call.name == name for call in calls(node)) > 1:
            yield destroys(
                node, f"a fork bomb: {name} starts itself again and again until the machine stops responding"
            )


def _runs_downloaded_code(node: Node) -> Iterator[Danger]:
    text = "runs what the network sends, unseen"
    if isinstance(node, Pipe):
        fetched = False
        for command in node.commands:
            if fetched and any(call.name in SHELLS for call in calls(command)):
                yield destroys(node, text)
            fetched = fetched or any(call.name in ("curl", "wget") for call in calls(command))
    elif isinstance(node, Call) and node.name in SHELLS:
        inner = (child for part in node.parts for child in walk(part) if isinstance(child, Inner))
        if any(
            child.kind != "script" and call.name in ("curl", "wget")
            for child in inner
            for call in calls(child)
        ):
            yield destroys(node, text)


def _script_as_input(node: Node) -> Iterator[Danger]:
    """bash <<< 'rm x', echo 'rm x' | sh: the script is in the command, but not as an argument."""
    if isinstance(node, Call) and node.name in READ_SCRIPTS:
        for item in node.redirections:
            if item.operator in ("<<<", "<<", "<<-"):
                yield from _of_script(item, item.document if item.document is not None else item.target.value)
    elif isinstance(node, Pipe):
        for before, after in zip(node.commands, node.commands[1:], strict=False):
            if isinstance(before, Call) and before.name in ("echo", "printf") and isinstance(after, Call):
                runner = after.nested if after.name == "sudo" and after.nested else after
                if runner.name in READ_SCRIPTS and not runner.arguments:
                    yield from _of_script(before, " ".join(part.value for part in before.arguments))


def _of_script(node: Node, script: str) -> Iterator[Danger]:
    try:
        inner = dangers(understand(script))
    except BashSyntaxError:
        return
    yield from (Danger(danger.kind, node.start, node.end, danger.text) for danger in inner)


def _splits_names(node: Node) -> Iterator[Danger]:
    """find | xargs rm: a name with a blank becomes two."""
    if not isinstance(node, Pipe):
        return
    for before, after in zip(node.commands, node.commands[1:], strict=False):
        if not (isinstance(before, Call) and isinstance(after, Call) and after.name == "xargs"):
            continue
        harmful = after.nested is not None and after.nested.name in HARMFUL
        if harmful and before.name in ("find", "ls", "locate") and after.flag("-0", "-d", "-I", "-i") is None:
            yield destroys(
                after,
                "xargs splits names at blanks, and then acts on other files: use find -print0 and xargs -0",
            )


def _edits_in_place(node: Node) -> Iterator[Danger]:
    if (
        isinstance(node, Call)
        and node.name == "sed"
        and (flag := node.flag("-i")) is not None
        and not flag.arguments
    ):
        yield destroys(flag, "sed -i changes the files themselves, and keeps no copy")
    elif isinstance(node, Call) and node.name == "find" and (flag := node.flag("-delete")) is not None:
        start = node.arguments[0].text if node.arguments else "."
        yield destroys(
            flag, f"-delete deletes all that was found, and all below {start} if it stands before the tests"
        )


def _subcommands(node: Node) -> Iterator[Danger]:
    if isinstance(node, Call):
        yield from (destroys(node, text) for text in losses(node))


OWN_RULES = frozenset({"rm", "kill", "pkill", "killall", "dd", "of", "-delete"})
RULES: tuple[Callable[[Node], Iterator[Danger]], ...] = (
    _by_description,
    _rm,
    _kill,
    _overwrites,
    _empties_its_input,
    _devices,
    _permissions,
    _fork_bomb,
    _runs_downloaded_code,
    _script_as_input,
    _splits_names,
    sends,
    secrets,
    _edits_in_place,
    _subcommands,
)
