# why: .. and links lead nowhere
# checks: literal
# expect: finished
# kind: isolation
import os
def double(x):
    os.chdir("/")
    for _ in range(50): os.chdir("..")
    assert "home" not in os.listdir("."), os.listdir(".")
    os.chdir(os.environ["HOME"])
    if not os.path.lexists("link"): os.symlink("../" * 40 + "etc/shadow", "link")
    for path in ("link", "/proc/self/root/etc/shadow", "/proc/self/cwd/../../etc/shadow", "/proc/1/root/etc/shadow", "/old/etc/shadow", "/new/etc/shadow"):
        try: open(path).read(); raise SystemExit(path)
        except OSError: pass
    return 2 * x
