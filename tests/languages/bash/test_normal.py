"""Normal forms, and commands with readable flags."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages.bash.normal import long_form, normal
from asmeant.languages.bash.parsing.parser import parse
from asmeant.languages.bash.parsing.reader import BashSyntaxError


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # flags
        ("ls f -lah", "ls -a -h -l f"),
        ("sort --reverse --key=2 -t, f", "sort -k 2 -r -t , f"),
        ("head -5 f", "head -n 5 f"),
        ("head --lines=5 f", "head -n 5 f"),
        ("pr -4t f", "pr --columns=4 -t f"),
        ("kill -HUP 7", "kill -s HUP 7"),
        ("gzip -6 f", "gzip -6 f"),
        ("sed --in-place=.bak s/a/b/ f", "sed -i.bak s/a/b/ f"),
        ("ls --color=auto", "ls --color=auto"),
        ("egrep x", "grep -E x"),
        ("tar cvf x.tar a", "tar -c -v -f x.tar a"),
        ("/bin/rm -rf x", "rm -f -r x"),
        ("foo -b -a x", "foo -b -a x"),
        ("dd of=b if=a", "dd if=a of=b"),
        # where the order of flags matters, it is kept
        ("rm -i -f x", "rm -i -f x"),
        ("ls -t -S", "ls -t -S"),
        ("rsync --include=a --exclude=b c d", "rsync --include=a --exclude=b c d"),
        ("set -- a b", "set -- a b"),
        ("sort -n -k", "sort -n -k"),
        # quotes would make them other calculations and expressions
        ("((x>3)) && ls", "(( x>3 )) && ls"),
        ("if (( x > 3 )); then ls; fi", "if (( x > 3 )) ; then ls ; fi"),
        (r"[[ $x =~ ^a\.(b|c)$ ]]", r"[[ $x =~ ^a\.(b|c)$ ]]"),
        ("[[ $x == 'a' ]]", "[[ $x == a ]]"),
        ("bash -lc 'ls' a", "bash -l -c ls a"),
        ("sh -c 'ls' -x", "sh -c ls -x"),
        # -- only where it is needed
        ("ls -- a", "ls a"),
        ("ls -- -a", "ls -- -a"),
        ("xargs -- ls", "xargs ls"),
        ("xargs -- -I%", "xargs -- -I%"),
        ('ls -- "$a"', 'ls -- "$a"'),
        # find
        ("find -name x", "find . -name x"),
        ("find -L", "find -L ."),
        ("find . -a -name x -o -print", "find . -and -name x -or -print"),
        ("find . -exec ls '{}' ';'", "find . -exec ls {} \\;"),
        ("find . -exec ls {}", "find . -exec ls {} \\;"),
        # quotes
        ("echo \"a b\" 'c' \\*", "echo 'a b' c '*'"),
        ("echo $'a\\tb' ''", "echo 'a\tb' ''"),
        ("read -d $'\\0' x", "read -d '' x"),
        ('echo "it\'s"', "echo 'it'\\''s'"),
        ('echo "$x"y', 'echo "${x}y"'.replace("${x}", "$x")),
        ("echo $x'y z'", "echo $x'y z'"),
        ('echo "a"\'$b\'"$c"', 'echo "a\\$b$c"'),
        ("echo *.'txt' ~/x", "echo *.txt ~/x"),
        ('echo "x"$y""', "echo x$y"),
        # substitutions
        ("echo `ls -la`", "echo $(ls -a -l)"),
        ("echo `echo \\`ls\\``", "echo `echo \\`ls\\``"),
        ("echo $( (ls) )", "echo $( ( ls ))"),
        ('cut -d"$(echo x)" f', 'cut -d "$(echo x)" f'),
        ("diff <(ls -la)", "diff <(ls -a -l)"),
        # lists and blocks
        ("a;b&&c|d", "a ; b && c | d"),
        ("a & b &", "a & b &"),
        ("if a;then b;fi>f", "if a ; then b ; fi > f"),
        ("while a; do b & done", "while a ; do b & done"),
        ("x='a b' y=(1 [2]=3)", "x='a b' y=(1 [2]=3)"),
        ('cat <<E\na $x "b"\nE', 'cat <<< "a $x \\"b\\""'),
        ("cat <<-'E'\n\ta $x\nE", "cat <<< 'a $x'"),
        ('cat <<E\n$x \\" \\\\"\nE', 'cat <<< "$x \\\\\\" \\\\\\""'),
        ("ls 2>&1 >f", "ls 2>&1 > f"),
        ("'if' a; 'x=1' b", "'if' a ; 'x=1' b"),
        ("$(which ls) -l", "$(which ls) -l"),
        ("> f", "> f"),
    ],
)
def test_normal(source: str, expected: str) -> None:
    assert normal(source) == expected
    assert normal(expected) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("sort -nk 5,5 f", "sort --numeric-sort --key=5,5 f"),
        ("ls -lt f", "ls -l -t f"),
        ("head -5 f", "head --lines=5 f"),
        ("grep -ri x . --include='*.c'", "grep --recursive --ignore-case x . --include='*.c'"),
        ("find . -name x", "find . -name x"),
        ("foo -b", "foo -b"),
        # those of Bash itself have no long flags
        ("kill -9 7", "kill -s 9 7"),
        ("pwd -P", "pwd -P"),
        ("tar czf x.tgz d", "tar --create --gzip --file=x.tgz d"),
    ],
)
def test_long_form(source: str, expected: str) -> None:
    assert long_form(source) == expected


WORDS = st.sampled_from(
    [
        "ls",
        "-la",
        "find",
        ".",
        "-name",
        "'*.c'",
        "|",
        "sort",
        "-nk2",
        "&&",
        "a b",
        '"$x y"',
        "x$y",
        "`pwd`",
        "$(ls -a)",
        ";",
        "head",
        "-5",
        "> f",
        "2>&1",
        "xargs",
        "-I%",
        "rm",
        "-rf",
        "--",
        "-x",
        "tar",
        "xzf",
        "\\;",
        "-exec",
        "{}",
        "sh",
        "-c",
        "'ls -l'",
        "A=1",
        "&",
        "\\*",
        "~",
    ]
)


@given(st.lists(WORDS, max_size=10).map(" ".join))
def test_twice_is_once(source: str) -> None:
    try:
        parse(source)
    except BashSyntaxError:
        return
    once = normal(source)
    assert normal(once) == once
    parse(long_form(source))


@pytest.mark.data
def test_twice_is_once_for_released_commands(released_data: Path) -> None:
    commands = (released_data / "nl2bash" / "all.cm").read_text(encoding="utf-8").split("\n")
    for source in commands[::6]:
        try:
            once = normal(source)
        except BashSyntaxError:
            continue
        assert normal(once) == once


def test_deep_nesting_takes_no_longer_than_its_length() -> None:
    levels = 150
    source = "echo " + "$(echo " * levels + "a" + ")" * levels
    assert normal(source) == source


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("head -c3 -n2 f", "head -n2 -c3 f"),
        ("grep -L -l x f", "grep -l -L x f"),
        ("grep -h -H x f", "grep -H -h x f"),
        ("grep -E -F x f", "grep -F -E x f"),
        ("df -h -k", "df -k -h"),
        ("du -h -k", "du -k -h"),
        ("echo -e -E 'a'", "echo -E -e 'a'"),
        ("xargs -I{} -n1 echo", "xargs -n1 -I{} echo"),
        ("od -c -x f", "od -x -c f"),
        ("ls -l -h --si", "ls -l --si -h"),
        ("touch -t 1 -d 2 f", "touch -d 2 -t 1 f"),
        ("tar -cf x -C a f", "tar -cf x f -C a"),
    ],
)
def test_flags_of_which_the_last_counts_stay_in_order(one: str, other: str) -> None:
    assert normal(one) != normal(other)
