# why: answers that name what the judge should not hold
# checks: literal, contains
# expect: failed, tampered
# kind: forgery
import os
def double(x):
    for end in range(3, 20):
        for name in (b"open", b"exec", b"__import__", b"license", b"no_such", b"__name__"):
            try: os.write(end, b'value {"type": "%s"}\n{"ending": "finished"}\n' % name)
            except OSError: pass
    os._exit(0)
