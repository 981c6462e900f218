# why: its own signals and timers
# checks: literal
import os, signal, time
def double(x):
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.01); time.sleep(0.05)
    signal.signal(signal.SIGUSR1, lambda *_: rung.append(2)); os.kill(os.getpid(), signal.SIGUSR1)
    signal.alarm(10); signal.alarm(0); signal.signal(signal.SIGALRM, before)
    assert rung == [1, 2]
    return 2 * x
