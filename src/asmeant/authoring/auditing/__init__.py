"""Tasks -> findings: what is wrong or doubtful in a benchmark, one record each, and a report of them."""

from asmeant.authoring.auditing.findings import Finding, Rule, Split
from asmeant.authoring.auditing.rules import RULES, read_tasks

__all__ = ["RULES", "Finding", "Rule", "Split", "read_tasks"]
