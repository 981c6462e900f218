# why: system and popen
# checks: loop
import os
def double(x):
    assert os.system("exit 3") >> 8 == 3
    with os.popen(f"echo $((2 * {x}))") as out:
        return int(out.read())
