"""What a command wants to find is read from its words."""

from __future__ import annotations

from typing import Any

import pytest

from asmeant.authoring.grounding.needs import Needs, merged, needs
from asmeant.authoring.grounding.texts import Text
from asmeant.languages.bash import BashSyntaxError


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("find . -name '*.c' -iname x", {"names": ("*.c", "x")}),
        ("find . -type d -o -type l", {"kinds": ("d", "l")}),
        ("find . -mtime +7 -mmin -5", {"ages": ((604_800, 86_400), (300, 60))}),
        ("find . -size +10k -size 3", {"sizes": ((10_240, 1024), (1536, 512))}),
        ("find . -perm -u+x -perm 644", {"modes": (0o100, 0o644)}),
        ("find . -newer a", {"newer": True}),
        ("find . -newermt 2020-01-01", {"dates": (1_577_836_800.0,)}),
        ("find . -empty", {"empty": True}),
        ("find . -name *.c", {"names": ("*.c",)}),
        ("find . -user bob -gid 7 -nouser", {"users": ("bob", "3000"), "groups": ("7",)}),
        ("chown bob:staff f; chgrp web f", {"users": ("bob",), "groups": ("staff", "web")}),
        ("find . -maxdepth 2", {"depth": 2}),
        ("find . \\( -name a -o -path ./b \\) -prune -o -name '*.c' -print", {"pruned": ("a", "./b")}),
        ("find . -path ./b -prune -o \\( -name a -prune \\) -o -print", {"pruned": ("./b", "a")}),
        ("find . -path './x/*'", {"paths": ("./x/*",)}),
        ("find . -regex '.*x$'", {"regexes": (Text(".*x$", "emacs"),)}),
        ("find . -regextype posix-extended -regex '.*(a|b)'", {"regexes": (Text(".*(a|b)", "extended"),)}),
        ("find -L . -lname 'x*'", {"targets": ("x*",), "follows": True}),
        ("grep foo f", {"texts": (Text("foo"),)}),
        ("grep -E 'a|b' f", {"texts": (Text("a|b", "extended"),)}),
        ("grep -F a.b f", {"texts": (Text("a.b", "fixed"),)}),
        ("ls | grep foo", {"texts": (), "listed": (Text("foo"),)}),
        ("find . | xargs grep foo", {"texts": (Text("foo"),), "listed": ()}),
        ("sed 's/a/b/; /c/d' f", {"texts": (Text("a"), Text("c"))}),
        ("awk -F: '/x/ {print $1}' f", {"texts": (Text("x", "extended"),), "separators": (":",)}),
        ("cut -d, -f2 f", {"separators": (",",)}),
        ("head -n 40 f", {"lines": 40}),
        ("head -7 f", {"lines": 7}),
        ("fold -w30 f", {"widths": (30,)}),
        ("split -b 1M f; head -c 10 f", {"bytes": 1 << 20}),
        ("split --bytes=1500000000 f", {"bytes": 0}),
        ("sort -nr f", {"has_numbers": True}),
        ("sort -r f", {"has_numbers": False}),
        ("comm a b", {"is_sorted": True}),
        ("tar xf a.tar in/x", {"members": ("in/x",)}),
        ("cat list | xargs rm", {"lists_files": True}),
        ("grep -r --include='*.h' x .", {"names": ("*.h",)}),
        ("find . -name \"$x\" -size +$n", {"names": (), "sizes": ()}),
    ],
)  # fmt: skip
def test_needs(command: str, expected: dict[str, Any]) -> None:
    needed = needs(command)
    assert {name: getattr(needed, name) for name in expected} == expected


def test_what_is_no_bash_has_no_needs() -> None:
    with pytest.raises(BashSyntaxError):
        needs("if (")


def test_needs_are_put_merged() -> None:
    one, other = needs("find . -name a -maxdepth 3"), needs("find . -name b -name a -empty")
    both = merged([one, other])
    assert (both.names, both.depth, both.empty, len(both.places)) == (("a", "b"), 3, True, 1)
    assert merged([]) == Needs()
