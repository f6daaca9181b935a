"""Random feature maps: ``make("oprf", coupling="simplex", kernel="gaussian", m=256, seed=0).fit_transform(X)``.

>>> import numpy as np
>>> make("trigonometric", kernel="gaussian", m=8, seed=0).fit_transform(np.zeros((3, 2))).shape
(3, 16)

What is drawn and what is computed are the very maps that the judges simulate: projections of `rftheory.couplings`, features of
`rftheory.families`. Around them stand the conventions of scikit-learn, streaming, and scales that keep exponentials in range.
"""

from rftheory.features.making import make
from rftheory.features.maps import ScaledFeatures
from rftheory.features.transformer import RandomFeatures

__all__ = ["RandomFeatures", "ScaledFeatures", "make"]
