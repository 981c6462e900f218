from __future__ import annotations

import pytest

from asmeant.metrics.best_of import BestOf
from asmeant.metrics.character_bleu import TokenBleu
from asmeant.metrics.template import (
    SameCommand,
    SameTemplate,
    TemplateMatch,
    TemplateOverlap,
    command_tokens,
    cosine,
    overlap,
    structure,
)
from asmeant.records import Candidate, Task


def bash(*references: str) -> Task:
    return Task("t", "find text files", code_language="bash", references=references)


def worth(metric: BestOf, code: str, *references: str) -> object:
    return metric.measure(bash(*references), [Candidate("t", 0, code)], [])


@pytest.mark.parametrize(
    ("code", "reference", "command", "template"),
    [
        ("find . -name '*.txt'", 'find .  -name "*.txt"', 1.0, 1.0),
        ("find -name '*.txt'", 'find . -name "*.txt"', 1.0, 1.0),  # find looks here when it is not told
        ("ls -la", "ls -l -a", 1.0, 1.0),
        ("ls -a -l", "ls -l -a", 1.0, 0.0),
        ("find . -name *.txt", "find . -name '*.txt'", 0.0, 1.0),  # those quotes matter
        ("find . -name '*.csv'", 'find . -name "*.txt"', 0.0, 1.0),
        ("find . -mtime +7", "find /tmp -mtime +30", 0.0, 1.0),
        ("find . -mtime -7", "find . -mtime +7", 0.0, 0.0),  # the sign is part of the template
        ("find . -type d", "find . -type f", 0.0, 0.0),  # and so is what kind of file
        ("ls | wc -l", "ls | wc -w", 0.0, 0.0),
        ("ls", "ls | wc", 0.0, 0.0),
        ("ls 'a", "ls a", 0.0, 0.0),  # not Bash
        ("", "ls", 0.0, 0.0),
        (" ", "ls", 0.0, 0.0),
    ],
)
def test_the_same_command_and_the_same_template(
    code: str, reference: str, command: float, template: float
) -> None:
    assert worth(SameCommand(), code, reference) == command
    assert worth(SameTemplate(), code, reference) == template


@pytest.mark.parametrize(
    ("command", "tokens"),
    [
        ("find . -name '*.txt' -type f", "find|-name Regex|-type Type"),
        ("find", "find"),
        ("tar -xzf a.tgz", "tar|-x|-z|-f File"),
        ("ls | wc -l && pwd", "ls|pipe|wc|-l|&&|pwd"),
        ("rm $(find . -empty)", "rm|$(|find|-empty"),
        ("find . -exec rm -f {} \\;", "find|-exec|rm|-f"),
        ("find . | xargs rm", "find|pipe|xargs|-I|rm"),
        ("sh -c 'ls -l'", "sh|-c Command|ls|-l"),
        ("ls > out.txt", "ls|>"),
        ("ls 'a", ""),
    ],
)
def test_structure(command: str, tokens: str) -> None:
    assert "|".join(structure(command).elements()).replace("|||", "|pipe|") == tokens


@pytest.mark.parametrize(
    ("one", "other", "angle", "share"),
    [
        ("ls -l", "ls -l", 1.0, 1.0),
        ("ls -l a b", "ls -l", 1.0, 1.0),
        ("ls -l", "ls -a", 0.5, 1 / 3),
        ("ls", "pwd", 0.0, 0.0),
        ("ls -l -a -h", "ls", 0.5, 0.25),
        ("ls 'a", "ls", 0.0, 0.0),
        ("ls 'a", "ls 'a", 0.0, 0.0),
        ("a | a", "a", 2 / 5**0.5, 1 / 3),  # two a and a pipe beside one a
    ],
)
def test_bags(one: str, other: str, angle: float, share: float) -> None:
    assert cosine(structure(one), structure(other)) == pytest.approx(angle)
    assert overlap(structure(one), structure(other)) == pytest.approx(share)


def test_the_nearest_reference_and_the_best_of_k_count() -> None:
    task = bash("pwd", "ls -l", "ls 'a")
    given = [Candidate("t", rank, code) for rank, code in enumerate(["rm x", "ls -a", "ls -l"])]
    values = [TemplateMatch(k).measure(task, given, []) for k in (1, 2, 3)]
    assert values == [0.0, pytest.approx(0.5), 1.0]
    assert TemplateOverlap(2).measure(task, given, []) == pytest.approx(1 / 3)
    assert SameTemplate(2).measure(task, given, []) == 0.0
    assert SameTemplate(3).measure(task, given, []) == 1.0


@pytest.mark.parametrize(
    ("task", "why"),
    [
        (bash("ls 'a"), "reference is not Bash"),
        (bash(), "no reference"),
        (Task("t", "double", references=("2 * x",)), "not bash"),
    ],
)
@pytest.mark.parametrize("metric", [SameCommand(), SameTemplate(), TemplateMatch(), TemplateOverlap()])
def test_why_nothing_is_said(metric: BestOf, task: Task, why: str) -> None:
    given = [Candidate("t", 0, "ls")]
    assert metric.measure(task, given, []) is None
    assert metric.why(task, given, []) == why


def test_tokens_of_a_command() -> None:
    assert command_tokens("find -name '*.txt'|wc -lw") == (
        "find", ".", "-name", "'*.txt'", "|", "wc", "-l", "-w",
    )  # fmt: skip
    assert command_tokens("ls 'a b") == ("ls", "'a", "b")
    assert worth(TokenBleu(), "ls -la|wc", "ls -l -a | wc") == 1.0


def test_names() -> None:
    made = [kind(3).name for kind in (SameCommand, SameTemplate, TemplateMatch, TemplateOverlap)]
    assert made == ["command@3", "template@3", "tm@3", "tm-overlap@3"]
