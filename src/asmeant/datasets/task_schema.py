"""Task -> JSON Schema: the contents of a line of a tasks file, for editors, validators and other programs.

`task.schema.json` next to this file is the same schema, written by `python -m asmeant.datasets.task_schema`.
A test keeps the two equal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from asmeant.datasets.tasks_file import CODE_LANGUAGES
from asmeant.records import Check, Scaffold, Task, json_schema, to_json

PATH = Path(__file__).with_name("task.schema.json")

# Written for readers who see only the schema.
_DESCRIPTIONS = {
    "Task": "An intent, and the checks that decide whether code does what was meant. "
    "A candidate is right when any one check holds; without checks it is undecided.",
    "Task.id": "The name of the task, unique in its file. Usually words and numbers separated by slashes.",
    "Task.intent": "What a person wants, in their own words. The prompt contains it.",
    "Task.intent_language": "The language of the intent, as an ISO 639 code.",
    "Task.code_language": "The language in which a candidate is to be written.",
    "Task.references": "Code known to be right: what a model would write for the gap. "
    "Metrics like BLEU compare with it, and an audit runs it. Verdicts do not need it.",
    "Task.checks": "The checks of the task. A candidate is right if one of them holds.",
    "Task.scaffold": "The code and files around a candidate when it runs.",
    "Task.tags": "Further properties of the task. Reports can group by any tag.",
    "Check": "One way of being right: every probe runs without an error, and the outcome is as expected.",
    "Check.name": "The name of the check, unique in its task. Verdicts name the checks that held.",
    "Check.probes": "Code that is run after the candidate, in order: each must end without an exception. "
    "Usually one assertion each.",
    "Check.same_outcome_as": "Code whose outcome (what it prints, which files it leaves) is expected.",
    "Check.expects": "The kind of answer that the output of the command is, and what matters in it. "
    "If missing, it is derived from the command; `asmeant bash expect` shows it.",
    "Check.trees": "Starting trees of this check. The outcome must be the expected one in each of them. "
    "If there are none, the tree of the scaffold is used.",
    "Expectation": "The kind of answer that the output of a command is, and what matters in it.",
    "Expectation.kind": "How the output is parsed.",
    "Expectation.ordered": "Whether the order of rows matters.",
    "Expectation.spacing": "Whether blanks matter.",
    "Expectation.paths": "Whether a file may be named by any path that leads to it, or only as printed.",
    "Expectation.folders": "Where relative paths may begin, besides the working directory.",
    "Expectation.attributes": "What must be printed for each file (size, mode, time, lines, md5, ...) "
    "or for each line (file, line).",
    "Expectation.extras": "Whether additional columns are accepted, if they are true for their file.",
    "Expectation.contents": "Whether a line of the file is accepted next to its name.",
    "Expectation.directories": "If false, folders among the listed files do not count.",
    "Expectation.hidden": "If false, hidden files among the listed files do not count.",
    "Expectation.whole_lines": "If false, a part of a line is accepted for the line.",
    "Expectation.columns": "The only columns that matter, in the notation of `cut` (1, 2-). Empty: all.",
    "Expectation.units": "Whether a size must have the unit that the reference prints.",
    "Expectation.totals": "Whether a row with a total counts.",
    "Expectation.times": "Whether the times of files count among the changes.",
    "Expectation.written": "Whether the answer is in a file that the command writes.",
    "Expectation.sure": "False if it was derived and should be reviewed by a person.",
    "Expectation.because": "The reasons, if it was derived.",
    "Scaffold": "The code and files around a candidate when it runs. The program is before + code + after, "
    "then setup, then the probes of one check.",
    "Scaffold.before": "The code before the candidate, up to the gap. If the candidate defines "
    "`entry` itself, only the code above that definition is used.",
    "Scaffold.after": "The code after the candidate.",
    "Scaffold.setup": "Run after the candidate and before the probes: imports, helpers, test data.",
    "Scaffold.entry": "The function that the probes call. They may also call it `candidate`.",
    "Scaffold.any_function": "Whether every function that the candidate defines is tried as `entry`, "
    "so that the name need not be guessed.",
    "Scaffold.files": "The files that exist when the candidate runs: path to text, relative to its working "
    "directory. For a command, absolute paths are allowed, too.",
    "Scaffold.libraries": "The libraries that the task is about, by the names under which they are imported.",
    "Scaffold.tree": "The starting file tree of a command: an archive (.tar.gz, .zip), a folder or a listing "
    "whose content is placed at `/`. A relative path is relative to the tasks file.",
    "Scaffold.working_directory": "Where a command starts: `/` with a tree, and `/root` without.",
    "Scaffold.clock": "The fixed time (ISO 8601) that commands see in the Bash world. "
    "Elsewhere, the files of the tree are as old as they were at that time. "
    "Without it, they have the times in the tree.",
}

_EXAMPLES = {
    "Task.id": ["mine/reverse-string"],
    "Task.intent": ["Reverse the string `s`."],
    "Task.intent_language": ["en", "es", "ja", "ru"],
    "Task.references": [["s[::-1]"]],
    "Task.tags": [{"domain": "closed"}],
    "Check.name": ["all", "swap arguments"],
    "Check.probes": [["assert f('abc') == 'cba'", "assert f('') == ''"]],
    "Check.same_outcome_as": ["wc -l < notes.txt"],
    "Check.trees": [["trees/small.jsonl", "trees/deep.jsonl"]],
    "Expectation.attributes": [["size"]],
    "Scaffold.before": ["def f(s):\n    return "],
    "Scaffold.after": ["\n    return result"],
    "Scaffold.setup": ["import datetime"],
    "Scaffold.entry": ["f"],
    "Scaffold.files": [{"notes.txt": "one\ntwo\n"}],
    "Scaffold.libraries": [["datetime"]],
    "Scaffold.tree": ["trees/photos.tar.gz"],
    "Scaffold.working_directory": ["/srv/photos"],
    "Scaffold.clock": ["2024-05-01T12:00:00"],
}

_RULES: dict[str, dict[str, Any]] = {
    "Task.id": {"pattern": r"\S"},
    "Task.intent": {"pattern": r"\S"},
    "Task.intent_language": {"pattern": r"\S"},
    "Task.code_language": {"enum": list(CODE_LANGUAGES)},
    "Scaffold.entry": {"pattern": r"^([^\W\d]\w*)?$"},
    "Check": {
        "anyOf": [
            {"required": ["probes"], "properties": {"probes": {"minItems": 1}}},
            {"required": ["same_outcome_as"], "properties": {"same_outcome_as": {"type": "string"}}},
        ]
    },
    "Scaffold": {
        "if": {"required": ["any_function"], "properties": {"any_function": {"const": True}}},
        "then": {"required": ["entry"], "properties": {"entry": {"minLength": 1}}},
    },
}

_WHOLE = Task(
    id="mine/reverse-string",
    intent="Reverse the string `s`.",
    references=("s[::-1]",),
    checks=(Check(probes=("assert f('abc') == 'cba'", "assert f('') == ''")),),
    scaffold=Scaffold(before="def f(s):\n    return ", entry="f"),
)


def schema() -> dict[str, Any]:
    """The JSON Schema of one line of a tasks file."""
    bare = json_schema(Task)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:asmeant:task",
        "$ref": bare["$ref"],
        "examples": [json.loads(to_json(_WHOLE))],
        "$defs": {name: _described(name, record) for name, record in bare["$defs"].items()},
    }


def _described(name: str, record: dict[str, Any]) -> dict[str, Any]:
    properties = {field: _property(f"{name}.{field}", shape) for field, shape in record["properties"].items()}
    return {
        **record,
        "description": _DESCRIPTIONS[name],
        "properties": properties,
        "additionalProperties": False,
        **_RULES.get(name, {}),
    }


def _property(name: str, shape: dict[str, Any]) -> dict[str, Any]:
    examples = {"examples": _EXAMPLES[name]} if name in _EXAMPLES else {}
    return {"description": _DESCRIPTIONS[name], **shape, **_RULES.get(name, {}), **examples}


def written() -> str:
    """The schema as the text of its file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")
