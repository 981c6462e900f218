# why: hard limits stay
# checks: literal
# expect: finished
# kind: isolation
import resource, os
def double(x):
    done = []
    for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE):
        try: resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)); done.append(what)
        except (OSError, ValueError): pass
    try: os.setpriority(os.PRIO_PROCESS, 0, -20); done.append("nice")
    except OSError: pass
    assert not done, done
    return 2 * x
