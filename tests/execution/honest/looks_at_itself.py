# why: inspect on its own functions
# checks: literal
import inspect, sys
def helper(a, b=2, *c, d: int = 3) -> int:
    """Says something."""
    return a
def double(x):
    assert str(inspect.signature(helper)) == "(a, b=2, *c, d: int = 3) -> int" and inspect.getdoc(helper) == "Says something."
    assert inspect.stack()[0][3] == "double" and sys._getframe().f_code.co_name == "double"
    assert "return a" in inspect.getsource(helper)
    assert inspect.getmodule(helper) is sys.modules[__name__] and __name__ in sys.modules
    return 2 * x
