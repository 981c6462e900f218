"""Task -> findings on its references, libraries and names. Nothing is run."""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.corpus.filter import read as read_command
from asmeant.languages import python
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.free_names import BUILTINS, bound_names, free_names
from asmeant.records import Task

NOT_CODE = "a reference does not parse"
ESCAPED = "a reference has escaped line breaks"
TYPOGRAPHY = "a reference has typographic characters"
BLANKS = "a reference has blanks at its ends"
TAB = "a text of a reference has a tab"
OUT_OF_SCOPE = "a command is more than one pipeline"
SUBMODULE = "a submodule is not imported"
UNDEFINED = "a name is not defined"
UNDECLARED = "library not declared"
UNUSED = "library not used"
NETWORK = "may need the network"
LACKING = "name not in the code"
NO_NAMES = "the intent names nothing"
QUESTION = "the intent is a question"
NOT_REWRITTEN = "the intent is not rewritten"
MOJIBAKE = "a text was decoded wrongly"

QUOTED = re.compile(r"`([A-Za-z_][A-Za-z0-9_]*)`")
NETWORK_MODULES = frozenset({
    "aiohttp", "ftplib", "http", "httpx", "imaplib", "paramiko", "poplib", "requests", "smtplib", "socket",
    "telnetlib", "urllib2", "urllib3",
})  # fmt: skip


def on_references(task: Task) -> Iterator[Finding]:
    """What is wrong with the text of each reference."""
    for number, reference in enumerate(task.references, 1):
        where = f"reference {number}" if len(task.references) > 1 else "the reference"
        fault = _fault(task, reference)
        if fault:
            yield Finding(task.id, NOT_CODE, where, fault)
        if task.code_language == "python" and _is_escaped(task, reference, bool(fault)):
            yield Finding(task.id, ESCAPED, where)
        characters = sorted(set(filter(_is_typographic, reference)))
        if characters and (fault or task.code_language == "bash"):
            names = ", ".join(unicodedata.name(character, "?") for character in characters)
            yield Finding(task.id, TYPOGRAPHY, where, names)
        if reference != reference.strip() and not task.scaffold.before:
            yield Finding(task.id, BLANKS, where)
        if task.code_language == "python" and _has_tab_in_text(task, reference):
            yield Finding(task.id, TAB, where)
        if task.code_language == "bash" and not fault:
            yield from _scope(task, reference, where)


def _fault(task: Task, reference: str) -> str:
    if task.code_language == "bash":
        try:
            read_command(reference)
        except BashSyntaxError as error:
            return str(error).splitlines()[0]
        return ""
    return "" if _parses(task, reference) else str(python.first_fault(_placed(task, reference)) or "")


def _placed(task: Task, reference: str) -> str:
    return task.scaffold.before + reference + task.scaffold.after


def _parses(task: Task, reference: str) -> bool:
    return python.parses(_placed(task, reference))


def _is_escaped(task: Task, reference: str, is_broken: bool) -> bool:
    """Whether a backslash and an n stand at the end of a line, or in the place of line breaks."""
    return "\\n\n" in reference or (is_broken and _parses(task, _unescaped(reference)))


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t").replace("\n\n", "\n")


def _is_typographic(character: str) -> bool:
    """Quotes, dashes and blanks that no programming language has, and letters that only look Latin."""
    if character.isascii():
        return False
    if unicodedata.category(character) in ("Pi", "Pf", "Pd", "Zs", "Cf"):
        return True
    return "CYRILLIC" in unicodedata.name(character, "")


def _has_tab_in_text(task: Task, reference: str) -> bool:
    """A tab as such within quotes: who replaces tabs by blanks changes what the code does."""
    if "\t" not in reference:
        return False
    tree = python.parse(_placed(task, reference))
    texts = [
        node.value
        for node in ast.walk(tree or ast.Module([], []))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return any("\t" in text for text in texts)


def _scope(task: Task, command: str, where: str) -> Iterator[Finding]:
    """Constructs that NL2Bash leaves out (its Table 2)."""
    constructs = read_command(command).constructs & {
        "assignment", "redirection", "several statements", "compound statement",
    }  # fmt: skip
    if constructs:
        yield Finding(task.id, OUT_OF_SCOPE, f"{where}: {', '.join(sorted(constructs))}")


# ── libraries ──


def on_libraries(task: Task) -> Iterator[Finding]:
    """Imports that are missing, libraries that are not declared or not used."""
    if task.code_language != "python" or not task.checks:
        return
    scaffold = task.scaffold
    program = _program(task)
    texts = [*program, *(probe for check in task.checks for probe in check.probes)]
    imports = [node for text in texts for node in _imports(text)]
    imported = {name.partition(".")[0] for node in imports for name in _modules(node)}
    declared = {name.partition(".")[0] for name in scaffold.libraries}
    for name in sorted(imported - declared - set(sys.stdlib_module_names)):
        yield Finding(task.id, UNDECLARED, "a module is imported, and is not in the libraries", name)
    read = {name for text in texts for name in _all_names(text)}
    for name in sorted(declared):
        if not _uses(name, imports, read):
            yield Finding(task.id, UNUSED, "a library is declared, and nothing uses it", name)
    yield from _undefined(task, program)
    yield from _submodules(task, imports, texts)
    used = {name.partition(".")[0] for node in imports for name in _modules(node)}
    if used & NETWORK_MODULES or any("urllib.request" in text for text in texts):
        yield Finding(task.id, NETWORK, "its code imports a module that opens connections")


def _program(task: Task) -> list[str]:
    scaffold = task.scaffold
    return [scaffold.setup, *(scaffold.before + text + scaffold.after for text in task.references[:1])]


def _imports(source: str) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.walk(python.parse(python.dedent(source)) or ast.Module([], [])):
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level):
            yield node


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]


def _all_names(source: str) -> Iterator[str]:
    for node in ast.walk(python.parse(python.dedent(source)) or ast.Module([], [])):
        if isinstance(node, ast.Name):
            yield node.id


def _uses(library: str, imports: list[ast.Import | ast.ImportFrom], read: set[str]) -> bool:
    """Whether a name is read that an import of the library binds. A star import binds what nobody knows."""
    for node in imports:
        for alias, module in zip(
            node.names, _modules(node) * (1 if isinstance(node, ast.Import) else len(node.names)), strict=True
        ):
            if module.partition(".")[0] == library:
                bound = (alias.asname or alias.name).partition(".")[0]
                if bound == "*" or bound in read:
                    return True
    return library in read


def _undefined(task: Task, program: list[str]) -> Iterator[Finding]:
    """Names that the program reads and nothing binds. A star import may bind anything."""
    probes = [probe for check in task.checks for probe in check.probes]
    if any("import *" in text for text in [*program, *probes]):
        return
    known = {*BUILTINS, *(name for text in [*program, *probes] for name in bound_names(text))}
    for name in (name for text in program for name in free_names(text)):
        if name not in known:
            yield Finding(task.id, UNDEFINED, "the program reads a name that nothing defines", name)


def _submodules(
    task: Task, imports: list[ast.Import | ast.ImportFrom], texts: list[str]
) -> Iterator[Finding]:
    """`urllib.request` after `import urllib`: it works only where somebody else has imported it."""
    modules = {name for node in imports for name in _modules(node)}
    modules |= {
        f"{node.module}.{alias.name}"
        for node in imports
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    plain = {
        alias.name
        for node in imports
        if isinstance(node, ast.Import)
        for alias in node.names
        if "." not in alias.name and not alias.asname
    }
    missing = set()
    for text in texts:
        for node in ast.walk(python.parse(python.dedent(text)) or ast.Module([], [])):
            match node:
                case ast.Attribute(value=ast.Name(id=package), attr=name) if package in plain:
                    if f"{package}.{name}" not in modules and name in hidden_submodules(package):
                        missing.add(f"{package}.{name}")
                case _:
                    pass
    for name in sorted(missing):
        yield Finding(task.id, SUBMODULE, "a submodule is used, and only its package is imported", name)


@cache
def hidden_submodules(package: str) -> frozenset[str]:
    """The submodules of a package of the standard library that importing the package does not import."""
    if package not in sys.stdlib_module_names:
        return frozenset()
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations or not spec.origin:
        return frozenset()
    folder = Path(spec.origin).parent
    names = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    source = Path(spec.origin).read_text("utf-8")
    imported = {
        word
        for node in ast.walk(python.parse(source) or ast.Module([], []))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for word in (*(getattr(node, "module", "") or "").split("."), *(a.name for a in node.names))
    }
    return frozenset(names - imported - {"__init__", "__main__"})


# ── texts ──


def on_encoding(task: Task) -> Iterator[Finding]:
    """Texts of UTF-8 that somebody read as Latin-1 or Windows-1252: `Ã©` for `é`."""
    probes = (probe for check in task.checks for probe in check.probes)
    places = {"the intent": (task.intent,), "a reference": task.references, "a probe": tuple(probes)}
    for place, texts in places.items():
        words = sorted({word for text in texts for word in _NOT_ASCII.findall(text) if _is_mojibake(word)})
        if words:
            yield Finding(task.id, MOJIBAKE, place, " ".join(words))


_NOT_ASCII = re.compile(r"[^\x00-\x7f]{2,}")


def _is_mojibake(word: str) -> bool:
    for encoding in ("latin-1", "cp1252"):
        try:
            word.encode(encoding).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
        return True
    return False


# ── names and intents ──


def on_intent(task: Task) -> Iterator[Finding]:
    """Names that the code lacks, and how the intent is written."""
    names = list(dict.fromkeys(QUOTED.findall(task.intent)))
    around = (task.scaffold.before, task.scaffold.after)
    probes = (probe for check in task.checks for probe in check.probes)
    code = "\n".join([*task.references, *around, *probes])
    for name in names:
        if task.references and name not in code:
            yield Finding(task.id, LACKING, "the intent names what the code does not have", name)
    if task.code_language == "python" and not task.checks and "`" not in task.intent:
        yield Finding(task.id, NO_NAMES, "no word of the intent is in backquotes")
    if re.search(r"[?？]\s*$|^\s*¿", task.intent):
        yield Finding(task.id, QUESTION, "the intent asks how to do something, and does not say what to do")
    if task.tags.get("intent") == task.intent:
        yield Finding(task.id, NOT_REWRITTEN, "the intent is the title of the post")
