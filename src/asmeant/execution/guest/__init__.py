"""Program -> what was seen, on the far side of the wall. Stands alone: imports nothing of ours.

    isolation   a new world for this process: namespaces, a root of its own, nothing to gain
    zygote      waits there for jobs, forks a child for each trial, keeps its deadline, clears up
    child       loads one program and takes the steps of one check
    witness     a channel on which a step's clean end cannot be forged
    values      what a candidate answers, as plain data

It runs under the Python of a world, which may be older than ours: it is kept to Python 3.8.
"""
