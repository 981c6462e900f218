"""Run folder -> index: the contents of its files by task and rank, in one SQLite file in the folder.

building    reads what was appended since the last time, and writes it into the index
positions   how far the files were read, and whether there is more
reading     a page of candidates, the candidates of one task, the previous and next task
rows        the records of both: a filter, a row of the list, an overview of the run

With the index, a page about a run of 100,000 candidates reads only what it shows. It can be built again from
the files, so it may be deleted at any time.
"""

from asmeant.analysis.run_index.building import refresh
from asmeant.analysis.run_index.positions import is_stale, pending_bytes, place_of
from asmeant.analysis.run_index.reading import RunIndex
from asmeant.analysis.run_index.rows import CandidateFilter, CandidateRow, Neighbour, Overview

__all__ = [
    "CandidateFilter",
    "CandidateRow",
    "Neighbour",
    "Overview",
    "RunIndex",
    "is_stale",
    "pending_bytes",
    "place_of",
    "refresh",
]
