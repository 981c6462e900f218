# why: no place but its own takes a file
# checks: literal
# expect: finished
# kind: isolation
import os
def double(x):
    done = []
    for place in ("/", "/usr", "/usr/lib", "/etc", "/bin", "/dev", "/proc", "/var", "/var/tmp", "/opt", "/home", "/root", "@HOME@", "@CHECKOUT@", "@CHECKOUT@/src", "@PREFIX@", "@BASE@", "@RUNDIR@"):
        try:
            open(os.path.join(place, "@MARKER@"), "w").write("x")
            done.append(place)
        except OSError: pass
    assert not done, done
    return 2 * x
