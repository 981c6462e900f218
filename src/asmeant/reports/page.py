"""Runs -> HTML: one file that opens from disk, with all that a run has to tell. Reaches for nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from asmeant import __version__, plots
from asmeant.plots.svg import escaped_text
from asmeant.reports.breakdowns import breakdown_table, breakdowns
from asmeant.reports.browsing import embedded
from asmeant.reports.charts import charts
from asmeant.reports.comparing import compared
from asmeant.reports.markup import to_html
from asmeant.reports.overview import descriptions, notices, settings_table, tiles, title_of
from asmeant.reports.table import score_table, whole_table
from asmeant.reports.views import RunView
from asmeant.seams import Metric
from asmeant.tables import Table

FOLDER = Path(__file__).parent
# Before the page is drawn, so that it does not flash in the other colours.
THEME = """
try { const wish = localStorage.getItem("asmeant-theme");
  if (wish) document.documentElement.dataset.theme = wish; } catch { }
"""


def to_page(runs: Sequence[RunView], metrics: Sequence[Metric] = (), extra: Sequence[Table] = ()) -> str:
    """The whole page. `metrics` are those that compare with references; `extra` are further tables."""
    style = plots.STYLE + (FOLDER / "page.css").read_text("utf-8")
    own = ("showing.js", "frame.js", "page.js")
    scripts = [plots.SCRIPT, *((FOLDER / name).read_text("utf-8") for name in own)]
    sections = dict(_sections(runs, metrics, extra))
    links = "".join(f'<a href="#{name.lower()}">{name}</a>' for name in sections)
    body = "".join(
        f'<section id="{name.lower()}"><h2>{name}</h2>{html}</section>' for name, html in sections.items()
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy([THEME, *scripts])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="asmeant {escaped_text(__version__)}">
<title>{escaped_text(title_of(runs))}</title>
<style>{style}</style>
<script>{THEME}</script>
</head>
<body>
<a class="skip" href="#tasks">To the tasks</a>
<header>
<p class="brand"><b>asmeant</b> does the code do as meant?</p>
<h1>{escaped_text(title_of(runs))}</h1>
<nav>{links}<button type="button" id="theme" hidden>Dark</button></nav>
</header>
<main>{body}</main>
<footer>Made by asmeant {escaped_text(__version__)}. {FOOT}</footer>
<script type="application/json" id="data">{embedded(runs)}</script>
{"".join(f"<script>{script}</script>" for script in scripts)}
</body>
</html>
"""


def _sections(
    runs: Sequence[RunView], metrics: Sequence[Metric], extra: Sequence[Table]
) -> Iterator[tuple[str, str]]:
    every_breakdown = breakdowns(runs)
    whole = (
        score_table(title_of(runs), runs[0].scores)
        if len(runs) == 1
        else whole_table("All tasks", {view.label: view.scores for view in runs})
    )
    # The table of scores has the languages already.
    others = [item for item in every_breakdown if len(runs) > 1 or item.by != "intent language"]
    slices = "".join(to_html(breakdown_table(item)) for item in others)
    yield "Overview", descriptions(runs) + notices(runs) + tiles(runs)
    yield "Scores", to_html(whole) + "".join(map(to_html, extra))
    cards = "".join(
        f'<div class="card">{plots.to_figure(plot)}</div>' for plot in charts(runs, every_breakdown, metrics)
    )
    yield "Plots", f'<div class="grid">{cards}</div>' if cards else "<p>Nothing is judged yet.</p>"
    if slices:
        yield "Slices", f'<div class="tables">{slices}</div>'
    if len(runs) > 1:
        yield "Differences", compared(runs)
    yield "Tasks", BROWSER
    yield "Settings", to_html(settings_table(runs))


def _policy(scripts: Sequence[str]) -> str:
    """Only our own scripts run, whatever else might find its way into the page; and nothing is fetched."""
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{value}'" for value in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )


FOOT = "Scores are per cent; intervals are 95%."
BROWSER = """
<noscript><p class="notice">The list of tasks needs JavaScript. All else here does without.</p></noscript>
<form id="filters" role="search" hidden>
<label class="find">Search
<input type="search" name="q" placeholder="id, intent, code, reason…" autocomplete="off"></label>
<label>Verdict <select name="status"></select></label>
<label>Why <select name="cause"></select></label>
<label>Language <select name="language"></select></label>
<label>Tag <select name="tag"></select></label>
<label>Order <select name="sort"></select></label>
<button type="reset">Reset</button>
</form>
<p id="count" role="status"></p>
<div id="list"></div>
<div id="pages"></div>
<p class="keys" hidden><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous task <kbd>Enter</kbd> open
<kbd>n</kbd> <kbd>p</kbd> next, previous page</p>
"""
