"""Program -> what was seen, on the far side of the wall. Stands alone: imports nothing of ours.

What there is in each sandbox, once for candidates and once for probes:

    isolation    a new world for this process: namespaces, a root of its own, nothing to gain
    root         that root: what a program sees of the machine
    ids          the users and groups of a namespace
    kernel       mounts and other system calls
    calls        a filter of system calls, which is a part of it
    zygote       starts there, and loads what programs need
    trials       forks a child for each trial
    ahead        modules whose files cannot be seen from there
    packing      what every trial touches lies together in memory
    limits       what the kernel is told to keep
    warming      what libraries put off until their first use is done before the fork
    forking      handlers of libraries that run at a fork
    state        whether a zygote is as it was before its first trial
    box          the one place where a program may write, as new for each trial
    watching     waits for a child, and ends all that it started
    account      says whether a trial must end, and why
    usage        how long it has worked and waited
    readings     what the kernel says of its processes
    cgroup       a counter of their CPU time, where the machine has one for us
    memory       how much memory they take together

The process that runs a candidate, and the one that decides:

    candidate    loads one program, answers questions or does what probes ask
    rehearsal    so that the first program finds all of this ready
    serving      does what probes ask of it
    functions    which functions of it may be tried
    endless      whether a loop of it can never end
    probing      runs setup and probes, and asks the candidate's process
    recording    what was asked and answered, to be asked again
    believing    which words of a candidate's objects count
    rewriting    what is run of a probe's source
    names        the names that probes see: their own, then the program's
    patches      what probes patch, so that it is patched for the candidate, too
    guarding     data of a candidate does not become code where it is decided
    surroundings  the folder, the environment and the chance of both, kept alike
    chance       where the generators of chance stand
    vocabulary   the words of a candidate
    lending      what a probe may lend to a candidate
    turns        whose turn it is
    error_text   errors in words
    printing     what a program has printed is said before what follows

What crosses between them:

    messages     their length and their text
    encoding     a value -> JSON that stands for it
    decoding     JSON -> the value, by closed rules
    libraries    the same for values of libraries
    forms        what their forms are made with
    arrays       for those of numpy
    tables       for those of pandas
    expressions  and for those of sympy
    errors       an error, by the names of its classes
    awaiting     a coroutine of the other side
    objects      what one side has and the other asks
    containers   lists, dicts and the like that both sides have
    stand_ins    an object of the other side

And for commands, which are no programs in Python:

    shell        a zygote that starts them, each in a fresh view of its tree
    machine      what a machine says of itself in a world
    users        the users and groups that commands find
    beneath      what lies below every tree: tools, and an empty system
    views        a starting tree, and an overlay on it in which a command may change everything
    command      takes in what a command says, and ends all that it started
    changes      what is not what it was
    folder       a zygote for commands in a folder of this machine, which stays as it is
    folder_views  views of the machine, in which all may be changed
    landlock     the only places there in which a command may open files for writing
    attendant    a terminal at which nobody sits

It runs under the Python of a world, which may be older than ours: it is kept to Python 3.8.
"""
