"""Drives Chromium over its debugging pipe (fds 3 and 4), one JSON message after the other. No dependency is needed."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-sync", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
    "--window-size=1200,900", "--remote-debugging-pipe",
]  # fmt: skip
SECONDS = 30.0


class Browser:
    """One Chromium, with a fresh profile."""

    def __init__(self, profile: Path) -> None:
        assert CHROMIUM is not None
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        # A shell puts the ends of the pipes where Chromium looks for them.
        script = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        command = ["bash", "-c", script, "bash", CHROMIUM, *FLAGS, f"--user-data-dir={profile}"]
        self._process = subprocess.Popen(
            command, pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._number = 0
        self._received = b""

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """What a method of the DevTools protocol returns. Events that come in between are passed over."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._received:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self._in, 1 << 16) if ready else b""
            if not chunk:
                raise TimeoutError("Chromium does not answer.")
            self._received += chunk
        text, _, self._received = self._received.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def open(self, address: str) -> BrowserPage:
        return BrowserPage(self, address)


class BrowserPage:
    """A page that is loaded. JavaScript is measured from its first line on."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Profiler", "Runtime"):
            self.call(f"{domain}.enable")
        self.call("Profiler.startPreciseCoverage", callCount=True, detailed=False)
        self.goto(address)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def goto(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, (expression, result["exceptionDetails"])
        return result["result"].get("value")

    def wait(self, condition: str) -> None:
        """Until a condition holds."""
        deadline = time.monotonic() + SECONDS
        while not self.run(condition):
            assert time.monotonic() < deadline, f"never true: {condition}"
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent"))

    def texts(self, selector: str) -> list[str]:
        """The text of every element that matches, in order."""
        found = f"[...document.querySelectorAll({json.dumps(selector)})].map((one) => one.textContent)"
        return list(self.run(found))

    def click(self, selector: str) -> None:
        """With the mouse, in the middle of an element."""
        box = self.run(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({ block: 'center' }); const box = one.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2]; })()"
        )
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def hover(self, x: float, y: float) -> None:
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key: str) -> None:
        """One key, as a keyboard sends it."""
        codes = {"Enter": 13, "Escape": 27}
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        code = codes.get(key, ord(key[0].upper()))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def choose(self, field: str, value: str) -> None:
        """A value of a select element, or of a text field, of the form with the filters."""
        self.run(
            f"(() => {{ const one = document.getElementById('filters').elements[{json.dumps(field)}];"
            f" one.value = {json.dumps(value)};"
            " one.dispatchEvent(new Event('input', { bubbles: true })); })()"
        )

    def called(self) -> dict[str, bool]:
        """Every function of the page's scripts, named by script and place, and whether it was called."""
        scripts = self.call("Profiler.takePreciseCoverage")["result"]
        functions: dict[str, bool] = {}
        for script in scripts:
            if not script["url"].startswith("file:"):
                continue
            for function in script["functions"]:
                place = function["ranges"][0]
                span = f"{place['startOffset']} to {place['endOffset']}"
                name = f"{function['functionName'] or 'function'} from {span}"
                functions[name] = functions.get(name, False) or place["count"] > 0
        return functions

    def close(self) -> None:
        self._browser.call("Target.closeTarget", targetId=self._target)
