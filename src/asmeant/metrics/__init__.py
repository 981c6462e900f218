"""Verdicts -> Score: statistics per task, an aggregate, and how sure it is."""

import re

from asmeant import plugins
from asmeant.metrics.score import default_metrics, score
from asmeant.seams import Metric

__all__ = ["default_metrics", "load_metric", "score"]


def load_metric(name: str) -> Metric:
    """The metric of that name; a number takes the place of k, as in pass@3."""
    found = re.fullmatch(r"(\w+@)([1-9]\d*)", name)
    make = plugins.load("metric", f"{found[1]}k" if found else name)
    metric: Metric = make(int(found[2])) if found else make()
    return metric
