# why: a patch that undoes itself in time
# checks: near
# expect: failed, tampered
# kind: forgery
import builtins
real = abs
def fake(x):
    builtins.abs = real
    return 0
def double(x):
    builtins.abs = fake
    return 0
builtins.abs = fake
