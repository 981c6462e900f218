"""Files -> Judgement. CSV files in which people say whether the template and the command are right.

    description, prediction, correct template, correct command                 required
    template, model, Error Category                                            optional
    adjudicated template, adjudicated command                                  optional
    correct template A, correct command A, correct template B, ...             one pair for each person

An answer is y or n, or empty if the person did not judge the row. The rows of an intent are sorted by rank.
If a file has no column `model` and is not one of the release, the model of its candidates is unknown.
NL2Bash (Lin et al. 2018, section 7) published its human evaluation in this format.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from asmeant.errors import DataError
from asmeant.records import Candidate

_NEEDED = ("description", "prediction", "correct template", "correct command")
_ADJUDICATED = ("adjudicated template", "adjudicated command")
_ANSWERS = {"y": True, "n": False, "": None}

# The released files do not name the systems. The rows of an intent are one block for each of these, in order.
_SYSTEMS = {
    "manual.evaluations.dev.samples.csv": (
        "T-Seq2Seq",
        "Tellina",
        "T-CopyNet",
        "ST-Seq2Seq",
        "ST-CopyNet",
        "C-Seq2Seq",
        "C-CopyNet",
    ),
    "manual.evaluations.test.stc.csv": ("ST-CopyNet",),
    "manual.evaluations.test.tellina.csv": ("Tellina",),
}


@dataclass(frozen=True, slots=True)
class Vote:
    """The judgement of one person, or the conclusion of all. None if there is no answer."""

    template: bool | None = None
    command: bool | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A candidate with the votes of each person, by name, and the conclusion of the file (`stated`).

    `template`, `cause` (the kind of error) and `adjudicated` (what was decided where persons disagree) are
    set only if the file has them.
    """

    file: str
    intent: str
    candidate: Candidate
    stated: Vote
    votes: Mapping[str, Vote] = field(default_factory=dict)
    template: str | None = None
    cause: str = ""
    adjudicated: Vote = Vote()


def judgement_files(place: Path) -> list[Path]:
    """The file itself, or the judgement files of a folder, sorted by name.

    Other files in the folder are ignored.
    """
    if not place.is_dir():
        return [place]
    files = sorted(path for path in place.iterdir() if path.is_file() and not path.name.startswith("."))
    judgement_paths = [path for path in files if any(name.startswith("correct ") for name in _header(path))]
    if not judgement_paths:
        raise DataError(
            f"{place} has no file of human judgements: none begins with a line that names a column "
            f"'correct command'. Name another folder, or a file."
        )
    return judgement_paths


def read_judgements(path: Path) -> Iterator[Judgement]:
    """The judgements of one file, in its order."""
    rows = list(_rows(path))
    sizes = Counter(row["description"] for _, row in rows)
    systems = _SYSTEMS.get(path.name, ("",))
    for intent, size in sizes.items():
        if "model" not in rows[0][1] and size % len(systems):
            raise DataError(
                f"{path} has {size} rows for '{intent[:60]}', which cannot be shared evenly among "
                f"{len(systems)} systems. Add a column 'model' that names the system of each row."
            )
    numbers = {intent: number for number, intent in enumerate(sizes)}
    before: Counter[str] = Counter()
    ranks: Counter[tuple[str, str]] = Counter()
    for line, row in rows:
        intent = row["description"]
        model = row.get("model") or systems[before[intent] * len(systems) // sizes[intent]]
        candidate = Candidate(
            task_id=f"{path.name.removesuffix('.csv')}/{numbers[intent]}",
            rank=ranks[intent, model],
            code=row["prediction"],
            model=model,
            fault="" if row["prediction"].strip() else "the system gave no command",
        )
        yield _judgement(path, line, row, candidate)
        before[intent] += 1
        ranks[intent, model] += 1


def _judgement(path: Path, line: int, row: Mapping[str, str], candidate: Candidate) -> Judgement:
    persons = [name[len("correct command ") :] for name in row if name.startswith("correct command ")]
    votes = {person: _vote(path, line, row, f" {person}") for person in persons}
    return Judgement(
        file=path.name,
        intent=row["description"],
        candidate=candidate,
        stated=_vote(path, line, row, ""),
        votes={person: vote for person, vote in votes.items() if vote != Vote()},
        template=row.get("template"),
        cause=row.get("Error Category", ""),
        adjudicated=_adjudicated(path, line, row),
    )


def _adjudicated(path: Path, line: int, row: Mapping[str, str]) -> Vote:
    names = [name for name in _ADJUDICATED if name in row]
    return Vote(**{name.split()[1]: _answer(path, line, row, name) for name in names})


def _vote(path: Path, line: int, row: Mapping[str, str], person: str) -> Vote:
    return Vote(
        template=_answer(path, line, row, f"correct template{person}"),
        command=_answer(path, line, row, f"correct command{person}"),
    )


def _answer(path: Path, line: int, row: Mapping[str, str], column: str) -> bool | None:
    answer = row[column].strip().lower()
    if answer not in _ANSWERS:
        raise DataError(
            f"{path}, line {line}: '{column}' is '{row[column][:40]}'. "
            f"An answer is y, n, or nothing: correct that line."
        )
    return _ANSWERS[answer]


# ── CSV ──


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row as a dict, with the number of its last line."""
    header: list[str] | None = None
    for line, cells in _cells(path):
        if header is None:
            header = _checked(path, cells)
        elif len(cells) != len(header):
            raise DataError(
                f"{path}, line {line}: {len(cells)} cells under {len(header)} columns. "
                f"Correct that line: a cell with commas or quotes must be quoted."
            )
        else:
            yield line, dict(zip(header, cells, strict=True))


def _checked(path: Path, header: list[str]) -> list[str]:
    missing = [name for name in _NEEDED if name not in header]
    template_columns = {name.replace("correct command ", "correct template ") for name in header}
    persons = {name for name in template_columns if re.match("correct template .", name)}
    missing += [
        name
        for template in sorted(persons)
        for name in (template, template.replace("template", "command", 1))
        if name not in header
    ]
    if missing:
        raise DataError(
            f"{path} is not a file of human judgements: its first line names no column "
            f"{', '.join(repr(name) for name in missing)}. Add it, or name another file."
        )
    return header


def _header(path: Path) -> list[str]:
    """The cells of the first line; empty if it is not a CSV file."""
    try:
        return next(_cells(path), (0, []))[1]
    except DataError:
        return []


def _cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            empty = True
            for cells in reader:
                if cells:
                    yield reader.line_num, cells
                    empty = False
        if empty:
            raise DataError(f"{path} is empty. Replace it with a good copy.")
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8 text: {error}. Name a CSV file of human judgements.") from error
    except csv.Error as error:
        raise DataError(f"{path} is not a CSV file: {error}. Replace it with a good copy.") from error
    except OSError as error:
        raise DataError(
            f"{path} cannot be read: {error.strerror or error}. Name a file of human judgements."
        ) from error
