# why: the answers of the sample tasks lie in the package
# checks: literal
# expect: finished
# kind: isolation
# limits: seconds=60
# Answers are known by their content, whatever the file or a folder above it is called.
import hashlib, os
def double(x):
    answers, copies = @ANSWERS@, []
    for folder, folders, names in os.walk("/"):
        if folder == "/": folders.remove("proc")
        for path in (os.path.join(folder, name) for name in names):
            try:
                if os.stat(path).st_size in answers:
                    with open(path, "rb") as file:
                        if hashlib.sha256(file.read()).hexdigest() in answers.values(): copies.append(path)
            except OSError:
                pass
    assert not copies, copies
    return 2 * x
