"""Options on the command line -> settings records. Shared by several commands.

grouping    several options as one decorator, and as one record
asking      data, tasks, samples, prompts
running     limits, place, judge, budgets; a whole plan
"""

from asmeant.cli.flags import json_option, seed_option
from asmeant.cli.options.asking import (
    DATA_VARIABLE,
    data_option,
    prompting_options,
    selection_options,
    stop_option,
)
from asmeant.cli.options.grouping import Verb, combine, grouped, words
from asmeant.cli.options.running import (
    EXECUTION,
    execution_options,
    judging_options,
    limits_options,
    model_option,
    out_option,
    plan_options,
    refuse_settings,
    score_options,
)

__all__ = [
    "DATA_VARIABLE",
    "EXECUTION",
    "Verb",
    "combine",
    "data_option",
    "execution_options",
    "grouped",
    "json_option",
    "judging_options",
    "limits_options",
    "model_option",
    "out_option",
    "plan_options",
    "prompting_options",
    "refuse_settings",
    "score_options",
    "seed_option",
    "selection_options",
    "stop_option",
    "words",
]
