"""The table of named axioms: identities and orders of functions, each with its domain.

A line is ``name variables ; conditions ; conclusion``. Letters n, q stand for literal natural numbers (``2n``, ``-n``, ``1/q``
for the rationals made of them), u, v, w for vectors, the others for scalars; ``...`` for any number of
further scalars, repeated in the sum or product where it stands. ``@r``, ``@k`` is the bound variable of an integral, a sum.
Every term of an instance, and both sides of its conclusion, are defined; every condition is a premise, or seen.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import OO, Term, bound, make, rat

TABLE = """
exp.positive a ; (real a) ; (< 0 (exp a))
exp.tangent a ; (real a) ; (<= (+ 1 a) (exp a))
log.one ; ; (= (log 1) 0)
log.exp a ; (real a) ; (= (log (exp a)) a)
exp.log a ; (!= a 0) ; (= (exp (log a)) a)
log.product a b ; (< 0 a) (!= b 0) ; (= (log (* a b)) (+ (log a) (log b)))
log.inverse a ; (< 0 a) ; (= (log (inv a)) (neg (log a)))
log.power a n ; (< 0 a) ; (= (log (pow a n)) (* n (log a)))
log.rpow a e ; (< 0 a) (real e) ; (= (log (rpow a e)) (* e (log a)))
log.tangent a ; (< 0 a) ; (<= (log a) (+ a -1))
rpow.natural a n ; ; (= (rpow a n) (pow a n))
rpow.negative a n ; (!= a 0) ; (= (rpow a -n) (inv (pow a n)))
rpow.one e ; (real e) ; (= (rpow 1 e) 1)
rpow.of_zero e ; (< 0 e) ; (= (rpow 0 e) 0)
rpow.sum a e f ; ; (= (* (rpow a e) (rpow a f)) (rpow a (+ e f)))
rpow.negated a e ; (!= a 0) (real e) ; (= (rpow a (neg e)) (inv (rpow a e)))
rpow.product a b e ; (<= 0 a) (real e) ; (= (rpow (* a b) e) (* (rpow a e) (rpow b e)))
rpow.inverse a e ; (< 0 a) (real e) ; (= (rpow (inv a) e) (inv (rpow a e)))
rpow.power a e f ; (< 0 a) (real e) (real f) ; (= (rpow (rpow a e) f) (rpow a (* e f)))
rpow.power.nonneg a e f ; (<= 0 a) (< 0 e) (< 0 f) ; (= (rpow (rpow a e) f) (rpow a (* e f)))
rpow.pow a e n ; (!= a 0) (real e) ; (= (pow (rpow a e) n) (rpow a (* e n)))
rpow.exp a e ; (!= a 0) (real e) ; (= (rpow a e) (exp (* e (log a))))
rpow.of_exp a e ; (real a) (real e) ; (= (rpow (exp a) e) (exp (* a e)))
root.power a q ; ; (= (pow (root q a) q) a)
root.rpow a q ; ; (= (root q a) (rpow a 1/q))
root.unique a b q ; (<= 0 b) (= (pow b q) a) ; (= (root q a) b)
root.product a b q ; (<= 0 a) ; (= (root q (* a b)) (* (root q a) (root q b)))
sqrt.root a ; ; (= (sqrt a) (root 2 a))
sqrt.square a ; ; (= (pow (sqrt a) 2) a)
sqrt.rpow a ; ; (= (sqrt a) (rpow a 1/2))
sqrt.unique a b ; (<= 0 b) (= (pow b 2) a) ; (= (sqrt a) b)
sqrt.unique.right a b ; (< 0 (re b)) (= (pow b 2) a) ; (= (sqrt a) b)
sqrt.of_square a ; (real a) ; (= (sqrt (pow a 2)) (abs a))
sqrt.product a b ; (<= 0 a) ; (= (sqrt (* a b)) (* (sqrt a) (sqrt b)))
sqrt.inverse a ; (< 0 a) ; (= (sqrt (inv a)) (inv (sqrt a)))
sqrt.negative a ; (<= 0 a) ; (= (sqrt (neg a)) (* imag (sqrt a)))
conj.real a ; (real a) ; (= (conj a) a)
real.conj a ; (= (conj a) a) ; (real a)
conj.imag ; ; (= (conj imag) (neg imag))
conj.sum ... ; ; (= (conj (+ ...)) (+ (conj ...)))
conj.product ... ; ; (= (conj (* ...)) (* (conj ...)))
conj.neg a ; ; (= (conj (neg a)) (neg (conj a)))
conj.inverse a ; (!= a 0) ; (= (conj (inv a)) (inv (conj a)))
conj.power a n ; ; (= (conj (pow a n)) (pow (conj a) n))
conj.conj a ; ; (= (conj (conj a)) a)
conj.exp a ; ; (= (conj (exp a)) (exp (conj a)))
conj.cos a ; ; (= (conj (cos a)) (cos (conj a)))
conj.sin a ; ; (= (conj (sin a)) (sin (conj a)))
conj.cosh a ; ; (= (conj (cosh a)) (cosh (conj a)))
conj.sinh a ; ; (= (conj (sinh a)) (sinh (conj a)))
re.conj a ; ; (= (re a) (* 1/2 (+ a (conj a))))
im.conj a ; ; (= (im a) (* -1/2 imag (+ a (neg (conj a)))))
re.im a ; ; (= a (+ (re a) (* imag (im a))))
re.real a ; (real a) ; (= (re a) a)
im.real a ; (real a) ; (= (im a) 0)
re.sum ... ; ; (= (re (+ ...)) (+ (re ...)))
im.sum ... ; ; (= (im (+ ...)) (+ (im ...)))
re.exp a ; ; (= (re (exp a)) (* (exp (re a)) (cos (im a))))
im.exp a ; ; (= (im (exp a)) (* (exp (re a)) (sin (im a))))
re.below a ; ; (<= (re a) (abs a))
abs.square a ; ; (= (* a (conj a)) (pow (abs a) 2))
abs.parts a ; ; (= (pow (abs a) 2) (+ (pow (re a) 2) (pow (im a) 2)))
abs.real a ; (real a) ; (= (pow (abs a) 2) (pow a 2))
abs.positive a ; (!= a 0) ; (< 0 (abs a))
abs.zero a ; (= (abs a) 0) ; (= a 0)
abs.product ... ; ; (= (abs (* ...)) (* (abs ...)))
abs.inverse a ; (!= a 0) ; (= (abs (inv a)) (inv (abs a)))
abs.power a n ; ; (= (abs (pow a n)) (pow (abs a) n))
abs.rpow a e ; (real e) ; (= (abs (rpow a e)) (rpow (abs a) e))
abs.sqrt a ; ; (= (abs (sqrt a)) (sqrt (abs a)))
abs.neg a ; ; (= (abs (neg a)) (abs a))
abs.conj a ; ; (= (abs (conj a)) (abs a))
abs.exp a ; ; (= (abs (exp a)) (exp (re a)))
abs.triangle ... ; ; (<= (abs (+ ...)) (+ (abs ...)))
abs.same a ; (<= 0 a) ; (= (abs a) a)
abs.opposite a ; (<= a 0) ; (= (abs a) (neg a))
abs.above a ; (real a) ; (<= a (abs a))
abs.below a ; (real a) ; (<= (neg a) (abs a))
sgn.abs a ; (real a) ; (= (* a (sgn a)) (abs a))
sgn.zero ; ; (= (sgn 0) 0)
sgn.positive a ; (< 0 a) ; (= (sgn a) 1)
sgn.negative a ; (< a 0) ; (= (sgn a) -1)
sgn.neg a ; (real a) ; (= (sgn (neg a)) (neg (sgn a)))
sgn.product a b ; (real a) (real b) ; (= (sgn (* a b)) (* (sgn a) (sgn b)))
euler a ; ; (= (exp (* imag a)) (+ (cos a) (* imag (sin a))))
cos.exp a ; ; (= (cos a) (* 1/2 (+ (exp (* imag a)) (exp (neg (* imag a))))))
sin.exp a ; ; (= (sin a) (* -1/2 imag (+ (exp (* imag a)) (neg (exp (neg (* imag a)))))))
exp.pi ; ; (= (exp (* imag pi)) -1)
exp.quarter ; ; (= (exp (* 1/2 imag pi)) imag)
exp.turn n ; ; (= (exp (* 2n imag pi)) 1)
circle a ; ; (= (+ (pow (cos a) 2) (pow (sin a) 2)) 1)
cos.sum a b ; ; (= (cos (+ a b)) (+ (* (cos a) (cos b)) (neg (* (sin a) (sin b)))))
sin.sum a b ; ; (= (sin (+ a b)) (+ (* (sin a) (cos b)) (* (cos a) (sin b))))
cos.neg a ; ; (= (cos (neg a)) (cos a))
sin.neg a ; ; (= (sin (neg a)) (neg (sin a)))
cos.imag a ; ; (= (cos (* imag a)) (cosh a))
sin.imag a ; ; (= (sin (* imag a)) (* imag (sinh a)))
cos.low a ; (real a) ; (<= -1 (cos a))
cos.high a ; (real a) ; (<= (cos a) 1)
sin.low a ; (real a) ; (<= -1 (sin a))
sin.high a ; (real a) ; (<= (sin a) 1)
cos.below a ; (real a) ; (<= (+ 1 (* -1/2 (pow a 2))) (cos a))
sin.abs a ; (real a) ; (<= (abs (sin a)) (abs a))
sin.positive a ; (< 0 a) (< a pi) ; (< 0 (sin a))
cos.positive a ; (< (* -1/2 pi) a) (< a (* 1/2 pi)) ; (< 0 (cos a))
sin.nonneg a ; (<= 0 a) (<= a pi) ; (<= 0 (sin a))
cos.nonneg a ; (<= (* -1/2 pi) a) (<= a (* 1/2 pi)) ; (<= 0 (cos a))
cos.0 ; ; (= (cos 0) 1)
sin.0 ; ; (= (sin 0) 0)
cos.1/6 ; ; (= (cos (* 1/6 pi)) (* 1/2 (sqrt 3)))
sin.1/6 ; ; (= (sin (* 1/6 pi)) 1/2)
cos.1/4 ; ; (= (cos (* 1/4 pi)) (* 1/2 (sqrt 2)))
sin.1/4 ; ; (= (sin (* 1/4 pi)) (* 1/2 (sqrt 2)))
cos.1/3 ; ; (= (cos (* 1/3 pi)) 1/2)
sin.1/3 ; ; (= (sin (* 1/3 pi)) (* 1/2 (sqrt 3)))
cos.1/2 ; ; (= (cos (* 1/2 pi)) 0)
sin.1/2 ; ; (= (sin (* 1/2 pi)) 1)
cos.1 ; ; (= (cos pi) -1)
sin.1 ; ; (= (sin pi) 0)
cos.turn n ; ; (= (cos (* 2n pi)) 1)
sin.turn n ; ; (= (sin (* 2n pi)) 0)
cosh.exp a ; ; (= (cosh a) (* 1/2 (+ (exp a) (exp (neg a)))))
sinh.exp a ; ; (= (sinh a) (* 1/2 (+ (exp a) (neg (exp (neg a))))))
tanh.exp a ; (real a) ; (= (tanh a) (* (+ (exp a) (neg (exp (neg a)))) (inv (+ (exp a) (exp (neg a))))))
tanh.quotient a ; (real a) ; (= (tanh a) (* (sinh a) (inv (cosh a))))
hyperbola a ; ; (= (+ (pow (cosh a) 2) (neg (pow (sinh a) 2))) 1)
cosh.sum a b ; ; (= (cosh (+ a b)) (+ (* (cosh a) (cosh b)) (* (sinh a) (sinh b))))
sinh.sum a b ; ; (= (sinh (+ a b)) (+ (* (sinh a) (cosh b)) (* (cosh a) (sinh b))))
cosh.neg a ; ; (= (cosh (neg a)) (cosh a))
sinh.neg a ; ; (= (sinh (neg a)) (neg (sinh a)))
cosh.0 ; ; (= (cosh 0) 1)
sinh.0 ; ; (= (sinh 0) 0)
cosh.low a ; (real a) ; (<= (+ 1 (* 1/2 (pow a 2))) (cosh a))
cosh.high a ; (real a) ; (<= (cosh a) (exp (* 1/2 (pow a 2))))
tanh.neg a ; (real a) ; (= (tanh (neg a)) (neg (tanh a)))
tanh.low a ; (real a) ; (< -1 (tanh a))
tanh.high a ; (real a) ; (< (tanh a) 1)
atan.neg a ; (real a) ; (= (atan (neg a)) (neg (atan a)))
atan.0 ; ; (= (atan 0) 0)
atan.1 ; ; (= (atan 1) (* 1/4 pi))
atan.low a ; (real a) ; (< (* -1/2 pi) (atan a))
atan.high a ; (real a) ; (< (atan a) (* 1/2 pi))
atan.inverse a ; (< 0 a) ; (= (+ (atan a) (atan (inv a))) (* 1/2 pi))
cos.atan a ; (real a) ; (= (cos (atan a)) (inv (sqrt (+ 1 (pow a 2)))))
sin.atan a ; (real a) ; (= (sin (atan a)) (* a (inv (sqrt (+ 1 (pow a 2))))))
erf.neg a ; (real a) ; (= (erf (neg a)) (neg (erf a)))
erf.0 ; ; (= (erf 0) 0)
erf.low a ; (real a) ; (< -1 (erf a))
erf.high a ; (real a) ; (< (erf a) 1)
erf.integral a ; (<= 0 a) ; (= (erf a) (* 2 (inv (sqrt pi)) (int 0 a (exp (neg (pow @r 2))))))
dot.symmetric v w ; ; (= (dot v w) (dot w v))
dot.sum u v w ; ; (= (dot (vadd u v) w) (+ (dot u w) (dot v w)))
dot.scale a v w ; (real a) ; (= (dot (vscale a v) w) (* a (dot v w)))
dot.coordinates v w d ; (dim v d) ; (= (dot v w) (sum 1 d (* (coord v @k) (coord w @k))))
dot.cauchy_schwarz v w ; ; (<= (pow (dot v w) 2) (* (norm2 v) (norm2 w)))
dot.of_zero v w ; (= (norm2 v) 0) ; (= (dot v w) 0)
norm2.dot v ; ; (= (norm2 v) (dot v v))
coord.sum v w k ; ; (= (coord (vadd v w) k) (+ (coord v k) (coord w k)))
coord.scale a v k ; (real a) ; (= (coord (vscale a v) k) (* a (coord v k)))
gamma.next a ; ; (= (gamma (+ a 1)) (* a (gamma a)))
gamma.one ; ; (= (gamma 1) 1)
gamma.half ; ; (= (gamma 1/2) (sqrt pi))
gamma.double a ; (< 0 a) ; (= (* (gamma a) (gamma (+ a 1/2))) (* (rpow 2 (+ 1 (* -2 a))) (sqrt pi) (gamma (* 2 a))))
beta.integral a b ; (< 0 a) (< 0 b) ; (= (* (gamma a) (gamma b)) \
  (* 2 (gamma (+ a b)) (int 0 (* 1/2 pi) (* (rpow (sin @r) (+ (* 2 a) -1)) (rpow (cos @r) (+ (* 2 b) -1))))))
gamma.integral a ; (< 0 a) ; (= (gamma a) (int 0 oo (* (rpow @r (+ a -1)) (exp (neg @r)))))
bessel_i.next a z ; (real a) (!= z 0) ; (= (+ (bessel_i (+ a -1) z) (neg (bessel_i (+ a 1) z))) (* 2 a (inv z) (bessel_i a z)))
bessel_j.next a z ; (real a) (!= z 0) ; (= (+ (bessel_j (+ a -1) z) (bessel_j (+ a 1) z)) (* 2 a (inv z) (bessel_j a z)))
bessel_i.mirror k z ; (int? k) ; (= (bessel_i (neg k) z) (bessel_i k z))
bessel_j.mirror k z ; (int? k) ; (= (bessel_j (neg k) z) (* (rpow -1 k) (bessel_j k z)))
bessel_i.neg k z ; (int? k) ; (= (bessel_i k (neg z)) (* (rpow -1 k) (bessel_i k z)))
bessel_j.neg k z ; (int? k) ; (= (bessel_j k (neg z)) (* (rpow -1 k) (bessel_j k z)))
bessel_i.at_0 ; ; (= (bessel_i 0 0) 1)
bessel_j.at_0 ; ; (= (bessel_j 0 0) 1)
bessel_i.of_0 a ; (< 0 a) ; (= (bessel_i a 0) 0)
bessel_j.of_0 a ; (< 0 a) ; (= (bessel_j a 0) 0)
bessel_i.half z ; (< 0 z) ; (= (bessel_i 1/2 z) (* (sqrt (* 2 (inv pi) (inv z))) (sinh z)))
bessel_j.half z ; (< 0 z) ; (= (bessel_j 1/2 z) (* (sqrt (* 2 (inv pi) (inv z))) (sin z)))
bessel_i.positive a z ; (<= 0 a) (< 0 z) ; (< 0 (bessel_i a z))
bessel_i.low z ; (real z) ; (<= 1 (bessel_i 0 z))
bessel_i.series a z ; (<= 0 a) ; (= (bessel_i a z) (* (rpow (* 1/2 z) a) (inv (gamma (+ a 1))) (pfq 0 1 (+ a 1) (* 1/4 (pow z 2)))))
bessel_j.series a z ; (<= 0 a) ; (= (bessel_j a z) (* (rpow (* 1/2 z) a) (inv (gamma (+ a 1))) (pfq 0 1 (+ a 1) (* -1/4 (pow z 2)))))
pfq.01.low b z ; (< 0 b) (<= 0 z) ; (<= 1 (pfq 0 1 b z))
pfq.11.low a b z ; (<= 0 a) (< 0 b) (<= 0 z) ; (<= 1 (pfq 1 1 a b z))
exp.series z ; ; (= (pfq 0 0 z) (exp z))
cosh.series z ; ; (= (pfq 0 1 1/2 (* 1/4 (pow z 2))) (cosh z))
cos.series z ; ; (= (pfq 0 1 1/2 (* -1/4 (pow z 2))) (cos z))
sinh.series z ; ; (= (* z (pfq 0 1 3/2 (* 1/4 (pow z 2)))) (sinh z))
sin.series z ; ; (= (* z (pfq 0 1 3/2 (* -1/4 (pow z 2)))) (sin z))
geometric.series z ; (< (abs z) 1) ; (= (pfq 1 0 1 z) (inv (+ 1 (neg z))))
binomial.series a z ; (real a) (< (abs z) 1) ; (= (pfq 1 0 a z) (rpow (+ 1 (neg z)) (neg a)))
log.series z ; (< (abs z) 1) ; (= (* z (pfq 2 1 1 1 2 z)) (neg (log (+ 1 (neg z)))))
erf.series z ; (real z) ; (= (erf z) (* 2 (inv (sqrt pi)) z (pfq 1 1 1/2 3/2 (neg (pow z 2)))))
"""

#: a parsed pattern: a word, or an operator with its patterns
Pattern = str | tuple["Pattern", ...]
NUMBERS, REST = frozenset("nq"), "..."
_CONSTANTS = {"pi": make("pi"), "imag": make("imag"), "oo": OO, "@r": bound(0, "real"), "@k": bound(0, "int")}
_NUMBER = re.compile(r"(-?)(\d+(?:/\d+)?)")
_OF_NUMBER = re.compile(r"(-?)(1/)?(\d*)([nq])")


class TableAxiom(NamedTuple):
    """An axiom: its variables in order, its conditions, its conclusion."""

    name: str
    variables: tuple[str, ...]
    conditions: tuple[Pattern, ...]
    conclusion: Pattern


def parsed(text: str) -> list[Pattern]:
    """The patterns in a text."""
    found: list[list[Pattern]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            found.append([])
        elif word == ")":
            done = tuple(found.pop())
            found[-1].append(done)
        else:
            found[-1].append(word)
    (patterns,) = found
    return patterns


def entry(line: str) -> TableAxiom:
    head, conditions, conclusion = line.split(";")
    name, *variables = head.split()
    (held,) = parsed(conclusion)
    return TableAxiom(name, tuple(variables), tuple(parsed(conditions)), held)


ENTRIES = {found.name: found for found in map(entry, filter(None, TABLE.splitlines()))}


def instance(pattern: Pattern, terms: dict[str, Term], numbers: dict[str, int], rest: list[Term]) -> Term:
    """The term of a pattern; refused where sorts or numbers do not fit."""
    if isinstance(pattern, str):
        return terms[pattern] if pattern in terms else _word(pattern, numbers)
    op, *parts = pattern
    assert isinstance(op, str)
    data: object = None
    if op == "pow":
        data = _literal(parts.pop(), numbers)
    elif op == "root":
        data = _literal(parts.pop(0), numbers)
    elif op == "pfq":
        data = (_literal(parts.pop(0), numbers), _literal(parts.pop(0), numbers))
    args: list[Term] = []
    for part in parts:
        repeated = op in ("+", "*") and _has_rest(part)
        for further in rest if repeated else [None]:
            args.append(instance(part, terms if further is None else {**terms, REST: further}, numbers, rest))
    return make(op, args, data)


def _has_rest(pattern: Pattern) -> bool:
    return pattern == REST if isinstance(pattern, str) else any(map(_has_rest, pattern))


def _literal(word: Pattern, numbers: dict[str, int]) -> int:
    assert isinstance(word, str)
    return numbers[word] if word in numbers else int(word)


def _word(word: str, numbers: dict[str, int]) -> Term:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if _NUMBER.fullmatch(word):
        return rat(Fraction(word))
    found = _OF_NUMBER.fullmatch(word)
    assert found is not None, word
    sign, inverse, times, letter = found.groups()
    value = Fraction(int(times or 1) * numbers[letter])
    if inverse and value == 0:
        raise Refused("the inverse of 0")
    return rat((1 / value if inverse else value) * (-1 if sign else 1))
