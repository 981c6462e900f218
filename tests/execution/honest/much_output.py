# why: two hundred kilobytes of it
# checks: literal
def double(x):
    for _ in range(2000): print("x" * 100)
    return 2 * x
