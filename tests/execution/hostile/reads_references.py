# why: the answers of the sample tasks lie in the package
# checks: literal
# expect: finished
# kind: isolation
import os
def double(x):
    got = []
    for top in ("/", "@CHECKOUT@"):
        for folder, folders, files in os.walk(top):
            if folder.startswith(("/proc", "/usr/lib", "/usr/share")): folders[:] = []
            got += [os.path.join(folder, name) for name in files if name.endswith(".jsonl") or "sample" in name and "asmeant" in folder]
    assert not got, got
    return 2 * x
