"""The rules, one file a group; importing them registers them."""

from rftheory.kernel.rules import algebra as algebra
from rftheory.kernel.rules import analysis as analysis
from rftheory.kernel.rules import congruence as congruence
from rftheory.kernel.rules import exchange as exchange
from rftheory.kernel.rules import frames as frames
from rftheory.kernel.rules import integrals as integrals
from rftheory.kernel.rules import laws as laws
from rftheory.kernel.rules import lemma as lemma
from rftheory.kernel.rules import limits as limits
from rftheory.kernel.rules import linear as linear
from rftheory.kernel.rules import slopes as slopes
from rftheory.kernel.rules import structure as structure
from rftheory.kernel.rules import tables as tables
from rftheory.kernel.rules import tails as tails
