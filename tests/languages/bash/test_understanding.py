"""Source -> typed tree: nesting, spans, and what is not known."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages.bash import understanding
from asmeant.languages.bash.command import (
    Argument,
    Block,
    Call,
    Flag,
    Inner,
    Logic,
    Pipe,
    Sequence,
    calls,
    children,
    walk,
)
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.syntax import CommandList
from asmeant.languages.bash.understanding import DEEPEST_CALL, understand
from tests.languages.bash.typed import call_of


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("ls | sort", "ls sort"),
        ("a && b || c; d &", "a b c d"),
        ("echo $(cat f) `who`", "echo cat who"),
        ('echo "$(cat "$(ls)")"', "echo cat ls"),
        ("echo ${x:-$(pwd)} $((1 + $(id -u)))", "echo pwd id"),
        ("diff <(ls a) >(cat)", "diff ls cat"),
        ("sh -c 'ls; pwd' x", "sh ls pwd"),
        ("ssh h \"sudo sh -c 'ls'\"", "ssh sudo sh ls"),
        ("find . -exec sh -c 'mv $0 x' {} \\;", "find sh mv"),
        ("find . | xargs -I% sh -c 'cat %'", "find xargs sh cat"),
        ("eval 'ls -l'", "eval ls"),
        ("trap 'rm x' EXIT", "trap rm"),
        ("split --filter='gzip > $FILE.gz' f", "split gzip"),
        ("rsync -e 'ssh -p 22' a b", "rsync ssh"),
        ("x=$(date) y=1", "date"),
        ("x=(a $(ls)) z", "ls z"),
        ("cat > $(mktemp) <<< $(id)", "cat mktemp id"),
        ("cat <<E\n$(ls)\nE", "cat ls"),
        ("cat <<'E'\n$(ls)\nE", "cat"),
        ("sh -c 'not ( bash'", "sh"),
        ("$cmd -x", "$cmd"),
        ("'r'm x", "rm"),
        ("/usr/bin/rm x", "rm"),
        ("~/bin/rm x", "~/bin/rm"),
    ],
)
def test_every_call_is_found(source: str, names: str) -> None:
    assert sorted(call.name for call in calls(understand(source))) == sorted(names.split())


def test_structure() -> None:
    tree = understand("! a | b && (c) & d")
    first, last = tree.commands
    assert tree.separators == ("&", "")
    assert isinstance(first, Logic)
    assert first.operators == ("&&",)
    pipe, block = first.commands
    assert isinstance(pipe, Pipe)
    assert pipe.negated
    assert pipe.operators == ("|",)
    assert isinstance(block, Block)
    assert block.kind == "subshell"
    assert isinstance(last, Call)
    assert last.name == "d"


def test_assignments_and_redirections() -> None:
    call = call_of("A=1 B+='x y' C= D[2]=4 ls 2> err < in >> out 2>&1 <<< text >& both")
    assert [(item.name, item.text, item.append) for item in call.assignments] == [
        ("A", "1", False),
        ("B", "'x y'", True),
        ("C", "", False),
        ("D[2]", "4", False),
    ]
    assert [(item.fd, item.operator, item.target.type, item.target.value) for item in call.redirections] == [
        ("2", ">", "File", "err"),
        ("", "<", "File", "in"),
        ("", ">>", "File", "out"),
        ("2", ">&", "Number", "1"),
        ("", "<<<", "Text", "text"),
        ("", ">&", "File", "both"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "find . -name '*.c' -exec sh -c 'sort -nk 5,5 \"$0\" | head -3' {} \\;",
        'ssh host "cd /tmp; ls -l $(pwd)" | egrep -o x > out',
        'for f in *.txt; do cat "$f" | wc -l; done',
        "tar -cvf x.tar $(ls `pwd`)",
    ],
)
def test_spans_hold_the_text(source: str) -> None:
    for node in walk(understand(source)):
        assert 0 <= node.start <= node.end <= len(source)
        if isinstance(node, Argument):
            assert source[node.start : node.end] == node.text
        for child in children(node):
            assert node.start <= child.start <= child.end <= node.end


def test_spans_within_quotes_that_cannot_be_counted() -> None:
    source = 'sh -c "ls \\"x\\""'
    inner = [node for node in walk(understand(source)) if isinstance(node, Call) and node.name == "ls"]
    assert [source[node.start : node.end] for node in inner] == ['"ls \\"x\\""']


def test_substitution_alone() -> None:
    alone = ["$(ls)", '"$(ls)"', "`ls`", "<(ls)"]
    assert [call_of(f"cat {word}").arguments[0].is_substitution for word in alone] == [True] * 4
    others = ["x$(ls)y", "x", '"$(ls) $(ls)"', "'$(ls)'"]
    assert [call_of(f"cat {word}").arguments[0].is_substitution for word in others] == [False] * 4


def test_scripts_within_scripts_end() -> None:
    source = "ls"
    for _ in range(7):
        source = "sh -c " + shlex.quote(source)
    scripts = [node for node in walk(understand(source)) if isinstance(node, Inner)]
    assert len(scripts) == understanding.DEEPEST_SCRIPT


def test_commands_within_commands_end() -> None:
    found = list(calls(understand("sudo " * 500 + "ls")))
    assert len(found) == DEEPEST_CALL + 1
    assert [part.type for part in found[-1].parts if isinstance(part, Argument)][-1] == "Unknown"


def test_too_deep_for_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(_self: understanding.Understanding, _body: CommandList) -> Sequence:
        raise RecursionError

    monkeypatch.setattr(understanding.Understanding, "sequence", too_deep)
    with pytest.raises(BashSyntaxError, match="fewer levels of nesting"):
        understand("ls")


WORDS = st.sampled_from(
    [
        "find",
        "ls",
        "-l",
        "-exec",
        "\\;",
        "|",
        "&&",
        "xargs",
        "-I",
        "{}",
        "$(",
        ")",
        "'a b'",
        '"$x"',
        "<",
        "> f",
        "tar",
        "cvf",
        "-5",
        "sh",
        "-c",
        "--",
        "--x=y",
        "sudo",
        "-",
        "[",
        "]",
        "dd",
        "if=x",
        "ps",
        "aux",
        "kill",
        "-9",
        "(",
        "\\(",
        ";",
        "for",
        "do",
        "done",
    ]
)


@given(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=12).map(" ".join)))
def test_never_fails_on_bash(source: str) -> None:
    try:
        tree = understand(source)
    except BashSyntaxError:
        return
    for node in walk(tree):
        assert 0 <= node.start <= node.end <= len(source)
        assert not isinstance(node, Flag) or node.name
