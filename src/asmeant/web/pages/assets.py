"""The styles and scripts of the pages: those of the report page, followed by those of the application."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files

from asmeant import plots

THEME = """"use strict";
try { const wish = localStorage.getItem("asmeant-theme");
  if (wish) document.documentElement.dataset.theme = wish; } catch { /* no storage */ }
document.documentElement.classList.add("scripted");
"""


@lru_cache(maxsize=1)
def assets() -> dict[str, tuple[str, str]]:
    """Name -> type and content."""
    reports, ours = files("asmeant.reports"), files("asmeant.web") / "static"
    styles = [plots.STYLE, (reports / "page.css").read_text("utf-8"), (ours / "app.css").read_text("utf-8")]
    scripts = [
        *((reports / name).read_text("utf-8") for name in ("showing.js", "frame.js")),
        plots.SCRIPT,
        (ours / "app.js").read_text("utf-8"),
    ]
    return {
        "asmeant.css": ("text/css", "\n".join(styles)),
        "asmeant.js": ("text/javascript", "\n".join(scripts)),
        "theme.js": ("text/javascript", THEME),
    }


@lru_cache(maxsize=16)
def digest(name: str) -> str:
    return hashlib.sha256(assets()[name][1].encode()).hexdigest()[:12]
