"""Verdicts -> Score: statistics per task, an aggregate, and how sure it is."""

from asmeant.metrics.score import default_metrics, score

__all__ = ["default_metrics", "score"]
