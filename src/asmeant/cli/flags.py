"""Options of many commands without further imports, so that commands with few options start quickly."""

from __future__ import annotations

import click

from asmeant.cli import numbers

seed_option = click.option(
    "--seed", type=numbers.SEED, default=0, show_default=True, help="The same seed gives the same run."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts, and no progress.")
