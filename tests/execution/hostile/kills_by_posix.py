# why: the other names of kill
# checks: literal
# expect: finished
# kind: isolation
import posix, signal
def double(x):
    for target in (posix.getppid(), 1, @PID@):
        for number in (9, 19, 15, 2):
            try: posix.kill(target, number)
            except OSError: pass
            try: signal.pidfd_send_signal(posix.pidfd_open(target), number)
            except (OSError, AttributeError): pass
    return 2 * x
