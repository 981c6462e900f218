"""author judge: asks one question after another at the terminal, answered with single keys."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from asmeant.cli.console import visible
from asmeant.cli.project_options import acting, as_option, opened, project_argument
from asmeant.errors import UsageError

if TYPE_CHECKING:
    from asmeant.authoring.project import Assignment, Item, Outcome, Project, Question
    from asmeant.authoring.project.sitting import OpenQuestion

SKIP, BACK, COMMENT, QUIT = "s", "b", "c", "q"
# The end of the input, Ctrl-C, Ctrl-D and Escape.
_END = ("", "\x03", "\x04", "\x1b", QUIT)
_LETTERS = "abcdefghijklmnoprstuvwxyz"  # q quits elsewhere


class _QuitError(Exception):
    """The person stops for now."""


class _SkipError(Exception):
    """The person skips an item."""


@click.command()
@project_argument
@click.option("--form", help="Only work with this form: candidates, programs, pairs, names or translation.")
@click.option("--adjudicate", is_flag=True, help="Decide where judges disagree. For editors.")
@as_option
def judge(place: str, form: str | None, adjudicate: bool, person: str | None) -> None:
    """Judge what is assigned to you, one question after another, with single keys.

    Every answer is stored at once: stop with q whenever you like, and the same command continues from there.
    Judges do not see which system gave an answer, nor what others say. Where a template is wrong, the command
    is wrong, too, and is not asked.

    \b
      asmeant author judge my-benchmark --as ann
      asmeant author judge my-benchmark --as eve --adjudicate
    """
    with opened(place) as project:
        by = acting(project, person)
        sitting = _Sitting(project, by)
        try:
            if adjudicate:
                sitting.adjudicate()
            else:
                sitting.judge(form)
        except _QuitError:
            click.echo(
                f"Stopped after {sitting.count:,} answers. All are stored: the same command continues here."
            )
        else:
            click.echo(f"Done: {sitting.count:,} answers. Nothing is left for '{visible(by)}'.")


class _Sitting:
    """One session of one person, from the start of the command to its end."""

    def __init__(self, project: Project, person: str) -> None:
        self.project, self.person = project, person
        self.count = 0
        self._past: list[OpenQuestion] = []

    # ── judging ──

    def judge(self, form: str | None) -> None:
        from asmeant.authoring.project import questions

        if form:
            questions.form(form)
        assigned = self.project.assignments(person=self.person, kind="judge", state="open")
        work = [assignment for assignment in assigned if form in (None, assignment.form)]
        if not work:
            raise UsageError(f"'{self.person}' has nothing to judge. To assign some: asmeant author assign")
        for number, assignment in enumerate(work, 1):
            click.secho(f"\n── item {number} of {len(work)} ──", dim=True)
            self._judge_item(assignment)

    def _judge_item(self, assignment: Assignment) -> None:
        from asmeant.authoring.project.sitting import left_to_answer

        try:
            while questions := left_to_answer(self.project, assignment):
                self._ask(questions[0])
        except _SkipError:
            self.project.finish(assignment.id, by=self.person, state="skipped")
        else:
            self.project.finish(assignment.id, by=self.person)

    def _ask(self, question: OpenQuestion) -> None:
        from asmeant.authoring.project.sitting import with_implied

        _show(
            question.item,
            question.candidate.code if question.candidate else question.item.code,
        )
        if question.candidate and question.candidate.template and question.question.name == "template":
            click.echo(f"template: {visible(question.candidate.template)}")
        comment = ""
        while True:
            key = _choose(question.question, (BACK, COMMENT, SKIP))
            if key == COMMENT:
                comment = _line("comment: ")
            elif key == BACK and self._past:
                self._ask(self._past.pop())
                return
            elif key == SKIP:
                raise _SkipError
            elif key in question.question.answers:
                break
        cause = _cause(question.form.causes) if key in question.question.faults else ""
        for judgement in with_implied(question.answered(key, cause, comment), question.form):
            self.project.judge(judgement)
        self._past.append(question)
        self.count += 1

    # ── adjudicating ──

    def adjudicate(self) -> None:
        skipped: set[tuple[str, str, int]] = set()
        # Computed again each time: a decision may settle another question, too.
        while disputed := [outcome for outcome in self._disputed() if _key_of(outcome) not in skipped]:
            click.secho(f"\n── disagreements left: {len(disputed)} ──", dim=True)
            if not self._decide(disputed[0]):
                skipped.add(_key_of(disputed[0]))

    def _disputed(self) -> list[Outcome]:
        questions = self.project.judged_questions()
        return [outcome for name in questions for outcome in self.project.disagreements(name)]

    def _decide(self, outcome: Outcome) -> bool:
        """Whether the question was decided, and not skipped."""
        from asmeant.authoring.project import FORMS, QUESTIONS, Judgement
        from asmeant.authoring.project.sitting import with_implied

        question = QUESTIONS[outcome.question]
        item = self.project.item(outcome.item)
        candidates = {candidate.id: candidate.code for candidate in self.project.candidates(item.id)}
        _show(item, candidates.get(outcome.candidate, item.code))
        for judgement in outcome.judgements:
            reasons = ", ".join(text for text in (judgement.cause, judgement.comment) if text)
            click.echo(visible(f"  {judgement.person}: {judgement.answer}  {reasons}").rstrip())
        comment = ""
        while (key := _choose(question, (COMMENT, SKIP))) not in (SKIP, *question.answers):
            comment = _line("comment: ")
        if key == SKIP:
            return False
        form = next(form for form in FORMS.values() if question in form.questions)
        cause = _cause(form.causes) if key in question.faults else ""
        final = Judgement(
            question.name, item.id, self.person, key, outcome.candidate, cause, comment, final=True
        )
        for judgement in with_implied(final, form):
            self.project.adjudicate(judgement)
        self.count += 1
        return True


def _key_of(outcome: Outcome) -> tuple[str, str, int]:
    return outcome.question, outcome.item, outcome.candidate


# ── the terminal ──


def _show(item: Item, code: str) -> None:
    click.echo()
    click.secho(f"{item.id} ({item.intent_language}): ", dim=True, nl=False)
    click.secho(visible(item.intent), bold=True)
    for line in visible(code).split("\n"):
        click.echo(f"    {line}")


def _choose(question: Question, other_keys: Sequence[str]) -> str:
    """The answer or other key that the person chose.

    If two answers start with the same letter, all are numbered.
    """
    keys = dict(zip(_keys(question.answers), question.answers, strict=True))
    names = {BACK: "back", COMMENT: "comment", SKIP: "skip"}
    choices = [f"{key} {answer}" if key != answer else key for key, answer in keys.items()]
    other_choices = [f"{key} {names[key]}" for key in other_keys]
    click.echo(
        f"{question.text}  [{', '.join(choices)} | {', '.join(other_choices)}, {QUIT} quit] ", nl=False
    )
    while True:
        key = _key()
        if key in _END:
            click.echo()
            raise _QuitError
        if key in keys or key in other_keys:
            click.echo(key)
            return keys.get(key, key)


def _keys(answers: Sequence[str]) -> list[str]:
    if all(len(answer) == 1 for answer in answers):
        return list(answers)
    return [str(number) for number in range(1, len(answers) + 1)]


def _cause(causes: Sequence[str]) -> str:
    """The cause of an error, by its letter; empty for any other key."""
    if not causes:
        return ""
    keys = dict(zip(_LETTERS, causes, strict=False))
    click.echo(
        "Why? " + ", ".join(f"{key} {cause}" for key, cause in keys.items()) + " [other key: none] ", nl=False
    )
    cause = keys.get(_key(), "")
    click.echo(cause or "none")
    return cause


def _key() -> str:
    """The next key, in lower case; if the input is a file or a pipe, the next character."""
    if sys.stdin.isatty():
        return click.getchar().lower()
    while (letter := sys.stdin.read(1)).isspace():
        pass
    return letter.lower()


def _line(prompt: str) -> str:
    click.echo(prompt, nl=False)
    return sys.stdin.readline().strip()
