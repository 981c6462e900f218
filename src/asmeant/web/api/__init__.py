"""The API: tasks and candidates in, verdicts out; and the runs of the folder."""
