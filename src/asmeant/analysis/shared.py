"""Run -> how many candidates were not run, because the same program had been run already. Only reads."""

from __future__ import annotations

from asmeant.loaded_run import LoadedRun


def shared_notes(run: LoadedRun) -> list[str]:
    """One sentence on candidates that share a verdict, and one on those found in a cache."""
    verdicts = [verdict for verdict in run.verdicts() if verdict.judge == "asmeant"]
    shared = sum(verdict.same_as is not None for verdict in verdicts)
    cached = sum(verdict.from_cache for verdict in verdicts)
    notes = []
    if shared:
        notes.append(
            f"{shared:,} of {len(verdicts):,} candidates share the verdict of the same program "
            "(--every runs each one)."
        )
    if cached:
        notes.append(f"The observations of {cached:,} of {len(verdicts):,} candidates are from the cache.")
    return notes
