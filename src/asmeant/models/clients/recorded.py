"""Prompt -> Reply, from a file: replays recorded replies of a language model.

`recorded:FILE` reads JSON Lines or JSON (`.gz` is fine), in the layouts of `layouts`:

    {"task_id": "sample-1", "rank": 0, "text": "sorted(words)"}

and folders: a run (`recorded:runs/mine`), or a folder for each task with the files `0.py`, `1.py` and so on.
`?field=KEY` says which field holds the samples, and `?as=reply|continuation|code` what they are.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.models.clients.layouts import (
    KEYS,
    KINDS,
    LayoutError,
    Rule,
    Sample,
    is_row,
    read_row,
    read_whole,
)
from asmeant.records import Form, Reply, Request, Sampling, read_json

Key = tuple[str, int]


def connect(words: str) -> RecordedClient:
    """Replies from a file, from an earlier run, or samples of another tool: recorded:FILE"""
    if not words:
        raise UsageError("The model 'recorded' needs a file of replies. Use: recorded:FILE")
    path = Path(words).expanduser()
    # A file may have a '?' in its name.
    if path.exists() or "?" not in words:
        return RecordedClient(path)
    name, _, query = words.rpartition("?")
    return RecordedClient(Path(name).expanduser(), _read_rule(query))


def _read_rule(query: str) -> Rule:
    options = dict(parse_qsl(query, keep_blank_values=True))
    for option in sorted(options.keys() - {"field", "as"}):
        raise UsageError(f"No option of a recording is called '{option}'. Known: field, as.")
    kinds = {str(kind): kind for kind in KINDS}
    kind = options.get("as")
    if kind is not None and kind not in kinds:
        raise UsageError(f"Samples are read as {', '.join(kinds)}, but as={kind} was found.")
    return Rule(options.get("field", ""), kinds[kind] if kind else None)


class RecordedClient:
    """Replays the samples in `path`.

    No prompt is sent. `form` is the form of the prompts that were answered.
    """

    sends_prompts = False

    def __init__(self, path: Path, rule: Rule = Rule()) -> None:  # noqa: B008
        self.path = path / "candidates.jsonl" if (path / "candidates.jsonl").exists() else path
        samples = list(_read(self.path, rule))
        self.form: Form = _form(self.path, samples)
        self._samples_without_id = [sample for sample in samples if isinstance(sample.task, int)]
        self._replies = self._join(
            (str(sample.task), sample) for sample in samples if not self._samples_without_id
        )
        self._ids = _ids_by_normalized_id(task_id for task_id, _ in self._replies)

    @property
    def name(self) -> str:
        return f"recorded:{self.path.name}"

    @property
    def by_position(self) -> bool:
        """Whether the samples have no ids, so that the order of the tasks must be known."""
        return bool(self._samples_without_id)

    def number(self, run: Sequence[str], dataset: Sequence[str]) -> None:
        """Match samples without ids to the tasks of a run, or of its whole dataset, by their order."""
        count = 1 + max(int(sample.task) for sample in self._samples_without_id)
        order = next((ids for ids in (run, dataset) if len(ids) == count), None)
        if order is None:
            raise DataError(
                f"{self.path} has samples of {count} tasks, without ids, but the run has {len(run)} tasks "
                f"and the dataset {len(dataset)}. Run as many tasks as have samples (--limit, --lang)."
            )
        self._replies = self._join((order[int(sample.task)], sample) for sample in self._samples_without_id)
        self._samples_without_id = []

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        """The recorded replies, in the order of the requests. Missing ones raise an error at the end."""
        wanted = missing = 0
        first: Key | None = None
        for request in requests:
            task_id = self._ids.get(_normalized_id(request.task_id), request.task_id)
            wanted += len(request.ranks)
            for rank in request.ranks:
                reply = self._replies.get((request.task_id, rank)) or self._replies.get((task_id, rank))
                if reply is not None:
                    yield replace(reply, task_id=request.task_id)
                    continue
                missing += 1
                first = first or (request.task_id, rank)
        if first is not None:
            raise ModelError(self._missing_message(missing, wanted, first))

    def _missing_message(self, missing: int, wanted: int, first: Key) -> str:
        task_id, rank = first
        known = ", ".join(f"'{name}'" for name in list(dict.fromkeys(name for name, _ in self._replies))[:3])
        hint = f" Its tasks are called {known} and so on." if missing == wanted and known else ""
        return (
            f"{self.path} lacks {missing} of the {wanted} replies asked for, first rank {rank} of "
            f"the task '{task_id}'.{hint} Ask for recorded tasks only (--ids, --limit), or record the rest."
        )

    def _join(self, samples: Iterable[tuple[str, Sample]]) -> dict[Key, Reply]:
        replies: dict[Key, Reply] = {}
        counts: Counter[str] = Counter()
        for task_id, sample in samples:
            rank = counts[task_id] if sample.rank is None else sample.rank
            counts[task_id] += 1
            if (task_id, rank) in replies:
                raise DataError(
                    f"{self.path}: rank {rank} of the task '{task_id}' is there twice. Keep one of them."
                )
            replies[task_id, rank] = _reply(sample, task_id, rank, self.path.name)
        return replies


def _reply(sample: Sample, task_id: str, rank: int, file: str) -> Reply:
    source = f"'{sample.key}' of {file} holds code" if sample.kind == "code" else ""
    return Reply(
        task_id,
        rank,
        sample.text,
        sample.truncated,
        sample.log_probability,
        sample.usage,
        code_from=source,
    )


def _form(path: Path, samples: Sequence[Sample]) -> Form:
    """The form of the prompts: completion if the samples are continuations, else chat."""
    kinds = {sample.kind: sample.key for sample in samples}
    if {"reply", "continuation"} <= kinds.keys():
        raise DataError(
            f"{path} has replies ('{kinds['reply']}') and continuations ('{kinds['continuation']}'), which "
            f"answer to different prompts. Say what they are: recorded:FILE?as=reply, or ?field=KEY."
        )
    return "completion" if "continuation" in kinds or _has_completion_prompts(path) else "chat"


def _has_completion_prompts(path: Path) -> bool:
    """Whether the prompts of a recorded run were completion prompts."""
    prompts = path.with_name("prompts.jsonl")
    if path.name != "candidates.jsonl" or not prompts.exists():
        return False
    first = _decoded(_content(prompts).partition(b"\n")[0])
    return isinstance(first, dict) and not first.get("messages")


def _normalized_id(task_id: str) -> str:
    """The id in a form that tools and file systems do not change: HumanEval/0 is HumanEval_0."""
    return re.sub(r"[^0-9a-z]+", "_", task_id.lower()).strip("_")


def _ids_by_normalized_id(task_ids: Iterable[str]) -> Mapping[str, str]:
    """The ids by their normalized form, if that form is unique."""
    ids_by_form: dict[str, set[str]] = {}
    for task_id in task_ids:
        ids_by_form.setdefault(_normalized_id(task_id), set()).add(task_id)
    return {form: next(iter(ids)) for form, ids in ids_by_form.items() if len(ids) == 1}


# ── reading ────────────────────────────────────────────────────────────────────────────────────────


def _read(path: Path, rule: Rule) -> Iterator[Sample]:
    if path.is_dir():
        yield from _read_folder(path, rule)
        return
    content = _content(path)
    first = content.lstrip().partition(b"\n")[0]
    try:
        if is_row(_decoded(first)):
            yield from _read_lines(path, content, rule)
        elif first:
            yield from read_whole(read_json(content), rule)
    except msgspec.DecodeError as error:
        raise _unknown(path, f"it is neither JSON nor JSON Lines: {error}") from error
    except LayoutError as error:
        raise _unknown(path, str(error)) from error


def _read_lines(path: Path, content: bytes, rule: Rule) -> Iterator[Sample]:
    lines = content.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield from read_row(read_json(line), rule)
        except LayoutError as error:
            raise _unknown(path, f"line {number}: {error}") from error
        except msgspec.DecodeError as error:
            if number == len(lines):
                return  # an incomplete last line: the writer was interrupted
            raise _unknown(path, f"line {number} is not JSON: {error}") from error


def _read_folder(path: Path, rule: Rule) -> Iterator[Sample]:
    """A folder for each task, with a file for each sample: HumanEval_0/0.py."""
    files = [file for file in path.glob("*/*") if file.is_file() and re.fullmatch(r"\d+\.\w+", file.name)]
    if not files:
        names = ", ".join(sorted(entry.name for entry in path.iterdir())[:8]) or "nothing"
        raise _unknown(path, f"the folder has neither candidates.jsonl nor TASK/0.py, but {names}")
    for file in sorted(files, key=lambda file: (file.parent.name, int(file.stem))):
        text = file.read_text("utf-8", errors="replace")
        yield Sample(file.parent.name, text, file.name, rule.kind or "code", int(file.stem))


def _content(path: Path) -> bytes:
    try:
        return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except FileNotFoundError as error:
        raise DataError(
            f"There is no file of replies at {path}. Check the path after 'recorded:'."
        ) from error
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"The replies in {path} cannot be read: {error}. Record them again.") from error


def _decoded(line: bytes) -> Any:
    try:
        return read_json(line)
    except msgspec.DecodeError:
        return None


def _unknown(path: Path, fault: str) -> DataError:
    return DataError(
        f"The samples in {path} cannot be read: {fault}. Known are rows with 'task_id' and one of "
        f"{', '.join(KEYS)}; another field is named with recorded:FILE?field=KEY&as=reply."
    )
