"""Task -> Candidate, with a language model: write the prompt, call the client, extract the code of the reply.

Replies may come in any order and are matched to their tasks by id. Only tasks in flight are kept in memory.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.prompts import Extraction, extract, write_prompt
from asmeant.records import Candidate, Form, Prompt, Prompting, Reply, Request, Sampling, Task, TaskPrompt
from asmeant.seams import (
    Client,
    Done,
    NeedsOrder,
    Portable,
    SendsPrompts,
    TakesForms,
    WarmableClient,
    WritesOwnPrompts,
)


@dataclass(slots=True)
class _OpenTask:
    """A task in flight, and the ranks that have no reply yet."""

    task: Task
    prompt: Prompt
    ranks: set[int]


class Prompted:
    """Any language model. `examples` is the pool of tasks for few-shot examples."""

    def __init__(
        self, client: Client, prompting: Prompting = Prompting(), examples: Sequence[Task] = ()
    ) -> None:
        self.client = client
        self.prompting = prompting
        self.examples = examples
        self.form = _choose_form(client, prompting)

    @property
    def name(self) -> str:
        return self.client.name

    @property
    def is_portable(self) -> bool:
        return isinstance(self.client, Portable) and self.client.is_portable

    def write_prompt(self, task: Task) -> Prompt:
        """The prompt for a task: the client's own, where it has one."""
        if isinstance(self.client, WritesOwnPrompts):
            prompt = self.client.own_prompt(task, self.prompting)
            if prompt is not None:
                return prompt
        return write_prompt(task, self.prompting, self.form, self.examples)

    def prompt_of(self, task: Task, sampling: Sampling) -> TaskPrompt | None:
        """The prompt as it is sent, for the record; None if the client does not send prompts."""
        if isinstance(self.client, SendsPrompts) and not self.client.sends_prompts:
            return None
        return task_prompt(task.id, self.write_prompt(task), sampling)

    def components(self, tasks: Sequence[Task]) -> Mapping[str, str]:
        """What the client adds for these tasks, for the run."""
        if isinstance(self.client, WritesOwnPrompts):
            return self.client.components(tasks, self.prompting)
        return {}

    def warm_up(self, task: Task, sampling: Sampling, cancelled: threading.Event) -> None:
        """Prepares the replies to one task, so that the first comes sooner."""
        if isinstance(self.client, WarmableClient):
            self.client.warm_up(Request(task.id, self.write_prompt(task), (0,)), sampling, cancelled)

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        in_flight: dict[str, _OpenTask] = {}
        replies = self.client.replies(self._requests(tasks, sampling, done, in_flight), sampling)
        try:
            for reply in replies:
                yield self._candidate(reply, _take(reply, in_flight, self.name))
        finally:
            # Closing the generator lets the client close its connections.
            close = getattr(replies, "close", None)
            if close is not None:
                close()
        if in_flight:
            raise ModelError(
                f"The client '{self.name}' left {len(in_flight)} tasks without all of their replies, "
                f"first '{next(iter(in_flight))}'. A client yields one reply for every rank of every request."
            )

    def _requests(
        self, tasks: Iterable[Task], sampling: Sampling, done: Done, in_flight: dict[str, _OpenTask]
    ) -> Iterator[Request]:
        for task in tasks:
            ranks = tuple(rank for rank in range(sampling.count) if (task.id, rank) not in done)
            if not ranks:
                continue
            if task.id in in_flight:
                raise DataError(
                    f"Two tasks are called '{task.id}'. Replies are joined by id: give each its own."
                )
            prompt = self.write_prompt(task)
            in_flight[task.id] = _OpenTask(task, prompt, set(ranks))
            yield Request(task.id, prompt, ranks)

    def _candidate(self, reply: Reply, open_task: _OpenTask) -> Candidate:
        extraction = self._extraction(reply, open_task)
        return Candidate(
            task_id=reply.task_id,
            rank=reply.rank,
            code=extraction.code,
            reply=reply.text,
            model=self.name,
            truncated=reply.truncated,
            log_probability=reply.log_probability,
            fault=extraction.fault,
            usage=reply.usage,
            extraction=extraction.explanation,
            sent=reply.sent,
        )

    def _extraction(self, reply: Reply, open_task: _OpenTask) -> Extraction:
        if reply.code_from:
            fault = "" if reply.text.strip() else "the recorded code is empty"
            return Extraction(reply.text, fault, f"the whole reply: {reply.code_from}")
        mode = self.prompting.extraction
        return extract(reply.text, open_task.task, open_task.prompt, reply.truncated, mode)

    @property
    def by_position(self) -> bool:
        """Whether the client's replies have no ids. Then `number` must tell it the order of the tasks."""
        return isinstance(self.client, NeedsOrder) and self.client.by_position

    def number(self, run: Sequence[str], dataset: Sequence[str]) -> None:
        """Tell the client the ids of the run's tasks and of the whole dataset, in order."""
        if isinstance(self.client, NeedsOrder):
            self.client.number(run, dataset)


def task_prompt(task_id: str, prompt: Prompt, sampling: Sampling) -> TaskPrompt:
    stops = tuple(dict.fromkeys((*prompt.stop, *sampling.stop)))
    return TaskPrompt(task_id, prompt.messages, prompt.text, stops)


def _choose_form(client: Client, prompting: Prompting) -> Form:
    """The requested form, or the client's default. `client.forms` lists the forms that a client accepts."""
    form = prompting.form or client.form
    forms: Sequence[Form] = client.forms if isinstance(client, TakesForms) else ("chat", "completion")
    if form not in forms:
        raise UsageError(
            f"The model '{client.name}' takes {' and '.join(forms)} prompts, but was asked for a {form}. "
            f"Ask for the form '{forms[0]}', or for none."
        )
    return form


def _take(reply: Reply, in_flight: dict[str, _OpenTask], name: str) -> _OpenTask:
    """The task of a reply. It is removed from `in_flight` with its last reply."""
    open_task = in_flight.get(reply.task_id)
    if open_task is None or reply.rank not in open_task.ranks:
        raise ModelError(
            f"The client '{name}' sent a reply of rank {reply.rank} for the task '{reply.task_id}', "
            f"which was not asked for or had come before. A client yields one reply for every rank asked for."
        )
    open_task.ranks.remove(reply.rank)
    if not open_task.ranks:
        del in_flight[reply.task_id]
    return open_task
