from __future__ import annotations

import pytest

from asmeant.languages.bash.mutants import mutants


@pytest.mark.parametrize(
    ("command", "kind", "mutant"),
    [
        ("find . -name '*.c' -mtime +7", "predicate", "find . -name '*.c'"),
        ("find . -name '*.c' -mtime +7", "number", "find . -name '*.c' -mtime +8"),
        ("find . -name '*.c' -mtime +7", "sign", "find . -name '*.c' -mtime -7"),
        ("find . -name '*.c' -mtime +7", "name", "find . -name '*.C' -mtime +7"),
        ("find . -name '*.c'", "depth", "find . -maxdepth 1  -name '*.c'"),
        ("find . -name '*.c'", "directory", "find ./sub -name '*.c'"),
        ("find . -iname '*.c'", "case", "find . -name '*.c'"),
        ("sort -n a | head -n 3", "utility", "sort -n a | tail -n 3"),
        ("sort -n a | head -n 3", "stage", "sort -n a"),
        ("sort -n a | head -n 3", "flag", "sort  a | head -n 3"),
        ("sort -nr a", "flag", "sort -r a"),
        ("sort -nr a", "flag", "sort -n a"),
        ("fold -w30 a", "flag", "fold  a"),
        ("fold -w30 a", "number", "fold -w31 a"),
        ("grep -inA3 x a", "flag", "grep -in x a"),
        ("grep -v x a", "flag", "grep  x a"),
        ("cat a > b", "redirection", "cat a >> b"),
    ],
)
def test_each_is_wrong_in_one_way(command: str, kind: str, mutant: str) -> None:
    assert (kind, mutant) in [(item.kind, item.command) for item in mutants(command)]


def test_none_is_only_another_spelling() -> None:
    assert mutants("find . -print") == mutants("find . -print ")
    assert all(
        "-print0" in item.command for item in mutants("find a -print0 | xargs -0 rm") if item.kind == "depth"
    )
    assert mutants("cat a") == []


@pytest.mark.parametrize("command", ["rm -f a", "mkdir -v a", "find a -print", "sort -z a | xargs -0 rm"])
def test_what_only_guards_or_tells_is_left_alone(command: str) -> None:
    flags = [item.command for item in mutants(command) if item.kind in ("flag", "predicate")]
    assert flags == (["sort  a | xargs -0 rm"] if "sort" in command else [])
