"""Source -> tree. What Bash takes we take, and what it does not take we say where."""

from __future__ import annotations

import inspect
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.languages.bash import BashSyntaxError, parse
from asmeant.languages.bash.parsing.reader import DEEPEST

from .trees import check_spans, sketch

VALID = [
    ("", ""),
    ("# nothing", ""),
    ("ls -l  /tmp", "<ls -l /tmp>"),
    ("a; b & c\nd;", "<a>; <b>& <c>⏎ <d>;"),
    ("a | b |& c", "Pipeline(<a> <b> <c> | |&)"),
    ("a && b ||\n c", "AndOr(<a> <b> <c> && ||)"),
    ("! a | b", "Pipeline(<a> <b> | yes)"),
    ("! ! a", "Pipeline(<a>)"),
    ("time -p a", "Pipeline(<a> time -p)"),
    ("time", "Pipeline(time)"),
    ("echo $(time)", "<echo $(time)>"),
    ("a | time b", "Pipeline(<a> <time b> |)"),
    ("x=1 y+=2 z= a", "<x=1 y+=2 z= a>"),
    ("x[i+1]=a", "<x[i+1]=a>"),
    ("x=(a 'b c' [3]=d # no\n)", "<x=ArrayLiteral(a 'b c' [3]=d)>"),
    ("declare -a x=(a b)", "<declare -a x=(a b)>"),
    ("echo if then", "<echo if then>"),
    ("echo } {", "<echo } {>"),
    ("echo a#b #c", "<echo a#b>"),
    ("echo a\\\n b", "<echo a\\\n b>"),
    ("a >b 2>&1 <c >>d &>e &>>f <>g >|h <<<i {j}>k", "<a >b 2>&1 <c >>d &>e &>>f <>g >|h <<<i {j}>k>"),
    ("a 2 >b", "<a 2 >b>"),
    ("a2>b", "<a2 >b>"),
    ("a 2&>b", "<a 2 &>b>"),
    (">a b", "<b >a>"),
    ("diff <(a) >(b)", "<diff <(a) >(b)>"),
    ("a < <(b)", "<a <<(b)>"),
    ("(a; b) >c", "Subshell(>c <a>; <b>)"),
    ("{ a; }", "Group(<a>;)"),
    ("{ (a) }", "Group(Subshell(<a>))"),
    ("((a < 3))", "ArithmeticCommand(a < 3)"),
    ("((a); b)", "Subshell(Subshell(<a>); <b>)"),
    ("if a; then b; elif c; then d; else e; fi", "If(Branch(<a>; <b>;) Branch(<c>; <d>;) <e>;)"),
    ("if (a) then b; fi", "If(Branch(Subshell(<a>) <b>;))"),
    ("while a; do b; done <c", "While(<c <a>; <b>;)"),
    ("until a; do b; done", "While(<a>; <b>; yes)"),
    ("for x in a b; do c; done", "For(x a b <c>;)"),
    ("for x do c; done", "For(x <c>;)"),
    ("for x in a; { c; }", "For(x a <c>;)"),
    ("for for in do; do in=1; done", "For(for do <in=1>;)"),
    ("for ((i=0;i<3;i++)); do a; done", "ArithmeticFor(i=0 i<3 i++ <a>;)"),
    ("for ((;;)) { a; }", "ArithmeticFor(   <a>;)"),
    ("select x in a; do b; done", "Select(x a <b>;)"),
    ("case a in b|c) d;; (e) ;& esac", "Case(a CaseClause(b c <d> ;;) CaseClause(e  ;&))"),
    ("case a in (esac) b; esac", "Case(a CaseClause(esac <b>;))"),
    ("echo $(case a in b) c;; esac)", "<echo $(case a in b) c;; esac)>"),
    ("f() { a; } >b", "FunctionDefinition(f Group(>b <a>;))"),
    ("function f\n(a)", "FunctionDefinition(f Subshell(<a>))"),
    ("coproc a b", "Coprocess(<a b>)"),
    ("coproc a { b; }", "Coprocess(a Group(<b>;))"),
    ("[[ -f a && ! b == c* ]]", "DoubleBracket(Logical(&& Question(-f a) Not(Question(== b c*))))"),
    (
        "[[ ( a || b ) &&\n c ]]",
        "DoubleBracket(Logical(&& Grouped(Logical(|| Question(a) Question(b))) Question(c)))",
    ),
    ("[[ a =~ ^(b c|d)+$ ]]", "DoubleBracket(Question(=~ a ^(b c|d)+$))"),
    ("[[ a == @(b|c) ]]", "DoubleBracket(Question(== a @(b|c)))"),
    ("[[ a < b ]]", "DoubleBracket(Question(< a b))"),
    # A line that goes on in the middle of a token.
    ("i\\\nf a; then b; fi", "If(Branch(<a>; <b>;))"),
    ("a &\\\n& b", "AndOr(<a> <b> &&)"),
]


@pytest.mark.parametrize(("source", "expected"), VALID)
def test_a_tree(source: str, expected: str) -> None:
    script = parse(source)
    assert sketch(script) == expected
    check_spans(script)


INVALID = [
    ("a;;", 1, "';;'", "a command, an operator or the end"),
    ("; a", 0, "';'", "a command"),
    ("a |", 3, "the end", "a command"),
    ("a &&\n&& b", 5, "'&&'", "a command"),
    ("a | ! b", 4, "'!'", "a command after the pipe"),
    ("a >", 3, "the end", "a word after '>'"),
    ("a >\nb", 3, "a newline", "a word after '>'"),
    ("a > 2>b", 4, "'2'", "a word after '>'"),
    ("a )", 2, "')'", "the end"),
    ("a (b)", 3, "'b'", "')' of a function"),
    ("f() a", 4, "'a'", "the body of a function"),
    ("function ;", 9, "';'", "the name of a function"),
    ("()", 1, "')'", "a command"),
    ("(a", 2, "the end", "')'"),
    ("{ a }", 5, "the end", "'}'"),
    ("{ (a) >b }", 9, "'}'", "an operator or a newline"),
    ("fi", 0, "'fi'", "the end"),
    ("in", 0, "'in'", "a command"),
    ("if a; fi", 6, "'fi'", "'then'"),
    ("if a; then b; done", 14, "'done'", "'elif' or 'else' or 'fi'"),
    ("while a; do b", 13, "the end", "'done'"),
    ("for ; do a; done", 4, "';'", "the name of a variable"),
    ("for x in a &", 11, "'&'", "a word, ';' or a newline"),
    ("for ((a;b)); do c; done", 9, "')'", "three expressions"),
    ("for ((a;b;c) ); do c; done", 12, "' '", "'))'"),
    ("case ; in esac", 5, "';'", "a word"),
    ("case a in b c) d;; esac", 12, "'c'", "')' or '|'"),
    ("case a in |b) d;; esac", 10, "'|'", "a pattern"),
    ("case a in b) c", 14, "the end", "';;' or 'esac'"),
    ("$(time { a; })", 7, "'{'", "a simple command after 'time'"),
    ("case a in b) ! ;; esac", 15, "';;'", "a command"),
    ("coproc ! a", 7, "'!'", "a command"),
    ("coproc a do", 9, "'do'", "a compound command"),
    ("[[ a b ]]", 5, "'b'", "']]', '&&' or '||'"),
    ("[[ -f ]]", 6, "']]'", "a word to test"),
    ("[[ ]]", 3, "']]'", "a word to test"),
    ("[[ (a ]]", 6, "']]'", "')', '&&' or '||'"),
    ("[[ a =~ (b ]]", 13, "the end", "')' to close the group"),
    ("a 'b", 4, "the end", "a single quote to match the one at line 1, column 3"),
    ('a "b', 4, "the end", "a double quote to match the one at line 1, column 3"),
    ("a $'b", 5, "the end", "a single quote to match"),
    ("a `b", 4, "the end", "a closing backquote"),
    ("a $(b", 5, "the end", "')'"),
    ("a $(if)", 6, "')'", "a command"),
    ("a ${b", 5, "the end", "'}' to match the '{' at line 1, column 4"),
    ("a $((b)", 7, "the end", "')' to match the '('"),
    ("a $[b", 5, "the end", "']' to match the '['"),
    ("x=(a;b)", 4, "';'", "a word of the array"),
    ("echo x=(a)", 7, "'('", "the end"),
    ("echo !(a)", 6, "'('", "the end"),
    ("a\0b", 1, "a NUL character", "text"),
]


@pytest.mark.parametrize(("source", "offset", "found", "expected"), INVALID)
def test_what_is_not_bash(source: str, offset: int, found: str, expected: str) -> None:
    with pytest.raises(BashSyntaxError) as caught:
        parse(source)
    error = caught.value
    assert (error.offset, error.found) == (offset, found)
    assert expected in error.expected
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_the_place_is_told_by_line_and_column() -> None:
    with pytest.raises(
        BashSyntaxError, match=r"^Not Bash at line 2, column 3: found '\)', expected "
    ) as caught:
        parse("a\nb )\nc")
    assert (caught.value.line, caught.value.column) == (2, 3)


@pytest.mark.parametrize(
    "opening", ["(", "((", "$(", "$((", "${a:-", "if ", "{ ", "x=$(", '"$(', "<(", "x=([a]=$("]
)
def test_deep_nesting_is_an_error_of_its_own(opening: str) -> None:
    with pytest.raises(BashSyntaxError, match=f"at most {DEEPEST} levels|expected '\\)' to match"):
        parse(opening * 5000)


def test_deep_conditions_are_an_error_of_their_own() -> None:
    with pytest.raises(BashSyntaxError, match=f"at most {DEEPEST} levels"):
        parse("[[ " + "( " * 5000)


def test_a_caller_that_is_deep_down_gets_a_syntax_error_too() -> None:
    def parse_below(levels: int) -> object:
        return parse_below(levels - 1) if levels else parse("( " * 40 + "a" + ")" * 40)

    with pytest.raises(BashSyntaxError, match="levels of nesting"):
        parse_below(sys.getrecursionlimit() - len(inspect.stack()) - 100)


def test_nesting_that_people_write_is_fine() -> None:
    levels = DEEPEST - 10
    check_spans(parse("$(" * levels + "a" + ")" * levels))
    check_spans(parse("( " * levels + "a" + ")" * levels))
    check_spans(parse("$((" * 20 + "a" + ") )" * 20))  # each may be arithmetic or commands


LONG = 20_000


@pytest.mark.parametrize(
    "source",
    [
        *("a" * LONG, "a " * LONG, "a|" * LONG + "a", "[" * LONG, "$" * LONG, "`" * LONG, "\\" * LONG),
        *("{" * LONG + ",}", "{a," * LONG + "}" * LONG, "a=" + "~:" * LONG, "cat <<E\n" * LONG),
        *("! " * LONG, "[[ " + "! " * LONG + "a ]]"),
    ],
    ids=lambda source: source[:12],
)
def test_length_is_no_matter(source: str) -> None:
    check_spans(parse(source))


SIGNS = "'\"`$(){}[]<>|&;\\\n#!=~*?ab1:-+,/é\x01"
TOKENS = (
    "$(",
    "${",
    "$((",
    "))",
    "<<",
    "<<<",
    "[[ ",
    " ]]",
    "&&",
    "||",
    ";;",
    "<<E",
    "\nE\n",
    "x=(",
    "$'",
    "\\\n",
)
WORDS = (
    "if",
    "then",
    "else",
    "fi",
    "for",
    "in",
    "do",
    "done",
    "while",
    "case",
    "esac",
    "function",
    "time",
    "declare",
)
PIECES = st.sampled_from([*SIGNS, *TOKENS, *(f"{word} " for word in WORDS), *" " * 20])


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=40))
def test_anything_is_a_tree_in_order_or_a_syntax_error(source: str) -> None:
    try:
        script = parse(source)
    except BashSyntaxError:
        return
    assert script.source == source
    check_spans(script)


def taken_by_bash(source: str) -> bool:
    """Bash gives up on a wrong [[ ]] with a message only."""
    done = subprocess.run(
        ["bash", "-n", "-c", "--", source], capture_output=True, check=False, env={"LC_ALL": "C.UTF-8"}
    )
    complaints = [line for line in done.stderr.splitlines() if b"warning" not in line]
    return done.returncode == 0 and not complaints


def taken(source: str) -> bool:
    try:
        parse(source)
    except BashSyntaxError:
        return False
    return True


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash to compare with")
# On an empty test and a `for ((` with one parenthesis Bash 5 stops reading without a word, and runs nothing.
SILENT = {"[[ ]]", "for ((a;b;c) ); do c; done"}


@needs_bash
def test_bash_agrees_with_the_tables() -> None:
    valid = [source for source, _ in VALID if not taken_by_bash(source)]
    invalid = [
        row[0] for row in INVALID if "\0" not in row[0] and row[0] not in SILENT and taken_by_bash(row[0])
    ]
    assert (valid, invalid) == ([], [])


@needs_bash
@pytest.mark.data
def test_bash_agrees_on_released_commands(
    released_data: Path, some_of: Callable[[list[str], int], list[str]]
) -> None:
    commands = (released_data / "nl2bash" / "all.cm").read_text().splitlines()
    sample = some_of(commands[::10], 4)
    assert [command for command in sample if taken(command) != taken_by_bash(command)] == []


@pytest.mark.data
def test_spans_of_released_commands(released_data: Path) -> None:
    commands = (released_data / "nl2bash" / "all.cm").read_text().split("\n")[:-1]
    accepted = [command for command in commands if taken(command)]
    assert len(accepted) >= 12_530
    for command in accepted[::20]:
        check_spans(parse(command))
