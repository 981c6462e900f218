# why: reads and writes of os.environ
# checks: loop
import os
def double(x):
    os.environ["NEW"] = str(x); os.putenv("OTHER", "1")
    assert os.environ.get("HOME") and os.environ["PATH"] and "NEW" in os.environ
    assert os.path.expandvars("$NEW") == str(x)
    try: return 2 * int(os.environ.pop("NEW"))
    finally: assert "NEW" not in os.environ
