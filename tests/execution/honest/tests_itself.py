# why: doctest and unittest of its own
# checks: literal
import doctest, io, unittest
def double(x):
    """
    >>> double(2)
    4
    """
    return 2 * x
class Mine(unittest.TestCase):
    def test(self): self.assertEqual(double(1), 2)
assert unittest.TextTestRunner(io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Mine)).wasSuccessful()
assert doctest.run_docstring_examples(double, globals()) is None
