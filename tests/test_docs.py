"""The documentation is true: its code runs, its commands print what it shows, its links lead somewhere."""

from __future__ import annotations

import inspect
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant import errors, records
from asmeant.cli import asmeant
from asmeant.runs import FILES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"])
PLUG_IN = DOCS / "how-to" / "make-a-plug-in.md"
# Pages whose ```console blocks are one session each, run from top to bottom.
SESSIONS = [
    DOCS / "tutorial.md",
    DOCS / "benchmark-tutorial.md",
    DOCS / "how-to" / "analyse-a-run.md",
    DOCS / "how-to" / "ask.md",
    DOCS / "how-to" / "audit-a-dataset.md",
    DOCS / "how-to" / "compare-runs.md",
    DOCS / "how-to" / "judge-code.md",
    DOCS / "how-to" / "look-at-a-command.md",
    DOCS / "how-to" / "make-a-report.md",
    DOCS / "how-to" / "resume-and-share-a-run.md",
    DOCS / "how-to" / "write-checks.md",
    DOCS / "reference" / "metrics.md",
    DOCS / "reference" / "sql.md",
]
# Those that are run each time: the first that a person reads, and one of each kind. The others: make thorough.
OFTEN = [
    DOCS / "tutorial.md",
    DOCS / "benchmark-tutorial.md",
    DOCS / "how-to" / "ask.md",
    DOCS / "how-to" / "judge-code.md",
]


def name_of(page: object) -> str:
    return str(page.relative_to(ROOT)) if isinstance(page, Path) else str(page)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code; `title` is the file name in backticks on the line above it, where there is one."""

    language: str
    text: str
    title: str


def blocks(page: Path) -> list[Block]:
    pattern = r"(?:^`([^`\n]+)`\n\n)?^```(\w*)\n(.*?)^```$"
    found = re.finditer(pattern, page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [Block(match[2], match[3], match[1] or "") for match in found]


def prose(page: Path) -> str:
    """A page without its blocks and its code in backticks."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`]*`", "", text)


# ── code ──


@pytest.mark.parametrize("page", [DOCS / "tutorial.md", ROOT / "README.md"], ids=name_of)
def test_python_blocks_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    pieces = [block.text for block in blocks(page) if block.language == "python"]
    assert pieces
    names: dict[str, object] = {}
    for piece in pieces:
        exec(compile(piece, name_of(page), "exec"), names)
    assert "pass@1" in capsys.readouterr().out


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of the page, put together and, for this process, installed."""
    (tmp_path / "asmeant_example").mkdir()
    (tmp_path / "asmeant_example" / "__init__.py").touch()
    for block in blocks(PLUG_IN):
        if block.title:
            (tmp_path / block.title).write_text(block.text, "utf-8")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    info = tmp_path / "asmeant_example-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "asmeant_example"]:
        del sys.modules[name]


def call(*words: str) -> str:
    result = CliRunner().invoke(asmeant, words)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def test_the_plug_in_of_the_page_works(plug_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {
        "datasets": "powers", "models": "constant program", "metrics": "first-right", "prompts": "terse",
        "sandboxes": "other-python",
    }  # fmt: skip
    for kind, wanted in names.items():
        assert set(wanted.split()) <= {line.partition("  ")[0] for line in call("list", kind).splitlines()}
    assert "References pass for 3 of 3 tasks." in call("audit", "powers")
    assert "33.3 [" in call("run", "powers", "--model", "constant:n ** 2", "--out", "runs/powers")
    echo = "program:" + shlex.join([sys.executable, "-c", "print(' n ** 3')"])
    assert "33.3 [" in call("run", "powers", "--model", echo, "--prompt", "terse")
    monkeypatch.setenv("EXAMPLE_PYTHON", sys.executable)
    assert "33.3 [" in call("judge", "runs/powers", "--rerun", "--sandbox", "other-python")


def test_the_metric_of_the_page_scores_a_run(plug_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call("run", "powers", "--model", "constant:n ** 2", "--out", "runs/powers")
    (piece,) = [block.text for block in blocks(PLUG_IN) if block.language == "python" and not block.title]
    exec(compile(piece, name_of(PLUG_IN), "exec"), {})
    assert capsys.readouterr().out.startswith("first-right {} 0.333")


def test_the_tests_of_the_page_pass(plug_in: Path) -> None:
    names = runpy.run_path(str(plug_in / "test_example.py"))
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert len(tests) == 4
    for test in tests:
        test()


# ── commands ──


def steps(page: Path) -> Iterator[tuple[str, str]]:
    """Each command of a page, and what it is said to print."""
    for block in blocks(page):
        if block.language == "console":
            for step in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, _, printed = step.partition("\n")
                yield command, printed


def steady(text: str) -> str:
    """Without what differs from time to time or version to version, and without blanks that end a line."""
    for pattern, word in [
        (r"\([\d.,]+/s, \d+ s\)", "(rate)"),
        (r"-[0-9a-f]{8}\b", "-digest"),
        (r"\|asmeant:[\w.]+", "|asmeant"),
    ]:
        text = re.sub(pattern, word, text)
    # How far it has come is said now and then while a command is slow.
    lines = [line.rstrip() for line in text.strip().splitlines() if not re.search(r"/s, \d+ s left\)", line)]
    return "\n".join(lines)


def looks_like(printed: str, shown: str) -> bool:
    """Whether this was printed. A line `...` of the page stands for any lines."""
    lines = [
        r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in steady(shown).splitlines()
    ]
    return re.fullmatch("".join(lines), steady(printed) + "\n" if printed.strip() else "") is not None


@pytest.mark.parametrize(
    "page",
    [page if page in OFTEN else pytest.param(page, marks=pytest.mark.thorough) for page in SESSIONS],
    ids=name_of,
)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    found = {block.title: block.text for block in blocks(page) if block.title}
    for title, text in found.items():
        (tmp_path / title).write_text(text, "utf-8")
    examples = ROOT / "examples" / page.stem
    if examples.is_dir():
        shutil.copytree(examples, tmp_path, dirs_exist_ok=True)
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "COLUMNS": "80",
        "LANG": "C.UTF-8",
    }
    status = 0
    for command, shown in steps(page):
        done = subprocess.run(
            ["bash", "-c", f"(exit {status}); {command}"],
            cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        status = done.returncode
        assert looks_like(done.stdout, shown), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("a: 3 (2.5/s, 1 s) \nb\n", "a: 3 (9.0/s, 0 s)\nb", True),
        ("a\nb\nc\n", "a\n...\nc\n", True),
        ("a\nb\nc\n", "a\n...\n", True),
        ("a\nb\n", "a\n", False),
        ("a\nb\nc\n", "a\n...\nd\n", False),
    ],
)
def test_looks_like(printed: str, shown: str, same: bool) -> None:
    assert looks_like(printed, shown) == same


# ── pages ──


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        path, _, heading = target.partition("#")
        if "://" in path:
            continue
        goal = (page.parent / path).resolve() if path else page
        assert goal.exists(), target
        if heading:
            assert heading in {anchor(line) for line in goal.read_text("utf-8").splitlines()}, target


def anchor(line: str) -> str:
    """What a heading is called in a link."""
    words = re.fullmatch(r"#+ (.+)", line)
    return re.sub(r"[^\w -]", "", words[1].lower()).replace(" ", "-") if words else ""


def test_every_page_is_in_the_index() -> None:
    index = DOCS / "README.md"
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)", index.read_text("utf-8"))}
    assert {page for page in DOCS.rglob("*.md") if page != index} <= linked


def test_the_readme_names_all_that_comes_with_us() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    for name in [*points["asmeant.datasets"], *points["asmeant.clients"], *points["asmeant.models"]]:
        assert re.search(rf"`{name}[`:]", text), name
    for name in points["asmeant.metrics"]:
        assert name in text


def test_messages_name_pages_that_are_there() -> None:
    for source in (ROOT / "src").rglob("*.py"):
        for path in re.findall(r"docs/[\w/-]+\.md", source.read_text("utf-8")):
            assert (ROOT / path).is_file(), f"{name_of(source)} names {path}"


def test_the_command_line_reference_is_current() -> None:
    # In a process of its own: click remembers the help option of a verb from whoever called it first.
    code = f"import runpy; print(runpy.run_path({str(DOCS / 'generate.py')!r})['page'](), end='')"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    page = DOCS / "reference" / "command-line.md"
    assert page.read_text("utf-8") == made.stdout, "Run: python docs/generate.py"


def test_every_error_is_in_the_exit_codes() -> None:
    text = (DOCS / "reference" / "exit-codes.md").read_text("utf-8")
    classes = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    kinds = [kind for kind in classes if issubclass(kind, errors.AsmeantError)]
    assert len(kinds) > 8
    for kind in kinds:
        assert f"| `{kind.__name__}` | {kind.exit_code} |" in text


def test_every_field_of_a_run_is_in_its_reference() -> None:
    text = (DOCS / "reference" / "run-directory.md").read_text("utf-8")
    settings = [records.Selection, records.Prompting, records.Sampling, records.Limits]
    for kind in [
        *FILES,
        *settings,
        records.Run,
        records.Score,
        records.Usage,
        records.Check,
        records.Scaffold,
    ]:
        for field in fields(kind):
            assert re.search(rf"^\| `{field.name}` \|", text, re.MULTILINE), f"{kind.__name__}.{field.name}"
    for name in FILES.values():
        assert name in text


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_we_use_our_own_words(page: Path) -> None:
    text = prose(page)
    if page.name == "concepts.md":
        text = text.partition("## Words")[0]  # what comes next names them
    found = re.findall(r"\b(ground truth|gold|oracles?|hypothes[ie]s|predictions?|datapoints?)\b", text)
    assert not [word for word in found if word != "hypothesis" or page.name != "CONTRIBUTING.md"]
