# why: by hand
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
def double(x): raise GeneratorExit
