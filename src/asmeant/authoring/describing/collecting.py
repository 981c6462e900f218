"""Items of a project -> proposals for their descriptions, by the rules and by a language model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from asmeant.authoring.describing.correcting import Correction, correct
from asmeant.authoring.describing.paraphrasing import STRATEGIES, Paraphrase, paraphrase
from asmeant.authoring.project import Item, Project
from asmeant.records import Task
from asmeant.seams import Client

ORIGINAL, CORRECTED, BY_MODEL = "original", "corrected", "corrected by a model"
# Descriptions of items in these states are final.
SETTLED = ("done", "refused")


def task_of(item: Item) -> Task:
    """The task that an item will become."""
    references = (item.code,) if item.code.strip() else ()
    if item.task is None:
        return Task(item.id, item.intent, item.intent_language, item.code_language, references)
    return replace(item.task, id=item.id, intent=item.intent)


def open_items(project: Project) -> list[Item]:
    return [item for item in project.items() if item.state not in SETTLED]


def propose(project: Project, item: Item, strategy: str, text: str, by: str) -> bool:
    """Adds a description, and the original as another proposal. False if the item has this text already."""
    known = {proposal.text for proposal in project.proposals(item.id)} | {item.intent}
    if text in known:
        return False
    project.add_proposal(item.id, ORIGINAL, item.intent, by=by)
    project.add_proposal(item.id, strategy, text, by=by)
    return True


def propose_corrections(project: Project, items: Sequence[Item], by: str) -> Iterator[Correction]:
    """The remarks on each item. A corrected text becomes a proposal."""
    for item in items:
        correction = correct(task_of(item))
        if correction.changed:
            propose(project, item, CORRECTED, correction.proposal, by)
        yield correction


def propose_paraphrases(
    project: Project,
    items: Sequence[Item],
    client: Client,
    by: str,
    strategies: Sequence[str] = STRATEGIES,
) -> Iterator[Paraphrase]:
    """Requests the missing paraphrases, and stores each text before the next is requested."""
    done = {(item.id, proposal.strategy) for item in items for proposal in project.proposals(item.id)}
    by_id = {item.id: item for item in items}
    for text in paraphrase(map(task_of, items), client, strategies, done):
        if text.text:
            propose(project, by_id[text.task_id], text.strategy, text.text, by)
        yield text
