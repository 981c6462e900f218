"""The scripts of the page in a real browser: page.js, showing.js and plots.js, with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from asmeant.records import Candidate, Observation, TaskPrompt, Verdict
from asmeant.reports.browsing import embedded
from asmeant.reports.page import to_page
from asmeant.reports.views import views
from asmeant.testing import make_task
from tests.browser import CHROMIUM, Browser, BrowserPage
from tests.reports.making import make_run
from tests.reports.test_page import NASTY, nasty_run

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium")

COUNT = "document.getElementById('count').textContent"
LANGUAGES = ("en", "es", "ja")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two runs on 30 tasks: of every third the runs differ; the last is undecided."""
    folder = tmp_path_factory.mktemp("pages")
    tasks = [
        replace(
            make_task(f"t{number:02}"),
            intent=f"intent number {number}",
            intent_language=LANGUAGES[number % 3],
            tags={"half": "first" if number < 15 else "second"},
        )
        for number in range(30)
    ]
    first = {task.id: "pp" if number % 2 else "ff" for number, task in enumerate(tasks)} | {"t29": "uu"}
    second = {
        id_: "pf" if number % 3 == 0 else letters for number, (id_, letters) in enumerate(first.items())
    }
    runs = [
        make_run(folder / name, letters, name, code="x + x # twice", tasks=tasks)
        for name, letters in (("one", first), ("two", second))
    ]
    with runs[0] as files:
        files.append(TaskPrompt("t00", text="def double(x):", stop=("#",)))
        files.append(Candidate("t01", 0, "", reply="I cannot.", fault="no code in the reply"))
        files.append(Candidate("t02", 0, "2 * x", reply="```\n2 * x\n```", extraction="the only block"))
        files.append(Candidate("t02", 1, "y " * 700))
        files.append(Candidate("t03", 1, "2  *  x", reply="as code", sent={"temperature": 1}))
        files.append(Candidate("t05", 1, "x + x # twice", reply="Say: x + x # twice"))
        files.append(Observation("t02", 0, "all", ending="failed", stdout="out\n", stderr="err\n"))
        files.append(Verdict("t02", 0, "failed", reason="probe 1: KeyError: 'deep'"))
    (folder / "page.html").write_text(to_page(views(runs)), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("asmeant.reports.page.embedded", partial(embedded, worth_packing=0))
        packed = to_page(views(runs))
    (folder / "packed.html").write_text(packed, "utf-8")
    (folder / "broken.html").write_text(packed.replace('"packed":"', '"packed":"AAAA'), "utf-8")
    return (folder / "page.html").as_uri()


def shown(page: BrowserPage) -> list[str]:
    return page.texts("#list details.task .id")


# ── the list ──


def tasks_come_in_pages(page: BrowserPage) -> None:
    assert page.run(COUNT) == "30 tasks"
    assert shown(page) == [f"t{number:02}" for number in range(25)]
    assert page.run("document.querySelector('#pages button').disabled") is True
    page.click("#pages button:last-child")
    page.wait("location.hash === '#page=2'")
    assert shown(page) == [f"t{number:02}" for number in range(25, 30)]
    assert "page 2 of 2" in page.text("#pages")
    page.click("#pages button")
    page.wait("location.hash === '#tasks'")
    assert len(shown(page)) == 25


FILTERS = [
    ("q", "number 7", ["t07", "t17", "t27"]),
    ("q", "DEEP keyerror", ["t02"]),
    ("q", "no such words", []),
    ("status", "undecided", ["t29"]),
    ("status", "right", [f"t{number:02}" for number in range(1, 29, 2) if number % 3]),
    ("status", "wrong", [f"t{number:02}" for number in range(0, 29, 2) if number % 3]),
    ("status", "mixed", [f"t{number:02}" for number in range(0, 29, 3)]),
    ("status", "flipped", [f"t{number:02}" for number in range(0, 29, 3)]),
    ("language", "ja", [f"t{number:02}" for number in range(2, 30, 3)]),
    ("tag", "half: second", [f"t{number:02}" for number in range(15, 30)]),
    ("sort", "id", [f"t{number:02}" for number in range(25)]),
]


def filters(page: BrowserPage) -> None:
    for field, value, expected in FILTERS:
        page.choose(field, value)
        page.wait(f"location.hash.startsWith('#{field}=')")
        assert shown(page) == expected, (field, value)
        if len(expected) < 25:
            assert page.run(COUNT) == f"{len(expected)} of 30 tasks"
        page.choose(field, "")
        page.wait(f"{COUNT} === '30 tasks' && location.hash === '#tasks'")


def orders_by_how_many_are_right(page: BrowserPage) -> None:
    share = (
        "[...document.querySelectorAll('#list .task')].map((one) => one.querySelectorAll('.v-passed').length)"
    )
    for sort, reverse in (("worst", False), ("best", True)):
        page.choose("sort", sort)
        page.wait(f"location.hash === '#sort={sort}'")
        counts = [count for count, id_ in zip(page.run(share), shown(page), strict=True) if id_ != "t29"]
        assert counts == sorted(counts, reverse=reverse)
    page.choose("sort", "spread")
    page.wait("location.hash === '#sort=spread'")
    assert all(int(id_[1:]) % 3 == 0 for id_ in shown(page)[:5])


def causes_are_counted_and_filter(page: BrowserPage) -> None:
    options = page.texts("#filters select[name=cause] option")
    assert options[0] == "all"
    assert any(option.startswith("passed (") for option in options)
    page.choose("cause", "undecided")
    page.wait("location.hash === '#cause=undecided'")
    assert shown(page) == ["t29"]


def reset_and_enter(page: BrowserPage) -> None:
    page.click("#filters input[name=q]")
    page.type("number 28")
    page.press("Enter")
    page.wait(f"{COUNT} === '1 of 30 tasks'")
    page.click("#filters button[type=reset]")
    page.wait(f"{COUNT} === '30 tasks'")
    assert page.run("document.querySelector('#filters input').value") == ""


# ── one task ──


def opened(page: BrowserPage, id_: str) -> None:
    page.run(f"location.hash = '#task={id_}'")
    page.wait("document.querySelector('#list details[open] .body') !== null")


def a_task_is_opened_with_a_click(page: BrowserPage) -> None:
    page.click("#list details.task:nth-child(4) summary")
    page.wait("document.querySelector('#list details[open] .body') !== null")
    assert page.run("location.hash") == "#task=t03"
    words = page.text("#list details[open] .body")
    assert "one, candidate 0" in words
    assert "two, candidate" in words
    assert "The settings, as sent" in words
    page.click("#list details.task:nth-child(4) summary")
    page.wait("location.hash === '#tasks'")


def an_address_opens_a_task_on_its_page(page: BrowserPage) -> None:
    opened(page, "t27")
    assert page.run("document.querySelector('#list details[open] .id').textContent") == "t27"
    assert "page 2 of 2" in page.text("#pages")
    assert page.run("document.activeElement.tagName") == "SUMMARY"


def an_address_that_a_filter_hides_lifts_the_filter(page: BrowserPage) -> None:
    page.run("location.hash = '#q=number+28&task=t05'")
    page.wait("document.querySelector('#list details[open]') !== null")
    assert page.text("#list details[open] .id") == "t05"
    assert page.run("document.querySelector('#filters input').value") == ""
    page.run("location.hash = '#q=number+28&status=nonsense'")
    page.wait(f"{COUNT} === '1 of 30 tasks'")


def what_was_sent_and_received(page: BrowserPage) -> None:
    opened(page, "t00")
    words = page.text("#list details[open] .body")
    assert "The prompt of one, as sent" in words
    assert "A reply ends at '#'" in words
    opened(page, "t01")
    words = page.text("#list details[open] .body")
    assert "No code: no code in the reply" in words
    assert "I cannot." in words
    opened(page, "t02")
    words = page.text("#list details[open] .body")
    assert "Extraction: the only block" in words
    assert "The reply, as received" in words
    assert "Standard output" in words
    assert "Standard error" in words
    assert "The same as a reference." in words
    opened(page, "t05")
    words = page.text("#list details[open] .body")
    assert "The reply, as received, is this code." in words
    assert "The reply of candidate 1, as received" in words


def the_difference_from_the_reference(page: BrowserPage) -> None:
    opened(page, "t04")
    page.run("document.querySelector('#list details[open] .candidate details').open = true")
    page.wait("document.querySelector('#list .candidate del') !== null")
    assert "% alike" in page.text("#list details[open] .candidate details summary")
    whole = page.run(
        "[...document.querySelector('#list .candidate pre.wrap').childNodes]"
        ".filter((one) => one.nodeName !== 'DEL').map((one) => one.textContent).join('')"
    )
    assert whole == "x + x # twice"
    opened(page, "t02")
    page.run(
        "[...document.querySelectorAll('#list .candidate details')].forEach((one) => { one.open = true; })"
    )
    page.wait("document.querySelector('#list').textContent.includes('Too long to be compared here.')")


def code_is_coloured(page: BrowserPage) -> None:
    opened(page, "t05")
    assert "# twice" in page.texts("#list .candidate .c-com")
    assert {"def", "return"} <= {*page.texts("#list .scaffold .c-key")}
    assert page.texts("#list .scaffold .c-def") == ["double"]
    assert {"2", "3"} & {*page.texts("#list .checks .c-num")}


# ── the rest of the page ──


def keys(page: BrowserPage) -> None:
    focused = "document.activeElement.closest('details.task')?.querySelector('.id').textContent"
    page.press("j")
    page.press("j")
    assert page.run(focused) == "t01"
    page.press("k")
    assert page.run(focused) == "t00"
    page.press("Enter")
    page.wait("document.querySelector('#list details[open]') !== null")
    page.press("n")
    page.wait("location.hash === '#page=2'")
    page.press("n")
    page.press("p")
    page.wait("location.hash === '#tasks'")
    page.press("/")
    page.type("j")
    assert page.run("document.activeElement.value") == "j"
    page.press("Escape")
    assert page.run("document.activeElement.tagName") == "BODY"


def light_and_dark_are_remembered(page: BrowserPage) -> None:
    before = page.run("getComputedStyle(document.body).backgroundColor")
    label = page.text("#theme")
    page.click("#theme")
    assert page.text("#theme") != label
    assert page.run("getComputedStyle(document.body).backgroundColor") != before
    page.goto(page.run("location.href.split('#')[0]") + "?again")
    assert page.text("#theme") != label
    page.click("#theme")
    assert page.text("#theme") == label


def tables_sort(page: BrowserPage) -> None:
    table = "[...document.querySelectorAll('table.sortable')].find((one) => one.querySelector('th button'))"
    column = f"[...({table}).tBodies[0].rows].filter((row) => !row.classList.contains('total')).map((row) => row.cells[0].textContent)"
    page.run(f"({table}).querySelector('th button').click()")
    down = page.run(column)
    assert page.run(f"({table}).querySelector('th').getAttribute('aria-sort')") == "descending"
    page.run(f"({table}).querySelector('th button').click()")
    up = page.run(column)
    assert page.run(f"({table}).querySelector('th').getAttribute('aria-sort')") == "ascending"
    assert up == down[::-1]
    page.run(f"[...({table}).querySelectorAll('th button')].at(-1).click()")
    assert page.run(f"({table}).querySelectorAll('[aria-sort]').length") == 1


def marks_say_what_they_are(page: BrowserPage) -> None:
    box = page.run(
        "(() => { const mark = document.querySelector('svg.plot .mark'); mark.scrollIntoView({ block: 'center' });"
        " const box = mark.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })()"
    )
    page.hover(*box)
    page.wait("!document.getElementById('tip').hidden")
    assert page.text("#tip")
    page.hover(box[0] + 1, box[1])
    page.press("Escape")
    assert page.run("document.getElementById('tip').hidden") is True
    page.run("document.querySelector('svg.plot .mark').setAttribute('tabindex', 0)")
    page.run("document.querySelector('svg.plot .mark').focus()")
    assert page.run("document.getElementById('tip').hidden") is False
    page.run("document.querySelector('#filters input').focus()")
    assert page.run("document.getElementById('tip').hidden") is True


def legends_take_a_series_away(page: BrowserPage) -> None:
    button = "figure.plot .legend li button"
    away = "document.querySelectorAll('.series.away').length"
    assert page.run(away) == 0
    page.click(button)
    assert page.run(away) > 0
    assert page.run(f"document.querySelector('{button}').getAttribute('aria-pressed')") == "false"
    page.click(button)
    assert page.run(away) == 0


def a_packed_task_is_opened(page: BrowserPage) -> None:
    page.run("document.querySelector('#list details').open = true")
    page.wait("document.querySelector('#list .body .candidate code') !== null")
    assert page.text("#list .body .candidate code") == "x + x # twice"


def what_cannot_be_opened_says_so(page: BrowserPage) -> None:
    page.run("document.querySelector('#list details').open = true")
    page.wait("document.querySelector('#list .words')?.textContent.startsWith('This browser cannot open')")
    page.choose("q", "deep")
    page.wait(f"{COUNT}.startsWith('This browser cannot open')")


STEPS = (
    tasks_come_in_pages,
    filters,
    orders_by_how_many_are_right,
    causes_are_counted_and_filter,
    reset_and_enter,
    a_task_is_opened_with_a_click,
    an_address_opens_a_task_on_its_page,
    an_address_that_a_filter_hides_lifts_the_filter,
    what_was_sent_and_received,
    the_difference_from_the_reference,
    code_is_coloured,
    keys,
    light_and_dark_are_remembered,
    tables_sort,
    marks_say_what_they_are,
    legends_take_a_series_away,
)


def test_the_scripts_of_a_page(browser: Browser, address: str) -> None:
    """Each step on a fresh page. Together they call every function of the scripts: what is not called is not tested."""
    called: dict[str, bool] = {}
    packed, broken = (address.replace("page.html", f"{name}.html") for name in ("packed", "broken"))
    steps = [(step, address) for step in STEPS]
    steps += [(a_packed_task_is_opened, packed), (filters, packed), (what_cannot_be_opened_says_so, broken)]
    for step, where in steps:
        page = browser.open(where)
        step(page)
        for name, was_called in page.called().items():
            called[name] = called.get(name, False) or was_called
        page.close()
    assert len(called) > 60
    assert [name for name, was_called in called.items() if not was_called] == []


@pytest.mark.parametrize("nasty", NASTY[:4])
def test_what_is_hostile_is_text(browser: Browser, tmp_path: Path, nasty: str) -> None:
    """Nothing that a model wrote becomes an element, a script or a request."""
    (tmp_path / "page.html").write_text(to_page(views([nasty_run(tmp_path / "run", nasty)])), "utf-8")
    page = browser.open((tmp_path / "page.html").as_uri())
    try:
        page.run("for (const one of document.querySelectorAll('#list details')) one.open = true")
        page.wait("document.querySelectorAll('#list .body').length === 6")
        assert page.run("document.scripts.length") == 6
        assert page.run("document.images.length") == 0
        assert page.run("performance.getEntriesByType('resource').length") == 0
        words: list[Any] = page.texts("#list .candidate code")
        assert words
        assert {*words} == {nasty}
    finally:
        page.close()
