# why: lowers the limits of who watches it
# checks: literal
# expect: finished, failed, killed
# kind: isolation
import resource, os
def double(x):
    for what in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
        try: resource.prlimit(1, what, (1, 1))
        except (OSError, ValueError): pass
    return 2 * x
