"""Joins the arrows: a plan becomes a run, a pair of task and code becomes a verdict.

    Plan -> begin_run -> OpenRun: generate -> decide -> compute_scores      with a folder
    Judge: (task, code) -> Verdict                                          without one

The command line, `evaluate`, training loops and web pages all go through here.
"""

from asmeant.decisions import Decision
from asmeant.pipeline.evaluation import Evaluation, carry_out, evaluate
from asmeant.pipeline.open_run import OpenRun, begin_run, resume_run
from asmeant.pipeline.plan import Plan, named
from asmeant.pipeline.scoring import compute_scores, join, scored, write_scores
from asmeant.pipeline.starting import start_folder
from asmeant.pipeline.verdicts import Judge, LocalCourt, judge

__all__ = [
    "Decision",
    "Evaluation",
    "Judge",
    "LocalCourt",
    "OpenRun",
    "Plan",
    "begin_run",
    "carry_out",
    "compute_scores",
    "evaluate",
    "join",
    "judge",
    "named",
    "resume_run",
    "scored",
    "start_folder",
    "write_scores",
]
