# why: both may speak
# checks: loop
import logging, logging.handlers, warnings
logging.basicConfig(level=logging.DEBUG, filename="out.log")
def double(x):
    logging.getLogger(__name__).info("x is %s", x)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always"); warnings.warn("look"); assert len(caught) == 1
    warnings.warn("again", DeprecationWarning)
    assert "x is" in open("out.log").read()
    return 2 * x
