from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.datasets.judgements import Judgement, Vote, judgement_files, read_judgements
from asmeant.errors import DataError

HEADER = "description,prediction,template,correct template,correct command"
PERSONS = ",correct template A,correct command A,correct template B,correct command B"


def write(folder: Path, *lines: str, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def read(folder: Path, *lines: str, name: str = "mine.csv") -> list[Judgement]:
    return list(read_judgements(write(folder, *lines, name=name)))


def test_a_row_has_a_candidate_votes_and_a_conclusion(tmp_path: Path) -> None:
    first, second = read(
        tmp_path,
        HEADER + PERSONS,
        'count lines of a.txt,"wc -l ""a.txt""",wc -l File,y,y,y,y,Y, y ',
        "count lines of a.txt,cat a.txt,cat File,n,n,n,,,",
    )
    assert first.intent == "count lines of a.txt"
    assert (first.candidate.task_id, first.candidate.rank) == ("mine/0", 0)
    assert first.candidate.code == 'wc -l "a.txt"'
    assert first.template == "wc -l File"
    assert first.stated == Vote(True, True)
    assert first.votes == {"A": Vote(True, True), "B": Vote(True, True)}
    assert second.candidate.rank == 1
    assert second.votes == {"A": Vote(False, None)}  # B was not asked


def test_what_need_not_be_there(tmp_path: Path) -> None:
    (row,) = read(tmp_path, "prediction,description,correct command,correct template", ",list files,n,n")
    assert row.template is None
    assert row.votes == {}
    assert row.cause == ""
    assert row.candidate.model == ""
    assert row.candidate.fault == "the system gave no command"


def test_a_model_column_names_the_systems(tmp_path: Path) -> None:
    header = "description,model,prediction,Error Category,correct template,correct command"
    rows = read(
        tmp_path, header, "a,one,ls,,y,y", "a,two,ls -l,flag,y,n", "a,one,ls -a,,y,n", "b,one,pwd,,y,y"
    )
    places = [(row.candidate.task_id, row.candidate.model, row.candidate.rank) for row in rows]
    assert places == [("mine/0", "one", 0), ("mine/0", "two", 0), ("mine/0", "one", 1), ("mine/1", "one", 0)]
    assert [row.cause for row in rows] == ["", "flag", "", ""]


def test_the_release_has_a_block_for_each_system(tmp_path: Path) -> None:
    lines = [f"a,ls -{letter},ls,n,n" for letter in "abcdefghijklmn"]
    rows = read(tmp_path, HEADER, *lines, name="manual.evaluations.dev.samples.csv")
    assert [row.candidate.model for row in rows[:4]] == ["T-Seq2Seq", "T-Seq2Seq", "Tellina", "Tellina"]
    assert [row.candidate.rank for row in rows] == [0, 1] * 7
    assert rows[-1].candidate.model == "C-CopyNet"


def test_a_byte_order_mark_and_empty_lines_do_not_matter(tmp_path: Path) -> None:
    assert len(read(tmp_path, "\ufeff" + HEADER, "", "a,ls,ls,y,y", "")) == 1


def test_a_folder_has_its_files_in_order_and_others_beside_them(tmp_path: Path) -> None:
    for name in ("b.csv", "a", ".hidden.csv"):
        write(tmp_path, HEADER, "a,ls,ls,y,y", name=name)
    write(tmp_path, "Do with it as you like.", name="LICENSE")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\x00")
    (tmp_path / "nothing").touch()
    (tmp_path / "folder").mkdir()
    assert judgement_files(tmp_path) == [tmp_path / "a", tmp_path / "b.csv"]
    assert judgement_files(tmp_path / "LICENSE") == [tmp_path / "LICENSE"]


def test_a_folder_without_any_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has no file of human judgements: none begins with"):
        judgement_files(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"intent,code\na,b\n", "names no column 'description', 'prediction', 'correct template'"),
        (b"description,prediction,correct template\n", "names no column 'correct command'"),
        (f"{HEADER},correct command A\n".encode(), "names no column 'correct template A'"),
        (f"{HEADER}\na,ls,ls,y\n".encode(), "line 2: 4 cells under 5 columns"),
        (f"{HEADER}\na,ls,ls,y,y,n\n".encode(), "line 2: 6 cells under 5 columns"),
        (f"{HEADER}\na,ls,ls,y,maybe\n".encode(), "line 2: 'correct command' is 'maybe'. An answer is y, n, or"),
        (b"\x00\xff\xfe binary", "is not UTF-8 text"),
        (f"{HEADER}\na,{'x' * 200_000},ls,y,y\n".encode(), "is not a CSV file: field larger than"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_judgements(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(text)
    with pytest.raises(DataError) as error:
        list(read_judgements(path))
    assert said in str(error.value)
    assert str(path) in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        list(read_judgements(tmp_path / "none.csv"))


def test_rows_that_cannot_be_shared_among_the_systems(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has 2 rows for 'a', which cannot be shared evenly among 7 systems"):
        read(tmp_path, HEADER, *["a,ls,ls,y,y"] * 2, name="manual.evaluations.dev.samples.csv")
