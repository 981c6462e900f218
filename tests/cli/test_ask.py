"""ask, as a person meets it: in a pipe, and in a real terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.cli.ask_keys import BEGIN, END, SHELLS, install_key, with_block
from asmeant.errors import UsageError

ASMEANT = [sys.executable, "-m", "asmeant"]
GREP = "grep -l TODO *.java"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "A.java").write_text("// TODO\n")
    (folder / "B.java").write_text("done\n")
    monkeypatch.chdir(folder)
    return folder


def model(here: Path, *codes: str) -> str:
    """A model that answers with these, one after the other."""
    file = here.parent / "replies.jsonl"
    lines = [json.dumps({"task_id": "ask", "rank": rank, "code": code}) for rank, code in enumerate(codes)]
    file.write_text("\n".join(lines) + "\n")
    return f"recorded:{file}"


def ask(here: Path, codes: list[str], *words: str, intent: str = "find all java files with TODO") -> Result:
    words = ("ask", intent, "--model", model(here, *codes), "--samples", str(len(codes)), *words)
    return CliRunner().invoke(asmeant, words, catch_exceptions=True)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_answers_are_tried_grouped_and_in_order(here: Path) -> None:
    result = ask(here, ["nosuchtool", "find . -name '*.java' -delete", GREP, "grep -rl TODO ."])
    lines = [line.strip() for line in result.output.splitlines()]
    assert lines[0] == f"Bash · recorded:replies.jsonl · tried in a view of {here}"
    heads = [line for line in lines if re.match(r"\d  ", line)]
    assert heads == [
        f"1  {GREP}",
        "2  find . -name '*.java' -delete",
        "3  nosuchtool",
    ]
    assert "same: grep -rl TODO ." in lines
    assert "prints   A.java" in lines
    assert "changes  A.java  deleted" in lines
    assert any(line.startswith("destroys: -delete deletes") for line in lines)
    assert "exit status 0 · score 0.50" in lines
    assert lines[-2] == "nosuchtool is not installed here · score 0.25"
    assert names(here) == ["A.java", "B.java"]


def test_json_has_all_of_it_and_nothing_else_is_printed(here: Path) -> None:
    found = json.loads(ask(here, [GREP, "rm A.java"], "--json").output)
    assert (found["code_language"], found["model"]) == ("bash", "recorded:replies.jsonl")
    best = found["answers"][0]["answers"][0]
    assert (best["code"], best["stdout"], best["standing"]) == (GREP, "A.java\n", "works")
    assert found["answers"][1]["answers"][0]["changes"] == [{"path": "A.java", "what": "deleted"}]


def test_python_answers_are_run_on_examples(here: Path) -> None:
    codes = ["def f(x):\n    return x", "def order(x):\n    return sorted(x)"]
    result = ask(here, codes, "--example", "f([3, 1]) == [1, 3]", intent="sort it")
    assert result.output.startswith("Python · ")
    assert result.output.index("def order") < result.output.index("def f(x)")
    assert "1 of 1 examples hold" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ask", " "], "There is nothing to ask"),
        (["ask", "x", "--to", "bash", "--example", "f(1) == 1"], "Examples (--example) are for Python code"),
        (["ask", "x", "--to", "python", "--run"], "Only Bash answers can be run from here"),
        (["ask", "x", "--pick", "--json"], "--pick prints a command instead of running it"),
        (["ask", "x", "--example", "1"], "is no example"),
    ],
)
def test_what_cannot_be_is_said(here: Path, words: list[str], message: str) -> None:
    result = CliRunner().invoke(asmeant, [*words, "--model", model(here, "ls")])
    assert message in str(result.exception)


# ── for real, without a terminal ───────────────────────────────────────────────────────────────────


def test_run_runs_the_best_answer_and_ends_as_it_does(here: Path) -> None:
    command = [*ASMEANT, "ask", "make it", "--to", "bash", "--samples", "1", "--run"]
    words = [*command, "--model", model(here, "touch made; exit 3")]
    result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert result.returncode == 3, result.stderr
    assert (here / "made").exists()


def test_a_dangerous_one_is_not_run_unless_that_is_said_too(here: Path) -> None:
    result = ask(here, ["rm A.java"], "--run")
    assert "The best answer is dangerous" in str(result.exception)
    assert names(here) == ["A.java", "B.java"]
    assert ask(here, ["rm A.java"], "--run", "--yes").exit_code == 0
    assert names(here) == ["B.java"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("cat nowhere", "The best answer fails"),
        ("", "There is no answer to run"),
        ("echo a\x1b[2Kb > c", "characters that a terminal does not show"),
        ("echo \u202eabc > c", "characters that a terminal does not show"),
        ("touch a\u200bb", "characters that a terminal does not show"),
        ("touch a\u00a0b", "characters that a terminal does not show"),
    ],
)
def test_what_is_not_run(here: Path, code: str, message: str) -> None:
    result = ask(here, [code], "--run", "--yes")
    assert message in str(result.exception)
    assert names(here) == ["A.java", "B.java"]


@pytest.mark.parametrize("code", ["head -1", "head -c 300M /dev/zero > big"])
def test_what_was_not_tried_to_its_end_is_not_run_unattended(here: Path, code: str) -> None:
    result = ask(here, [code], "--run")
    assert "was not tried to its end" in str(result.exception)
    assert names(here) == ["A.java", "B.java"]


# ── in a real terminal ─────────────────────────────────────────────────────────────────────────────


class Terminal:
    """A program at a terminal of its own, and a person who reads and types."""

    def __init__(self, command: list[str], folder: Path, **environment: str) -> None:
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment})
        self.text = ""

    def expect(self, pattern: str, seconds: float = 30) -> str:
        """Reads until it has come; all that was read since the last time."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self.end], [], [], max(0, deadline - time.monotonic()))
            try:
                piece = os.read(self.end, 65536) if ready else b""
            except OSError:
                piece = b""
            if not piece:
                raise AssertionError(f"{pattern!r} did not come:\n{self.text}")
            self.text += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", piece.decode("utf-8", "replace"))
        read, self.text = self.text[: found.end()], self.text[found.end() :]
        return read

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def status(self) -> int:
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.end)
        return status


def at_terminal(here: Path, *codes: str) -> Terminal:
    words = ["ask", "do it", "--to", "bash", "--samples", str(len(codes)), "--model", model(here, *codes)]
    return Terminal([*ASMEANT, *words], here)


def test_the_chosen_answer_runs_as_it_was_shown(here: Path) -> None:
    terminal = at_terminal(here, "mkdir one; ls -d one", "mkdir 'x y'; ls -d 'x y'")
    text = terminal.expect(r"Run which\? \[1-2, Enter for none\] ")
    assert " 2  mkdir 'x y'; ls -d 'x y'" in text
    assert names(here) == ["A.java", "B.java"]
    terminal.type("2\n")
    terminal.expect("x y")
    assert terminal.status() == 0
    assert names(here) == ["A.java", "B.java", "x y"]


def test_a_dangerous_one_needs_a_yes(here: Path) -> None:
    for answer, left in (("no\n", ["A.java", "B.java"]), ("yes\n", ["B.java"])):
        terminal = at_terminal(here, "rm A.java")
        terminal.expect("Run which")
        terminal.type("1\n")
        terminal.expect("Type yes to run it: ")
        assert names(here) == ["A.java", "B.java"]
        terminal.type(answer)
        assert terminal.status() == 0
        assert names(here) == left


@pytest.mark.parametrize("keys", ["\n", "7\n"])
def test_any_other_key_runs_nothing(here: Path, keys: str) -> None:
    terminal = at_terminal(here, "touch made")
    terminal.expect("Run which")
    terminal.type(keys)
    assert terminal.status() == 0
    assert names(here) == ["A.java", "B.java"]


# ── a key of the shell ─────────────────────────────────────────────────────────────────────────────


PROMPTS = {
    "bash": (["bash", "-i"], "PS1='ready> '"),
    "zsh": (["zsh", "-i"], "PS1='ready> '"),
    "fish": (["fish", "-i"], "function fish_prompt; echo -n 'ready> '; end; set -g fish_greeting"),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"no {name} here"))
        for name in PROMPTS
    ],
)
def test_the_key_puts_the_command_in_the_place_of_the_intent(here: Path, name: str) -> None:
    home = here.parent
    command, prompt = PROMPTS[name]
    (home / "bin").mkdir()
    (home / "bin" / "asmeant").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m asmeant "$@"\n')
    (home / "bin" / "asmeant").chmod(0o755)
    install_key(name, {}, home)
    with (home / SHELLS[name][0]).open("a") as file:
        file.write(f"{prompt}\n")
    shell = Terminal(
        command,
        here,
        HOME=str(home),
        PATH=f"{home / 'bin'}:{os.environ['PATH']}",
        ASMEANT_MODEL=model(here, *["echo the answer is $((40 + 2))"] * 5),
    )
    shell.expect("ready> ")
    shell.type("what is forty plus two\x18\x01")
    shell.expect("Use which")
    shell.type("1\n")
    # fish colours each word.
    shell.expect(r"(?s)ready> .*echo.*the.*answer.*is.*\$\(\(40 \+ 2\)\)")
    shell.type("\n")
    shell.expect("the answer is 42")
    shell.type("exit\n")
    assert shell.status() == 0


@pytest.mark.parametrize(
    ("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish/config.fish")]
)
def test_a_key_is_installed_once_and_the_file_is_kept(tmp_path: Path, shell: str, file: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    assert "was added to" in install_key("auto", {"SHELL": f"/bin/{shell}"}, tmp_path)
    once = path.read_text()
    assert once.startswith(f"mine\n{BEGIN}\n")
    assert once.endswith(f"{END}\n")
    assert "is in" in install_key(shell, {}, tmp_path)
    assert path.read_text() == once


def test_an_older_key_is_replaced() -> None:
    assert (
        with_block(f"a\n{BEGIN}\nold\n{END}\nb\n", f"{BEGIN}\nnew\n{END}\n") == f"a\n{BEGIN}\nnew\n{END}\nb\n"
    )


def test_an_unknown_shell_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Your shell is 'tcsh'"):
        install_key("auto", {"SHELL": "/bin/tcsh"}, tmp_path)
