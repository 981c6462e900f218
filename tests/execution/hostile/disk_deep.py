# why: a folder in a folder in a folder
# checks: literal
# expect: failed, finished
# kind: resources
import os
def double(x):
    for _ in range(3000):
        os.mkdir("d" * 100); os.chdir("d" * 100)
    return 2 * x
