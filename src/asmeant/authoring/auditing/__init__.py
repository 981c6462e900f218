"""Tasks -> findings: what is wrong or doubtful in a benchmark, and a report of the findings."""

from asmeant.authoring.auditing.findings import Finding, Rule, Split
from asmeant.authoring.auditing.rules import RULES, read_tasks

__all__ = ["RULES", "Finding", "Rule", "Split", "read_tasks"]
