"""Proposals for the description of an item, blind votes on them, and the accepted one."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import sqlalchemy as sql

from asmeant.authoring.project import schema
from asmeant.authoring.project.items import Items
from asmeant.authoring.project.people import as_record
from asmeant.authoring.project.records import Item, Proposal, Vote
from asmeant.authoring.project.texts import check_texts
from asmeant.authoring.project.voting import Tally, tally
from asmeant.errors import DataError, UsageError


class Proposals(Items):
    def proposals(self, item: str | None = None) -> list[Proposal]:
        """The proposals for one item, or for all."""
        with self.database.reading() as connection:
            return self._proposals(connection, item)

    def ballot(self, item: str, person: str) -> list[Proposal]:
        """The proposals as a voter sees them: without their authors, in an order specific to this person."""
        hidden = [replace(proposal, strategy="", by="") for proposal in self.proposals(item)]
        return sorted(hidden, key=lambda proposal: sha256(f"{person}\0{proposal.id}".encode()).digest())

    def add_proposal(self, item: str, strategy: str, text: str, *, by: str) -> Proposal:
        """Adds a description, unless the same text exists: then that proposal is returned."""
        check_texts([strategy, text])
        if not text.strip():
            raise DataError(f"The proposal for item '{item}' is empty. Write a description.")
        table = schema.proposals
        with self.database.writing() as connection:
            self._require_work(connection, by, "write", item)
            for proposal in self._proposals(connection, item):
                if proposal.text == text:
                    return proposal
            values = {"item": item, "strategy": strategy, "text": text, "by": by}
            key = connection.execute(table.insert().values(**values)).inserted_primary_key
            assert key is not None
            proposal = Proposal(int(key[0]), item, strategy, text, by)
            self._note(connection, by, "propose", item, after=proposal)
        return proposal

    def vote(self, vote: Vote) -> Vote:
        """Stores the vote of `vote.person`, replacing an earlier one."""
        check_texts(vote.comment)
        table = schema.votes
        with self.database.writing() as connection:
            self._require_work(connection, vote.person, "vote", vote.item)
            proposal_ids = {proposal.id for proposal in self._proposals(connection, vote.item)}
            _check_ranks(vote, proposal_ids)
            earlier_vote = (table.c.item == vote.item, table.c.person == vote.person)
            row = connection.execute(sql.select(table).where(*earlier_vote)).first()
            before = as_record(Vote, row) if row is not None else None
            if before == vote:
                return vote
            values = {"ranks": vote.ranks, "comment": vote.comment}
            if before is not None:
                connection.execute(table.update().where(*earlier_vote).values(**values))
            else:
                connection.execute(table.insert().values(item=vote.item, person=vote.person, **values))
            self._note(connection, vote.person, "vote", vote.item, before, vote)
        return vote

    def votes(self, item: str | None = None) -> list[Vote]:
        """Everyone's votes, on one item or on all. Not to be shown to people who have still to vote."""
        table = schema.votes
        query = sql.select(table).order_by(table.c.item, table.c.person)
        with self.database.reading() as connection:
            rows = connection.execute(query if item is None else query.where(table.c.item == item))
            return [as_record(Vote, row) for row in rows]

    def winner(self, item: str) -> Tally:
        """The proposal that the votes prefer, or a tie."""
        return tally([proposal.id for proposal in self.proposals(item)], self.votes(item))

    def accept(self, item: Item, proposal_id: int, *, by: str) -> Item:
        """Makes a proposal the intent of the item. Raises a ConflictError if `item` is not up to date."""
        texts = {proposal.id: proposal.text for proposal in self.proposals(item.id)}
        if proposal_id not in texts:
            raise UsageError(f"Item '{item.id}' has no proposal {proposal_id}. Known: {sorted(texts)}.")
        with self.database.reading() as connection:
            self._require(connection, by, "editor")
        state = "described" if item.state in ("new", "written") else item.state
        return self.save_item(replace(item, intent=texts[proposal_id], state=state), by=by)

    def _proposals(self, connection: sql.Connection, item: str | None) -> list[Proposal]:
        table = schema.proposals
        query = sql.select(table).order_by(table.c.id)
        rows = connection.execute(query if item is None else query.where(table.c.item == item))
        return [as_record(Proposal, row) for row in rows]


def _check_ranks(vote: Vote, proposal_ids: set[int]) -> None:
    unknown = sorted(set(vote.ranks) - proposal_ids)
    if unknown:
        raise UsageError(f"Item '{vote.item}' has no proposal {unknown[0]}. Known: {sorted(proposal_ids)}.")
    if not vote.ranks or min(vote.ranks.values()) < 1:
        raise DataError(f"The vote on item '{vote.item}' needs a rank of 1 or more for each proposal.")
