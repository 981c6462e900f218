"""The prompts of a run, as they were sent to the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asmeant.records import Sampling, Task, TaskPrompt
from asmeant.runs import RunFolder
from asmeant.seams import Model, WritesPrompts


class RecordedPrompts:
    """A prompt is written again only if it has changed; the new one comes after the old one."""

    def __init__(self, files: RunFolder) -> None:
        self._files = files
        self._prompts = {prompt.task_id: prompt for prompt in files.read(TaskPrompt)}

    def write(self, prompt: TaskPrompt | None) -> None:
        if prompt is not None and self._prompts.get(prompt.task_id) != prompt:
            self._files.append(prompt)

    def with_prompts(self, tasks: Iterable[Task], model: Model, sampling: Sampling) -> Iterator[Task]:
        """The tasks. The prompt of each is written to the run before the task is yielded."""
        for task in tasks:
            if isinstance(model, WritesPrompts):
                self.write(model.prompt_of(task, sampling))
            yield task
