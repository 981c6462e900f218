# why: a long chain of errors
# checks: literal
# expect: failed
# kind: forgery
def double(x):
    error = None
    for _ in range(5000):
        try:
            raise ValueError("x" * 1000) from error
        except ValueError as caught:
            error = caught
    raise error
