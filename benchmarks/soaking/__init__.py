"""Many candidates, hostile ones among them, through one judge or one run: the parts of soak.py."""
