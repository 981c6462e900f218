# why: line ends and tabs of another system
# checks: literal
def double(x):
	return 2 * x
