"""Best parameters of families, with proof: searches that a family asks for when it is fitted."""
