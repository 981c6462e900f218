"""How well the Bash parser agrees with Bash and with shfmt over a file of commands, and what it costs.

    python benchmarks/bash_parser.py FILE [--every 1] [--rounds 5] [--words] [--show 10]

FILE has one command a line (`all.cm` of NL2Bash). `bash -n` says which are valid; with --words, shfmt says
where each word and each of its parts begins and ends. Times are processor time in one process, the parsers
taking turns within a round; tree-sitter-bash and bashlex are measured where they are installed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from asmeant.languages.bash import BashSyntaxError, Script, parse, syntax

Accepts: TypeAlias = Callable[[str], bool]

# Globs, braces and tildes are plain text to shfmt.
KINDS = {
    syntax.SingleQuoted: "SglQuoted",
    syntax.AnsiQuoted: "SglQuoted",
    syntax.DoubleQuoted: "DblQuoted",
    syntax.ParameterExpansion: "ParamExp",
    syntax.ArithmeticExpansion: "ArithmExp",
    syntax.CommandSubstitution: "CmdSubst",
    syntax.ProcessSubstitution: "ProcSubst",
}
# What shfmt reads as arithmetic or as declarations, and we as words.
OTHERWISE = frozenset(("ArithmExp", "ArithmCmd", "ParamExp", "CStyleLoop", "LetClause", "DeclClause"))


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    words.add_argument("file", type=Path)
    words.add_argument("--every", type=int, default=1, help="take every Nth command only")
    words.add_argument("--rounds", type=int, default=5, help="how often each parser reads all commands")
    words.add_argument("--words", action="store_true", help="compare words with shfmt's")
    words.add_argument("--show", type=int, default=10, help="how many disagreements to print")
    options = words.parse_args()
    commands = options.file.read_text(encoding="utf-8").removesuffix("\n").split("\n")[:: options.every]
    agreement(commands, options.show)
    if options.words:
        same_words(commands, options.show)
    speed(commands, options.rounds)


def agreement(commands: list[str], show: int) -> None:
    known = {command: valid(command) for command in set(commands)}
    wrong = [command for command in commands if accepts(command) != known[command]]
    right = sum(known[command] for command in commands)
    print(f"commands {len(commands)}   valid by bash -n {right}   invalid {len(commands) - right}")
    print(f"valid but rejected    {sum(known[command] for command in wrong)}")
    print(f"invalid but accepted  {sum(not known[command] for command in wrong)}")
    for command in wrong[:show]:
        print(f"  {command!r}")


def valid(command: str) -> bool:
    done = subprocess.run(["bash", "-n", "-c", "--", command], capture_output=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if b"warning" not in line]
    return done.returncode == 0 and not complaints  # of a wrong [[ ]], Bash only complains


def accepts(command: str) -> bool:
    try:
        parse(command)
    except BashSyntaxError:
        return False
    return True


# ── words ──────────────────────────────────────────────────────────────────────────────────────────


def same_words(commands: list[str], show: int) -> None:
    beside = Path(sys.executable).with_name("shfmt")
    shfmt = str(beside) if beside.exists() else shutil.which("shfmt")
    if shfmt is None:
        print("words are not compared: pip install shfmt-py")
        return
    known = {
        command: expected for command in set(commands) if (expected := theirs(shfmt, command)) is not None
    }
    compared = [command for command in commands if command in known and accepts(command)]
    different = [
        command for command in compared if known[command] != frozenset(ours(parse(command), command))
    ]
    print(f"words as in shfmt     {len(compared) - len(different)} of {len(compared)} commands")
    for command in different[:show]:
        print(f"  {command!r}")


def ours(script: Script, command: str) -> Iterator[tuple[object, ...]]:
    offsets = byte_offsets(command)
    waiting: list[syntax.Node] = [script]
    while waiting:
        node = waiting.pop()
        if isinstance(node, syntax.Word):
            parts = (
                (KINDS.get(type(part), "Lit"), offsets[part.start], offsets[part.end]) for part in node.parts
            )
            yield offsets[node.start], offsets[node.end], *merged(parts)
        if isinstance(node, syntax.ArithmeticFor):
            waiting.append(node.body)
        elif not understood_otherwise(node):
            waiting.extend(syntax.children(node))


def understood_otherwise(node: syntax.Node) -> bool:
    if isinstance(node, syntax.SimpleCommand):
        return node.name in ("let", "declare", "export", "local", "readonly", "typeset", "nameref")
    arithmetic = (syntax.ArithmeticExpansion, syntax.ArithmeticCommand)
    return isinstance(node, (*arithmetic, syntax.ParameterExpansion, syntax.Brace))


def byte_offsets(command: str) -> list[int]:
    """shfmt counts bytes."""
    offsets = [0]
    for character in command:
        offsets.append(offsets[-1] + len(character.encode("utf-8", "surrogateescape")))
    return offsets


def theirs(shfmt: str, command: str) -> frozenset[tuple[object, ...]] | None:
    arguments = [shfmt, "-ln", "bash", "--to-json"]
    done = subprocess.run(arguments, input=command.encode(), capture_output=True, check=False)
    return None if done.returncode else frozenset(words_in(json.loads(done.stdout)))


def words_in(tree: Any) -> Iterator[tuple[object, ...]]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        if not isinstance(node, dict):
            continue
        kind = node.get("Type")
        if "Parts" in node and kind in (None, "Word"):
            parts = ((part["Type"], part["Pos"]["Offset"], part["End"]["Offset"]) for part in node["Parts"])
            yield node["Pos"]["Offset"], node["End"]["Offset"], *merged(parts)
        waiting.extend(() if kind in OTHERWISE else node.values())


def merged(parts: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Plain text side by side as one."""
    found: list[tuple[str, int, int]] = []
    for kind, start, end in parts:
        if kind == "Lit" and found and found[-1][0] == "Lit":
            found[-1] = kind, found[-1][1], end
        else:
            found.append((kind, start, end))
    return found


# ── speed ──────────────────────────────────────────────────────────────────────────────────────────


def speed(commands: list[str], rounds: int) -> None:
    parsers = {"asmeant": accepts, **dict(peers())}
    costs: dict[str, list[float]] = {name: [] for name in parsers}
    for _ in range(rounds):
        for name, parser in parsers.items():
            begin = time.process_time()
            for command in commands:
                parser(command)
            costs[name].append((time.process_time() - begin) / len(commands) * 1e6)
    for name, seen in costs.items():
        ratio = statistics.median(cost / own for cost, own in zip(seen, costs["asmeant"], strict=True))
        print(f"{name:18} {statistics.median(seen):7.1f} µs a command   {ratio:5.2f} x asmeant")


def peers() -> Iterator[tuple[str, Accepts]]:
    try:
        language = importlib.import_module("tree_sitter_bash").language()
        tree_sitter = importlib.import_module("tree_sitter")
        parser = tree_sitter.Parser(tree_sitter.Language(language))
        yield "tree-sitter-bash", lambda command: not parser.parse(command.encode()).root_node.has_error
    except ImportError:
        print("tree-sitter-bash is left out: pip install tree-sitter tree-sitter-bash")
    try:
        bashlex = importlib.import_module("bashlex")
    except ImportError:
        return

    def taken(command: str) -> bool:
        try:
            bashlex.parse(command)
        except Exception:  # It has many ways to fail.
            return False
        return True

    yield "bashlex", taken


if __name__ == "__main__":
    main()
