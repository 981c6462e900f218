from __future__ import annotations

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.models.adapter.averaging import average, best_of_rank  # noqa: E402
from asmeant.models.adapter.network import Adapters  # noqa: E402


def test_the_best_approximation_is_that_of_the_whole_matrix() -> None:
    generator = torch.Generator().manual_seed(0)
    down, up = torch.randn(6, 20, generator=generator), torch.randn(12, 6, generator=generator)
    new_down, new_up = best_of_rank(down, up, 3)
    left, values, right = torch.linalg.svd(up @ down, full_matrices=False)
    expected = left[:, :3] @ torch.diag(values[:3]) @ right[:3]
    assert torch.allclose(new_up @ new_down, expected, atol=1e-4)


def test_the_mean_of_what_adapters_add() -> None:
    adapters = Adapters({"a": (10, 16)}, runs=2, rank=8, alpha=16.0)
    with torch.no_grad():
        adapters.values.normal_(generator=torch.Generator().manual_seed(1))
        # Together their rank is 8, so that nothing is lost.
        for down, up in adapters.matrices(adapters.values).values():
            down[0, 4:], up[1, :, :4] = 0, 0
    down, up = adapters.matrices(adapters.values)["a"]
    mean = (up[0] @ down[0] + up[1] @ down[1]) / 2
    new_down, new_up = average(adapters).matrices(average(adapters).values)["a"]
    assert torch.allclose(new_up[0] @ new_down[0], mean, atol=1e-4)


def test_one_adapter_stays_what_it_is() -> None:
    adapters = Adapters({"a": (6, 9), "b": (9, 6)}, runs=1, rank=4, alpha=4.0)
    with torch.no_grad():
        adapters.values.normal_()
    for (down, up), (new_down, new_up) in zip(
        adapters.matrices(adapters.values).values(),
        average(adapters).matrices(average(adapters).values).values(),
        strict=True,
    ):
        assert torch.allclose(up[0] @ down[0], new_up[0] @ new_down[0], atol=1e-4)
