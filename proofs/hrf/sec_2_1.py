"""Section 2.1, before Lemma 2.2: which estimator is accurate where.

The words: the mean squared error of the trigonometric estimator T "is small for large softmax kernel values and large
for small softmax kernel values", whereas the positive estimator P "behaves in the opposite way". With
``s = (|x|^2 + |y|^2)/2`` and ``p = x.y`` Lemma 2.2 says

    MSE(T) = (exp(s) - exp(2p - s))^2 / (2m),    MSE(P) = (exp(2p + s) - exp(-s))^2 / (2m).

At fixed lengths the words are true: MSE(T) falls and MSE(P) rises with the kernel. Both depend on the lengths as well, so over inputs
of all lengths the kernel value alone does not order them, which the sentence does not say.
"""

from collections.abc import Callable

from rftheory.proofs.hrf._setting import *
from rftheory.rules.propositions import Relation

STATEMENT = statement(
    "claim",
    "Sec. 2.1, before Lemma 2.2",
    "T is accurate for large, P for small kernel values",
    not_drawn="errors of two pairs of inputs are compared in closed form, which hrf.lemma-2.2-trig and hrf.lemma-2.2-pos draw",
    reading="Of two pairs of inputs of the same lengths |x|, |y| > 0, that with the larger kernel value SM(x, y) has the smaller MSE(T) "
    "and the larger MSE(P), with the same m.",
    notes=(
        "At fixed lengths 5 and 1 the error of T is about 9.8e10/m at every angle, that of the kernel between e^-5 and e^5: it falls "
        "with the kernel value, and is not small anywhere.",
    ),
)

small, large = sp.symbols("c_1 c_2", real=True)
_END = sp.Rational(999, 1000)
SMALL = Range(small, -1, 1, "[)", typical=(-1, 1), awkward=(-1, -_END, _END))
LARGE = Range(large, -1, 1, "(]", typical=(-1, 1), awkward=(-_END, _END, 1))
#: two nonzero lengths
_LENGTHS = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(_END, 20)) for s in (x_norm, y_norm))
#: two pairs of inputs with the same lengths, the second with the larger cosine
_LARGER = by_definition("the second pair is the one with the larger kernel value")
DOMAIN = Domain((*_LENGTHS, SMALL, LARGE, M), (sp.Lt(small, large),), words=_LARGER)
_HALF = (x_norm**2 + y_norm**2) / 2

#: lengths and cosine of two pairs of any inputs; the second has the larger kernel value
_FIRST, _SECOND = (sp.symbols(f"x_{k} y_{k} c_{k}", real=True) for k in "12")
_SIZES = tuple(Range(s, 0, None, typical=(0, 2), awkward=(0, 20)) for k in (_FIRST, _SECOND) for s in k[:2])
_COSINES = tuple(Range(k[2], -1, 1, typical=(-1, 1), awkward=(-1, 1)) for k in (_FIRST, _SECOND))
_ANY = Domain((*_SIZES, *_COSINES, M), (sp.Lt(sp.Mul(*_FIRST), sp.Mul(*_SECOND)),), words=_LARGER)


def _pair(cosine: sp.Expr, x_length: sp.Expr = x_norm, y_length: sp.Expr = y_norm) -> Pair:
    return make_pair(x_length, y_length, sp.acos(cosine), "cosine")


def _error(estimator: Callable[[Pair], sp.Expr], pair: Pair) -> sp.Expr:
    """The mean squared error, by its definition."""
    return mean_squared_error(estimator(pair), kernel(pair))


def _errors(estimator: Callable[[Pair], sp.Expr], first: sp.Expr, second: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The mean squared errors at two cosines."""
    return _error(estimator, _pair(first)), _error(estimator, _pair(second))


def _of_any(estimator: Callable[[Pair], sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    """The mean squared errors of two pairs of any inputs."""
    return tuple(_error(estimator, _pair(c, x, y)) for x, y, c in (_FIRST, _SECOND))


def _distance(name: str, sign: int, cosine: sp.Symbol, item: Range, strict: bool) -> Claim:
    """``|x|^2 + |y|^2 + 2 sign |x||y| c >= 0``, strictly away from ``c = -sign``."""
    square = x_norm**2 + y_norm**2 + 2 * sign * x_norm * y_norm * cosine
    domain = Domain((*_LENGTHS, item))

    def proof() -> Chain:
        chain = Chain(square)
        chain = chain.ge(2 * x_norm * y_norm * (1 + sign * cosine), words="(|x| - |y|)^2 >= 0")
        return chain.to(">" if strict else ">=", sp.Integer(0))

    return lemma(
        f"|x {'+' if sign > 0 else '-'} y|^2 is {'positive' if strict else 'not negative'}",
        Inequality(square, ">" if strict else ">=", sp.Integer(0)),
        domain,
        proof(),
        name=name,
    )


_products = [x_norm * y_norm * cosine for cosine in (small, large)]
_order = lemma(
    "order of the kernels: the larger cosine has the larger x.y",
    lt(_products[0], _products[1]),
    proof=Chain(_products[0]).lt(_products[1]),
)

_FIRST_DIFFERENCE = _distance("Delta at the smaller kernel", -1, small, SMALL, strict=True)
_SECOND_DIFFERENCE = _distance("Delta at the larger kernel", -1, large, LARGE, strict=False)
_FIRST_SUM = _distance("z at the smaller kernel", 1, small, SMALL, strict=False)
_SECOND_SUM = _distance("z at the larger kernel", 1, large, LARGE, strict=True)


def _squares(start: sp.Expr, end: sp.Expr, lesser: sp.Expr, greater: sp.Expr, lemmas: tuple[Claim, ...]) -> Chain:
    """From ``lesser^2/(2m)`` to ``greater^2/(2m)`` through their product."""
    chain = Chain(start).expectations()
    chain = chain.eq(lesser**2 / (2 * m), "a square")
    for lemma in lemmas:
        chain = chain.use(lemma)
    chain = chain.le(lesser * greater / (2 * m))
    chain = chain.lt(greater**2 / (2 * m))
    return chain.eq(end, "the other error")


def _trigonometric_proof() -> Chain:
    at_small, at_large = (sp.exp(_HALF) - sp.exp(2 * x_norm * y_norm * c - _HALF) for c in (small, large))
    lemmas = (_FIRST_DIFFERENCE, _SECOND_DIFFERENCE, _order)
    return _squares(*_errors(trigonometric, large, small), at_large, at_small, lemmas)


def _positive_proof() -> Chain:
    at_small, at_large = (sp.exp(_HALF + 2 * x_norm * y_norm * c) - sp.exp(-_HALF) for c in (small, large))
    lemmas = (_FIRST_SUM, _SECOND_SUM, _order)
    return _squares(*_errors(positive, small, large), at_small, at_large, lemmas)


def _compared(
    name: str,
    says: str,
    estimator: Callable[[Pair], sp.Expr],
    relation: Relation,
    at: tuple[str, ...],
    flaw: str,
    tex: str,
) -> Claim:
    """The printed words for two pairs of any inputs."""
    values = zip((*_FIRST, *_SECOND), map(sp.Rational, at), strict=True)
    first, second = _of_any(estimator)
    return claim(says, Inequality(second, relation, first), _ANY, name=name, tex=tex).false(
        at={**dict(values), m: 1},
        because=flaw,
        remark="over inputs of all lengths, which is more than the sentence says, the kernel value does not order the errors of T or P",
    )


def _at_fixed_lengths(name: str, says: str, errors: tuple[sp.Expr, sp.Expr], proof: Chain, tex: str) -> Claim:
    return claim(says, lt(errors[0], errors[1]), proof=proof, name=name, tex=tex)


falls, rises = _errors(trigonometric, large, small), _errors(positive, small, large)
trig, plus = (rf"\mathrm{{MSE}}(\widehat{{SM}}^{{{name}}}_m)" for name in ("trig", "++"))
ordered = r"\mathrm{SM}(x,y) < \mathrm{SM}(x',y') \Rightarrow "
fixed = r"\|x'\| = \|x\|,\ \|y'\| = \|y\|:\ "
trigonometric_falls = _compared(
    "trigonometric",
    "of two pairs of inputs that with the larger kernel value has the smaller MSE(T)",
    trigonometric,
    "<",
    ("1", "1", "1", "2", "1", "1"),
    "T has no error at x = y, where SM may be near 1, and a large one for lengths that differ",
    rf"{ordered}{trig}(x',y') < {trig}(x,y)",
)
positive_rises = _compared(
    "positive",
    "of two pairs of inputs that with the larger kernel value has the larger MSE(P)",
    positive,
    ">",
    ("2", "1", "-1", "1", "1", "-1"),
    "P has no error at x = -y, where SM may be near 1, and a large one for lengths that differ",
    rf"{ordered}{plus}(x',y') > {plus}(x,y)",
)
_AT = {x_norm: 1, y_norm: sp.Rational(1, 2), m: 2}
CLAIMS = (
    _at_fixed_lengths(
        "trigonometric, fixed lengths",
        "at fixed nonzero lengths the larger kernel value has the smaller MSE(T)",
        falls,
        _trigonometric_proof(),
        rf"{fixed}{ordered}{trig}(x',y') < {trig}(x,y)",
    ),
    _at_fixed_lengths(
        "positive, fixed lengths",
        "at fixed nonzero lengths the larger kernel value has the larger MSE(P)",
        rises,
        _positive_proof(),
        rf"{fixed}{ordered}{plus}(x',y') > {plus}(x,y)",
    ),
    # inputs of lengths 1 and 1/2 in line, against the error of a pair with x = +-y, which is zero
    trigonometric_falls.drawn(
        Regular(Trigonometric()), "mse", _AT, 0, pair=make_pair(x_norm, y_norm, sp.Integer(0), "in line")
    ),
    positive_rises.drawn(Regular(Hyperbolic()), "mse", _AT, 0, pair=make_pair(x_norm, y_norm, sp.pi, "in line")),
    _FIRST_DIFFERENCE,
    _SECOND_DIFFERENCE,
    _FIRST_SUM,
    _SECOND_SUM,
    _order,
)
