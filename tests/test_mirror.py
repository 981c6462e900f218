"""Each module has a test file in the same place, or a row in tests/README.md that says where it is tested."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "asmeant"
_ROW = re.compile(r"^\| (`[^|]+`) \| (`[^|]+`) \|$", re.MULTILINE)
_QUOTED = re.compile(r"`([^`]+)`")


def modules() -> set[str]:
    paths = (path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if path.name != "__init__.py")
    return {path.as_posix() for path in paths}


def mirror(module: str) -> Path:
    """`a/b.py` -> `tests/a/test_b.py`"""
    path = Path(module)
    return TESTS / path.with_name(f"test_{path.name}")


def rows() -> dict[str, list[str]]:
    """Module -> the test files that the table names."""
    table = (TESTS / "README.md").read_text("utf-8")
    return {
        module: _QUOTED.findall(row[2]) for row in _ROW.finditer(table) for module in _QUOTED.findall(row[1])
    }


def test_each_module_has_a_test_file_or_a_row() -> None:
    untested = sorted(module for module in modules() - rows().keys() if not mirror(module).is_file())
    assert not untested, "Add a test file in the same place, or a row in tests/README.md"


def test_the_table_names_files_that_exist() -> None:
    table = rows()
    assert sorted(table.keys() - modules()) == [], "These modules do not exist"
    missing = {name for names in table.values() for name in names if not (TESTS / name).is_file()}
    assert sorted(missing) == [], "These test files do not exist"
