"""Run -> table: what a run says beyond its scores."""
