r"""Moments of estimators from their definitions, with 50 digits: quadrature and enumeration. Nothing of `rftheory` is imported here.

    python -m tests.oracle.cases write      # tests/oracle/reference.csv, in about a minute

*Quadrature.* A mean over ``N(0, 1)`` is a sum over a grid (`normal_mean`): the trapezoidal rule with step h is off by the Fourier transform
of the integrand at ``2 pi/h``, of the size ``exp(-2 pi^2 Re(1/p)/h^2)`` for ``exp(-p t^2/2)``: 1e-107 at h = 1/5, p = 2. One sample of a
family depends on one or two such numbers and on the square of all others, which factors out.

*Series by hand.* Two projections of a block are ``r_1 u_1, r_2 u_2``: independent chi lengths, and unit vectors of the cosine c, uniformly
turned. For a normal vector g and fixed such vectors ``(g.u_1, g.u_2)`` is a normal pair of correlation c, and ``g = |g| v`` with v uniform
and independent of |g|; so ``E (v.u_1)^i (v.u_2)^j = E G_1^i G_2^j / E |g|^(i+j)``, and a product of two power series has the mean

    E f(r_1 (z.u_1)) f(r_2 (z.u_2)) = sum_(i,j) f_i f_j |z|^(i+j) E r^i E r^j E G_1^i G_2^j / E r^(i+j).

*Enumeration.* Counts: the sum over k of ``p_k f(k, x) f(k, y)``, coordinate by coordinate. Hadamard products: all patterns of signs.

Estimates of m projections in blocks follow: ``m^2 E K_hat^2`` is ``m E Z^2`` and the sum over ordered pairs, of which those of one
block have the mean P and all others that of two samples. A hybrid ``L K_1 + (1 - L) K_2`` of independent L and unbiased K_i has the
error ``E |L|^2 Var K_1 + E |1 - L|^2 Var K_2 + 2 Re E L conj(1 - L) Cov(K_1, K_2)``.
"""
