"""Prompt -> Reply. One module for each way of reaching a language model."""
