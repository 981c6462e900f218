"""Does the code do as meant? Intents in four languages, code in Python or Bash, verdicts by running it.

from asmeant import evaluate, load_model, load_tasks

evaluation = evaluate(load_tasks("sample"), load_model("embedded"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asmeant.datasets import load_tasks as load_tasks
    from asmeant.models import load_model as load_model
    from asmeant.pipeline import Decision as Decision
    from asmeant.pipeline import Evaluation as Evaluation
    from asmeant.pipeline import Judge as Judge
    from asmeant.pipeline import Plan as Plan
    from asmeant.pipeline import evaluate as evaluate
    from asmeant.pipeline import judge as judge
    from asmeant.records import Candidate as Candidate
    from asmeant.records import Check as Check
    from asmeant.records import Limits as Limits
    from asmeant.records import Observation as Observation
    from asmeant.records import Prompting as Prompting
    from asmeant.records import Run as Run
    from asmeant.records import Sampling as Sampling
    from asmeant.records import Scaffold as Scaffold
    from asmeant.records import Score as Score
    from asmeant.records import Selection as Selection
    from asmeant.records import Task as Task
    from asmeant.records import Verdict as Verdict

__version__ = "0.2.0"

_MODULES = {
    "datasets": ("load_tasks",),
    "models": ("load_model",),
    "pipeline": (
        "Decision",
        "Evaluation",
        "Judge",
        "Plan",
        "evaluate",
        "judge",
    ),
    "records": (
        "Candidate",
        "Check",
        "Limits",
        "Observation",
        "Prompting",
        "Run",
        "Sampling",
        "Scaffold",
        "Score",
        "Selection",
        "Task",
        "Verdict",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Imports a piece when it is first used, so that `import asmeant` and `asmeant --help` stay quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'asmeant' has no attribute '{name}'")
    return getattr(import_module(f"asmeant.{_HOMES[name]}"), name)
