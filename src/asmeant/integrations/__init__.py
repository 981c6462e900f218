"""asmeant inside other tools: rewards for training loops (TRL, verl), and a fixture for pytest."""
