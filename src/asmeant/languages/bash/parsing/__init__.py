"""Source -> syntax tree, by recursive descent: one module for each kind of construct."""
