# why: a MagicMock told to be equal
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
from unittest.mock import MagicMock
yes = MagicMock()
yes.__eq__.return_value = True
yes.__eq__.side_effect = None
def double(x): return yes
