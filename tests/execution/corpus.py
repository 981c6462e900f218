"""Files of many small programs -> tasks and candidates: tests/execution/{attacks,honest_programs}/*.py.

A file is a table, one program after the other:

    # == name: what it tries, or what others break
    # key: value
    the program
    # -- probes
    assert f(2) == 4
    # --
    another probe of the same check

Keys, all of them optional:

    entry       the function that probes call (`f`)
    needs       modules without which the program is left out
    libraries   what the task says that it uses
    limits      Limits that differ from the default, as `seconds=0.5, memory_mb=256`
    against     of an attack: the tasks that it is tried on, by name or pattern (`number_*`)
    expect      of an attack: how it must end, `failed` unless it is the honest second of a sequence
    prelude     code that stands before the program, by the names of files in preludes/ beside the table
    functions   `any`: every function of the program may be what the probes call

Other parts: `setup`, `before` and `after` (of the scaffold), `reference` (else the program is its own), `files`
(`name: content` a line), and `first` of a sequence: what runs in the same sandbox before.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from asmeant.records import Check, Limits, Scaffold, Task

HERE = Path(__file__).parent
START = re.compile(r"^# == (\w+): (.+)$", re.MULTILINE)
PART = re.compile(r"^# --[ ]?(\w*)$", re.MULTILINE)
HEADER = re.compile(r"# (\w+): (.*)\n")


@dataclass(frozen=True, slots=True)
class Case:
    """One program of a table."""

    name: str
    why: str
    table: str
    headers: Mapping[str, str]
    code: str
    parts: Mapping[str, tuple[str, ...]]

    @property
    def limits(self) -> Limits:
        wanted = dict(pair.split("=") for pair in self.words("limits"))
        numbers = {name: float(value) if name == "seconds" else int(value) for name, value in wanted.items()}
        return replace(Limits(seconds=5, memory_mb=1024), **numbers)  # type: ignore[arg-type]

    @property
    def missing(self) -> list[str]:
        """What it needs and is not installed here."""
        return [name for name in self.words("needs") if importlib.util.find_spec(name) is None]

    @property
    def task(self) -> Task:
        """What the program is asked; it is the reference itself where the table names no other."""
        lines = self.part("files").splitlines()
        scaffold = Scaffold(
            before=self.part("before"),
            after=self.part("after"),
            setup=self.part("setup"),
            entry=self.headers.get("entry", "f"),
            any_function=self.headers.get("functions") == "any",
            files=dict(line.split(": ", 1) for line in lines),
            libraries=tuple(self.words("libraries")),
        )
        reference = self.part("reference") or self.code
        checks = (Check("all", self.parts["probes"]),)
        return Task(self.name, self.why, references=(reference,), scaffold=scaffold, checks=checks)

    def part(self, name: str) -> str:
        return "".join(self.parts.get(name, ()))

    def words(self, key: str) -> list[str]:
        return [word.strip() for word in self.headers.get(key, "").split(",") if word.strip()]


def read(folder: str) -> dict[str, Case]:
    """Every program of every table in the folder; a name stands for one program only."""
    cases: dict[str, Case] = {}
    for path in sorted((HERE / folder).glob("*.py")):
        for case in read_table(path):
            assert case.name not in cases, f"{case.name} stands in {cases[case.name].table} and {case.table}"
            cases[case.name] = case
    return cases


def read_table(path: Path) -> list[Case]:
    pieces = START.split(path.read_text(encoding="utf-8"))[1:]
    return [
        _case(name, why, path, body.removeprefix("\n"))
        for name, why, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    ]


def _case(name: str, why: str, path: Path, body: str) -> Case:
    headers: dict[str, str] = {}
    while header := HEADER.match(body):
        headers[header[1]] = header[2]
        body = body[header.end() :]
    code, *pieces = PART.split(body)
    parts: dict[str, tuple[str, ...]] = {}
    section = ""
    for label, text in zip(pieces[::2], pieces[1::2], strict=True):
        section = label or section
        parts[section] = (*parts.get(section, ()), text.removeprefix("\n").rstrip() + "\n")
    preludes = [word.strip() for word in headers.get("prelude", "").split(",") if word.strip()]
    shared = [(path.parent / "preludes" / f"{word}.py").read_text(encoding="utf-8") for word in preludes]
    return Case(name, why, path.stem, headers, "".join(shared) + code.rstrip() + "\n", parts)
