"""Run folder -> index: what its files hold, by task and rank, in one SQLite file beside them.

building    reads what was appended since the last time, and writes it into the index
positions   how far the files were read, and whether there is more
reading     a page of candidates, the candidates of one task, the task before and after
rows        the records of both: a filter, a row of the list, what is known of the whole run

With it a page about a run of 100,000 candidates reads only what it shows. The index holds nothing of its own:
it may be deleted at any time.
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
