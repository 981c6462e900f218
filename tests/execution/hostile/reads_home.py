# why: files of the user: an empty hand, and the answer still right
# checks: literal
# expect: finished
# kind: isolation
import os, glob
def double(x):
    got = []
    for path in ["@HOME@/.ssh", "@HOME@/.bash_history", "@HOME@/.config", "@HOME@/.netrc", "@HOME@/.gitconfig", "/etc/shadow", "/etc/sudoers", "/" + "root/.ssh",
                 "@SECRET@", "@CHECKOUT@/pyproject.toml", "@CHECKOUT@/.git", "@CHECKOUT@/tests", "/var/log", "/home", "/run", "/sys", "/boot", "/etc/machine-id"]:
        try: got.append((path, os.listdir(path) if os.path.isdir(path) else open(path).read()))
        except OSError: pass
    assert not got, got
    return 2 * x
