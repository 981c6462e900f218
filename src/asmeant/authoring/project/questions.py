"""The questions for judges, their answers, and the causes of errors to choose from.

Forms follow the papers. NL2Bash (Lin et al. 2018) asks whether a candidate's template and command are right
(section 6.2), names the causes of errors (6.3), and asks whether pairs are correct and clear (appendix B).
MBUPP distinguishes errors of logic from missing knowledge (4.3). MCoNaLa examines the names that intent and
code share (4.1), and what a translation does to them (4.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from asmeant.errors import UnknownNameError

YES, NO = "y", "n"


@dataclass(frozen=True, slots=True)
class Question:
    """`text` is shown to judges. An answer in `faults` requires a cause."""

    name: str
    text: str
    answers: tuple[str, ...] = (YES, NO)
    faults: tuple[str, ...] = (NO,)


@dataclass(frozen=True, slots=True)
class Form:
    """Questions that are asked together, about each candidate of an item, or about its pair."""

    name: str
    about: str
    questions: tuple[Question, ...]
    of_candidates: bool = False
    causes: tuple[str, ...] = ()


TEMPLATE = Question("template", "Is the template right: the command without its arguments?")
COMMAND = Question("command", "Is the whole of it right: does it do what the intent says?")

NL2BASH_CAUSES = (
    "utility error",
    "flag error",
    "argument formatting error",
    "constant extraction error",
    "constant alignment error",
    "constant enumeration",
    "entity extraction error",
    "tokenization error",
    "missing reformatting rule",
    "wrong reformatting rule",
    "regex description",
    "parentheses in nl",
    "sparse training data",
    "complex task",
    "poor description",
)
MBUPP_CAUSES = ("logic", "knowledge")
PAIR_CAUSES = (
    "files and folders not told apart",
    "typing error in a constant",
    "flag or reserved word misread or left out",
    "syntax error",
    "unclear intent",
)

FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (
        Form(
            "candidates",
            "template and command of each candidate (NL2Bash, section 6.2)",
            (
                TEMPLATE,
                COMMAND,
            ),
            of_candidates=True,
            causes=(*NL2BASH_CAUSES, *MBUPP_CAUSES),
        ),
        Form(
            "programs",
            "whether each candidate does as meant, and why not (MBUPP, section 4.3)",
            (COMMAND,),
            of_candidates=True,
            causes=MBUPP_CAUSES,
        ),
        Form(
            "pairs",
            "correctness and clarity of a pair (NL2Bash, appendix B)",
            (
                Question("correct", "Does the code do what the intent says?"),
                Question("clear", "Is the intent clear: would two people understand the same?"),
            ),
            causes=PAIR_CAUSES,
        ),
        Form(
            "names",
            "names and literals of a pair (MCoNaLa, section 4.1)",
            (
                Question(
                    "names survive",
                    "Which of the names and literals of the code does the intent mention?",
                    ("all", "some", "none", "no names"),
                    ("some", "none"),
                ),
            ),
            causes=("variable", "function or method", "literal", "file or path"),
        ),
        Form(
            "translation",
            "what a translation did to an intent (MCoNaLa, section 4.2)",
            (
                Question("meaning survives", "Does the translation mean the same?"),
                Question(
                    "names survive translation",
                    "Which of the names and literals are unchanged?",
                    ("all", "some", "none", "no names"),
                    ("some", "none"),
                ),
            ),
            causes=("name translated", "name lost", "name inserted", "literal changed", "term mistranslated"),
        ),
    )
}

QUESTIONS: Mapping[str, Question] = {
    question.name: question for form in FORMS.values() for question in form.questions
}


def form(name: str) -> Form:
    if name not in FORMS:
        raise UnknownNameError("form", name, FORMS, "asmeant author assign --help")
    return FORMS[name]


def question(name: str) -> Question:
    if name not in QUESTIONS:
        raise UnknownNameError("question", name, QUESTIONS, "asmeant author judge --help")
    return QUESTIONS[name]
