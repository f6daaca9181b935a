"""Glue for feature maps of installed libraries: ``(inputs, m, seed) -> features``. Each imports its library when it is called."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

Map = Callable[..., Any]


def scikit_learn(inputs: Any, m: int, seed: int) -> Any:
    from sklearn.kernel_approximation import RBFSampler

    return RBFSampler(gamma=0.5, n_components=m, random_state=seed % 2**32).fit_transform(inputs)


def gpytorch_rff(inputs: Any, m: int, seed: int) -> Any:
    import torch
    from gpytorch.kernels import RFFKernel

    torch.manual_seed(seed)
    kernel = RFFKernel(num_samples=m, num_dims=inputs.shape[1]).double()
    kernel.lengthscale = 1.0
    return kernel._featurize(torch.as_tensor(inputs), normalize=True)


def botorch_features(kernel: str) -> Map:
    def features(inputs: Any, m: int, seed: int) -> Any:
        import torch
        from botorch.sampling.pathwise import gen_kernel_features
        from gpytorch.kernels import MaternKernel, RBFKernel

        torch.manual_seed(seed)
        made = (RBFKernel() if kernel == "gaussian" else MaternKernel(nu=2.5)).double()
        made.lengthscale = 1.0
        return gen_kernel_features(made, num_inputs=inputs.shape[1], num_outputs=2 * m)(torch.as_tensor(inputs))

    return features


botorch_gaussian, botorch_matern = botorch_features("gaussian"), botorch_features("matern(5/2)")


def gaussian_encoding(inputs: Any, m: int, seed: int) -> Any:
    """Its features have no factor 1/sqrt(m), by intention; sigma is 1/(2 pi) for a kernel of bandwidth 1."""
    import torch
    from rff.layers import GaussianEncoding

    torch.manual_seed(seed)
    made = GaussianEncoding(sigma=1 / (2 * math.pi), input_size=inputs.shape[1], encoded_size=m)
    return made(torch.as_tensor(inputs, dtype=torch.float32)) / math.sqrt(m)


def rfflearn_base(law: str) -> Map:
    def features(inputs: Any, m: int, seed: int) -> Any:
        import rfflearn.cpu as rfflearn
        from rfflearn.cpu.rfflearn_cpu_common import Base

        rfflearn.seed(seed % 2**32)
        made = Base(law, m, 1.0, None, None)
        made.set_weight(inputs.shape[1])
        # the class leaves the factor to its regressions
        return made.conv(inputs) * math.sqrt(2 / m), np.asarray(made.W).T

    return features


rfflearn_rff, rfflearn_orf = rfflearn_base("rff"), rfflearn_base("orf")


def pyrff_samples(nu: float) -> Map:
    def features(inputs: Any, m: int, seed: int) -> Any:
        from pyrff.rff import sample_rff

        # for a Matern kernel numbers are taken from NumPy's global generator, whatever the seed
        np.random.seed(seed % 2**32)
        d = inputs.shape[1]
        made = sample_rff(np.ones(d), 1.0, 1.0, nu, np.zeros((1, d)), np.zeros(1), m, seed=seed)
        return made.sqrt_2_alpha_over_m * np.cos(inputs @ made.W.T + made.B[:, 0])

    return features


pyrff_gaussian, pyrff_matern = pyrff_samples(math.inf), pyrff_samples(2.5)


def darkformer(inputs: Any, m: int, seed: int) -> Any:
    import torch
    from darkformer_pytorch import DataAwareRandomFeatures

    made = DataAwareRandomFeatures(inputs.shape[1], num_heads=1, num_features=m, projection_seed=seed)
    x = torch.as_tensor(inputs, dtype=torch.float32)[None, None]
    return made(x, x, stabilize=False)[0].detach(), made.projection_matrix


def performer_side(is_query: bool) -> Map:
    def features(inputs: Any, m: int, seed: int) -> Any:
        import torch
        from performer_pytorch.performer_pytorch import gaussian_orthogonal_random_matrix, softmax_kernel

        torch.manual_seed(seed)
        w = gaussian_orthogonal_random_matrix(m, inputs.shape[1])
        x = torch.as_tensor(inputs, dtype=torch.float32)[None, None]
        return softmax_kernel(x, projection_matrix=w, is_query=is_query), w

    return features


performer_queries, performer_keys = performer_side(True), performer_side(False)


def performer_attention(queries: Any, keys: Any, values: Any, m: int, seed: int) -> Any:
    import torch
    from performer_pytorch.performer_pytorch import FastAttention

    torch.manual_seed(seed)
    layer = FastAttention(dim_heads=queries.shape[1], nb_features=m)
    return layer(*(torch.as_tensor(each, dtype=torch.float32)[None, None] for each in (queries, keys, values)))
