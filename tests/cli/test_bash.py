"""asmeant bash: what a person sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.cli.bash import bash
from asmeant.errors import DataError, UsageError
from asmeant.languages.bash.parsing.reader import BashSyntaxError


def invoke(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(bash, words, input=stdin, catch_exceptions=False)


def call(*words: str, stdin: str | None = None) -> str:
    return invoke(*words, stdin=stdin).stdout


def test_explain() -> None:
    text = call("explain", "rm -rf x")
    assert text.startswith("Delete files [x]")
    assert "long flags rm --recursive --force x" in text
    assert "destroys  rm -r deletes whole directories without asking" in text


def test_explain_as_json() -> None:
    found = json.loads(call("explain", "--json", "ls -l | wc"))
    assert found["template"] == "ls -l | wc"
    assert found["lines"][0]["text"] == "ls"
    assert found["dangers"] == []


@pytest.mark.parametrize("verb", ["explain", "parse", "template"])
def test_a_syntax_error_is_pointed_out(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BashSyntaxError, match="line 2, column 9"):
        bash.main([verb, "ls\necho 'ab"], standalone_mode=False)
    assert capsys.readouterr().err == "  echo 'ab\n          ^\n"


def test_of_a_long_line_the_place_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BashSyntaxError):
        bash.main(["parse", "a " * 500 + "| | " + "b " * 500], standalone_mode=False)
    line, caret = capsys.readouterr().err.splitlines()
    assert len(line) == 102
    assert line[caret.index("^")] == "|"


def test_template() -> None:
    assert call("template", "find . -mtime +7", "ls") == "find Path -mtime +Timespan\nls\n"
    assert call("template", "--normal", "ls -la") == "ls -a -l\n"
    assert call("template", "--long", "head -5") == "head --lines=5\n"
    assert call("template", "-", stdin="ls -l\n\nhead -5\n") == "ls -l\n\nhead - Quantity\n"


def test_a_wrong_line_does_not_end_the_others() -> None:
    done = CliRunner().invoke(bash, ["template", "-"], input="ls (\npwd\n")
    assert done.stdout == "\npwd\n"
    assert "line 1: Not Bash at line 1, column 5" in done.stderr
    assert "1 of 2 lines are not Bash" in str(done.exception)


def test_parse() -> None:
    text = call("parse", "sort -k 2 | frobnicate")
    assert "flag -k  5-9" in text
    assert "argument Number 2  8-9" in text
    assert "call frobnicate (unknown)" in text
    assert json.loads(call("parse", "--json", "ls"))["children"][0]["name"] == "ls"


def test_tokens() -> None:
    assert call("tokens", 'ls "a b"') == 'ls\n"a b"\n'
    assert (
        call("tokens", "--size", "sub-token", "--intent", "older than 7d")
        == "older\nthan\n<arg>\n7\nd\n</arg>\n"
    )
    assert json.loads(call("tokens", "--json", "--size", "character", "a b")) == ["a", "<space>", "b"]


def test_coverage_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "commands.txt"
    file.write_text("ls -l\n\nfoo\nsort --frobnicate\necho '\n")
    text = call("coverage", str(file))
    assert "commands            4   1 of them are not Bash" in text
    assert "fully typed         1   33.33%" in text
    assert "utilities           2   66.67% of 3 uses, 2 different ones" in text
    assert "unknown: 1, most often sort --frobnicate (1)" in text
    assert json.loads(call("coverage", "--json", str(file)))["known_flags"] == {"ls -l": 1}
    assert json.loads(call("coverage", "--json", "-", stdin="ls\n"))["commands"] == 1


def test_coverage_of_nothing(tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.write_text("")
    assert "fully typed         0\n" in call("coverage", str(file))


def test_coverage_without_data(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="asmeant fetch nl2bash"):
        invoke("coverage", "--data", str(tmp_path))


def test_coverage_of_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"missing cannot be read: No such file"):
        invoke("coverage", str(tmp_path / "missing"))
    binary = tmp_path / "binary"
    binary.write_bytes(b"ls\n\xff\xfe")
    with pytest.raises(DataError, match="byte 3 is 0xff"):
        invoke("coverage", str(binary))


@pytest.mark.parametrize("verb", ["explain", "template", "parse", "tokens"])
def test_what_is_no_text(verb: str) -> None:
    with pytest.raises(UsageError, match="it has a byte 0xff"):
        invoke(verb, "ls \udcff")
    with pytest.raises(DataError, match="- is not UTF-8 text: byte 3 is 0xff"):
        CliRunner().invoke(bash, ["template", "-"], input=b"ls\n\xff", catch_exceptions=False)


@pytest.mark.data
@pytest.mark.thorough
def test_coverage_of_nl2bash(released_data: Path) -> None:
    found = json.loads(call("coverage", "--json", "--data", str(released_data)))
    assert found["commands"] == 12607
    assert found["fully_typed"] > 12000
