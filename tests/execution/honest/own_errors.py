# why: an error class of its own, raised and asked for by name
# checks: own_errors
class BadInput(ValueError):
    def __init__(self, what): super().__init__(f"bad: {what}")
def double(x):
    raise BadInput(x)
