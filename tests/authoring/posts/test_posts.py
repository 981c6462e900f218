"""Posts as JSON lines, and the code in their answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.posts.posts import Answer, Post, code_of, read_posts, snippets, text_of, write_posts
from asmeant.errors import DataError


def test_posts_are_written_and_read(tmp_path: Path) -> None:
    post = Post("1", "Как?", answers=(Answer("2", "<p>Так</p>", 3, True),), tags=("python",), how_to=0.5)
    file = tmp_path / "posts.jsonl"
    assert write_posts(file, [post]) == 1
    assert list(read_posts(file)) == [post]


@pytest.mark.parametrize("line", ['{"id": "1"}', "nonsense", '{"id": 1, "title": "x"}', "[]"])
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "posts.jsonl"
    file.write_text(f'{{"id": "1", "title": "x"}}\n\n{line}\n')
    with pytest.raises(DataError, match=r"line 3: .*A line is a post"):
        list(read_posts(file))


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        list(read_posts(tmp_path / "none"))
    with pytest.raises(DataError, match="cannot be written"):
        write_posts(tmp_path / "none" / "posts.jsonl", [])


BODY = "<p>Use <code>sorted</code>:</p><pre class='x'><code>sorted(a &lt; b)\n</code></pre><script>x</script><p>Done"


def test_text_and_code_of_a_body() -> None:
    assert code_of(BODY) == ["sorted(a < b)"]
    assert text_of(BODY).splitlines()[0] == "Use sorted:"
    assert "Done" in text_of(BODY)
    assert code_of("</pre><pre>never closed") == ["never closed"]
    assert text_of("just a < b") == "just a < b"


def test_the_best_three_snippets() -> None:
    def body(code: str) -> str:
        return f"<pre><code>{code}</code></pre>"

    answers = (
        Answer("1", body("low"), score=1),
        Answer("2", body("high") + body("second"), score=9),
        Answer("3", body("accepted"), score=0, accepted=True),
        Answer("4", body("high"), score=5),
    )
    assert snippets(Post("p", "t", answers=answers)) == ["accepted", "high", "second"]
