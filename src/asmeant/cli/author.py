"""author: the commands that make a benchmark, in the order in which they are used."""

from __future__ import annotations

import click

from asmeant.cli.author_assign import assign
from asmeant.cli.author_audit import audit
from asmeant.cli.author_files import export, import_
from asmeant.cli.author_judge import judge
from asmeant.cli.author_project import history, init, people, status
from asmeant.cli.author_verify import verify
from asmeant.cli.author_wrap import wrap
from asmeant.cli.check_pair import check
from asmeant.cli.correct import correct
from asmeant.cli.groups import Group
from asmeant.cli.paraphrase import paraphrase
from asmeant.cli.posts import posts
from asmeant.cli.serve import serve_project
from asmeant.cli.vary import learn, vary
from asmeant.cli.vote import vote


@click.group(cls=Group)
def author() -> None:
    """Make a benchmark: collect pairs, write checks, improve descriptions, audit, publish.

    Code becomes tasks with checks, which accept every right answer and no wrong one. A project holds what
    people write, vote on and judge, and all they have decided.

    \b
      asmeant author wrap pairs.jsonl -o tasks.jsonl
      asmeant author verify tasks:tasks.jsonl -o verified.jsonl
      asmeant author init my-benchmark
      asmeant author import my-benchmark verified.jsonl
      asmeant author correct my-benchmark
      asmeant author serve my-benchmark
      asmeant author export my-benchmark --out published
      asmeant author audit tasks:published/tasks.jsonl -o audit.html
    """


for _command in (
    *(posts, check, wrap, verify, vary, learn),
    *(
        init,
        people,
        import_,
        correct,
        paraphrase,
        vote,
        assign,
        judge,
        status,
        history,
        serve_project,
        export,
    ),
    audit,
):
    author.add_command(_command)
