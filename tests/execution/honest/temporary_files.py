# why: tempfile in all its forms
# checks: literal
import os, tempfile
def double(x):
    with tempfile.TemporaryFile() as a, tempfile.NamedTemporaryFile("w+", suffix=".txt") as b, tempfile.TemporaryDirectory() as c:
        a.write(b"x"); b.write("y"); b.flush()
        assert os.path.exists(b.name) and os.path.isdir(c)
        assert open(b.name).read() == "y"
    handle, path = tempfile.mkstemp(); os.close(handle); os.remove(path)
    with tempfile.SpooledTemporaryFile() as d: d.write(b"z")
    return 2 * x
