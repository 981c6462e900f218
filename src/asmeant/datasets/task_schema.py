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
    "Task": "One intent, and how to tell whether code does as meant. "
    "A candidate is right when any one check holds; without checks it is undecided.",
    "Task.id": "The name of the task, unique in its file. By custom words and numbers with slashes between.",
    "Task.intent": "What a person wants, in their own words. This is what a model is shown.",
    "Task.intent_language": "The language of the intent, as an ISO 639 code.",
    "Task.code_language": "The language in which a candidate is to be written.",
    "Task.references": "Code known to be right: what a model writes in the place of the gap. "
    "Compared with by metrics like BLEU, and run by an audit; never needed to decide.",
    "Task.checks": "The ways of being right. One that holds is enough.",
    "Task.scaffold": "What stands around a candidate when it runs.",
    "Task.tags": "Whatever else is to be known of the task. Reports can slice by any tag.",
    "Check": "One way of being right: every probe runs clean, and the outcome is the expected one.",
    "Check.name": "The name of the check, unique in its task. Verdicts say by name which checks held.",
    "Check.probes": "Code that is run after the candidate, in order: each must end without an exception. "
    "By custom one assertion each.",
    "Check.same_outcome_as": "Code whose outcome (what it prints, which files it leaves) must be met.",
    "Check.expects": "What kind of answer the output of the command is, and what of it matters. Without it, "
    "it is derived from the command, and shown by `asmeant bash expect`.",
    "Check.trees": "Starting trees of this check, in each of which the outcome must be the expected one. "
    "Without any, it is the tree of the scaffold.",
    "Expectation": "What kind of answer the output of a command is, and what of it matters.",
    "Expectation.kind": "How the output is read.",
    "Expectation.ordered": "Whether the order of rows matters.",
    "Expectation.spacing": "Whether blanks matter.",
    "Expectation.paths": "Whether a file may be named by any path that leads to it, or only as printed.",
    "Expectation.folders": "Where relative paths may begin, besides the working directory.",
    "Expectation.attributes": "What must be told of each file (size, mode, time, lines, md5, ...) or of each "
    "line (file, line).",
    "Expectation.extras": "Whether more columns are accepted, where each is true of its file.",
    "Expectation.contents": "Whether a line of the file is accepted beside its name.",
    "Expectation.directories": "If false, folders among the files that are listed do not count.",
    "Expectation.hidden": "If false, hidden files among those that are listed do not count.",
    "Expectation.whole_lines": "If false, a part of a line stands for the line.",
    "Expectation.columns": "The columns that alone matter, named as `cut` names them (1, 2-). Empty: all.",
    "Expectation.units": "Whether a size must have the unit that the reference prints.",
    "Expectation.totals": "Whether a row with a total counts.",
    "Expectation.times": "Whether the times of files count among the changes.",
    "Expectation.written": "Whether the answer is in a file that the command writes.",
    "Expectation.sure": "False where it was derived, and a person should look at it.",
    "Expectation.because": "What decided, where it was derived.",
    "Scaffold": "What stands around a candidate when it runs. The program is before + code + after, "
    "then setup, then the probes of one check.",
    "Scaffold.before": "What precedes the candidate, up to the gap. Where the candidate defines "
    "`entry` itself, only what stands above that definition is used.",
    "Scaffold.after": "What follows the candidate.",
    "Scaffold.setup": "Run after the candidate and before the probes: imports, helpers, test data.",
    "Scaffold.entry": "The function that the probes call. They may also call it by the word `candidate`.",
    "Scaffold.any_function": "Whether every function that the candidate defines is tried as `entry`, "
    "so that the name need not be guessed.",
    "Scaffold.files": "The files that are there when the candidate runs: path to text, relative to where it "
    "begins. For a command absolute paths will do, too.",
    "Scaffold.libraries": "The libraries that the task is about, by the names under which they are imported.",
    "Scaffold.tree": "The starting file tree of a command: an archive (.tar.gz, .zip), a folder or a listing "
    "whose content stands at `/`. A relative path begins where the tasks file is.",
    "Scaffold.working_directory": "Where a command begins: `/` with a tree, and `/root` without.",
    "Scaffold.clock": "The moment, in ISO 8601, that it always is for a command in the Bash world. "
    "Elsewhere, the files of the tree are as old as they were then. Without it, they have the times that "
    "they say.",
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
