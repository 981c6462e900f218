"""Source -> syntax tree, by hand-written recursive descent: a module for each kind of thing in Bash."""
