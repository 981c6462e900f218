"""The records: one answer with what was found out about it, and answers that do the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from asmeant.languages.bash.danger import Danger

# `works`: it ended well. `waits`: it reads input that nobody gives. `untried`: it was not run. `fails`: it
# went wrong.
Standing = Literal["works", "waits", "untried", "fails"]


@dataclass(frozen=True, slots=True)
class Effect:
    """A path that would not be what it was, and how in a few words."""

    path: str
    what: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Code, and what it does. Answers with the same `behaviour` do the same.

    `ending` says how it ended, `notes` what a reader must know to believe it. `changes_cut`: there are more
    changes than are listed. `tried_at` is when it was run, in seconds since 1970; 0 if it was not.
    """

    rank: int
    code: str
    standing: Standing
    behaviour: str
    ending: str
    log_probability: float | None = None
    explanation: str = ""
    dangers: tuple[Danger, ...] = ()
    notes: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    changes: tuple[Effect, ...] = ()
    changes_cut: bool = False
    seconds: float = 0.0
    tried_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Group:
    """Answers that do the same, the likeliest first. `score` is their share of all answers."""

    score: float
    answers: tuple[Answer, ...]

    @property
    def best(self) -> Answer:
        return self.answers[0]
