# why: names and kinds that trip a cleaner
# checks: literal
# expect: finished
# kind: isolation
import os, socket
os.mkfifo("fifo")
open(b"\xff\xfe bad \n name", "w").close()
os.symlink("/", "root"); os.symlink("loop", "loop"); os.symlink("..", "up")
os.makedirs("d" * 255)
os.link("fifo", "other")
def double(x): return 2 * x
