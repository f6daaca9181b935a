"""What the package itself offers, without loading it before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rftheory


def test_the_package_is_light() -> None:
    loaded = "import sys, rftheory; print(sorted(m for m in ('numpy', 'sympy', 'scipy') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["audit", "choose", "derive"])
def test_a_package_is_called_like_its_function(name: str) -> None:
    package = getattr(rftheory, name)
    function = getattr(package, name)
    assert callable(function) and package is not function
    with pytest.raises(TypeError) as by_package:
        package()
    with pytest.raises(TypeError) as by_function:
        function()
    assert str(by_package.value) == str(by_function.value)


def test_other_names() -> None:
    from rftheory.montecarlo.estimate import estimate

    assert rftheory.estimate is estimate
    assert callable(rftheory.features.make)
    with pytest.raises(AttributeError, match="no attribute 'absent'"):
        rftheory.absent  # noqa: B018
