"""The settings of a run, and of each of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Form = Literal["chat", "completion"]
Naming = Literal["id", "constant", "intent"]
Shown = Literal["none", "one", "all"]
ShotsBy = Literal["chance", "similarity"]
Extraction = Literal["answer", "repair", "none"]
DeadlineKind = Literal["fitting", "fixed"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How replies are sampled. Temperature 0 is greedy."""

    count: int = 1
    temperature: float = 0.8
    top_p: float = 0.95
    max_tokens: int = 512
    seed: int = 0
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompting:
    """How an intent becomes a prompt, and a reply becomes code.

    An empty `style` is the default of the dataset, and an empty `form` that of the client. `extraction` finds
    the answer in the reply (`answer`), also repairs one that was cut off (`repair`), or takes the reply as it
    is (`none`).
    """

    style: str = ""
    form: Form | None = None
    shots: int = 0
    shown: Shown = "none"
    naming: Naming = "id"
    strip: bool = True
    seed: int = 0
    extraction: Extraction = "answer"
    shots_by: ShotsBy = "chance"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one trial of a program may use. A trial is one check with one function.

    With the deadline `fitting`, a trial gets less than `seconds` if the task's reference needs much less (see
    `Deadline`). With `fixed`, it always gets `seconds`.
    """

    seconds: float = 15.0
    memory_mb: int = 4096
    processes: int = 64
    output_bytes: int = 65_536
    disk_mb: int = 64
    network: bool = False
    deadline: DeadlineKind = "fitting"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which tasks of a dataset are used. Empty means all."""

    languages: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The settings of one run. The same settings and the same files give the same scores."""

    id: str
    dataset: str
    model: str
    selection: Selection = Selection()
    prompt: Prompting = Prompting()
    sampling: Sampling = Sampling()
    limits: Limits = Limits()
    world: str = "this Python"
    versions: Mapping[str, str] = field(default_factory=dict)
