# why: an error raised by a handler, as a timeout decorator does
# checks: loop
import signal, time
class Late(Exception): pass
def double(x):
    def handler(number, frame): raise Late
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try: time.sleep(5)
    except Late: return 2 * x
