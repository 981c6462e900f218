"""Nothing here can be tested without PyTorch."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs: pip install 'asmeant[train]'")
