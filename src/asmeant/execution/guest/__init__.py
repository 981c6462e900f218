"""Program -> what was seen, on the far side of the wall. Stands alone: imports nothing of ours.

    isolation   a new world for this process: namespaces, a root of its own, nothing to gain
    calls       a filter of system calls, which is a part of it
    zygote      waits there for trials, and forks a child for each; two of them share a box
    watching    waits for the child, and ends all that it started
    account     says whether a trial must end, and why
    usage       how long it has worked and waited
    readings    what the kernel says of its processes
    cgroup      a counter of their CPU time, where the machine has one for us
    turns       whose turn it is, the candidate's or the probes'
    memory      how much memory they take together
    box         the one place where a program may write, as new for each trial
    state       whether a zygote is as it was before its first trial
    forking     handlers of libraries that run at a fork
    warming     what libraries put off until their first use

In a child that runs a candidate, and in one that decides:

    candidate   loads one program, gives answers, does what it is asked
    functions   which functions of it may be tried
    probing     runs the probes of a check, and asks
    names       the names that probes see
    lending     what a probe may lend to a candidate
    patches     what probes patch, which must be patched for the candidate, too
    guarding    data of a candidate never becomes code where it is decided
    objects     the two ends of the channel between them: values, containers, stand-ins
    stand_ins   an object of the other process
    encoding    value -> JSON
    decoding    JSON -> value, by closed rules
    libraries   the same for arrays, tables and other values of libraries
    errors      an error there -> an error here
    telling     errors in words
    messages    what goes over a pipe or a socket

And for commands, which are no programs in Python:

    shell       a zygote that starts them, each in a fresh view of its tree
    views       a starting tree, and an overlay on it in which a command may change everything
    command     takes in what a command says, and ends all that it started
    changes     what is not what it was

It runs under the Python of a world, which may be older than ours: it is kept to Python 3.8.
"""
