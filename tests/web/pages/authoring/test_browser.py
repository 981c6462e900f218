"""The pages of authors in a real browser: by keyboard alone, and nothing that was typed is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.authoring.project import Judgement, Project
from asmeant.web.pages.authoring.visit import PERSON_COOKIE
from tests.browser import CHROMIUM, Browser, BrowserPage
from tests.web.browsing import at, serving, violations
from tests.web.pages.authoring.making import add_candidates, add_votes, make_project

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium")

SAVED = "document.querySelector('#draft-state').textContent === 'Draft saved'"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("authors") / "project", items=6) as project:
        add_votes(project)
        add_candidates(project)
        yield project


@pytest.fixture(scope="module")
def address(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = Path(project.database.place).parent
    with serving(folder=tmp_path_factory.mktemp("runs"), project=str(place)) as address:
        yield address


@pytest.fixture
def page(window: BrowserPage, address: str) -> BrowserPage:
    become(window, address, "ann")
    return window


def become(page: BrowserPage, address: str, name: str) -> None:
    page.call("Network.setCookie", name=PERSON_COOKIE, value=name, url=address)


def write(page: BrowserPage, text: str, field: str = "intent") -> None:
    page.run(f"document.querySelector('[name={field}]').select()")
    page.type(text)


def submit(page: BrowserPage) -> None:
    """Ctrl+Enter"""
    for kind in ("keyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key="Enter", modifiers=2, windowsVirtualKeyCode=13)


def value(page: BrowserPage, field: str = "intent") -> str:
    return str(page.run(f"document.querySelector('[name={field}]').value"))


def test_from_the_queue_through_all_work_by_keyboard(
    page: BrowserPage, address: str, project: Project
) -> None:
    page.goto(f"{address}/author")
    page.press("j")
    page.press("Enter")
    at(page, "location.pathname === '/author/write' && document.activeElement.name === 'intent'")
    write(page, "List `i1` and |", "code1")
    at(page, "document.querySelector('#remarks').textContent.includes('syntax')")
    write(page, "ls -a i1", "code1")
    at(page, "!document.querySelector('#remarks').textContent.includes('syntax')")
    write(page, "List all of `i1`")
    submit(page)
    at(page, "location.search.startsWith('?id=i2&')")
    assert (project.item("i1").intent, project.item("i1").code) == ("List all of `i1`", "ls -a i1")
    page.goto(f"{address}/author/vote?id=i1")
    texts = page.texts("fieldset p.full")
    for key in "211":  # each digit ranks a description, and goes on to the next
        page.press(key)
    submit(page)
    at(page, "location.pathname === '/author'")
    numbers = {one.id: one.text for one in project.proposals("i1")}
    (vote,) = project.votes("i1")
    ranks = {numbers[number]: rank for number, rank in vote.ranks.items()}
    assert [ranks[text] for text in texts] == [2, 1, 1]
    page.goto(f"{address}/author/judge?id=i1")
    codes = page.texts(".subject pre")
    for key in "yyyn2":  # the first is right; of the second the command is not, by its flag
        page.press(key)
    submit(page)
    at(page, "location.pathname === '/author'")
    answers = {(one.candidate, one.question): (one.answer, one.cause) for one in project.judgements()}
    first, second = sorted(project.candidates("i1"), key=lambda one: codes.index(one.code))
    assert answers[first.id, "command"] == ("y", "")
    assert answers[second.id, "template"] == ("y", "")
    assert answers[second.id, "command"] == ("n", "flag error")
    project.judge(Judgement("command", "i1", "bob", "n", first.id))
    become(page, address, "ed")
    page.goto(f"{address}/author/adjudicate")
    page.press("j")
    page.press("Enter")
    at(page, "location.pathname === '/author/adjudicate/judgement'")
    page.press("y")
    submit(page)
    at(page, "location.pathname === '/author/adjudicate'")
    assert project.disagreements("command") == []


def test_a_refresh_loses_nothing(page: BrowserPage, address: str, project: Project) -> None:
    page.goto(f"{address}/author/write?id=i3")
    write(page, "typed and not saved")
    page.goto(f"{address}/author/write?id=i3")
    assert value(page) == "typed and not saved"
    write(page, "typed and saved")
    at(page, SAVED)
    draft = project.draft("write", "i3", "ann")
    assert draft is not None
    assert draft.content[""]["texts"]["intent"] == "typed and saved"
    assert page.run("Object.keys(localStorage).length") == 0


def test_a_server_that_is_away_loses_nothing(page: BrowserPage, address: str, browser: Browser) -> None:
    """As when the browser dies: the server has never had the text, and the window is gone."""
    lost = browser.open(f"{address}/author/write?id=i4")
    lost.call("Network.enable")
    lost.call(
        "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0
    )
    lost.run("navigator.sendBeacon = () => false")
    write(lost, "only in this browser")
    at(lost, "document.querySelector('#draft-state').textContent.startsWith('The server cannot be reached')")
    lost.close()
    page.goto(f"{address}/author/write?id=i4")
    assert value(page) == "only in this browser"
    at(page, SAVED)


@pytest.mark.parametrize(("button", "expected"), [("keep", "from the second"), ("take", "from the first")])
def test_two_windows_show_both_texts(
    page: BrowserPage, address: str, browser: Browser, button: str, expected: str, project: Project
) -> None:
    place = f"{address}/author/write?id={'i5' if button == 'keep' else 'i6'}"
    page.goto(place)
    second = browser.open(place)
    write(page, "from the first")
    at(page, SAVED)
    write(second, "from the second")
    at(second, "!document.querySelector('#conflict').hidden")
    assert "from the first" in second.text("#conflict")
    assert value(second) == "from the second"
    assert violations(second) == []
    second.click(f"[data-{button}]")
    at(second, "document.querySelector('#conflict').hidden")
    submit(second)
    at(second, "location.search.includes('saved')")
    assert project.item(place[-2:]).intent == expected
    second.close()


PLACES = {
    "ann": ("/author", "/author/person", "/author/write?id=i1", "/author/vote?id=i1", "/author/judge?id=i1"),
    "boss": (
        "/author/items",
        "/author/item?id=i1",
        "/author/adjudicate",
        "/author/adjudicate/judgement?question=command&item=i1&candidate=1",
        "/author/votes?id=i1",
        "/author/status",
        "/author/manage",
    ),
}


def test_every_page_fits_a_phone_and_everyone_can_use_it(page: BrowserPage, address: str) -> None:
    page.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    try:
        for name, places in PLACES.items():
            become(page, address, name)
            for place in places:
                page.goto(address + place)
                page.run("for (const one of document.querySelectorAll('details')) one.open = true")
                width = page.run("document.documentElement.scrollWidth")
                assert width <= 360, (place, json.dumps(width))
                assert violations(page) == [], place
    finally:
        page.call("Emulation.clearDeviceMetricsOverride")
