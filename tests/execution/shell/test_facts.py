from __future__ import annotations

import pytest

from asmeant.execution.shell import Change, Entry, State, grow
from asmeant.execution.shell.facts import Facts, humanised

MOMENT = 1_700_000_000.0
TREE = grow(
    [
        Entry("/w/a.txt", content=b"one\ntwo words\n", mode=0o640, time=MOMENT),
        Entry("/w/d/b.sh", content=b"x" * 5000, mode=0o4755, time=MOMENT),
        Entry("/w/l", "link", target="d", time=MOMENT),
    ],
    "/w",
)
FACTS = Facts(TREE, [Change("/w/new", None, State("file", 0o600, size=3, content=b"ab\n"))])


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("a.txt", "/w/a.txt"),
        ("./d/../a.txt", "/w/a.txt"),
        ("/w/d/", "/w/d"),
        ("a.txt/", None),
        ("l/b.sh", "/w/d/b.sh"),
        ("new", "/w/new"),
        ("gone", None),
        ("", None),
        ("/usr/bin/env", "/usr/bin/env"),
        ("/usrs", None),
    ],
)
def test_a_name_leads_to_an_entry(name: str, path: str | None) -> None:
    assert FACTS.resolve(name, "/w") == path


@pytest.mark.parametrize(
    ("path", "attribute", "words"),
    [
        ("/w/a.txt", "mode", {"-rw-r-----", "640"}),
        ("/w/d/b.sh", "mode", {"-rwsr-xr-x", "4755"}),
        ("/w/a.txt", "size", {"14"}),
        ("/w/d/b.sh", "size", {"5000", "4.9K"}),
        ("/w/d/b.sh", "usage", {"8", "8.0K"}),
        ("/w/d", "usage", {"8", "8.0K"}),
        ("/w/a.txt", "lines", {"2"}),
        ("/w/a.txt", "words", {"3"}),
        ("/w/a.txt", "time", {"Nov", "14", "2023", "2023-11-14", "22:13", "1700000000"}),
        ("/w/a.txt", "md5", {"407f5ce89e72c8570ccf5c07f4805c85"}),
        ("/w/l", "type", {"l", "symbolic"}),
        ("/w/l", "target", {"d"}),
    ],
)
def test_what_is_true_of_an_entry(path: str, attribute: str, words: set[str]) -> None:
    assert words <= FACTS.values(path, attribute)


def test_what_is_false_or_not_known() -> None:
    assert "15" not in FACTS.words("/w/a.txt")
    assert FACTS.values("/w/a.txt", "count") == frozenset()


@pytest.mark.parametrize(("size", "text"), [(5, "5"), (1024, "1.0K"), (10240, "10K"), (1 << 20, "1.0M")])
def test_sizes_as_people_read_them(size: int, text: str) -> None:
    assert humanised(size) == text


def test_a_folder_whose_name_begins_like_one_of_the_machine() -> None:
    facts = Facts(grow([Entry("/system/a.txt", content=b"x")], "/"))
    assert facts.is_folder("/system")
    assert not facts.is_folder("/system/a.txt")
    assert facts.resolve("/system/missing", "/") is None
    assert facts.is_folder("/sys/kernel")
