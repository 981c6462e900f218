"""serve: runs in a browser, and verdicts by an API."""

from __future__ import annotations

from pathlib import Path

import click

from asmeant.cli.console import say
from asmeant.errors import UsageError


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path("runs"))
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen on this address.")
@click.option("--port", default=8000, show_default=True, help="Listen on this port. 0: any that is free.")
@click.option("--token", default="", envvar="ASMEANT_SERVE_TOKEN", help="A secret that callers must send.")
@click.option(
    "--users", type=click.Path(path_type=Path, dir_okay=False), help="The file of users and tokens."
)
@click.option("--allow-run", is_flag=True, help="Let runs be started and resumed from the pages.")
def serve(folder: Path, host: str, port: int, token: str, users: Path | None, allow_run: bool) -> None:
    """Look at the runs of FOLDER in a browser, and judge code by an API."""
    try:
        import uvicorn

        from asmeant.web.app import create_app
    except ImportError as error:
        raise UsageError(f"asmeant serve needs {error.name}: pip install 'asmeant[web]'") from error
    from asmeant.web.settings import Settings

    settings = Settings(folder, host, port, users=users, token=token, allow_run=allow_run)
    say(f"serving {folder} at http://{host}:{port}")
    uvicorn.run(create_app(settings), host=host, port=port, log_level="warning")
