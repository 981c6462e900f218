# why: quit()
# checks: literal
# expect: failed, tampered
# kind: forgery
def double(x): quit()
