from __future__ import annotations

import pytest

from asmeant.authoring.corpus.grounding.needs import needs
from asmeant.authoring.corpus.grounding.wanted import DAY, Bound, Place, Text, together


@pytest.mark.parametrize(
    ("command", "places"),
    [
        ("cat a.txt b", [Place("a.txt"), Place("b")]),
        ("cp a.txt b.txt", [Place("a.txt"), Place("b.txt", "made")]),
        ("cp a b c", [Place("a"), Place("b"), Place("c", "folder")]),
        ("mkdir -p x/y", [Place("x/y", "made")]),
        ("rmdir x", [Place("x", "folder")]),
        ("ls -l dir", [Place("dir", "filled folder")]),
        ("chmod +x run", [Place("run")]),
        ("chmod -R 755 dir", [Place("dir", "filled folder")]),
        ("cat *.log", [Place("*.log", "file", is_pattern=True)]),
        ("cat {a,b}.c", [Place("a.c"), Place("b.c")]),
        ("readlink x", [Place("x", "link")]),
        ("cat ~other/x $HOME/y", []),
        ("find a b -newer c", [Place("a", "filled folder"), Place("b", "filled folder"), Place("c")]),
        ("tar -cf out.tar dir", [Place("dir", "filled folder"), Place("out.tar", "made")]),
    ],
)
def test_places(command: str, places: list[Place]) -> None:
    assert list(needs(command).places) == places


def test_what_find_looks_for() -> None:
    (lookup,) = needs("find . -name '*.c' -type f -mtime +7 -mmin -60 -size -2k -perm 644 -empty").lookups
    assert (lookup.starts, lookup.names, lookup.kinds, lookup.empty) == ((".",), ("*.c",), ("f",), True)
    assert lookup.ages == (Bound("+", 7 * DAY, DAY), Bound("-", 3600, 60))
    assert lookup.sizes == (Bound("-", 2048, 1024),)
    assert lookup.modes == (0o644,)


@pytest.mark.parametrize(
    ("mode", "bits"), [("-u=s", 0o4000), ("/a+x", 0o111), ("u=rw,g=r", 0o640), ("0777", 0o777), ("odd", None)]
)
def test_modes(mode: str, bits: int | None) -> None:
    (lookup,) = needs(f"find . -perm {mode}").lookups
    assert lookup.modes == ((bits,) if bits else ())


@pytest.mark.parametrize(("bound", "met"), [(Bound("+", 100, 10), True), (Bound("-", 100, 10), False)])
def test_bounds(bound: Bound, met: bool) -> None:
    assert (bound.met > 110) == met
    assert (bound.missed > 110) != met


def test_texts_lines_and_more() -> None:
    found = needs("grep -E 'a|b' x | head -n 40 | join - y")
    assert found.texts == (Text("a|b", extended=True),)
    assert found.lines == 40
    assert found.sorted_lines
    assert needs("ls $dir ${other}x $HOME").variables == ("dir", "other", "HOME")
    assert "network" in needs("ssh host ls").effects
    assert not needs("yes | rm -i x").effects & {"waits"}


def test_together() -> None:
    both = together([needs("cat a"), needs("cat a b | head -n 30")])
    assert both.places == (Place("a"), Place("b"))
    assert both.lines == 30
