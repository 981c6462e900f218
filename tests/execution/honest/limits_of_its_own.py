# why: resource, nice, umask, file locks
# checks: literal
import fcntl, os, resource
def double(x):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE); resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    os.nice(1); os.umask(0o077); assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
    with open("lock", "w") as file: fcntl.flock(file, fcntl.LOCK_EX); fcntl.lockf(file, fcntl.LOCK_UN)
    return 2 * x
