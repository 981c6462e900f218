"""The same work on a Ray cluster: batches travel to actors on its nodes, and outcomes come back.

The process that began the run is the only one that writes its folder. A node that is lost loses only work
that was not yet written down: it is done again elsewhere.
"""
