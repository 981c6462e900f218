from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from asmeant import plugins
from asmeant.errors import DataError, PluginError, UnknownNameError, UsageError
from asmeant.prompts import Style, default_style, load_style, styles, write_prompt
from asmeant.prompts.style import Completion, parse_style
from asmeant.prompts.template import PLACEHOLDERS
from asmeant.records import Prompting, Scaffold, Task
from tests.prompts.replies import ANY, BODY, DOCSTRING, RETURN, SHELL, SNIPPET

GUIDE = Path(__file__).parents[2] / "docs/how-to/write-a-prompt-style.md"
GOOD = 'name = "n"\nabout = "a"\n[completion]\ntext = "{intent}"\n'


def test_our_styles_have_both_forms_and_can_show_shots() -> None:
    names = [style.name for style in styles()]
    assert names == ["conala", "humaneval", "mbpp", "mbupp", "nl2bash", "odex"]
    for style in styles():
        assert style.chat is not None
        assert style.chat.answer
        assert style.completion is not None
        assert style.completion.shot
        assert load_style(style.name) == style


@pytest.mark.parametrize(
    ("task", "style"),
    [
        (RETURN, "odex"),
        (BODY, "odex"),
        (DOCSTRING, "humaneval"),
        (ANY, "mbupp"),
        (SNIPPET, "conala"),
        (SHELL, "nl2bash"),
        (Task("named", "add", scaffold=Scaffold(entry="add")), "mbpp"),
        (Task("imports", "add", scaffold=Scaffold(before="import math\n")), "conala"),
        (
            Task("headless", "add", scaffold=Scaffold(before='def f(x):\n    """Add."""', entry="f")),
            "humaneval",
        ),
        (
            Task("quotes", "add", scaffold=Scaffold(before="def f(x):\n    '''Add\n    x = (", entry="f")),
            "humaneval",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else value.id,
)
def test_the_shape_of_a_task_chooses_its_style(task: Task, style: str) -> None:
    assert default_style(task) == style


def test_a_style_comes_by_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, "utf-8")
    assert load_style(str(file)).completion == Completion("{intent}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = [\n[chat]\nx = ]", r"mine\.toml is not TOML: .*line \d.* Correct the file"),
        ('about = "a"\n[chat]\nuser = "x"', "mine.toml needs a text called 'name'"),
        ('name = "n"\n[chat]\nuser = "x"', "needs a text called 'about'"),
        ('name = "n"\nabout = "a"', r"has neither \[completion\] nor \[chat\]. Add at least one"),
        ('name = "n"\nabout = "a"\nchat = "x"', r"'chat' must be a section, \[chat\]"),
        (GOOD + "[chats]\n", "has 'chats', which means nothing here. Known: about, chat, completion, name"),
        (GOOD + 'prefix = "x"', r"\[completion\] has 'prefix'"),
        (GOOD + "[chat]\n", r"\[chat\] needs a text called 'user'"),
        (GOOD + "shot = 1", r"\[completion\]: shot must be a text"),
        (GOOD + 'stop = "x"', "stop must be a list of texts"),
        (GOOD + 'stop = [""]', "stop must be a list of texts"),
        (
            GOOD + 'shot = "{task}"',
            r"shot has the unknown placeholder \{task\}. Known: intent, .*\{\{task\}\}",
        ),
    ],
    ids=lambda value: value[:40],
)
def test_a_faulty_file_says_what_and_where(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(DataError, match=says) as caught:
        load_style(str(file))
    assert str(file) in str(caught.value)


def test_a_missing_or_binary_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no prompt style at .*none\.toml"):
        load_style(str(tmp_path / "none.toml"))
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="cannot be read as text"):
        load_style(str(tmp_path / "binary.toml"))


def test_an_unknown_name_says_what_comes_close() -> None:
    with pytest.raises(UnknownNameError, match=r"No prompt style is called 'odx'\. Closest: 'odex'"):
        load_style("odx")


def test_a_plug_in_gives_a_style_or_a_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "theirs.toml"
    file.write_text(GOOD, "utf-8")
    offered: dict[str, Any] = {"object": Style("object", "a"), "path": file, "text": str(file), "number": 7}
    monkeypatch.setattr(plugins, "names", lambda kind: sorted(offered))
    monkeypatch.setattr(plugins, "load", lambda kind, name, listing=None: offered[name])
    assert load_style("object") == Style("object", "a")
    assert load_style("path").name == load_style("text").name == "n"
    with pytest.raises(
        PluginError, match=r"'number' is installed as a int\. Its entry point must name a Style"
    ):
        load_style("number")
    del offered["number"]
    assert {"object", "n"} == {style.name for style in styles()}


def test_a_style_without_the_form_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD, "utf-8")
    (tmp_path / "b.toml").write_text('name = "n"\nabout = "a"\n[chat]\nuser = "{intent}"\n', "utf-8")
    with pytest.raises(UsageError, match=r"has no \[chat\]. Ask for the form 'completion'"):
        write_prompt(RETURN, Prompting(style=str(tmp_path / "a.toml")), "chat", [])
    with pytest.raises(UsageError, match=r"has no \[completion\]. Ask for the form 'chat'"):
        write_prompt(RETURN, Prompting(style=str(tmp_path / "b.toml")), "completion", [])
    with pytest.raises(UsageError, match="add 'shot'"):
        write_prompt(RETURN, Prompting(style=str(tmp_path / "a.toml"), shots=1), "completion", [BODY])
    with pytest.raises(UsageError, match="add 'answer'"):
        write_prompt(RETURN, Prompting(style=str(tmp_path / "b.toml"), shots=1), "chat", [BODY])


def test_the_guide_tells_the_truth() -> None:
    guide = GUIDE.read_text("utf-8")
    for word, meaning in PLACEHOLDERS.items():
        assert f"| `{{{word}}}` | {meaning} |" in guide
    for style in styles():
        assert f"| `{style.name}` |" in guide
    example = re.search(r"```toml\n(name = \"mine\".*?'''\n)```\n\n", guide, re.DOTALL)
    assert example is not None
    style = parse_style(example[1], "the guide")
    assert style.name == "mine"
    assert style.chat is not None
    assert style.chat.system.startswith("You write")
