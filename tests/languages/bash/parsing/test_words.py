"""Word and its parts: what is quoted, what is expanded, and what a word is worth."""

from __future__ import annotations

import pytest

from asmeant.languages.bash import parse
from asmeant.languages.bash.syntax import (
    AnsiQuoted,
    ArithmeticExpansion,
    Brace,
    CommandSubstitution,
    DoubleQuoted,
    Glob,
    Literal,
    ParameterExpansion,
    ProcessSubstitution,
    Redirection,
    SimpleCommand,
    SingleQuoted,
    Tilde,
    Word,
    walk,
)

from .trees import check_spans, sketch


def argument(source: str) -> Word:
    """The second word of `echo SOURCE`."""
    script = parse(f"echo {source}")
    check_spans(script)
    (command,) = script.commands
    assert isinstance(command, SimpleCommand)
    _, word = command.words
    return word


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("a", [Literal]),
        ("'a'", [SingleQuoted]),
        ("a'b'\"c\"$'d'", [Literal, SingleQuoted, DoubleQuoted, AnsiQuoted]),
        ('$"a"', [DoubleQuoted]),
        ("$a$1$?$", [ParameterExpansion, ParameterExpansion, ParameterExpansion, Literal]),
        ("$((1+2))$[3]", [ArithmeticExpansion, ArithmeticExpansion]),
        ("$(a)`b`", [CommandSubstitution, CommandSubstitution]),
        ("a<(b)", [Literal, ProcessSubstitution]),
        ("*.[a-z]?", [Glob, Literal, Glob, Glob]),
        ("a[b", [Literal]),
        ("[[:alpha:]]*", [Glob, Glob]),
        ("~/a", [Tilde, Literal]),
        ("~bob", [Tilde]),
        ("a~", [Literal]),
        ("~'a'", [Literal, SingleQuoted]),
        ("a{b,c}d", [Literal, Brace, Literal]),
        ("{1..9}", [Brace]),
        ("{}", [Literal]),
        ("{a}", [Literal]),
        ("{a,b", [Literal]),
        ("\\{a,b}", [Literal]),
        ("{'a,b'}", [Literal, SingleQuoted, Literal]),
        ("\\*\\$a", [Literal]),
    ],
)
def test_parts(source: str, kinds: list[type]) -> None:
    assert [type(part) for part in argument(source).parts] == kinds


@pytest.mark.parametrize(
    ("source", "literal", "unquoted"),
    [
        ("a", "a", "a"),
        ("a\\ b'c d'\"e f\"", "a bc de f", "a bc de f"),
        ("''", "", ""),
        ('"a\\$b\\c\\"\\\nd"', 'a$b\\c"d', 'a$b\\c"d'),
        ("$'a\\tb\\x41\\101\\u00e9\\cA\\'\\q'", "a\tbAAé\x01'\\q", "a\tbAAé\x01'\\q"),
        ("$'\\UFFFFFFFF'", "\\UFFFFFFFF", "\\UFFFFFFFF"),
        ("a\\", "a\\", "a\\"),
        ("\\;", ";", ";"),
        ("{}", "{}", "{}"),
        ("$", "$", "$"),
        ('"$a/b"', None, "$a/b"),
        ("'x'$HOME/*.txt", None, "x$HOME/*.txt"),
        ("~/a", None, "~/a"),
        ("{a,'b'}", None, "{a,'b'}"),
        ('"a$(b "c")"', None, 'a$(b "c")'),
    ],
)
def test_values(source: str, literal: str | None, unquoted: str) -> None:
    word = argument(source)
    assert word.text == source
    assert (word.literal, word.unquoted) == (literal, unquoted)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("$a", "ParameterExpansion(a)"),
        ("${a}", "ParameterExpansion(a yes)"),
        ("${#a}", "ParameterExpansion(a # yes)"),
        ("${#}", "ParameterExpansion(# yes)"),
        ("${#a[@]}", "ParameterExpansion(a # @ yes)"),
        ("${!a}", "ParameterExpansion(a ! yes)"),
        ("${!a*}", "ParameterExpansion(a ! * yes)"),
        ("${a[$i]}", "ParameterExpansion(a $i yes)"),
        ("${a:-b c}", "ParameterExpansion(a :- b c yes)"),
        ("${a:-}", "ParameterExpansion(a :- yes)"),
        ("${#:-b}", "ParameterExpansion(# :- b yes)"),
        ("${a//b/c}", "ParameterExpansion(a // b/c yes)"),
        ("${a##*/}", "ParameterExpansion(a ## */ yes)"),
        ("${a%'}'}", "ParameterExpansion(a % '}' yes)"),
        ("${a:1:2}", "ParameterExpansion(a : 1:2 yes)"),
        ("${a@Q}", "ParameterExpansion(a @ Q yes)"),
        ("${a^^}", "ParameterExpansion(a ^^ yes)"),
        ("${10}", "ParameterExpansion(10 yes)"),
        ("${a b}", "ParameterExpansion(a b yes)"),
        ("${}", "ParameterExpansion(yes)"),
        ("${a:-${b:-$(c)}}", "ParameterExpansion(a :- ${b:-$(c)} yes)"),
    ],
)
def test_parameters(source: str, expected: str) -> None:
    (part,) = argument(source).parts
    assert sketch(part) == expected


@pytest.mark.parametrize(
    ("source", "items"),
    [
        ("{a,b}", ["a", "b"]),
        ("{a,}", ["a", ""]),
        ("{a,{b,c}d}", ["a", "{b,c}d"]),
        ("{'a,b',$(c,d)}", ["'a,b'", "$(c,d)"]),
        ("{a\\,b,c}", ["a\\,b", "c"]),
        ("{1..10..2}", ["1", "10", "2"]),
        ("{a..e}", ["a", "e"]),
    ],
)
def test_braces(source: str, items: list[str]) -> None:
    (brace,) = argument(source).parts
    assert isinstance(brace, Brace)
    assert [item.text for item in brace.items] == items
    assert brace.sequence == (".." in source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("$(a | b)", "Pipeline(<a> <b> |)"),
        ("`a \\`b\\` \\$c`", "<a \\`b\\` \\$c>"),
        ('"`a \\"b\\"`"', '<a \\"b\\">'),
        ("$( (a) )", "Subshell(<a>)"),
        ("$((a) )", "Subshell(<a>)"),
        ("$()", ""),
        ("`if`", None),  # Bash looks at these only when it runs them.
        ("$((if) )", None),
        ("`a )`", None),
    ],
)
def test_substitutions(source: str, expected: str | None) -> None:
    found = next(node for node in walk(argument(source)) if isinstance(node, CommandSubstitution))
    assert (None if found.body is None else sketch(found.body)) == expected


@pytest.mark.parametrize(
    ("source", "body", "parts", "closed"),
    [
        ("cat <<E\na $b\nE\n", "a $b\n", [Literal, ParameterExpansion, Literal], True),
        ("cat <<'E'\na $b\nE", "a $b\n", [Literal], True),
        ("cat <<-E\n\ta\n\tE\n", "\ta\n", [Literal], True),
        ("cat <<E\na\\\nE\nE\n", "a\\\nE\n", [Literal], True),
        ("cat <<E | b\nE\n", "", [], True),
        ("cat <<E\na ${b\nE\n", "a ${b\n", [Literal], True),
        ("cat <<E\na", "a", [Literal], False),
        ("cat <<E", "", [], False),
        ("x=$(cat <<E\na\nE\n)", "a\n", [Literal], True),
        ("x=$(cat <<E\na\nE)", "a\n", [Literal], True),
        ("x=$(cat <<E\na\nE b)", "a\n", [Literal], True),
        ("x=$(cat <<E)", "", [], False),
        ("x=`cat <<E`", "", [], False),
        ("{ cat <<E\na\nE\n}", "a\n", [Literal], True),
    ],
)
def test_here_documents(source: str, body: str, parts: list[type], closed: bool) -> None:
    script = parse(source)
    check_spans(script)
    (found,) = (node for node in walk(script) if isinstance(node, Redirection))
    assert found.document is not None
    assert (found.document.body.text, found.document.closed) == (body, closed)
    assert script.text_of(found.document) == body
    assert [type(part) for part in found.document.body.parts] == parts


def test_two_here_documents_of_one_line_follow_each_other() -> None:
    script = parse("cat <<A 3<<B; c\na\nA\nb\nB\nd")
    documents = [node.document for node in walk(script) if isinstance(node, Redirection)]
    assert [document.body.text for document in documents if document] == ["a\n", "b\n"]
    assert sketch(script) == "<cat <<A 3<<B>; <c>⏎ <d>"


def test_tildes_in_a_value_stand_after_colons_too() -> None:
    (command,) = parse("PATH=~/a:~bob/b:c~").commands
    assert [node.user for node in walk(command) if isinstance(node, Tilde)] == ["", "bob"]


def test_the_name_of_a_command_is_known_when_it_is_literal() -> None:
    names = [
        command.name for command in parse("'l's -l; $a; x=1").commands if isinstance(command, SimpleCommand)
    ]
    assert names == ["ls", None, None]
