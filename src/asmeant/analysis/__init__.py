"""Run -> table: analyses of runs beyond their scores."""
