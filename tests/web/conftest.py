from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser import Browser, BrowserPage


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for all test files: to start it takes its time."""
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="session")
def window(browser: Browser) -> BrowserPage:
    return browser.open("about:blank")
