"""A real run, killed at many random moments, goes on to the same scores."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from asmeant.datasets import load_tasks
from asmeant.records import Candidate, Reply, Verdict, to_json
from asmeant.runs import RunFolder

KILLS = 3


def command(replies: Path, out: Path) -> list[str]:
    words = ["run", "sample", "--model", f"recorded:{replies}", "--samples", "2", "--seconds", "5"]
    return [sys.executable, "-m", "asmeant", *words, "--out", str(out), "--json"]


def record(path: Path) -> None:
    """Two replies a task: the reference, and one that is wrong or empty."""
    with path.open("wb") as file:
        for number, task in enumerate(load_tasks("sample")):
            wrong = ["", "I would rather not.", "```python\nreturn 0\n```"][number % 3]
            for rank, text in enumerate([f"```\n{task.references[0]}\n```", wrong]):
                file.write(to_json(Reply(task.id, rank, text)) + b"\n")


def test_a_run_killed_at_any_moment_resumes_to_the_same_scores(tmp_path: Path) -> None:
    replies, chance = tmp_path / "replies.jsonl", random.Random(20)
    record(replies)
    expected = run_to_the_end(replies, tmp_path / "whole")
    out = tmp_path / "killed"
    begun = time.monotonic()
    for kill in range(KILLS):
        process = subprocess.Popen(command(replies, out), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            process.communicate(timeout=0.2 + chance.random() * 1.2)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT if kill % 4 == 3 else signal.SIGKILL)
            process.communicate()
    assert run_to_the_end(replies, out) == expected
    files = RunFolder(out)
    for records in (list(files.read(Candidate)), list(files.read(Verdict))):
        keys = [(record.task_id, record.rank) for record in records]
        assert len(keys) == len(set(keys)) == 2 * len(files.tasks())
    assert time.monotonic() - begun < 300


def run_to_the_end(replies: Path, out: Path) -> object:
    done = subprocess.run(command(replies, out), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["run"] == str(out)
    return said["scores"]


def test_an_interrupt_says_that_nothing_is_lost(tmp_path: Path) -> None:
    replies, out = tmp_path / "replies.jsonl", tmp_path / "run"
    endless = "```python\nwhile True: pass\n```"
    with replies.open("wb") as file:
        for task in load_tasks("sample"):
            for rank, text in enumerate(["I would rather not.", endless]):
                file.write(to_json(Reply(task.id, rank, text)) + b"\n")
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import runpy; "
    words = [*command(replies, out)[:1], "-c", heeding + "runpy.run_module('asmeant', run_name='__main__')"]
    process = subprocess.Popen(
        [*words, *command(replies, out)[3:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not (out / "verdicts.jsonl").exists():
        time.sleep(0.01)
        assert process.poll() is None
    error = ""
    for _ in range(3):  # one may fall where Python cannot raise it, as a person sees now and then
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            _, error = process.communicate(timeout=60)
            break
    assert process.returncode == 130
    assert "What a run has finished is kept" in error
