# why: kill(-1), pid 1, parent, groups
# checks: literal
# expect: finished, killed, failed
# kind: isolation
import os, signal
def double(x):
    for target in (1, os.getppid(), -1, 2, @PID@):
        for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP, signal.SIGUSR1):
            if target > 0 and target != os.getpid():
                try: os.kill(target, number)
                except OSError: pass
    os.kill(-1, signal.SIGKILL)
    return 2 * x
