"""Time and memory of modules of PyTorch beside plain expressions, as ratios.

    python benchmarks/tensors.py [--seconds 2] [--rows 8192] [--long 65536] [--heads 4] [--d 64] [--m 256] [--json FILE]

Features: a plain expression is what one writes in PyTorch for the map, with its norms and constants. ``time`` is the time of ours over
that, ``memory`` the largest growth of the process over that; targets are 1.1, eager and compiled (which needs a compiler of C++).
Attention: ``time`` is that of causal attention over that of attention to all keys, with the target 2; compiled with
``--compiled-attention`` only, which takes a minute. float32, one thread, no gradients.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from benchmarks._measuring import alternate, one_thread, parser, print_table, report
from rftheory.torch import LinearAttention, RandomFeatures

TARGET, CAUSAL_TARGET = 1.1, 2.0
Plain = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def positive(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return torch.exp(x @ w.T - x.square().sum(-1, keepdim=True) / 2) / math.sqrt(len(w))


def generalised(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    d, b = w.shape[1], math.sqrt(1.4)
    own = w.square().sum(-1)
    return b ** (d / 2) * torch.exp(b * x @ w.T - 0.1 * own - x.square().sum(-1, keepdim=True) / 2) / math.sqrt(len(w))


def hyperbolic(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    image, half = x @ w.T, x.square().sum(-1, keepdim=True) / 2
    return torch.cat([torch.exp(image - half), torch.exp(-image - half)], -1) / math.sqrt(2 * len(w))


def trigonometric(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    image = x @ w.T
    return torch.cat([torch.sin(image), torch.cos(image)], -1) / math.sqrt(len(w))


#: by mechanism, with the kernel
CASES: dict[str, tuple[str, Plain]] = {
    "positive": ("softmax", positive),
    "gerf(A=-0.1)": ("softmax", generalised),
    "hyperbolic": ("softmax", hyperbolic),
    "trigonometric": ("gaussian", trigonometric),
}


def grown(work: Callable[[], object]) -> float:
    """By how many bytes the process grows at most, on Linux; elsewhere NaN."""
    status, clear = Path("/proc/self/status"), Path("/proc/self/clear_refs")
    if not clear.exists():
        return math.nan

    def size(name: str) -> int:
        return next(int(line.split()[1]) << 10 for line in status.read_text().splitlines() if line.startswith(name))

    clear.write_text("5")
    before = size("VmRSS")
    work()
    return size("VmHWM") - before


def features(name: str, x: torch.Tensor, m: int, compiled: bool, seconds: float) -> dict[str, Any]:
    kernel, plain = CASES[name]
    module = RandomFeatures(name, x.shape[-1], m, kernel=kernel, seed=0)
    expected = plain(x, module.projections)
    found = module(x)
    if not torch.allclose(found, expected, rtol=1e-3, atol=1e-5 * float(expected.abs().max())):
        raise ValueError(f"the plain expression of {name} is another map")
    del expected, found
    calls: dict[str, Callable[..., torch.Tensor]] = {"ours": module, "plain": lambda x: plain(x, module.projections)}
    if compiled:
        torch._dynamo.reset()
        calls = {key: torch.compile(call, fullgraph=True) for key, call in calls.items()}
    works = {key: lambda call=call: len(call(x)) for key, call in calls.items()}
    rounds = alternate(works, seconds)
    memory = {key: grown(work) for key, work in works.items()}
    ratio = rounds.speed("plain", "ours")
    used = memory["ours"] / memory["plain"]
    return {
        "case": name,
        "how": "compiled" if compiled else "eager",
        "time": {"median": ratio.median, "low": ratio.low, "high": ratio.high, "text": str(ratio)},
        "memory": used if math.isfinite(used) else None,
        "target": TARGET,
        "met": ratio.median <= TARGET and not used > TARGET,
    }


def attention(name: str, rows: torch.Tensor, m: int, compiled: bool, seconds: float) -> dict[str, Any]:
    calls: dict[str, Any] = {
        key: LinearAttention(name, rows.shape[-1], m, seed=0, causal=key == "causal", temperature=rows.shape[-1] ** 0.5)
        for key in ("causal", "all")
    }
    if compiled:
        torch._dynamo.reset()
        calls = {key: torch.compile(call, fullgraph=True) for key, call in calls.items()}
    works = {key: lambda call=call: len(call(rows, rows, rows)) for key, call in calls.items()}
    ratio = alternate(works, seconds, rounds=5).speed("all", "causal")
    return {
        "case": f"causal attention, {name}, {rows.shape[-2]} rows",
        "how": "compiled" if compiled else "eager",
        "time": {"median": ratio.median, "low": ratio.low, "high": ratio.high, "text": str(ratio)},
        "memory": None,
        "target": CAUSAL_TARGET,
        "met": ratio.median <= CAUSAL_TARGET,
    }


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=2)
    for name, default in (("rows", 8192), ("long", 65536), ("heads", 4), ("d", 64), ("m", 256)):
        options.add_argument(f"--{name}", type=int, default=default)
    options.add_argument("--no-compiled", action="store_true", help="eager only")
    options.add_argument("--compiled-attention", action="store_true")
    given = options.parse_args(arguments)
    torch.set_num_threads(1)
    source = torch.Generator().manual_seed(0)
    x = torch.randn(given.heads, given.rows, given.d, generator=source) / given.d**0.25
    long = torch.randn(given.heads, given.long, given.d, generator=source)
    with one_thread(), torch.no_grad():
        found = [features(name, x, given.m, False, given.seconds) for name in CASES]
        found += [attention(name, long, given.m, False, given.seconds) for name in ("positive", "trigonometric")]
        if not given.no_compiled:
            found += [features(name, x, given.m, True, given.seconds) for name in CASES]
        if given.compiled_attention:
            found.append(attention("positive", long, given.m, True, given.seconds))
    print_table(
        "time and memory over those of the plain expression, or of attention to all keys",
        ["case", "how", "time", "memory", "target"],
        [
            [
                row["case"],
                row["how"],
                row["time"]["text"],
                "" if row["memory"] is None else f"{row['memory']:.3g}",
                f"{row['target']} {'met' if row['met'] else 'NOT MET'}",
            ]
            for row in found
        ],
    )
    report(found, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
