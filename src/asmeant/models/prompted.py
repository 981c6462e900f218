"""Task -> Candidate, by a language model: write the prompt, ask the client, take the code out of the reply.

Replies come back in any order and are joined to their tasks by id. Only the tasks in flight are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.prompts import extract, write_prompt
from asmeant.records import Candidate, Form, Prompt, Prompting, Reply, Request, Sampling, Task, TaskPrompt
from asmeant.seams import Client, Done, NeedsOrder, SendsPrompts, TakesForms


@dataclass(slots=True)
class _Asked:
    """A task in flight, and the ranks that are still to come."""

    task: Task
    prompt: Prompt
    ranks: set[int]


class Prompted:
    """Any language model. `examples` are tasks that may be shown, answered, before the one that is asked."""

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

    def write_prompt(self, task: Task) -> Prompt:
        """What the language model is shown of a task."""
        return write_prompt(task, self.prompting, self.form, self.examples)

    def prompt_of(self, task: Task, sampling: Sampling) -> TaskPrompt | None:
        """The prompt as it is sent, to be written down; None where the client sends it to nobody."""
        if isinstance(self.client, SendsPrompts) and not self.client.sends_prompts:
            return None
        return task_prompt(task.id, self.write_prompt(task), sampling)

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        in_flight: dict[str, _Asked] = {}
        replies = self.client.replies(self._requests(tasks, sampling, done, in_flight), sampling)
        try:
            for reply in replies:
                yield self._candidate(reply, _take(reply, in_flight, self.name))
        finally:
            # A client that has connections open ends them when its generator is closed.
            close = getattr(replies, "close", None)
            if close is not None:
                close()
        if in_flight:
            raise ModelError(
                f"The client '{self.name}' left {len(in_flight)} tasks without all of their replies, "
                f"first '{next(iter(in_flight))}'. A client yields one reply for every rank of every request."
            )

    def _requests(
        self, tasks: Iterable[Task], sampling: Sampling, done: Done, in_flight: dict[str, _Asked]
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
            in_flight[task.id] = _Asked(task, prompt, set(ranks))
            yield Request(task.id, prompt, ranks)

    def _candidate(self, reply: Reply, asked: _Asked) -> Candidate:
        if reply.code_from:
            return self._recorded_code(reply)
        mode = self.prompting.extraction
        extraction = extract(reply.text, asked.task, asked.prompt, reply.truncated, mode)
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

    def _recorded_code(self, reply: Reply) -> Candidate:
        """A reply that is code already is not searched for code."""
        return Candidate(
            task_id=reply.task_id,
            rank=reply.rank,
            code=reply.text,
            reply=reply.text,
            model=self.name,
            truncated=reply.truncated,
            log_probability=reply.log_probability,
            fault="" if reply.text.strip() else "the recorded code is empty",
            usage=reply.usage,
            extraction=f"the whole reply: {reply.code_from}",
        )

    @property
    def by_position(self) -> bool:
        """Whether the client's replies have no ids: it must be told the order of the tasks, by `number`."""
        return isinstance(self.client, NeedsOrder) and self.client.by_position

    def number(self, run: Sequence[str], dataset: Sequence[str]) -> None:
        """Tells the client the ids of the run's tasks, and those of its whole dataset, in their order."""
        if isinstance(self.client, NeedsOrder):
            self.client.number(run, dataset)


def task_prompt(task_id: str, prompt: Prompt, sampling: Sampling) -> TaskPrompt:
    stops = tuple(dict.fromkeys((*prompt.stop, *sampling.stop)))
    return TaskPrompt(task_id, prompt.messages, prompt.text, stops)


def _choose_form(client: Client, prompting: Prompting) -> Form:
    """The form asked for, or the client's own. A client that takes only some forms names them in `forms`."""
    form = prompting.form or client.form
    taken: Sequence[Form] = client.forms if isinstance(client, TakesForms) else ("chat", "completion")
    if form not in taken:
        raise UsageError(
            f"The model '{client.name}' takes {' and '.join(taken)} prompts, but was asked for a {form}. "
            f"Ask for the form '{taken[0]}', or for none."
        )
    return form


def _take(reply: Reply, in_flight: dict[str, _Asked], name: str) -> _Asked:
    """The task that a reply belongs to; forgotten once its last reply is here."""
    asked = in_flight.get(reply.task_id)
    if asked is None or reply.rank not in asked.ranks:
        raise ModelError(
            f"The client '{name}' sent a reply of rank {reply.rank} for the task '{reply.task_id}', "
            f"which was not asked for or had come before. A client yields one reply for every rank asked for."
        )
    asked.ranks.remove(reply.rank)
    if not asked.ranks:
        del in_flight[reply.task_id]
    return asked
