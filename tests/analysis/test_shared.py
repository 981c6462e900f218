from __future__ import annotations

from pathlib import Path

from asmeant.analysis.shared import shared_notes
from asmeant.loaded_run import LoadedRun
from asmeant.pipeline import start_folder
from asmeant.records import Candidate, Run, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task


def test_candidates_that_were_not_run_are_counted(tmp_path: Path) -> None:
    with RunFolder(tmp_path) as files:
        start_folder(files, Run("r", "d", "m"), [make_task("t")])
        files.append(*(Candidate("t", rank, "x") for rank in range(4)))
        files.append(Verdict("t", 0, "passed"), Verdict("t", 0, "passed", judge="person:A"))
    assert shared_notes(LoadedRun(tmp_path)) == []
    with RunFolder(tmp_path) as files:
        files.append(Verdict("t", 1, "passed", same_as=0), Verdict("t", 2, "failed", from_cache=True))
    same, cached = shared_notes(LoadedRun(tmp_path))
    assert same == "1 of 3 candidates share the verdict of the same program (--every runs each one)."
    assert cached == "The observations of 1 of 3 candidates are from the cache."
