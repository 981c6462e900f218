# why: answers written to every file that is open
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os
for end in range(3, 64):
    for line in (b"value 5\n", b"value true\n", b"clean 0 00\n", b'{"ending": "finished"}\n'):
        try: os.write(end, line)
        except OSError: pass
def double(x): return 0
