"""What should be at the paths that a command names, before it runs."""

from __future__ import annotations

import pytest

from asmeant.authoring.grounding.needs import needs
from asmeant.authoring.grounding.places import expanded, rooted


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat a.txt", {"/root/work/a.txt": "file"}),
        ("cat ~/a $HOME/b", {"/root/a": "file", "/root/b": "file"}),
        ("find . /srv/x", {"/root/work": "walked", "/srv/x": "walked"}),
        ("find", {"/root/work": "walked"}),
        ("ls", {"/root/work": "walked"}),
        ("find src | xargs ls -l", {"/root/work/src": "walked"}),
        ("ls src", {"/root/work/src": "walked"}),
        ("ls a.txt", {"/root/work/a.txt": "file"}),
        ("mkdir a/b", {"/root/work/a/b": "absent"}),
        ("rmdir old", {"/root/work/old": "folder"}),
        ("cp a.txt b.txt", {"/root/work/a.txt": "file", "/root/work/b.txt": "absent"}),
        ("cp a.txt b.txt dir", {"/root/work/a.txt": "file", "/root/work/b.txt": "file", "/root/work/dir": "folder"}),
        ("cp a.txt dir", {"/root/work/a.txt": "file", "/root/work/dir": "folder"}),
        ("cp -r src copy", {"/root/work/src": "walked", "/root/work/copy": "absent"}),
        ("mv a.txt /srv/", {"/root/work/a.txt": "file", "/srv": "folder"}),
        ("find . -exec cp {} /srv/x \\;", {"/root/work": "walked", "/srv/x": "folder"}),
        ("ln -s a.txt b", {"/root/work/a.txt": "file", "/root/work/b": "absent"}),
        ("sort < in > out", {"/root/work/in": "file", "/root/work/out": "absent"}),
        ("echo x >> log", {"/root/work/log": "file"}),
        ("tar czf a.tgz src", {"/root/work/a.tgz": "absent", "/root/work/src": "walked"}),
        ("tar xzf a.tgz inner/x", {"/root/work/a.tgz": "file"}),
        ("grep -r foo src", {"/root/work/src": "walked"}),
        ("chmod -R 755 www", {"/root/work/www": "walked"}),
        ("cd /srv/app && cat x.conf", {"/srv/app": "walked", "/srv/app/x.conf": "file"}),
        ("cat {a,b}.txt", {"/root/work/a.txt": "file", "/root/work/b.txt": "file"}),
        ("find . -newer stamp", {"/root/work": "walked", "/root/work/stamp": "file"}),
        ("scp a.txt me@host:/x", {"/root/work/a.txt": "file"}),
        ("cat $(ls) `ls` -", {"/root/work": "walked"}),
    ],
)  # fmt: skip
def test_roles(command: str, expected: dict[str, str]) -> None:
    assert {place.path: place.role for place in needs(command).places} == expected


def test_a_pattern_is_known_as_one_unless_it_is_quoted() -> None:
    assert [place.is_pattern for place in needs("cat *.txt '*.txt'").places] == [True, False]
    assert [place.path for place in needs("for f in *.c; do wc $f; done").places] == ["/root/work/*.c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a/../b", "/w/b"),
        ("~", "/root"),
        ("$PWD/x", "/w/x"),
        ("$x/y", ""),
        ("", ""),
        ("{}", ""),
        ("host:/x", ""),
        ("../..", "/"),
    ],
)
def test_absolute_paths(text: str, expected: str) -> None:
    assert rooted(text, "/w") == expected


def test_braces() -> None:
    assert expanded("{a,b}{1..9}") == ["a1", "a9", "b1", "b9"]
    assert len(expanded("{a,b}" * 500)) == 8
