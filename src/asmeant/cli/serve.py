"""serve: a web server for runs and authoring projects, and an API for verdicts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import say
from asmeant.cli.run_path import RunPlace
from asmeant.errors import UsageError
from asmeant.records import Limits

if TYPE_CHECKING:
    from asmeant.pipeline import Plan
    from asmeant.web.security.callers import Role
    from asmeant.web.settings import Settings


@click.command()
@click.argument("folder", type=RunPlace(), default="runs")
@click.option(
    "--project",
    default="",
    envvar="ASMEANT_PROJECT",
    help="Also show the pages of this authoring project: a folder, or the URL of a database.",
)
@click.option(
    "--posts",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The posts that the items of the project were made from. Default: posts.jsonl in its folder.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen on this address.")
@click.option(
    "--port", type=numbers.Whole(0, 65535), default=8000, show_default=True, help="0 chooses a free port."
)
@click.option(
    "--token",
    default="",
    envvar="ASMEANT_SERVE_TOKEN",
    help="A secret that callers must send. ASMEANT_SERVE_TOKEN is safer: others can see a command line.",
)
@click.option(
    "--users",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="ASMEANT_USERS",
    help="The file of users. Default: in the user's configuration folder; on this machine, no login.",
)
@click.option("--add-user", metavar="NAME", help="Add a user, ask for the password, and exit.")
@click.option("--add-token", metavar="NAME", help="Add a program, print its token, and exit.")
@click.option(
    "--role",
    type=click.Choice(["look", "run", "write"]),
    default="run",
    show_default=True,
    help="What the new user or program may do. run: look at runs and run code. write: also change things.",
)
@click.option("--person", default="", help="The pseudonym of the added user in authoring projects.")
@click.option("--allow-run", is_flag=True, help="Let runs be started and resumed from the pages.")
@click.option(
    "--public-url",
    default="",
    help="The address at which browsers reach this server, if it is behind a proxy.",
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Serve by https with this certificate (PEM).",
)
@click.option(
    "--key", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="The key of the certificate."
)
@options.limits_options()
@options.judging_options(without=("answers",))
def serve(
    folder: Path | str,
    project: str,
    posts: Path | None,
    host: str,
    port: int,
    token: str,
    users: Path | None,
    add_user: str | None,
    add_token: str | None,
    role: Role,
    person: str,
    allow_run: bool,
    public_url: str,
    certificate: Path | None,
    key: Path | None,
    limits: Limits,
    execution: Plan,
) -> None:
    """Look at the runs of FOLDER in a browser, and judge code by an API.

    FOLDER may be on a store: s3://BUCKET/RUNS. With --on, the code of callers is judged on a cluster.

    Without options, only this machine reaches the server, and nobody has to log in. On any other address it
    needs a token or users. Ctrl-C ends it: what is under way is finished for up to 30 s, and the rest is
    handed back to its callers.

    \b
      asmeant serve
      asmeant serve runs --port 9000 --allow-run
      asmeant serve runs --project my-benchmark
      asmeant serve --add-user ada --role write
      asmeant serve --host 0.0.0.0 --certificate cert.pem --key key.pem
    """
    _require_web()
    if add_user or add_token:
        _add(users or _default_users(), add_user or "", add_token or "", role, person)
        return
    from asmeant.web.serving import run_server
    from asmeant.web.settings import Settings, is_loopback

    is_exposed = not is_loopback(host) or bool(public_url)
    if users is None and not token and is_exposed and _default_users().exists():
        users = _default_users()
    settings = Settings(
        folder=folder,
        project=project,
        posts=posts,
        host=host,
        port=port,
        public_url=public_url,
        users=users,
        token=token,
        allow_run=allow_run,
        world=execution.world,
        sandbox=execution.sandbox if isinstance(execution.sandbox, str) else "",
        workers=execution.workers if isinstance(execution.workers, int) else None,
        on=execution.on,
        every=execution.every,
        cache=execution.cache,
        limits=limits,
        strict=execution.strict,
        secure=certificate is not None,
    )
    _require_isolation(settings)
    if not settings.is_local and not settings.is_secure:
        say(
            "passwords and tokens travel unencrypted: use --certificate, or a proxy and --public-url https://..."
        )

    def announce(address: str) -> None:
        say(f"serving {folder} at {address} (Ctrl-C ends it)")
        if project:
            say(f"authoring is at {address}/author")

    run_server(settings, announce, certificate, key)


def _serve_project(project: str, runs: Path | str, **options: Any) -> None:
    """Write, vote, judge and adjudicate in a browser: the pages of PROJECT, and those of runs.

    PROJECT is a folder, or the URL of a database. This is `asmeant serve RUNS --project PROJECT`, with the
    same options.

    \b
      asmeant author serve my-benchmark
      asmeant serve --add-user ada --role look --person p01
      asmeant author serve my-benchmark --host 0.0.0.0 --certificate cert.pem --key key.pem
    """
    assert serve.callback is not None
    serve.callback(folder=runs, project=project, **options)


serve_project = click.Command(
    "serve",
    callback=_serve_project,
    help=_serve_project.__doc__,
    params=[
        click.Argument(["project"]),
        click.Option(
            ["--runs"],
            type=RunPlace(),
            default="runs",
            show_default=True,
            help="The folder of runs, or a URL such as s3://BUCKET/RUNS.",
        ),
        *(option for option in serve.params if option.name not in ("folder", "project")),
    ],
)


def _require_web() -> None:
    try:
        import jinja2  # noqa: F401
        import python_multipart  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise UsageError(f"asmeant serve needs {error.name}: pip install 'asmeant[web]'") from error


def _require_isolation(settings: Settings) -> None:
    """Refuses to serve others without isolation, unless it was chosen explicitly."""
    from asmeant.execution.sandbox import default_sandbox

    if not settings.is_local and not settings.sandbox and default_sandbox() == "subprocess":
        raise UsageError(
            "Programs cannot be isolated here, and others could send some. See: asmeant doctor. "
            "To run them without isolation all the same: --sandbox subprocess"
        )


def _default_users() -> Path:
    from platformdirs import user_config_path

    return user_config_path("asmeant") / "users.json"


def _add(path: Path, user: str, program: str, role: Role, person: str) -> None:
    from asmeant.web.security import users

    if user:
        users.add_user(path, user, role, _password(), person)
        say(f"{user} may {role}; written to {path}")
    if program:
        token = users.add_token(path, program, role)
        say(f"{program} may {role}; written to {path}. Its token, which is shown only now:")
        click.echo(token)


def _password() -> str:
    if sys.stdin.isatty():
        password: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        return password
    return sys.stdin.readline().rstrip("\n")
