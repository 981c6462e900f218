"""An intent, or code -> answers that were tried in the sandbox, for the playground."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache

from asmeant.answers import Answer, Question, ask
from asmeant.answers.asking import Trier
from asmeant.answers.commands import CommandTrier
from asmeant.answers.guessing import code_language, intent_language
from asmeant.answers.programs import ProgramTrier, example_task
from asmeant.answers.trees import TreeRunner
from asmeant.errors import UsageError
from asmeant.execution import Place
from asmeant.execution.assemble import assemble
from asmeant.execution.shell.sandbox import tree_of
from asmeant.models import load_model
from asmeant.pipeline.preparation import make_sandbox
from asmeant.records import Candidate, Check, Prompting, Sampling, Scaffold, Task
from asmeant.seams import Model

MOST_SAMPLES = 10
LONGEST_INTENT, LONGEST_CODE = 2_000, 50_000
MOST_TOKENS, MOST_TOKENS_EMBEDDED = 512, 64
RAN = ("assert True",)
# Commands need some files to work on.
SAMPLE_TREE: Mapping[str, str] = {
    "README.md": "# A small project\n\nTODO: describe it\n",
    "notes.txt": "buy milk\ncall Ana\nwrite the report\n",
    "src/main.py": "import sys\n\n\ndef main():\n    print('hello', *sys.argv[1:])  # TODO: greet\n",
    "src/shapes.py": "def area(width, height):\n    return width * height\n",
    "data/prices.csv": "name,price\napple,3\npear,5\nplum,2\n",
    "data/empty.csv": "",
    "logs/app.log": "10:00 INFO started\n10:01 ERROR no such file\n10:02 INFO done\n10:05 ERROR time out\n",
    "build/": "",
}


@dataclass(frozen=True, slots=True)
class TrialRequest:
    """A request of the playground. Without code, the model is asked. `tree` is an uploaded one."""

    intent: str = ""
    code: str = ""
    language: str = ""
    model: str = "embedded"
    samples: int = 3
    examples: tuple[str, ...] = ()
    tree: str = ""
    is_sample_tree: bool = False

    def task(self) -> Task:
        """Raises UsageError if the request is empty, or an example is invalid."""
        if not self.intent.strip() and not self.code.strip():
            raise UsageError("Write what it should do, or code.")
        if len(self.intent) > LONGEST_INTENT or len(self.code) > LONGEST_CODE:
            raise UsageError(f"An intent has at most {LONGEST_INTENT:,} characters, code {LONGEST_CODE:,}.")
        spoken_language = intent_language(self.intent) if self.intent.strip() else "en"
        language = self.language or ("python" if self.examples else code_language(self.intent) or "bash")
        if language == "python":
            task = example_task(self.intent, spoken_language, self.examples)
            # Without an example it is still run, to show its output.
            return task if task.checks else replace(task, checks=(Check(probes=RAN),))
        files = dict(SAMPLE_TREE) if self.is_sample_tree else {}
        return Task(
            "ask", self.intent, spoken_language, "bash", scaffold=Scaffold(files=files, tree=self.tree)
        )


def answers(trial: TrialRequest, sandbox: str = "") -> Iterator[Answer]:
    """The answers as they arrive, each tried out."""
    task = trial.task()
    with closing(_trier(task, sandbox)) as trier:
        if trial.code.strip():
            yield _shown(trier(Candidate("ask", 0, trial.code)), trial)
            return
        is_small = task.code_language == "bash" and trial.model.partition(":")[0] == "embedded"
        sampling = Sampling(
            min(max(1, trial.samples), MOST_SAMPLES),
            max_tokens=MOST_TOKENS_EMBEDDED if is_small else MOST_TOKENS,
        )
        question = Question(task, sampling)
        with _asking:
            for answer in ask(question, _model(trial.model, bool(task.scaffold.entry)), trier):
                yield _shown(answer, trial)


# One model at a time: it uses the whole machine.
_asking = threading.Lock()


@lru_cache(maxsize=2)
def _model(name: str, has_entry: bool) -> Model:
    return load_model(name, Prompting(style="mbpp" if has_entry else "", shown="all"))


def _trier(task: Task, sandbox: str) -> Trier:
    if task.code_language == "bash":
        return CommandTrier(TreeRunner(tree_of(assemble(task, Candidate("ask", 0, "")), task.scaffold.tree)))
    return ProgramTrier(task, make_sandbox(sandbox, Place(), _quiet))


def _quiet(_words: str) -> None:
    """Ignores messages: the page itself says what runs where."""


def _shown(answer: Answer, trial: TrialRequest) -> Answer:
    """A program that was only run, without an example, met none."""
    without_examples = not trial.examples and answer.ending.startswith("1 of 1 examples")
    return replace(answer, ending="ran to its end") if without_examples else answer
