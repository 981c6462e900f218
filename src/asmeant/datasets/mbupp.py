"""Files -> Task. MBUPP: MBPP's tasks with many acceptable signatures. Each signature is a check.

mbupp        updated intents, all sets of asserts        mbpp         the original intents and asserts
mbpp+nl      updated intents, the original asserts       mbpp+tests   original intents, all sets
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from asmeant.datasets.release import Release, ReleasedFile, on_github, read_list
from asmeant.languages import python
from asmeant.records import Check, Scaffold, Task

_REPOSITORY = "microsoft/prose-benchmarks"
_COMMIT = "2d1eeeae2f4248082cee1460676f83d97e493c13"
_FILES = {
    "mbupp": "MBUPP-MBPP_UpdatedNL_TC.json",
    "mbpp": "MBPP.json",
    "mbpp+nl": "MBPP_UpdatedNL.json",
    "mbpp+tests": "MBPP_UpdatedTC.json",
}
_WITH_SETS = ("mbupp", "mbpp+tests")


class Row(msgspec.Struct, frozen=True):
    """One object of a released list."""

    task_id: int | str
    text: str
    code: str
    test_list: list[str]
    updated_test_list: dict[str, list[str]] = {}


def to_task(row: Row, variant: str) -> Task:
    """The task of one row, with the checks of its variant."""
    checks = _checks(row, variant)
    reference = _tidy(row.code)
    tags = {"task": str(row.task_id)}
    if unparsable := [check.name for check in checks if not all(map(python.parses, check.probes))]:
        tags["unparsable_checks"] = ",".join(unparsable)
    return Task(
        id=f"{variant}/{row.task_id}",
        intent=row.text.strip(),
        references=(reference,),
        checks=checks,
        scaffold=Scaffold(entry=_entry(checks, reference), any_function=True),
        tags=tags,
    )


def _checks(row: Row, variant: str) -> tuple[Check, ...]:
    sets = row.updated_test_list if variant in _WITH_SETS else {}
    return tuple(
        Check(name, tuple(probe.strip() for probe in probes))
        for name, probes in (sets or {"original": row.test_list}).items()
    )


def _tidy(code: str) -> str:
    """Use LF line ends, and spaces for indentation unless that breaks the code."""
    code = code.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()
    spaced = python.indent_with_spaces(code)
    return spaced if python.parses(spaced) or not python.parses(code) else code


def _entry(checks: Iterable[Check], reference: str) -> str:
    """The function that the asserts call: defined by the reference, or else any that is not a builtin."""
    called_names = [name for check in checks for probe in check.probes for name in _called(probe)]
    defined = python.functions(reference)
    defined_names = [name for name in called_names if name in defined]
    not_builtin = [name for name in called_names if not hasattr(builtins, name)]
    return next(iter([*defined_names, *not_builtin, *defined]), "")


def _called(probe: str) -> Iterator[str]:
    tree = python.parse(probe)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def _read(folder: Path, variant: str, _language: str) -> Iterator[Task]:
    for row in read_list(folder, f"mbupp/{_FILES[variant]}", Row):
        yield to_task(row, variant)


def _file(variant: str, sha256: str, size: int) -> ReleasedFile:
    name = _FILES[variant]
    return ReleasedFile(f"mbupp/{name}", on_github(_REPOSITORY, _COMMIT, f"MBUPP/{name}"), sha256, size)


MBUPP = Release(
    name="mbupp",
    about="MBPP with updated intents and every acceptable signature",
    licence="that of microsoft/prose-benchmarks, see its LICENSE",
    citation="Uniyal, Singh, Verbruggen, Gulwani, Le: One-to-many testing for code generation from (just) "
    "natural language. Findings of EMNLP 2024",
    home="https://github.com/microsoft/prose-benchmarks/tree/main/MBUPP",
    languages=("en",),
    variants={
        "mbupp": "updated intents, all sets of asserts",
        "mbpp": "the original intents and asserts",
        "mbpp+nl": "updated intents, the original asserts",
        "mbpp+tests": "the original intents, all sets of asserts",
    },
    files=(
        _file("mbupp", "5d1a9d16c525343968f042acf9fd75cb566a64609b38ae3e120f209b4ae792ee", 703_842),
        _file("mbpp", "c26037996265b4493d762e7e259e1664b709b62996e786c5b90929a8d3aecb3e", 442_330),
        _file("mbpp+nl", "cd42f639b63acd5edd2ac9bc79279ea86187cff6ee8f39fd6ce74a113a45b9cb", 444_487),
        _file("mbpp+tests", "e270a28708cd563ae99ad5d5a076aaa45f18b19f0922fbba5b60431835be710e", 701_863),
    ),
    needs=lambda variant, _language: (f"mbupp/{_FILES[variant]}",),
    read=_read,
)
