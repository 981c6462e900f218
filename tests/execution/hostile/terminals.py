# why: no terminal to type into
# checks: literal
# expect: finished
# kind: isolation
import os, fcntl, termios
def double(x):
    for path in ("/dev/tty", "/dev/console", "/dev/tty1", "/proc/self/fd/0"):
        try: end = os.open(path, os.O_RDWR)
        except OSError: continue
        try: fcntl.ioctl(end, termios.TIOCSTI, b"x"); raise SystemExit(path)
        except OSError: pass
    for end in (0, 1, 2): assert not os.isatty(end)
    return 2 * x
