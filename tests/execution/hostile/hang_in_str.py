# why: an error that takes for ever to print
# checks: literal, loop
# expect: timed out, failed
# kind: resources
# limits: seconds=0.5
class E(Exception):
    def __str__(self):
        while True: pass
def double(x): raise E
