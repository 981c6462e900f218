"""File -> Style: the templates of a prompt. A style is a plug-in, or a TOML file given by its path."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from asmeant import plugins
from asmeant.errors import DataError, PluginError, UnknownNameError, UsageError
from asmeant.languages import python
from asmeant.prompts.head import split_before
from asmeant.prompts.template import PLACEHOLDERS, words
from asmeant.records import Task

GUIDE = "docs/how-to/write-a-prompt-style.md"


@dataclass(frozen=True, slots=True)
class Completion:
    """Templates for a model that continues a text."""

    text: str
    shot: str = ""
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chat:
    """Templates for a chat model: a shot is a user message with its answer."""

    user: str
    answer: str = ""
    system: str = ""
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    name: str
    about: str
    completion: Completion | None = None
    chat: Chat | None = None


# ── loading a style ────────────────────────────────────────────────────────────────────────────────


@cache  # Called for every task.
def load_style(name_or_path: str) -> Style:
    """Load a style by the name of a plug-in, or by the path of a file."""
    names = plugins.names("prompt")
    if name_or_path in names:
        return _from_plugin(name_or_path)
    if name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path:
        return _read(Path(name_or_path))
    raise UnknownNameError("prompt style", name_or_path, names, f"asmeant list prompts, or {GUIDE}")


def styles() -> list[Style]:
    """All installed styles, sorted by name."""
    return [_from_plugin(name) for name in plugins.names("prompt")]


def default_style(task: Task) -> str:
    """The style for a task, chosen by its scaffold and its code language."""
    if task.code_language == "bash":
        return "nl2bash"
    if split_before(task.scaffold):
        return "humaneval" if _has_docstring(task.scaffold.before) else "odex"
    if task.scaffold.any_function:
        return "mbupp"
    return "mbpp" if task.scaffold.entry else "conala"


def _has_docstring(before: str) -> bool:
    # A zero completes both `    return ` and an empty line. Only a head without a body still does not parse.
    tree = python.parse(before + "0")
    if tree is None:
        return '"""' in before or "'''" in before
    heads = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return bool(heads) and ast.get_docstring(heads[-1]) is not None


def _read(path: Path) -> Style:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise UsageError(
            f"There is no prompt style at {path}. Give a TOML file, or a name: see asmeant list prompts"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as text: {error}. A style is a TOML file in UTF-8.") from None
    return parse_style(text, str(path))


def _from_plugin(name: str) -> Style:
    plugin = plugins.load("prompt", name, "asmeant list prompts")
    if isinstance(plugin, Style):
        return plugin
    if isinstance(plugin, str | Path):
        return _read(Path(plugin))
    raise PluginError(
        f"The prompt style '{name}' is installed as a {type(plugin).__name__}. "
        f"Its entry point must name a Style or the path of a TOML file: see {GUIDE}"
    )


# ── text -> Style ──────────────────────────────────────────────────────────────────────────────────


def parse_style(text: str, source: str) -> Style:
    """Parse the text of a style file. `source` is the name of the file in messages."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{source} is not TOML: {error}. Correct the file: see {GUIDE}") from None
    _only_known(table, {"name", "about", "completion", "chat"}, source)
    if not {"completion", "chat"} & set(table):
        raise DataError(f"{source} has neither [completion] nor [chat]. Add at least one: see {GUIDE}")
    completion = _section(table, "completion", "text", {"text", "shot", "stop"}, source)
    chat = _section(table, "chat", "user", {"system", "user", "answer", "stop"}, source)
    return Style(
        name=_text(table, "name", source),
        about=_text(table, "about", source),
        completion=Completion(**completion) if completion else None,
        chat=Chat(**chat) if chat else None,
    )


def _section(
    table: Mapping[str, Any], name: str, needed: str, known: set[str], source: str
) -> dict[str, Any] | None:
    if name not in table:
        return None
    section = table[name]
    if not isinstance(section, dict):
        raise DataError(f"{source}: '{name}' must be a section, [{name}]. See {GUIDE}")
    _only_known(section, known, f"{source} [{name}]")
    _text(section, needed, f"{source} [{name}]")
    stop = section.get("stop", [])
    if not isinstance(stop, list) or not all(isinstance(text, str) and text for text in stop):
        raise DataError(f'{source} [{name}]: stop must be a list of texts, such as ["\\ndef "]. See {GUIDE}')
    templates = {key: _template(section, key, f"{source} [{name}]") for key in section if key != "stop"}
    return {**templates, "stop": tuple(stop)}


def _only_known(table: Mapping[str, Any], known: set[str], source: str) -> None:
    if extra := sorted(set(table) - known):
        raise DataError(
            f"{source} has '{extra[0]}', which means nothing here. Known: {', '.join(sorted(known))}."
        )


def _text(table: Mapping[str, Any], key: str, source: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise DataError(f"{source} needs a text called '{key}'. Add one: see {GUIDE}")
    return value


def _template(section: Mapping[str, Any], key: str, source: str) -> str:
    template = section[key]
    if not isinstance(template, str):
        raise DataError(f"{source}: {key} must be a text. See {GUIDE}")
    if unknown := [word for word in words(template) if word not in PLACEHOLDERS]:
        raise DataError(
            f"{source}: {key} has the unknown placeholder {{{unknown[0]}}}. "
            f"Known: {', '.join(PLACEHOLDERS)}. "
            f"For the word in braces itself write {{{{{unknown[0]}}}}}."
        )
    return template
