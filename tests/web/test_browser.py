"""The pages in a real browser, as a person uses them: one server and one browser for all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.records import Check, Observation, Scaffold, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task
from asmeant.web.export import Export
from tests.browser import CHROMIUM, BrowserPage
from tests.reports.making import make_run
from tests.reports.test_page import NASTY, nasty_run
from tests.web.apps import open_client
from tests.web.browsing import AXE, at, serving, violations

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium")

LANGUAGES = ("en", "es", "ja", "ru")
COMMAND = Task(
    "t00",
    "Count the lines of a.txt",
    code_language="bash",
    references=("wc -l < a.txt",),
    checks=(Check(same_outcome_as="wc -l < a.txt"),),
    scaffold=Scaffold(files={"a.txt": "1\n"}),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on 60 tasks, of which every third failed; one on 12 of them; and one in which all is hostile."""
    folder = tmp_path_factory.mktemp("served")
    tasks = [COMMAND] + [
        replace(
            make_task(f"t{number:02}"),
            intent=f"intent number {number}",
            intent_language=LANGUAGES[number % 4],
        )
        for number in range(1, 60)
    ]
    for name, step, own in (("one", 3, tasks), ("two", 2, tasks[:12])):
        letters = {task.id: "f" if number % step == 0 else "p" for number, task in enumerate(own)}
        files = make_run(folder / name, letters, name, code="wc -c < a.txt", tasks=own)
        with files:
            files.append(Observation("t00", 0, "all", stdout="2\n", files={"/root/a.txt": "deleted"}))
    nasty_run(folder / "nasty", " ".join(NASTY))
    client = open_client(folder)
    for address in ("/runs/one", "/runs/two", "/runs/nasty"):
        assert client.get(address).status_code == 200  # the indexes are there
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder=folder) as address:
        yield address


@pytest.fixture
def page(window: BrowserPage, address: str) -> BrowserPage:
    """At the list of runs."""
    window.goto(address)
    return window


def test_from_the_runs_to_a_failure_by_keyboard_alone(page: BrowserPage) -> None:
    at(page, "document.querySelectorAll('.row a.main').length === 3")
    while not page.run("document.activeElement.textContent === 'one'"):
        page.press("j")
    page.press("Enter")
    at(page, "location.pathname === '/runs/one'")
    page.press("/")
    page.type("number 9")
    at(page, "document.querySelector('#count').textContent.startsWith('6 of 60')")  # t09, t19, ... t59
    at(page, "location.search === '?q=number+9'")
    page.press("Escape")
    page.press("j")
    page.press("Enter")
    at(page, "location.pathname === '/runs/one/task' && location.search.includes('t09')")
    assert "intent number 9" in page.text("h1")
    page.press("u")
    at(page, "location.pathname === '/runs/one' && location.search === '?q=number+9'")


def test_j_and_k_walk_through_the_failures(page: BrowserPage, address: str) -> None:
    page.goto(f"{address}/runs/one/task?id=t00&status=failed")
    for key, task in (("j", "t03"), ("j", "t06"), ("k", "t03")):
        page.press(key)
        at(page, f"location.search.startsWith('?id={task}&')")
    page.press("?")
    assert page.run("document.querySelector('#help').open")
    page.press("Escape")
    page.press("g")
    at(page, "location.pathname === '/'")


def test_a_task_in_bash(page: BrowserPage, address: str) -> None:
    page.goto(f"{address}/runs/one/task?id=t00")
    words = page.text("main")
    assert "/root/a.txt deleted" in words  # the tree after
    assert "/root/a.txt" in page.text("details.tree")  # and before
    assert "count lines, words and bytes" in page.text("details.explanation")
    at(page, "document.querySelector('.candidate summary')")
    page.run("for (const one of document.querySelectorAll('.written details')) one.open = true")
    at(page, "document.querySelector('.written ins')")
    assert page.texts(".written ins, .written del")[:2] == ["l", "c"]


def test_filters_are_links(page: BrowserPage, address: str) -> None:
    page.goto(f"{address}/runs/one")
    page.choose("status", "failed")
    at(page, "document.querySelector('#count').textContent.startsWith('20 of 60')")
    page.choose("language", "ja")
    at(page, "document.querySelector('#count').textContent.startsWith('5 of 60')")
    page.goto(page.run("location.href"))
    assert page.text("#count").startswith("5 of 60")
    page.goto(f"{address}/runs/one")
    page.click("a[rel=next]")
    at(page, "location.search === '?page=2'")
    assert len(page.texts("ol.candidates li")) == 10


def test_runs_are_filtered_while_typing(page: BrowserPage) -> None:
    page.press("/")
    page.type("two")
    at(page, "document.querySelectorAll('.row').length === 1 && location.search.startsWith('?q=two')")


def test_a_run_that_goes_on_is_seen(page: BrowserPage, address: str, folder: Path) -> None:
    files = make_run(folder / "live", {"a": "p", "b": "-"}, "live")
    try:
        page.goto(f"{address}/runs/live")
        assert "1 of 2 candidates are judged" in page.text("#live")
        with files:
            files.append(Verdict("b", 0, "failed"))
        at(page, "document.querySelector('#live .figure').textContent === '50.0'")
    finally:
        for path in files.path.iterdir():
            path.unlink()
        files.path.rmdir()


def test_two_runs_side_by_side(page: BrowserPage, address: str) -> None:
    page.click("input[value=one]")
    page.click("input[value=two]")
    page.click("#list form button")
    # The page loads itself again when all is there; only then its tables can be sorted.
    at(page, "location.pathname === '/compare' && document.querySelector('#live th button')")
    assert "two − one" in page.text("#live")
    page.click(".row a.main")
    at(page, "location.pathname === '/compare/task'")
    assert len(page.texts(".side > section")) == 2
    before = page.run("location.href")
    page.press("j")
    at(page, f"location.href !== {json.dumps(before)}")


def test_the_language_and_the_colours_are_kept(page: BrowserPage, address: str) -> None:
    page.run(
        "(() => { const one = document.querySelector('select[name=language]'); one.value = 'es'; one.dispatchEvent(new Event('change')); })()"
    )
    at(page, "document.documentElement.lang === 'es'")
    assert page.text("h1") == "Ejecuciones"
    page.click("#theme")
    page.goto(f"{address}/leaderboard")
    assert page.run("document.documentElement.dataset.theme") == "dark"
    page.run("localStorage.clear()")
    page.goto(f"{address}/language?language=en&next=/")


def test_the_playground_shows_answers_as_they_come(page: BrowserPage, address: str) -> None:
    page.goto(f"{address}/playground")
    page.run("document.querySelector('textarea[name=code]').focus()")
    page.type("rm notes.txt; echo '<b>done</b>'")
    page.click("form[data-answers] button")
    at(page, "document.querySelector('#answers .answer.works')")
    words = page.text("#answers")
    assert "<b>done</b>" in words
    assert "notes.txt deleted" in words


def test_what_is_hostile_is_text(page: BrowserPage, address: str) -> None:
    page.goto(f"{address}/runs/nasty")
    page.click("ol.candidates a.main")
    at(page, "location.pathname === '/runs/nasty/task'")
    page.run("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.run("document.scripts.length") == 4
    assert (
        page.run("document.querySelectorAll('img, iframe, svg:not(.plot), [onload], [onerror]').length") == 0
    )
    entries = page.run("performance.getEntriesByType('resource').map((one) => new URL(one.name).origin)")
    assert set(entries) <= {address}


PLACES = (
    "/",
    "/runs/one",
    "/runs/one/task?id=t00",
    "/compare?run=one&run=two",
    "/leaderboard",
    "/runs/one/plots",
    "/playground",
)


def test_every_page_fits_a_phone_and_everyone_can_use_it(page: BrowserPage, address: str) -> None:
    page.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    try:
        for place in PLACES:
            page.goto(address + place)
            at(page, "!document.querySelector('[data-refresh=\"1\"]')")
            page.goto(address + place)  # what took its time is there now
            page.run("for (const one of document.querySelectorAll('details')) one.open = true")
            assert page.run("document.documentElement.scrollWidth") <= 360, place
            assert violations(page) == [], place
    finally:
        page.call("Emulation.clearDeviceMetricsOverride")


@pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: npm install axe-core, or set ASMEANT_AXE"
)
def test_axe_reports_what_is_wrong_with_a_page(page: BrowserPage) -> None:
    """Without axe, it is this test that is skipped: the others look at the pages without it."""
    page.goto(
        "data:text/html,<html lang='en'><title>A picture</title><main><h1>A</h1><img src='a.png'></main>"
    )
    assert [name for name, _ in violations(page)] == ["image-alt"]


# ── files that open from disk ──


@pytest.fixture(scope="module")
def exported(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exported") / "pages"
    pages = Export([RunFolder(folder / name) for name in ("one", "two")], place)
    assert len(list(pages.write())) == len(pages)
    return place


def test_exported_pages_open_from_disk(page: BrowserPage, exported: Path) -> None:
    page.goto((exported / "index.html").as_uri())
    page.run(
        "[...document.querySelectorAll('.row a.main')].find((link) => link.textContent === 'one').click()"
    )
    at(page, "location.pathname.endsWith('/index.html') && document.querySelector('ol.candidates li')")
    assert len(page.texts("ol.candidates li")) == 50
    page.choose("status", "failed")
    at(page, "location.hash === '#status=failed'")
    count = page.text("#count")
    assert count.endswith("of 60 candidates")
    page.choose("q", "number T36")
    at(page, "location.hash.includes('q=number')")
    assert page.texts("ol.candidates .intent") == ["intent number 36"]
    page.run("location.hash = '#page=2'")
    at(page, "document.querySelectorAll('ol.candidates li').length === 10")
    page.click("ol.candidates a.main")
    at(page, "location.pathname.includes('/task-')")
    page.press("k")
    at(page, "document.querySelector('article.task')")
    page.goto((exported / "compare.html").as_uri())
    page.click(".row a.main")
    at(page, "location.pathname.includes('/compare-task-')")
    assert len(page.texts(".side > section")) == 2


def test_what_is_hostile_stays_text_in_files(page: BrowserPage, folder: Path, tmp_path: Path) -> None:
    list(Export([RunFolder(folder / "nasty")], tmp_path / "pages").write())
    assert "<" not in (tmp_path / "pages" / "run-1" / "data.js").read_text("utf-8")
    page.goto((tmp_path / "pages" / "run-1" / "index.html").as_uri())
    page.choose("q", "alert")
    at(page, "location.hash === '#q=alert'")
    assert len(page.texts("ol.candidates li")) == 6
    assert page.run("document.scripts.length") == 4
    assert page.run("document.querySelectorAll('img, iframe, svg, [onload], [onerror]').length") == 0


def test_exported_pages_link_to_files_that_are_there(exported: Path) -> None:
    import re
    from urllib.parse import unquote, urlsplit

    for file in exported.rglob("*.html"):
        text = file.read_text("utf-8")
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            target = urlsplit(link.replace("&amp;", "&"))
            assert not target.scheme, link
            assert not target.path.startswith("/"), link
            assert not target.path or (file.parent / unquote(target.path)).is_file(), (file, link)
