"""Program -> what was seen, on the far side of the wall. Stands alone: imports nothing of ours.

    isolation   a new world for this process: namespaces, a root of its own, nothing to gain
    calls       a filter of system calls, which is a part of it
    zygote      waits there for jobs, and forks a child for each trial
    watching    takes in what the child says, and ends all that it started
    account     says whether a trial must end, and why
    usage       how long it has worked and waited
    readings    what the kernel says of its processes
    cgroup      a counter of their CPU time, where the machine has one for us
    memory      how much memory they take together
    box         the one place where a program may write, as new for each trial
    state       whether a zygote is as it was before its first trial
    forking     handlers of libraries that run at a fork
    child       loads one program and takes the steps of one check
    functions   which functions of it may be tried
    telling     errors in words
    witness     a channel on which a step's clean end cannot be forged
    values      what a candidate answers, as plain data

And for commands, which are no programs in Python:

    shell       a zygote that starts them, each in a fresh view of its tree
    views       a starting tree, and an overlay on it in which a command may change everything
    command     takes in what a command says, and ends all that it started
    changes     what is not what it was

It runs under the Python of a world, which may be older than ours: it is kept to Python 3.8.
"""
