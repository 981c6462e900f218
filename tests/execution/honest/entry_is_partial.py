# why: the function is a partial one
# checks: loop
import functools, operator
double = functools.partial(operator.mul, 2)
