"""Runs that were never run: written down as a test wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from asmeant.analysis.questions import Analysis, AnalysisOptions, analyse
from asmeant.records import Candidate, Observation, Run, Scaffold, Status, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.tables import Table, shown
from asmeant.testing import make_task

LETTERS: Mapping[str, Status] = {"p": "passed", "f": "failed", "u": "undecided"}
SETTINGS = Run(id="made", dataset="fake", model="fake")


def made_run(
    path: Path,
    tasks: Sequence[Task],
    statuses: Mapping[str, str] | None = None,
    codes: Mapping[str, Sequence[str]] | None = None,
    held: Mapping[str, Sequence[Sequence[str]]] | None = None,
    observations: Sequence[Observation] = (),
    settings: Run = SETTINGS,
    judged: bool = True,
) -> RunFolder:
    """Each task's verdicts are letters, one a candidate: 'pfu'. Without a word, every reference passes."""
    found = {task.id: "p" for task in tasks} if statuses is None else statuses
    count = max((len(letters) for letters in found.values()), default=1)
    known = {task.id: task for task in tasks}
    with RunFolder(path) as files:
        files.begin(replace(settings, sampling=replace(settings.sampling, count=count)), tasks)
        for id_, letters in found.items():
            for rank, letter in enumerate(letters):
                code = (codes or {}).get(id_, known[id_].references[:1] or ("",))
                files.append(Candidate(id_, rank, code[rank % len(code)], model=settings.model))
                if judged:
                    names = (held or {}).get(id_, [["all"]] * len(letters))[rank] if letter == "p" else ()
                    files.append(Verdict(id_, rank, LETTERS[letter], tuple(names), reason=LETTERS[letter]))
        files.append(*observations)
    return files


def asked(kind: str, *runs: RunFolder, options: AnalysisOptions = AnalysisOptions()) -> Analysis:  # noqa: B008
    return analyse(kind, runs, options)


def cells(table: Table) -> list[list[str]]:
    """The rows as a person reads them."""
    return [[shown(cell) for cell in row] for row in table.rows]


def bare(table: Table) -> list[list[str]]:
    """The same without intervals, which have tests of their own."""
    return [[cell.partition(" [")[0] for cell in row] for row in cells(table)]


# ── tasks with libraries ──


def library_task(name: str, language: str, libraries: tuple[str, ...] = (), **tags: str) -> Task:
    scaffold = Scaffold(before="def f(x):\n    return ", entry="f", libraries=libraries)
    domain = {"domain": "open" if libraries else "closed"}
    return make_task(name, intent_language=language, scaffold=scaffold, tags={**domain, **tags})


TASKS = [
    library_task("a", "en", ("numpy", "re")),
    library_task("b", "en", ("numpy",)),
    library_task("c", "en"),
    library_task("d", "es", ("numpy",), level="hard"),
    library_task("e", "es"),
]
STATUSES = {"a": "pp", "b": "pf", "c": "ff", "d": "ff", "e": "uu"}


# ── tasks that were translated ──

ORIGINALS = {
    "es/0": ("ordenar la lista `lst`", "sorted(lst)"),
    "es/1": ("ordenar la lista `lst`", "sorted(lst)"),
    "ja/0": ("`data` を `path` に書く", "open(path, 'w').write(text)"),
}
ENGLISH = {"es/0": "sort the list 'lst'", "es/1": "sort the list lst", "ja/0": "write data to path"}


def originals() -> list[Task]:
    return [
        Task(f"mconala/{key}", intent, key[:2], references=(code,))
        for key, (intent, code) in ORIGINALS.items()
    ]


def translated(name: str) -> list[Task]:
    return [
        Task(
            f"mconala/{name}/{key}",
            intent,
            references=(ORIGINALS[key][1],),
            tags={"translated_from": key[:2]},
        )
        for key, intent in ENGLISH.items()
    ]


def mconala_run(path: Path, variant: str, codes: Mapping[str, Sequence[str]] | None = None) -> RunFolder:
    """Never judged, as its tasks have no checks. Without a variant, the intents as people wrote them."""
    tasks = translated(variant) if variant else originals()
    dataset = f"mconala:{variant}" if variant else "mconala"
    return made_run(path, tasks, codes=codes, settings=replace(SETTINGS, dataset=dataset), judged=False)
