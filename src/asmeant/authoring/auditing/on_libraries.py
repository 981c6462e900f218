"""Task -> findings on its imports and libraries. Nothing is run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from asmeant.authoring.auditing.findings import Finding
from asmeant.languages import python
from asmeant.languages.free_names import BUILTINS, bound_names, free_names
from asmeant.records import Task

SUBMODULE = "a submodule is not imported"
UNDEFINED = "a name is not defined"
UNDECLARED = "library not declared"
UNUSED = "library not used"
NETWORK = "may need the network"

NETWORK_MODULES = frozenset({
    "aiohttp", "ftplib", "http", "httpx", "imaplib", "paramiko", "poplib", "requests", "smtplib", "socket",
    "telnetlib", "urllib2", "urllib3",
})  # fmt: skip


def on_libraries(task: Task) -> Iterator[Finding]:
    """Missing imports, and libraries that are not declared or not used."""
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
    """Whether the code reads a name that an import of the library binds. A star import may bind any name."""
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
    """Names that the program reads but nothing binds. A star import may bind any name."""
    probes = [probe for check in task.checks for probe in check.probes]
    if any("import *" in text for text in [*program, *probes]):
        return
    bound = {*BUILTINS, *(name for text in [*program, *probes] for name in bound_names(text))}
    for name in (name for text in program for name in free_names(text)):
        if name not in bound:
            yield Finding(task.id, UNDEFINED, "the program reads a name that nothing defines", name)


def _submodules(
    task: Task, imports: list[ast.Import | ast.ImportFrom], texts: list[str]
) -> Iterator[Finding]:
    """`urllib.request` after `import urllib`: it works only if something else has imported it."""
    modules = {name for node in imports for name in _modules(node)}
    modules |= {
        f"{node.module}.{alias.name}"
        for node in imports
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    packages = {
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
                case ast.Attribute(value=ast.Name(id=package), attr=name) if package in packages:
                    if f"{package}.{name}" not in modules and name in hidden_submodules(package):
                        missing.add(f"{package}.{name}")
                case _:
                    pass
    for name in sorted(missing):
        yield Finding(task.id, SUBMODULE, "a submodule is used, and only its package is imported", name)


@cache
def hidden_submodules(package: str) -> frozenset[str]:
    """The submodules of a standard library package that are not imported with the package."""
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
