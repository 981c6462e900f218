"""A language model for tests: a function of what it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from asmeant.records import Form, Reply, Request, Sampling


class Speaking:
    """Answers with a function of the id and the text of the request, and remembers the ids."""

    name, form = "speaking", "chat"

    def __init__(self, answer: Callable[[str, str], str], form: Form = "chat") -> None:
        self.answer, self.ids = answer, list[str]()
        self.form: Form = form  # type: ignore[assignment]

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        for request in requests:
            self.ids.append(request.task_id)
            prompt = request.prompt
            text = prompt.messages[0].content if prompt.messages else prompt.text
            yield Reply(request.task_id, 0, self.answer(request.task_id, text))
