"""Program -> a key: programs of the same key do the same, so that one of them need be run.

Two candidates of a task have the same key where all that a run depends on is the same: the task's checks,
scaffold and reference, and

- a *closed* program (see `asmeant.languages.closed`) with the same syntax tree: what differs in its text are
  comments, blank lines, quotes and line breaks, which a closed program cannot read;
- a closed program with the same text, where its failure may be quoted (an assertion without a message), where
  the checks could look at it, or where another Python than this one runs it and may parse it differently;
- a text that is not Python, the same to the letter. It fails when it is read.

Any other program has no key: one that could read the clock, chance, files or itself is run each time. So is
every command in Bash.
"""

from __future__ import annotations

import hashlib

from asmeant.languages.closed import is_closed, quotes_itself, tree_digest
from asmeant.languages.python import parses
from asmeant.records import Program, to_json

MOST_TASKS = 1024
# So many texts are remembered with their keys, and none that is longer: many samples are the same text.
MOST_TEXTS = 1024
LONGEST_TEXT = 8192
UNKNOWN = ""


class ProgramKeys:
    """The keys of programs. What is the same for all candidates of a task is worked out once."""

    def __init__(self, same_python: bool = True) -> None:
        self._same_python = same_python
        self._tasks: dict[str, tuple[Program, _Surroundings]] = {}
        self._keys: dict[tuple[_Surroundings, str], str | None] = {}

    def key(self, program: Program) -> str | None:
        """None where the program has to be run."""
        if program.code_language != "python":
            return None
        surroundings = self._surroundings_of(program)
        text = (surroundings, program.source)
        key = self._keys.get(text, UNKNOWN)
        if key == UNKNOWN:
            key = self._key(program, surroundings)
            if len(program.source) <= LONGEST_TEXT:
                self._remember(text, key)
        return key

    def _remember(self, text: tuple[_Surroundings, str], key: str | None) -> None:
        if len(self._keys) >= MOST_TEXTS:
            self._keys.clear()
        self._keys[text] = key

    def _key(self, program: Program, surroundings: _Surroundings) -> str | None:
        content = self._content(program.source, surroundings)
        if content is None:
            return None
        # A reference is judged in its own way.
        is_reference = program.source == program.reference
        return _digest(program.task_id, surroundings.digest, content, str(is_reference))

    def _content(self, source: str, surroundings: _Surroundings) -> str | None:
        if not parses(source):
            return f"text {source}" if self._same_python else None
        if not is_closed(source):
            return None
        if self._same_python and surroundings.are_closed and not quotes_itself(source):
            tree = tree_digest(source)
            return f"text {source}" if tree is None else f"tree {tree}"
        return f"text {source}" if surroundings.are_closed else None

    def _surroundings_of(self, program: Program) -> _Surroundings:
        known = self._tasks.get(program.task_id)
        if known is not None and _same_surroundings(known[0], program):
            return known[1]
        if len(self._tasks) >= MOST_TASKS:
            self._tasks.clear()
        surroundings = _Surroundings(program)
        self._tasks[program.task_id] = (program, surroundings)
        return surroundings


class _Surroundings:
    """What stands around the candidates of a task, and whether that is closed, too."""

    def __init__(self, program: Program) -> None:
        content = (program.checks, program.scaffold, program.preamble, program.reference)
        self.digest = _digest(*(to_json(part).decode("utf-8", "replace") for part in content))
        probes = {probe for check in program.checks for probe in check.probes}
        self.are_closed = all(map(is_closed, (program.scaffold.setup, program.preamble, *probes)))


def _same_surroundings(one: Program, other: Program) -> bool:
    return (
        one.checks == other.checks
        and one.scaffold == other.scaffold
        and one.reference == other.reference
        and one.preamble == other.preamble
    )


def _digest(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        content = text.encode("utf-8", "surrogatepass")
        digest.update(f"{len(content)}:".encode() + content)
    return digest.hexdigest()
