# why: a forked child that goes on telling
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os, time
if os.fork() == 0:
    while True:
        for end in range(3, 20):
            try: os.write(end, b'value 5\n{"ending": "finished"}\n')
            except OSError: pass
        time.sleep(0.01)
def double(x): return 0
