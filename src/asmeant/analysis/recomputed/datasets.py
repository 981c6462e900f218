"""Datasets -> how they compare: pairs, words, tokens, libraries, tests.

Follows NL2Bash's section 7 and Table 12, and ODEX's Tables 3 and 6. Any dataset can be compared with those of
the papers. The same rules are used for all of them, so that rows are comparable. If a paper counts by other
rules, its figures differ, and a note says so. Words and tokens are counted over distinct intents and code.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from asmeant.analysis.published import as_printed, paper
from asmeant.analysis.recomputed.fact import Fact, mean
from asmeant.errors import UsageError
from asmeant.execution.assemble import source
from asmeant.languages import python
from asmeant.languages.bash.tokens import command_spans
from asmeant.languages.natural import intent_tokens
from asmeant.languages.natural.words import word_splitter
from asmeant.metrics.tokens import conala
from asmeant.records import Task
from asmeant.tables import Cell, Estimate, Table

# The datasets that can be loaded here, in the papers' order.
OURS = {
    "nl2bash:filtered": "NL2Bash",
    "odex": "ODEX",
    "humaneval": "HumanEval",
    "mconala": "MCoNaLa",
    "conala:train": "CoNaLa",
    "conala:test": "CoNaLa",
    "mbupp:mbpp": "",
    "mbupp": "",
}
WITHOUT_BLANKS = ("ja", "zh", "th")
TOKENS = {"python": "CoNaLa's tokens", "bash": "words and operators of the shell"}
WHY = {("HumanEval", "tests a task"): "a loop of assertions is one probe here"}
NONE = "none"
ANNOTATING = "typing"  # only annotates types


@dataclass(frozen=True, slots=True)
class Portrait:
    """The counts of a dataset. None if its words cannot be separated here."""

    code: str
    tasks: int
    pairs: int
    words: int | None
    words_mean: float | None
    tokens: int
    tokens_mean: float
    libraries: Mapping[str, int]
    tests_mean: float
    languages: tuple[str, ...]


def portrait(tasks: Sequence[Task]) -> Portrait:
    intents = dict.fromkeys((task.intent_language, task.intent) for task in tasks)
    codes = dict.fromkeys((task.code_language, code) for task in tasks for code in task.references)
    words = _words(list(intents))
    tokens = [_tokens(code, language) for language, code in codes]
    return Portrait(
        code=", ".join(dict.fromkeys(task.code_language for task in tasks)),
        tasks=len(tasks),
        pairs=sum(len(task.references) for task in tasks),
        words=None if words is None else len({word for text in words for word in text}),
        words_mean=None if words is None else mean(map(len, words)),
        tokens=len({token for text in tokens for token in text}),
        tokens_mean=mean(map(len, tokens)),
        libraries=libraries(tasks),
        tests_mean=mean(max((len(check.probes) for check in task.checks), default=0) for task in tasks),
        languages=tuple(dict.fromkeys(task.intent_language for task in tasks)),
    )


def libraries(tasks: Sequence[Task]) -> Counter[str]:
    """How many tasks need each library: those that a task names, or else those that its code imports."""
    counts: Counter[str] = Counter()
    for task in tasks:
        task_libraries = set(task.scaffold.libraries) or set(_imported(task)) - {ANNOTATING}
        counts.update(task_libraries or {NONE})
    return counts


def _imported(task: Task) -> Iterator[str]:
    """The modules that a reference imports, as part of its program."""
    for reference in task.references if task.code_language == "python" else ():
        for node in ast.walk(python.parse(source(task, reference)) or ast.Module([], [])):
            match node:
                case ast.Import(names=names):
                    yield from (alias.name.partition(".")[0] for alias in names)
                case ast.ImportFrom(module=str() as module, level=0):
                    yield module.partition(".")[0]


def _words(intents: Sequence[tuple[str, str]]) -> list[list[str]] | None:
    try:
        return [_split(language)(intent) for language, intent in intents]
    except UsageError:
        return None


def _split(language: str) -> Callable[[str], list[str]]:
    if language in WITHOUT_BLANKS:
        return word_splitter(language)
    return lambda intent: [token.value for token in intent_tokens(intent)]


def _tokens(code: str, language: str) -> Sequence[str]:
    if language == "bash":
        return [code[start:end] for start, end in command_spans(code)]
    return conala(code)


# ── beside the papers ──


def portrait_table(portraits: Mapping[str, Portrait]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, counts in portraits.items():
        words_mean, tokens_mean = (
            Estimate(value, percent=False, digits=1) for value in (counts.words_mean, counts.tokens_mean)
        )
        tests = Estimate(counts.tests_mean, percent=False, digits=1) if counts.tests_mean else None
        library_count = len(counts.libraries) - (NONE in counts.libraries)
        languages, means = " ".join(counts.languages), (words_mean, tokens_mean)
        rows.append(
            (
                name,
                languages,
                counts.pairs,
                counts.words,
                means[0],
                counts.tokens,
                means[1],
                library_count,
                tests,
            )
        )
    columns = ("dataset", "intents", "pairs", "words", "mean", "tokens", "mean ", "libraries", "tests a task")
    notes = (
        "Words of intents, tokens of code: distinct ones, and their mean over distinct intents and code.",
        f"Tokens: {'; '.join(f'{tokens} for {code}' for code, tokens in TOKENS.items())}.",
        "A dash: there are no tests, or words of Japanese need the extra: pip install 'asmeant[lengths]'.",
        "Of other collections: asmeant published nl2bash 12, and asmeant published odex 3.",
    )
    return Table("Datasets beside each other", columns, tuple(rows), notes)


def facts(datasets: Mapping[str, Sequence[Task]]) -> Iterator[Fact]:
    """The figures of the two papers about the datasets that are available."""
    portraits = {name: portrait(tasks) for name, tasks in datasets.items()}
    if "nl2bash:filtered" in portraits:
        yield from _of_nl2bash(portraits["nl2bash:filtered"])
    for name in ("odex", "humaneval", "mconala"):
        if name in portraits:
            yield from _of_table_3(OURS[name], portraits[name])
    halves = [portraits[name] for name in ("conala:train", "conala:test") if name in portraits]
    if len(halves) == 2:
        printed = paper("odex").table("3").row(dataset="CoNaLa").cells
        yield Fact(
            "ODEX, Table 3", "CoNaLa: tasks", as_printed(printed["tasks"]), sum(p.tasks for p in halves)
        )
    if "humaneval" in portraits:
        yield from _of_table_6("HumanEval", portraits["humaneval"])


def _of_nl2bash(ours: Portrait) -> Iterator[Fact]:
    printed = paper("nl2bash").table("12").row(dataset="NL2Bash").cells
    other_rules = "counted by other rules; asmeant corpus stats comes nearer"
    values = {
        "pairs": (ours.pairs, ""),
        "words": (ours.words, other_rules),
        "tokens": (ours.tokens, other_rules),
        "words an intent, mean": (ours.words_mean, other_rules),
        "tokens a code, mean": (ours.tokens_mean, other_rules),
    }
    for name, (value, reason) in values.items():
        yield Fact("NL2Bash, Table 12", name, as_printed(printed[name]), value, reason)


def _of_table_3(name: str, ours: Portrait) -> Iterator[Fact]:
    printed = paper("odex").table("3").row(dataset=name).cells
    paper_languages = as_printed(printed["languages"]).replace(" ", "").split(",")
    missing = set(paper_languages) - set(ours.languages)
    reason = f"without {', '.join(sorted(missing))}, which is not here" if missing else ""
    values = {
        "tasks": ours.tasks,
        "libraries": len(ours.libraries) - (NONE in ours.libraries),
        "tests a task": ours.tests_mean,
    }
    for quantity, value in values.items():
        if printed[quantity] is not None and not isinstance(printed[quantity], str):
            theirs = as_printed(printed[quantity])
            explanation = reason or WHY.get((name, quantity), "")
            yield Fact(
                "ODEX, Table 3", f"{name}: {quantity}", theirs, value, explanation, comparable=not missing
            )


def _of_table_6(name: str, ours: Portrait) -> Iterator[Fact]:
    for row in paper("odex").table("6").rows:
        if row.cells["dataset"] == name:
            library = as_printed(row.cells["library"])
            label = f"{name}: {library if library != NONE else 'no library'}"
            yield Fact("ODEX, Table 6", label, as_printed(row.cells["count"]), ours.libraries.get(library, 0))
