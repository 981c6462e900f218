# why: nested a hundred thousand times
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
def double(x):
    answer = []
    for _ in range(100_000): answer = [answer]
    return answer
