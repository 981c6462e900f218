"""Task -> whether its checks accept right code and nothing else (ODEX, section 2.3: self-verification)."""

from asmeant.authoring.verifying.nearly import Survivor
from asmeant.authoring.verifying.verification import Verified, verify

__all__ = ["Survivor", "Verified", "verify"]
