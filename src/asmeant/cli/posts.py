"""author posts: collects the questions of a site that ask how to do something (MCoNaLa, section 2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.compare import print_table
from asmeant.cli.console import progress, visible
from asmeant.cli.groups import Group
from asmeant.cli.project_options import acting, as_option, opened
from asmeant.tables import Estimate, Table

if TYPE_CHECKING:
    from asmeant.authoring.posts.classifier import Classifier, Quality
    from asmeant.authoring.posts.posts import Post

file_path = click.Path(path_type=Path, dir_okay=False)


@click.group(cls=Group)
def posts() -> None:
    """Collect questions that ask how to do something, for people to write pairs from.

    \b
      asmeant author posts import Posts.xml --lang es --tag python -o posts.jsonl
      asmeant author posts train labels.jsonl -o how-to.json
      asmeant author posts classify posts.jsonl --model how-to.json -o how-to.jsonl --into my-project
    """


@posts.command("import")
@click.argument("file", type=file_path)
@click.option("-o", "--out", type=file_path, required=True, help="Write the posts here, as JSON lines.")
@click.option(
    "--lang", "language", default="en", show_default=True, help="The language of the site: en, es, ja, ru."
)
@click.option(
    "--tag", "tags", multiple=True, callback=options.words, help="Only questions with one of these."
)
@click.option("--score", type=numbers.SCORE, help="Only questions with at least this score.")
def import_(file: Path, out: Path, language: str, tags: tuple[str, ...], score: int | None) -> None:
    """Read the questions and answers of FILE: Stack Exchange's Posts.xml, or JSON lines.

    Posts.xml may be compressed with gzip or bzip2. It is read as a stream, twice. Only the questions that are
    wanted are held in memory, with their answers.
    """
    from asmeant.authoring.posts.dump import read_dump
    from asmeant.authoring.posts.posts import read_posts, write_posts

    if ".xml" not in file.suffixes:
        wanted_posts = (post for post in read_posts(file) if _is_wanted(post, tags, score))
        count = write_posts(out, wanted_posts)
    else:
        total = 2 * file.stat().st_size if file.suffix == ".xml" and file.is_file() else None
        with progress("bytes", total) as bar:
            count = write_posts(out, read_dump(file, language, tags, score, bar.advance))
    click.echo(f"Questions: {count:,}, in {out}. Choose from them: asmeant author posts classify {out}")


def _is_wanted(post: Post, tags: Sequence[str], score: int | None) -> bool:
    return (not tags or not set(tags).isdisjoint(post.tags)) and (score is None or post.score >= score)


@posts.command("train")
@click.argument("labels", type=file_path, required=False)
@click.option("-o", "--out", type=file_path, help="Write the classifier here, as JSON.")
@options.seed_option
@options.json_option
def train(labels: Path | None, out: Path | None, seed: int, as_json: bool) -> None:
    """Learn from LABELS which titles ask how to do something, and print precision and recall.

    A line of LABELS is {"title": "How to ...", "how_to": true, "language": "en"}. Without LABELS, the 240
    titles in four languages that come with asmeant are learnt from. The figures are from cross-validation in
    5 parts: each title is classified by what was learnt without it.
    """
    from asmeant.authoring.posts import classifier, titles
    from asmeant.records import to_json

    labelled = titles.read_titles(labels) if labels else list(titles.own_titles())
    qualities = classifier.cross_validate(labelled, seed=seed)
    if as_json:
        click.echo(to_json(qualities))
    else:
        print_table(_quality_table(qualities))
    if out is not None:
        classifier.save(classifier.train(labelled, seed), out)
        click.echo(f"The classifier is in {out}.", err=as_json)


def _quality_table(qualities: Iterable[Quality]) -> Table:
    rows = tuple(
        (
            quality.language or "?",
            quality.titles,
            quality.how_to,
            _share(quality.precision),
            _share(quality.recall),
        )
        for quality in qualities
    )
    notes = ("Precision and recall of titles that ask how to do something, by cross-validation.",)
    return Table("How-to titles", ("language", "titles", "how-to", "precision", "recall"), rows, notes)


def _share(value: float | None) -> Estimate:
    return Estimate(value, percent=False, digits=2)


@posts.command("classify")
@click.argument("file", type=file_path)
@click.option(
    "--model", "model_file", type=file_path, help="A classifier. Default: learns from asmeant's titles."
)
@click.option(
    "--least",
    type=numbers.TOP_P,
    default=0.5,
    show_default=True,
    help="Keep posts that ask how to do something with at least this probability.",
)
@click.option("-o", "--out", type=file_path, help="Write the kept posts here, the most probable first.")
@click.option("--into", "project", help="Add an item to this project for each snippet, up to three a post.")
@click.option(
    "--to", "code_language", default="python", show_default=True, help="The language of the snippets."
)
@as_option
def classify(
    file: Path,
    model_file: Path | None,
    least: float,
    out: Path | None,
    project: str | None,
    code_language: str,
    person: str | None,
) -> None:
    """Find the posts of FILE whose titles ask how to do something."""
    from asmeant.authoring.posts import classifier, titles
    from asmeant.authoring.posts.posts import read_posts, write_posts

    model = classifier.load(model_file) if model_file else classifier.train(titles.own_titles())
    all_posts = list(read_posts(file))
    how_to_posts = sorted(_classified(all_posts, model, least), key=lambda post: -(post.how_to or 0))
    for post in how_to_posts if out is None and project is None else ():
        click.echo(f"{post.how_to:.2f}  {visible(post.id)}  {visible(post.title)}")
    if out is not None:
        write_posts(out, how_to_posts)
    if project is not None:
        _add_items(how_to_posts, project, code_language, person)
    click.echo(f"Posts that ask how to do something: {len(how_to_posts):,} of {len(all_posts):,}.")


def _classified(posts: Iterable[Post], model: Classifier, least: float) -> Iterator[Post]:
    import msgspec

    for post in posts:
        probability = model.probability(post.title)
        if probability >= least:
            yield msgspec.structs.replace(post, how_to=round(probability, 4))


def _add_items(posts: Sequence[Post], place: str, code_language: str, person: str | None) -> None:
    with opened(place) as project:
        from asmeant.authoring.posts.queue import items_of

        item_ids = {item.id for item in project.items()}
        items = [item for post in posts for item in items_of(post, code_language) if item.id not in item_ids]
        project.add_items(items, by=acting(project, person))
    click.echo(f"Items added to {place}: {len(items):,}. Let people write: asmeant author assign")
