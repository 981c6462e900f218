"""Words -> flags and arguments, as getopt reads them."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.command import Flag
from tests.languages.bash.typed import call_of, shape


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # bundles, and what is attached to them
        ("sort -nk 5,5 f", "sort -n -k(Number 5,5) File:f"),
        ("sort -nk5,5 f", "sort -n -k(Number 5,5) File:f"),
        ("tar -cvf x.tar a b", "tar -c -v -f(File x.tar) File:a File:b"),
        ("grep -A3 foo", "grep -A(Quantity 3) Regex:foo"),
        ("cut -d' ' -f1", "cut -d(Text  ) -f(Number 1)"),
        ("cut '-d ' f", "cut -d(Text  ) File:f"),
        ("xargs -0I% mv % '%.bak'", "xargs -0 -I(Text %) [mv File:% File:%.bak]"),
        ("sed -i.bak s/a/b/ f", "sed -i(Text .bak) Text:s/a/b/ File:f"),
        ("sed -i s/a/b/ f", "sed -i Text:s/a/b/ File:f"),
        ("cp -uv a b", "cp -u -v File:a File:b"),
        ("pr -4t f", "pr -(Quantity 4) -t File:f"),
        ("sort -nX f", "sort -n -X? File:f"),
        # long ones
        ("ls --color=auto", "ls --color(Option auto)"),
        ("ls --color auto", "ls --color File:auto"),
        ("split --lines=5 f", "split --lines(Quantity 5) File:f"),
        ("split --lines 5 f", "split --lines(Quantity 5) File:f"),
        ("uniq --all-repeat=separate", "uniq --all-repeat(Option separate)"),
        ("sort --nonsense=3", "sort --nonsense?(Unknown 3)"),
        ("xxd -plain f", "xxd -plain File:f"),
        # where flags end
        ("ls -- -x", "ls -- File:-x"),
        ("ls f -l", "ls File:f -l"),
        ("cat -", "cat File:-"),
        ("awk -F: '{print $1}' f -v", "awk -F(Text :) Text:{print $1} File:f File:-v"),
        ("echo -n -x y", "echo -n Text:-x Text:y"),
        ("echo --- -n", "echo Text:--- Text:-n"),
        ("printf '- %s' x", "printf Format:- %s Text:x"),
        # numbers
        ("head -5 f", "head -(Quantity 5) File:f"),
        ("head -$n f", "head -(Quantity $n) File:f"),
        ("kill -9 -1", "kill -(Signal 9) Process:-1"),
        ("kill -HUP 7", "kill -(Signal HUP) Process:7"),
        ("kill -l", "kill -l"),
        ("seq -5 5", "seq Number:-5 Number:5"),
        ("gzip -9 f", "gzip -9 File:f"),
        ("set +o noclobber", "set +o(Option noclobber)"),
        # given by a flag, or as the last one
        ("grep -e x f", "grep -e(Regex x) File:f"),
        ("grep --regexp=x f", "grep --regexp(Regex x) File:f"),
        ("chown --reference=a b", "chown --reference(File a) File:b"),
        ("cp -t d a b", "cp -t(Directory d) File:a File:b"),
        ("ln -s a b", "ln -s File:a Name:b"),
        # commands within
        ("sudo -u bob rm f", "sudo -u(Username bob) [rm File:f]"),
        ("sudo A=1 env -i B=2 ls -l", "sudo Variable:A=1 [env -i Variable:B=2 [ls -l]]"),
        ("timeout 5 nice -n 3 ls", "timeout Timespan:5 [nice -n(Number 3) [ls]]"),
        ("nohup ls -l", "nohup [ls -l]"),
        ("ssh -p 22 host ls -l", "ssh -p(Port 22) Hostname:host [ls -l]"),
        ("ssh host -v 'cd x; ls'", "ssh Hostname:host -v Script:cd x; ls"),
        ("watch -n 1 'ls | wc'", "watch -n(Timespan 1) Script:ls | wc"),
        ("bash -c 'ls' -- a", "bash -c(Script ls) Text:-- Text:a"),
        ("bash -x run.sh -v", "bash -x File:run.sh Text:-v"),
        ("xargs", "xargs"),
        # what we know little of
        ("git log --oneline -n", "git Option:log --oneline -n"),
        ("convert a.png -resize 50% b.png", "convert File:a.png -resize(Text 50%) File:b.png"),
        ("frobnicate -x a", "frobnicate -x? Unknown:a"),
        ("sort -n -k", "sort -n -k"),
        ("expr -a", "expr Text:-a"),
    ],
)
def test_getopt(source: str, expected: str) -> None:
    assert shape(source) == expected


def test_rewritten_utilities_have_their_flag() -> None:
    call = call_of("egrep x f")
    assert shape("egrep x f") == "grep -E Regex:x File:f"
    assert (call.flags[0].start, call.flags[0].end) == (0, 5)
    assert shape("/bin/egrep x") == "grep -E Regex:x"


def test_spans_of_attached_arguments() -> None:
    source = "sort -nk2,2 -t',' f"
    flags = call_of(source).flags
    values = [flag.arguments[0] for flag in flags if flag.arguments]
    assert [source[value.start : value.end] for value in values] == ["2,2", "','"]
    assert [source[flag.start : flag.end] for flag in flags] == ["-nk2,2", "-nk2,2", "-t','"]


def test_flag_is_found_by_any_of_its_names() -> None:
    call = call_of("sort --reverse -u f")
    assert isinstance(call.flag("-r"), Flag)
    assert call.flag("-n") is None
    assert [argument.value for argument in call.arguments] == ["f"]
