# why: hides files beside its folders, in closed ones, and with odd names
# checks: literal
# expect: failed
# kind: isolation
import os

os.makedirs("/box/tmp/a/b/c")
open("/box/tmp/a/b/c/left", "w").close()
os.mkdir("/box/beside")
open("/box/.hidden", "w").close()
os.mkfifo("/box/work/pipe")
os.link("/box/.hidden", "/box/shm/twin")
os.chmod("/box/tmp/a/b", 0)
os.chmod("/box/.hidden", 0)


def double(x):
    return 3
