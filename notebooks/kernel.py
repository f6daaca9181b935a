# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A proof that you can check yourself
#
# *You learn* how a theorem is stated for the kernel, how its rules prove it, what a certificate is, and what happens to
# a wrong proof. You need to know nothing about random features.
# *It takes* 25 minutes to read and 10 seconds to run.
#
# A statement is `proved` if a small proof checker, the *kernel*, has replayed the whole proof. The kernel does not use
# SymPy. It takes a statement and a *certificate* (a formal proof) and computes every step again. Here is one of the
# claims, from its file (<a href="../report/s/rules.elementary-bounds.html"><code>rules.elementary-bounds</code></a>):

# %%
import hashlib
import json
from fractions import Fraction
from pathlib import Path

from rftheory.kernel.certificate import check
from rftheory.kernel.contexts import EMPTY, bodies
from rftheory.kernel.reading import parse_spec, parse_term
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import make
from rftheory.kernel.text import context_entries, print_term
from rftheory.plots.plot import finish, looks, panels
from rftheory.prover.trace import Trace
from rftheory.report.notebook import picture, statement
from rftheory.statements.certificates import Kept
from rftheory.statements.loading import load

statement("rules.elementary-bounds").claim("exponential").show()

# %% [markdown]
# ## State it
#
# We prove a simpler claim by hand: $x/(1 + x^2) \le 1/2$ for every real $x$. The kernel has its own notation: `x` is
# real and has no lower and no upper end; `inv` is the inverse.

# %%
spec = """\
(theorem half
  (ctx
    (var x real none none))
  (<= (* x (inv (+ 1 (pow x 2)))) 1/2))
"""
(entry,) = parse_spec(spec)
print(entry.names, print_term(entry.judgement, entry.names))

# %% [markdown]
# Terms are *inert*: the kernel does not simplify them. `x * inv x` is not 1, because it has no value at 0.
#
# ## Prove it
#
# The difference of the sides is a square times something positive:
# $\frac12 - \frac{x}{1+x^2} = \frac12\,(x - 1)^2\,\frac{1}{1+x^2}$.
# A `Trace` passes every step to the kernel and records it. First come the context and the sign of the last factor. The rule
# DEF shows what follows from the structure of a term: $1 + x^2 \ge 1$ because $x$ is real.

# %%
run = Trace()
context = run.extended(EMPTY, *context_entries(entry.context))


def term(text):
    return parse_term(text, [("x", "real")])


sign = run.infer("DEF", context, judgement=term("(< 0 (inv (+ 1 (pow x 2))))"))
print(print_term(sign.judgement, ["x"]))

# %% [markdown]
# Then comes the rule POS: a sum of products of a positive number `q`, squares of `h` and nonnegative factors (`signs`)
# is not negative. The kernel checks the identity itself, by polynomial arithmetic. A rule *computes* its conclusion; it
# is never told what to conclude.

# %%
left, right = entry.judgement.args
row = {"q": Fraction(1, 2), "h": [term("(+ x -1)")], "signs": [sign], "nz": []}
half = run.infer("POS", context, lhs=left, rhs=right, rows=[row], eqs=[])
print(print_term(half.judgement, ["x"]))

# %% [markdown]
# A statement about an empty domain is refused, so the last step names a point of the context.
#
# ## Write it down
#
# The certificate is the proof as text: one numbered line for each term, context and step. The first line has the hash
# of the statement, the last one is the goal.

# %%
point = run.infer("INHABIT", context, values=[term("1")], premises=[])
certificate = run.write([("half", half, point)], spec.encode())
print(certificate)

# %% [markdown]
# With the two files, anybody can check the proof: `python -m rftheory.kernel half.spec half.cert`. This loads no SymPy
# and searches nothing. The report says on which axioms the proof rests; this one uses only rules.

# %%
report = check(spec.encode(), [certificate.encode()])
held = report["claims"][0]
print(report["accepted"], held["claim"], held["verdict"], held["rules"], held["axioms"])

# %% [markdown]
# ## Wrong proofs
#
# Is $x^2 > 0$? The same rule, with $h = x$:


# %%
def attempt(name, context, names=("x",), **parameters):
    try:
        found = run.infer(name, context, **parameters)
    except Refused as reason:
        print(f"{name} refuses: {reason}")
    else:
        print(f"{name} gives: {print_term(found.judgement, list(names))}")


square = {"q": Fraction(1), "h": [term("x")], "signs": [], "nz": []}
attempt("POS", context, lhs=term("0"), rhs=term("(pow x 2)"), rows=[square], eqs=[])
attempt("DEF", context, judgement=term("(< 0 (pow x 2))"))

# %% [markdown]
# POS concludes only `<=`, because it does not know that $x \ne 0$. On $x > 0$ it concludes `<`:

# %%
positive = run.extended(EMPTY, parse_term("(decl real (open 0) none)"))
attempt("POS", positive, lhs=term("0"), rhs=term("(pow x 2)"), rows=[square], eqs=[])

# %% [markdown]
# Is $1/x - 1/x = 0$ on $[0, 1]$? Every computer algebra system says so. In the kernel, an equality says that both sides
# *have a value* and that the values are equal. At 0 the left side has no value:

# %%
closed, opened = (run.extended(EMPTY, parse_term(f"(decl real ({end} 0) (closed 1))")) for end in ("closed", "open"))
for interval in (closed, opened):
    attempt("RING", interval, lhs=term("(+ (inv x) (neg (inv x)))"), rhs=term("0"), eqs=[])

# %% [markdown]
# Is $\mathbb{E}\,|w| = \mathbb{E}\,w$ for a Gaussian number $w$? Equal integrands have equal means (rule CONG), so $|w|
# = w$ for *every* draw would suffice. Inside the mean, the kernel knows only that $w$ is real. We cannot assume more: a
# draw is bound by its `E`, and a fact about it cannot be a hypothesis of the statement.

# %%
mean = parse_term("(E ((w (gauss))) (abs w))")
inside, (w,), (body,) = bodies(EMPTY, mean)
run.extended(EMPTY, inside.entry)
attempt("ATOM", inside, ["w"], schema="abs.same", terms=[w], numbers=[], premises=[])
attempt("MOMENT", EMPTY, law=make("gauss"), order=1, vectors=[])
attempt("MOMENT", EMPTY, law=make("gauss"), order=2, vectors=[])

# %% [markdown]
# The table of axioms has $|a| = a$ for $0 \le a$, and this condition is missing. The means of $w$ (which is 0) and of
# $w^2$ are known.
#
# ## One changed number
#
# Change the 1/2 of the certificate into 1/3, then the 1/2 of the statement (with its new hash in the certificate):

# %%
changed = certificate.replace('"q":"1/2"', '"q":"1/3"')
print(check(spec.encode(), [changed.encode()])["rejected"][0]["reason"])

other = spec.replace("1/2", "1/3")
old, new = (hashlib.sha256(text.encode()).hexdigest() for text in (spec, other))
print(check(other.encode(), [certificate.encode()])["rejected"][0]["reason"])
print(check(other.encode(), [certificate.replace(old, new).encode()])["rejected"][0]["reason"])

# %% [markdown]
# Now we change every number of the certificate, one at a time, by adding one. At which line does the kernel notice?

# %%
lines = [json.loads(line) for line in certificate.splitlines()]


def numbers(value):
    """Where numbers are: pairs of a container and a key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in pairs for place in ([(value, key)] if type(item) is int else numbers(item))]


seen, unnoticed = [], 0
for number, line in enumerate(lines, 1):
    for place, key in numbers(line):
        place[key] += 1
        text = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in lines)
        place[key] -= 1
        rejected = check(spec.encode(), [text.encode()])["rejected"]
        if rejected:
            reason = rejected[0]["reason"]
            at = (
                int(reason.split(":")[0].split()[1])
                if reason.startswith("line")
                else 1
                if number == 1
                else len(lines) + 1
            )
            seen.append((number, at))
        unnoticed += not rejected
print(len(seen), "changes are refused,", unnoticed, "accepted")

# %%
figure, (axes,) = panels(1)
look = next(looks())
axes.plot([1, len(lines)], [1, len(lines)], color="0.8", linewidth=0.8)
axes.plot(*zip(*seen, strict=True), color=look.color, marker=look.marker, linestyle="none", markerfacecolor="white")
axes.set_xlabel("line that is changed")
axes.set_ylabel("line that is refused")
axes.locator_params(integer=True)
finish(
    figure, "points: one change each; above the line, the change made another step that is in order", lines=len(lines)
)
picture(figure, "changes of single numbers of a certificate, and the lines at which the kernel refuses them")

# %% [markdown]
# Many changes are refused in their own line: the number refers to nothing, or the step does not follow. Other changed
# lines are valid, but prove another theorem. Then a later step does not follow, or the goal is not that of the
# statement.
#
# ## Who writes certificates?
#
# You need not write them. The prover goes through the proofs of the ledger, and searches for rules that justify each
# line. It is large, uses SymPy and need not be right, because its results count only after the kernel has replayed
# them. `rftheory certify ID --keep` stores a certificate beside the proof. Here is a stored one:

# %%
spec, certificate = Kept.beside(Path(str(load("rules.elementary-bounds").__file__))).read()
for each in check(spec, [certificate])["claims"]:
    print(each["claim"].removeprefix("rules_elementary_bounds_"), each["verdict"], sum(each["rules"].values()), "steps")

# %% [markdown]
# ## Exercises
#
# **1.** Prove $x/(1 + x^2) \ge -1/2$. Which square do you need?
#
# <details><summary>Solution</summary>
#
# $x/(1 + x^2) + \frac12 = \frac{(1 + x)^2}{2(1 + x^2)}$: the square of $1 + x$, over $1 + x^2$ as before.
#
# </details>
#
# **2.** Make the first proof strict where $x \ne 1$: add the fact `(!= x 1)` to the context, and give POS what it lacks in `nz`.
#
# <details><summary>Solution</summary>
#
# The square is that of $1 - x$. It is positive where $1 - x \ne 0$, and that judgement, of the very term of the square, is what
# `nz` holds.
#
# </details>
#
# **3.** Is there a change of a number of the certificate above that is accepted? What would it have to keep?
#
# <details><summary>Solution</summary>
#
# None of those tried was accepted. The first line has the hash of the statement, and the last judgement must be its
# goal. So an accepted change would be another proof of the same theorem.
#
# </details>
#
# [docs/kernel.md](../docs/kernel.md) has all rules; [docs/certificate.md](../docs/certificate.md) explains a
# certificate line by line.
