from __future__ import annotations

from pathlib import Path

from asmeant.records import Scaffold
from asmeant.reports.breakdowns import breakdown_table, breakdowns
from asmeant.reports.overview import tiles
from asmeant.reports.views import views
from asmeant.tables import shown
from asmeant.testing import make_task
from tests.reports.making import make_run


def sliced() -> dict[str, str]:
    return {f"t{number}": "pf" if number % 2 else "ff" for number in range(12)}


def test_breakdowns_are_by_what_tells_tasks_apart(tmp_path: Path) -> None:
    tasks = [
        make_task(
            id=name,
            intent_language="es" if number < 4 else "en",
            tags={"own": name, "ease": "easy" if number % 2 else "hard", "same": "same"},
            scaffold=Scaffold(
                libraries=("numpy",) if number < 3 else ("re", "json", *(["rare"] if number == 9 else []))
            ),
        )
        for number, name in enumerate(sliced())
    ]
    found = breakdowns(views([make_run(tmp_path / "run", sliced(), tasks=tasks)]))
    assert {item.by: item.names for item in found} == {
        "intent language": ("English", "Spanish"),
        "library": ("json", "re", "numpy"),
        "ease": ("easy", "hard"),
    }
    assert breakdown_table(found[1]).notes == ("Slices left out as they are small: 1.",)
    rows = breakdown_table(found[-1]).rows
    assert [(row[0], row[1], shown(row[3]).split()[0]) for row in rows] == [
        ("easy", 6, "50.0"),
        ("hard", 6, "0.0"),
    ]


def test_slices_and_tiles_tell_of_undecided_candidates(tmp_path: Path) -> None:
    tasks = [make_task(id=f"t{n}", tags={"ease": "easy" if n < 4 else "hard"}) for n in range(8)]
    runs = views(
        [make_run(tmp_path / "run", {f"t{n}": "pl" if n < 2 else "ff" for n in range(8)}, tasks=tasks)]
    )
    table = breakdown_table(breakdowns(runs)[-1])
    assert table.columns == ("ease", "tasks", "undecided", "undecided candidates", "pass@1")
    assert [row[:4] for row in table.rows] == [("easy", 4, 0, 2), ("hard", 4, 0, 0)]
    assert "on 8 tasks; 25.0 if undecided passed" in tiles(runs)
