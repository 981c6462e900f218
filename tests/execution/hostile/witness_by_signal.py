# why: a signal handler is handed the frame that it interrupts
# checks: loop
# expect: failed, tampered
# kind: forgery
import signal, sys, os, hashlib
def look(number, frame):
    for value in list(frame.f_locals.values()):
        for name, cell in zip(getattr(getattr(value, "__code__", None), "co_freevars", ()), getattr(value, "__closure__", None) or ()):
            try: kept = cell.cell_contents
            except ValueError: continue
            if name == "secret":
                mark = hashlib.blake2b(b"0", key=kept, digest_size=16).hexdigest()
                for end in range(3, 32):
                    try: os.write(end, f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
                    except OSError: pass
                os._exit(0)
signal.signal(signal.SIGALRM, look)
signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
for _ in range(100_000):
    sys.audit("open", "x", "r", 0)
signal.setitimer(signal.ITIMER_REAL, 0)
def double(x): return 0
