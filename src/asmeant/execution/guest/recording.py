"""Questions and answers -> a record of them, as long as another program could be asked in the same words."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

# The questions must find room in a channel, all at once.
MOST_BYTES = 1 << 16


class Recording:
    """Turns of a conversation: number of the probe, question, answer. None once it is given up."""

    def __init__(self, is_wanted: bool) -> None:
        self.turns: Optional[List[List[Any]]] = [] if is_wanted else None
        self.size = 0

    def give_up(self) -> None:
        self.turns = None

    def add_question(self, probe: int, question: str) -> None:
        if self.turns is not None:
            self.turns.append([probe, question])
            self.size += len(question)

    def add_answer(self, answer: bytes, message: Dict[str, Any]) -> None:
        """What changes more than its answer tells is not asked again."""
        if self.turns is None:
            return
        self.turns[-1].append(answer.decode("ascii", "replace"))
        self.size += len(answer)
        is_long = self.size > MOST_BYTES
        if is_long or message.get("changes") or "more" in message or "answer" not in message:
            self.give_up()
