"""Inner products in coordinates, ``sum_k v_k w_k``, against the squares of both vectors: the lemmas of the theme at values."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.texts import lemma

#: lemmas about the size, v and w
_LEMMAS = ("below_squares", "above_product_of_squares")


def orders_of_products(search: Search, context: Context, atoms: Sequence[Term]) -> Iterator[Theorem]:
    """What is known of each inner product among some atoms, both of whose squared lengths are among them too."""
    read = [found for atom in atoms if (found := _factors(context, atom)) is not None]
    squared = {(size, v) for size, v, w in read if v is w}
    for size, v, w in read:
        if v is not w and {(size, v), (size, w)} <= squared:
            with suppress(Unproved):
                make_defined(search, context, v, w)
                for name in _LEMMAS:
                    yield instantiated(search, context, lemma(search, f"inner_products__{name}"), [size, v, w])


def _factors(context: Context, atom: Term) -> tuple[Term, Term, Term] | None:
    """d, v and w of ``sum_(k <= d) v_k w_k``, which are two vectors or one."""
    if atom.op != "sum" or atom.args[0] is not ONE or atom.args[1] is OO:
        return None
    _, (index,), (body,) = bodies(context, atom)
    factors = body.args * 2 if body.op == "pow" and body.data == 2 else body.args if body.op == "*" else ()
    if len(factors) != 2 or any(factor.op != "coord" or factor.args[1] is not index for factor in factors):
        return None
    v, w = (factor.args[0] for factor in factors)
    return None if index in v.args + w.args else (atom.args[1], v, w)
