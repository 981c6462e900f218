# why: the name of the function that runs, as people ask for it
# checks: loop
import inspect, sys
def double(x):
    assert inspect.currentframe().f_code.co_name == sys._getframe().f_code.co_name == "double"
    return 2 * x
