"""Judgements of candidates and pairs: majorities, disagreements, adjudication."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sql

from asmeant.analysis.annotators import Agreement, agreement, majority
from asmeant.authoring.project import questions, schema
from asmeant.authoring.project.people import Store, as_record, event_values
from asmeant.authoring.project.records import THE_PAIR, Answered, Judged, Judgement
from asmeant.authoring.project.texts import check_texts
from asmeant.errors import DataError, UsageError


@dataclass(frozen=True, slots=True)
class Outcome:
    """All answers to one question about a candidate or a pair: those of judges, and the final one."""

    question: str
    item: str
    candidate: int
    judgements: tuple[Judgement, ...] = ()
    final: Judgement | None = None

    @property
    def answers(self) -> dict[str, str]:
        return {judgement.person: judgement.answer for judgement in self.judgements}

    @property
    def majority(self) -> str | None:
        return majority(self.answers.values())

    @property
    def answer(self) -> str | None:
        """The final answer if there is one, otherwise that of the majority; None for a tie."""
        return self.final.answer if self.final else self.majority

    @property
    def causes(self) -> tuple[str, ...]:
        """The causes given with the answer that counts: by the editor, or by judges of the majority."""
        deciding = (self.final,) if self.final else self.judgements
        return tuple(
            judgement.cause for judgement in deciding if judgement.cause and judgement.answer == self.answer
        )

    @property
    def is_disputed(self) -> bool:
        return len(set(self.answers.values())) > 1 and self.final is None


class Judging(Store):
    # ── candidates ──

    def add_candidates(self, candidates: Iterable[Judged], *, by: str) -> int:
        """Adds code to judge, with new ids. Returns how many are new.

        The same code for the same item is judged once, whichever system gave it. If a system already has
        another answer with that rank, it is an error, and nothing is added.
        """
        with self.database.writing() as connection:
            self._require(connection, by, "editor")
            existing = _Known(connection)
            events = [event for candidate in candidates for event in existing.added(candidate, by)]
            if events:
                connection.execute(schema.history.insert(), events)
        return existing.new

    def candidates(self, item: str | None = None) -> list[Judged]:
        """Each code once, in the order in which it was added, which reveals nothing about the systems."""
        query = sql.select(schema.candidates).order_by(schema.candidates.c.id)
        systems = sql.select(schema.systems).order_by(schema.systems.c.model, schema.systems.c.rank)
        if item is not None:
            query = query.where(schema.candidates.c.item == item)
            systems = systems.where(schema.systems.c.item == item)
        with self.database.reading() as connection:
            by_candidate: dict[int, list[Answered]] = {}
            for row in connection.execute(systems):
                by_candidate.setdefault(row.candidate, []).append(Answered(row.model, row.rank))
            return [
                replace(as_record(Judged, row), systems=tuple(by_candidate.get(row.id, ())))
                for row in connection.execute(query)
            ]

    # ── judgements ──

    def judge(self, judgement: Judgement) -> Judgement:
        """Stores the answer of `judgement.person`, replacing an earlier one."""
        if judgement.final:
            raise UsageError("A final judgement is an editor's: use adjudicate.")
        with self.database.writing() as connection:
            self._require_work(connection, judgement.person, "judge", judgement.item)
            self._store_judgement(connection, judgement, "judge")
        return judgement

    def judgements(
        self, *, question: str | None = None, item: str | None = None, person: str | None = None
    ) -> list[Judgement]:
        """Everyone's judgements, or those of `person`. Not to be shown to people who have still to judge."""
        table = schema.judgements.c
        filters = {table.question: question, table.item: item, table.person: person}
        columns = [column for column in table if column.name != "id"]
        query = sql.select(*columns).where(*(c == value for c, value in filters.items() if value is not None))
        with self.database.reading() as connection:
            return [as_record(Judgement, row) for row in connection.execute(query.order_by(table.id))]

    def outcomes(self, question: str, item: str | None = None) -> list[Outcome]:
        """What was judged, with all answers, in the order in which it was first judged."""
        subjects: dict[tuple[str, int], Outcome] = {}
        for judgement in self.judgements(question=question, item=item):
            key = judgement.item, judgement.candidate
            outcome = subjects.get(key) or Outcome(question, *key)
            subjects[key] = (
                replace(outcome, final=judgement)
                if judgement.final
                else replace(outcome, judgements=(*outcome.judgements, judgement))
            )
        return list(subjects.values())

    def disagreements(self, question: str, item: str | None = None) -> list[Outcome]:
        """Where judges disagree and no editor has decided yet; those without a majority first."""
        disputed = [outcome for outcome in self.outcomes(question, item) if outcome.is_disputed]
        return sorted(disputed, key=lambda outcome: outcome.majority is not None)

    def adjudicate(self, judgement: Judgement) -> Judgement:
        """Stores the final answer, replacing an earlier one. `judgement.person` is an editor."""
        final = replace(judgement, final=True)
        with self.database.writing() as connection:
            self._require(connection, final.person, "editor")
            self._require_work(connection, final.person, "adjudicate", final.item)
            self._store_judgement(connection, final, "adjudicate")
        return final

    def agreement(self, question: str) -> Agreement:
        """How far judges agree, before adjudication."""
        questions.question(question)
        outcomes = self.outcomes(question)
        return agreement(question, {(o.item, o.candidate): o.answers for o in outcomes if o.judgements})

    def judged_questions(self) -> list[str]:
        """The questions that someone has answered."""
        query = sql.select(schema.judgements.c.question).distinct()
        with self.database.reading() as connection:
            answered = set(connection.scalars(query))
        return [name for name in questions.QUESTIONS if name in answered]

    def _store_judgement(self, connection: sql.Connection, judgement: Judgement, event: str) -> None:
        check_texts(judgement)
        _check_answer(judgement)
        _require_subject(connection, judgement)
        table = schema.judgements
        key: dict[str, Any] = {
            name: getattr(judgement, name) for name in ("question", "item", "candidate", "final")
        }
        if not judgement.final:
            key["person"] = judgement.person
        conditions = [table.c[name] == value for name, value in key.items()]
        columns = [column for column in table.c if column.name != "id"]
        row = connection.execute(sql.select(*columns).where(*conditions)).first()
        before = as_record(Judgement, row) if row is not None else None
        if before == judgement:
            return
        values: Mapping[str, Any] = {column.name: getattr(judgement, column.name) for column in columns}
        if before is not None:
            connection.execute(table.update().where(*conditions).values(**values))
        else:
            connection.execute(table.insert().values(**values))
        self._note(connection, judgement.person, event, judgement.item, before, judgement)


class _Known:
    """The candidates of a project, while more are added in one transaction."""

    def __init__(self, connection: sql.Connection) -> None:
        self._connection = connection
        candidates, systems = schema.candidates.c, schema.systems.c
        self._items = set(connection.scalars(sql.select(schema.items.c.id)))
        stored = connection.execute(sql.select(candidates.item, candidates.code, candidates.id))
        self._codes = {(row.item, row.code): row.id for row in stored}
        answers = connection.execute(sql.select(systems.item, systems.model, systems.rank, systems.candidate))
        self._answers = {(row.item, row.model, row.rank): row.candidate for row in answers}
        self.new = 0

    def added(self, candidate: Judged, by: str) -> Iterator[dict[str, str]]:
        """Adds what is missing, and yields a line for the history if anything was."""
        check_texts(candidate)
        if candidate.item not in self._items:
            raise UsageError(f"No item of this project is called '{candidate.item[:80]}'. Nothing was added.")
        key = candidate.item, candidate.code
        is_new = key not in self._codes
        if is_new:
            values = {"item": candidate.item, "code": candidate.code, "template": candidate.template}
            result = self._connection.execute(schema.candidates.insert().values(**values))
            assert result.inserted_primary_key is not None
            self._codes[key] = int(result.inserted_primary_key[0])
            self.new += 1
        number = self._codes[key]
        systems = [system for system in candidate.systems if self._is_new_answer(candidate, system, number)]
        if systems:
            rows = [{"item": key[0], "model": s.model, "rank": s.rank, "candidate": number} for s in systems]
            self._connection.execute(schema.systems.insert(), rows)
        if is_new or systems:
            after = replace(candidate, id=number, systems=tuple(systems))
            yield event_values(by, "candidate", candidate.item, after=after)

    def _is_new_answer(self, candidate: Judged, system: Answered, number: int) -> bool:
        key = candidate.item, system.model, system.rank
        if self._answers.get(key, number) != number:
            raise DataError(
                f"'{system.model}' has another answer of rank {system.rank} to item '{candidate.item}'. "
                "Give this system another name; nothing was added."
            )
        is_new = key not in self._answers
        self._answers[key] = number
        return is_new


def _check_answer(judgement: Judgement) -> None:
    question = questions.question(judgement.question)
    if judgement.answer not in question.answers:
        raise DataError(
            f"'{judgement.answer[:40]}' is not an answer to '{question.name}'. "
            f"Known: {', '.join(question.answers)}."
        )


def _require_subject(connection: sql.Connection, judgement: Judgement) -> None:
    """The candidate must belong to this item. The pair itself always exists."""
    table = schema.candidates.c
    query = sql.select(table.id).where(table.id == judgement.candidate, table.item == judgement.item)
    if judgement.candidate != THE_PAIR and connection.execute(query).first() is None:
        raise UsageError(f"Item '{judgement.item}' has no candidate {judgement.candidate}.")
