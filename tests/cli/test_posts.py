"""author posts: from a dump to items of a project."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result
from tests.authoring.posts.test_dump import POSTS

from asmeant.authoring.project import Project
from asmeant.cli import asmeant


def call(*words: object) -> Result:
    return CliRunner().invoke(asmeant, list(map(str, words)))


def test_from_a_dump_to_items(tmp_path: Path) -> None:
    dump, posts, model = tmp_path / "Posts.xml", tmp_path / "posts.jsonl", tmp_path / "how-to.json"
    dump.write_text(POSTS)
    done = call("author", "posts", "import", dump, "-o", posts, "--lang", "es", "--tag", "python")
    assert "Questions: 1" in done.output, done.output
    again = tmp_path / "again.jsonl"
    assert "Questions: 0" in call("author", "posts", "import", posts, "-o", again, "--score", 8).output

    labels = tmp_path / "labels.jsonl"
    rows = [
        ("¿Cómo ordenar?", True),
        ("¿Cómo leer?", True),
        ("¿Por qué falla?", False),
        ("Error al leer", False),
    ]
    labels.write_text("".join(json.dumps({"title": title, "how_to": label}) + "\n" for title, label in rows))
    done = call("author", "posts", "train", labels, "-o", model)
    assert "precision" in done.output, done.output
    done = call("author", "posts", "classify", posts, "--model", model)
    assert "1  ¿Cómo invertir?" in done.output, done.output

    project, kept = tmp_path / "project", tmp_path / "kept.jsonl"
    Project.create(project, "mine").close()
    for added in (1, 0):
        done = call("author", "posts", "classify", posts, "--model", model, "-o", kept, "--into", project)
        assert f"Items added to {project}: {added}" in done.output, done.output
    with Project.open(project) as opened:
        (item,) = opened.items()
    assert (item.intent, item.code, item.intent_language) == ("¿Cómo invertir?", "a[::-1]", "es")
    assert json.loads(kept.read_text())["how_to"] >= 0.5
