"""The API: judges the candidates of callers, and reads the runs of the folder."""
