# why: skipped before it begins
# checks: literal, unittest
# expect: failed, tampered
# kind: forgery
import unittest
raise unittest.SkipTest("not today")
