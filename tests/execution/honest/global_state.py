# why: counts its calls in a global
# checks: loop
calls = 0
def double(x):
    global calls
    calls += 1
    globals()["last"] = x
    return 2 * last
