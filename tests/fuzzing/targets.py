"""What reads the bytes of strangers. Any bytes must be read, or be refused by one of our errors.

A target has seeds, which are valid, and tokens, which mean something to it. `inputs` makes new inputs of them.
The targets can also be run by a fuzzer that is guided by coverage: see `guided.py`.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from asmeant.analysis.run_index import refresh
from asmeant.datasets import tasks_file
from asmeant.errors import AsmeantError
from asmeant.execution.asking import questions
from asmeant.execution.channels import Stream
from asmeant.execution.deciding import decide
from asmeant.execution.last_words import is_forged, last_word
from asmeant.execution.trials import ended, printable
from asmeant.languages.bash import parse
from asmeant.loaded_run import LoadedRun
from asmeant.models.clients import exchange, recorded, refusals
from asmeant.models.clients.address import read_address
from asmeant.models.clients.exchange import MalformedError
from asmeant.pipeline import resume_run
from asmeant.prompts import extract
from asmeant.records import (
    Candidate,
    Limits,
    Message,
    Observation,
    Prompt,
    Request,
    Run,
    Sampling,
    Scaffold,
    Score,
    Task,
    Verdict,
    to_json,
)
from asmeant.runs import FILES, RunFolder
from asmeant.testing import make_task
from asmeant.web.uploads import check_archive

PYTHON_TASK = make_task("t")
BASH_TASK = Task("b", "list files", code_language="bash", references=("ls",))
FUNCTION_TASK = Task("f", "double it", scaffold=Scaffold(before="def f(x):\n", entry="f"))
CALL = Request("t", Prompt(messages=(Message("user", "hi"),)), (0, 1))
ANSWER = {"seconds": 0.1, "cpu_seconds": 0.1, "waited_seconds": 0.0, "fault": None, "status": 9}


@dataclass(frozen=True, slots=True)
class Target:
    """`read` may raise the errors in `expected`, and nothing else. It may write into a folder."""

    read: Callable[[bytes, Path], object]
    seeds: tuple[bytes, ...]
    tokens: tuple[bytes, ...]
    expected: tuple[type[Exception], ...] = (AsmeantError,)


# ── what is read ───────────────────────────────────────────────────────────────────────────────────


def read_tasks(content: bytes, folder: Path) -> None:
    path = folder / "tasks.jsonl"
    path.write_bytes(content)
    for task in tasks_file.read(path):
        tasks_file.decode(to_json(task))  # what was read can be written and read again


def read_run(content: bytes, folder: Path) -> None:
    """The first byte says which file of a run is replaced by the rest."""
    names = ["run.json", "scores.json", *FILES.values()]
    files = RunFolder(folder / "run")
    write_run(files)
    (files.path / names[(content or b"\0")[0] % len(names)]).write_bytes(content[1:])
    errors = []
    for look in (_look_at_run, _index_run, _open_run):
        try:
            look(files)
        except AsmeantError as error:
            errors.append(error)
    if errors:
        raise errors[0]


def _look_at_run(files: RunFolder) -> None:
    run = LoadedRun(files)
    run.statuses()
    run.scores()
    for attempt in run.attempts():
        assert attempt.cause is None or attempt.cause.kind
        list(attempt.observations)
    for judged in run.judged:
        list(judged.candidates)


def _index_run(files: RunFolder) -> None:
    refresh(files)


def _open_run(files: RunFolder) -> None:
    with resume_run(files, notify=lambda _: None) as run:
        assert run.wanted >= 0


def write_run(files: RunFolder) -> None:
    with files:
        files.begin(
            Run("r", "sample", "reference", sampling=Sampling(count=2), world="this"),
            [PYTHON_TASK, BASH_TASK],
        )
        files.append(Candidate("t", 0, "x = 1", reply="x = 1"), Candidate("t", 1, ""))
        files.append(Observation("t", 0, "c", "f", "finished", 1))
        files.append(Verdict("t", 0, "passed", ("c",)))
        files.write_scores([Score("pass@1", 1.0, (0.5, 1.0), 1, 0, "pass@1")])


def read_answer(content: bytes, _folder: Path) -> None:
    """What a model server sends, as an answer, as an error and as the list of its models."""
    refusal = refusals.read_refusal(400, content, ["sk-secret-secret"])
    field = refusals.refused_field(refusal, ("temperature", "top_p"))
    assert field is None or refusals.explain_setting(refusal, read_address("m"), field, 1.0)
    refusals.explain(refusal, read_address("m"), True, refusals.model_names(content))
    for reply in exchange.read_replies(content, CALL, Sampling(stop=("END",)), 1.0, None):
        to_json(reply)
        extract(reply.text, PYTHON_TASK, CALL.prompt, reply.truncated, "answer")


def read_recording(content: bytes, folder: Path) -> None:
    path = folder / ("replies.jsonl.gz" if content[:2] == b"\x1f\x8b" else "replies.jsonl")
    path.write_bytes(content)
    client = recorded.connect(str(path))
    if client.by_position:
        client.number(["t", "b"], ["t", "b"])
    requests = [Request(id_, Prompt(text="x"), (0, 1)) for id_ in ("t", "b")]
    for reply in client.replies(requests, Sampling(count=2)):
        to_json(reply)


def read_reply(content: bytes, _folder: Path) -> None:
    text = content.decode("utf-8", "replace")
    for task in (PYTHON_TASK, BASH_TASK, FUNCTION_TASK):
        for prompt in (Prompt(messages=(Message("user", "x"),)), Prompt(text="def f(x):\n")):
            for mode in ("answer", "repair", "none"):
                extraction = extract(text, task, prompt, len(content) % 2 == 0, mode)
                to_json(Candidate(task.id, 0, extraction.code, fault=extraction.fault))
                assert extraction.code or extraction.fault or not text.strip() or mode == "none"


def read_command(content: bytes, _folder: Path) -> None:
    source = content.decode("utf-8", "replace")
    assert parse(source).source == source


QUESTIONS = [
    questions((probe,), "f", "")
    for probe in ("assert f(1) == [1, {'a': 2}]", "assert 1 in f(1)", "assert abs(f(1) - 0.5) < 1e-6")
]


def read_messages(content: bytes, _folder: Path) -> None:
    """What a candidate's process writes into its channel: messages, each with its length in front."""
    frames = Stream(-1, 0, bytearray(content)).frames or [content]
    for frame in frames:
        is_forged(frame)
        trial = ended(ANSWER, last_word(frame), Limits())
        to_json([trial.ending, printable(trial.reason), trial.cause, trial.functions])
        for asked in QUESTIONS:
            assert asked is not None
            decision = decide(asked, [frame])
            to_json([printable(decision.fault or ""), decision.cause])


def read_upload(content: bytes, _folder: Path) -> None:
    tree = check_archive(io.BytesIO(content), 1 << 20)
    for entry in tree.entries:
        assert ".." not in entry.path.split("/")


# ── seeds ──────────────────────────────────────────────────────────────────────────────────────────


def lines(*records: object) -> bytes:
    return b"".join(to_json(record) + b"\n" for record in records)


def archive(mode: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as tar:  # type: ignore[call-overload]
        for name, kind in (
            ("a.txt", tarfile.REGTYPE),
            ("folder", tarfile.DIRTYPE),
            ("folder/l", tarfile.SYMTYPE),
        ):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "a.txt" if kind == tarfile.SYMTYPE else ""
            entry.size = 3 if kind == tarfile.REGTYPE else 0
            tar.addfile(entry, io.BytesIO(b"abc"))
    return buffer.getvalue()


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.txt", b"abc" * 100)
        file.writestr("folder/b", b"")
    return buffer.getvalue()


def framed(*messages: bytes) -> bytes:
    return b"".join(len(message).to_bytes(4, "big") + message for message in messages)


VALUES = (
    {"tuple": [1, {"set": [1, 2]}]}, {"dict": [[1, 2]]}, {"int": "ff"}, {"float": "0x1p-3"}, {"bytes": "00ff"},
    {"decimal": "1.5"}, {"fraction": [1, 2]}, {"range": ["0", "5", "1"]}, {"type": "builtins:int"},
    {"counter": [["a", 1]]}, {"default": ["int", []]}, {"namedtuple": ["P", ["x", "y"], [1, 2]]},
    {"dataclass": ["D", [["a", 1]], [True], [True, False, False]]}, {"deque": [[1, 2], 5]}, {"slice": [1, 2, 3]},
    {"structseq": ["time.struct_time", [1, 2, 3, 4, 5, 6, 7, 8, 9]]}, {"datetime": [2020, 1, 2, 3, 4, 5, 6, 0, None]},
    {"time": [1, 2, 3, 4, 0, {"tuple": [0, "UTC"]}]}, {"date": [2020, 1, 1]}, {"delta": [1, 2, 3]},
    {"complex": [1, 2]}, {"object": "Thing"}, {"keys": [1, 2]}, {"memoryview": "00"}, {"frozenset": [1]},
    {"ending": "failed", "reason": "x", "at": "probe", "functions": ["f"], "exception": "ValueError"},
)  # fmt: skip
JSON = (
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"-1", b"1e999", b"9" * 400, b"\\ud800", b"\xff",
    b"\0", b"\n", b"\\", b"[" * 5000, b'{"a":' * 3000, b"NaN", b"Infinity", b'""', b"[]", b"{}",
)  # fmt: skip
CODE = (
    b"```", b"```python\n", b"~~~", b"\n", b"    ", b"\t", b"def f(x):", b"return", b"'''", b'"""', b"(" * 3000,
    b"[" * 300, b")", b"\\", b"#", b"lambda:", b"f'{", b"<think>", b"</think>", b"[PYTHON]", b"\r", b"\x0c", b"\0",
    "ï¼š".encode(), b">>> ", b"$ ", b"class A:", b"import os", b"if x:", b"else:", b"async ", b"match x:", b"@",
    b"-" * 5000, b"not " * 2000, b"- " * 3000, b"\xed\xa0\x80", b"\xe2\x80\xa8",
)  # fmt: skip
SHELL = (
    b"$(", b")", b"${", b"}", b"`", b"'", b'"', b"|", b"||", b"&&", b";", b";;", b"<<EOF\n", b"\nEOF\n", b"<(",
    b"[[", b"]]", b"((", b"))", b"if ", b"then ", b"fi", b"case x in ", b"esac", b"for i in ", b"do ", b"done",
    b"{", b"\\", b"\n", b"#", b">", b"2>&1", b"$((", b"*", b"?", b"!", b"{a,b}", b"$" * 500, b"(" * 500, b"${" * 300,
    b"`" * 301, b"\0", b"=", b"a=(", b"function f ", b"coproc ", b"<<<", b"~", b"[", b"]", b"\r", b"select x ",
)  # fmt: skip

TARGETS = {
    "tasks": Target(
        read_tasks,
        (
            lines(PYTHON_TASK, BASH_TASK),
            lines(FUNCTION_TASK),
            gzip.compress(lines(PYTHON_TASK)),
            b'{"id": "c", "intent": "x", "code_language": "bash", "references": ["ls -l | wc"], '
            b'"checks": [{"name": "o", "same_outcome_as": "find . -name \'*.py\' -mtime +1"}]}\n',
        ),
        (*JSON, b'"id"', b'"checks"', b'"scaffold"', b'"probes"', b'"same_outcome_as"', b'"tags"', *SHELL[:20]),
    ),
    "run": Target(
        read_run,
        tuple(
            bytes([number]) + content
            for number, content in enumerate(
                (
                    to_json(Run("r", "sample", "m")),
                    b"[]",
                    lines(PYTHON_TASK),
                    lines({"task_id": "t", "messages": [], "text": "x", "stop": []}),
                    lines(Candidate("t", 0, "x"), Candidate("t", 9, "x"), Candidate("u", 0, "x")),
                    lines({"task_id": "t", "seconds": 1.0, "reference_seconds": 0.1}),
                    lines(Observation("t", 0, "c", "", "failed"), Observation("t", 3, "other", "", "finished")),
                    lines(Verdict("t", 0, "failed"), Verdict("t", 7, "passed"), Verdict("u", 0, "passed")),
                )
            )
        ),
        (*JSON, b'"task_id"', b'"rank"', b'"status"', b'"passed"', b'"t"', b'"c"'),
    ),
    "answer of a server": Target(
        read_answer,
        (
            b'{"choices":[{"index":0,"message":{"content":"x"},"finish_reason":"stop","logprobs":'
            b'{"content":[{"token":"x","logprob":-0.5}]}}],"usage":{"prompt_tokens":1,"completion_tokens":2}}',
            b'{"choices":[{"text":"x END y","logprobs":{"tokens":["x"],"token_logprobs":[-1]}}]}',
            b'{"error":{"message":"temperature is not supported","param":"temperature","code":"unsupported"}}',
            b'{"data":[{"id":"m"}]}',
        ),
        (*JSON, b'"choices"', b'"message"', b'"content"', b'"usage"', b'"error"', b"temperature", b'"logprobs"'),
        (AsmeantError, MalformedError),
    ),
    "recorded replies": Target(
        read_recording,
        (
            b'{"task_id": "t", "rank": 0, "text": "x"}\n{"task_id": "t", "text": "y"}\n{"task_id": "b", "text": "z"}\n'
            b'{"task_id": "b", "text": "z"}\n',
            b'{"t": ["x", "y"], "b": ["x"]}',
            b'[["x", "y"], ["x"]]',
            b'[{"task_id": "t", "completion": "x"}]',
            gzip.compress(b'{"task_id": "t", "solution": "x"}\n'),
        ),
        (*JSON, b'"task_id"', b'"rank"', b'"text"', b'"completion"', b'"code"', b'"usage"', b'"log_probability"'),
    ),
    "reply": Target(
        read_reply,
        (
            b"Here it is:\n```python\ndef f(x):\n    return 2 * x\n```\nThat is all.",
            b"    return 2 * x\n\nprint(f(1))\n",
            b"<think>hm</think>\nx = [1, 2]\n",
            b"```bash\n$ ls -l | sort\n```",
            b"def f(x):\n    '''doc'''\n    if x:\n        return 1",
        ),
        (*CODE, *SHELL[:12]),
    ),
    "command": Target(
        read_command,
        (
            b"find . -name '*.py' -exec grep -l \"x $y\" {} + | sort -u > out 2>&1",
            b"for i in $(seq 3); do if [[ $i -gt 1 ]]; then echo ${i%.*}; fi; done",
            b"cat <<EOF\n$(date) `id`\nEOF\n",
            b"case $x in a|b) echo $((1 + 2));; *) ;; esac && f() { local a=(1 2); }",
        ),
        SHELL,
    ),
    "messages": Target(
        read_messages,
        (*(framed(json.dumps(value).encode()) for value in VALUES), framed(b"1", b"[1]", b"null")),
        (*JSON, *(json.dumps(value).encode() for value in VALUES), b"\0\0\0\x05", b'"tuple"', b'"dict"', b'"set"'),
    ),
    "upload": Target(
        read_upload,
        (
            archive("w"), archive("w:gz"), zipped(), bz2.compress(archive("w")), lzma.compress(archive("w")),
            b'{"path": "a", "kind": "file", "content": "eA=="}\n{"path": "l", "kind": "link", "target": "a"}\n',
        ),
        (*JSON, b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"../", b"/", b"ustar", b"\x1f\x8b", b"BZh9", b'"path"'),
    ),
}  # fmt: skip


# ── new inputs ─────────────────────────────────────────────────────────────────────────────────────


def inputs(target: Target) -> st.SearchStrategy[bytes]:
    """A seed with some changes; tokens in any order; or any bytes."""
    changes = st.lists(
        st.tuples(st.sampled_from(("put", "cut", "repeat", "replace")), st.floats(0, 1), st.floats(0, 1),
                  st.sampled_from(target.tokens) | st.binary(max_size=4)),
        max_size=6,
    )  # fmt: skip
    changed = st.builds(change, st.sampled_from(target.seeds), changes)
    tokens = st.lists(st.sampled_from(target.tokens) | st.binary(max_size=3), max_size=20).map(b"".join)
    return changed | tokens | st.binary(max_size=60)


def change(content: bytes, changes: list[tuple[str, float, float, bytes]]) -> bytes:
    for how, at, length, token in changes:
        begin = int(at * len(content))
        end = begin + int(length * length * (len(content) - begin))
        middle = {"put": token + content[begin:end], "cut": b"", "replace": token}.get(
            how, 2 * content[begin:end]
        )
        content = content[:begin] + middle + content[end:]
    return content
