"""Chains of checked steps: what leads from a definition to a claimed form, and the tests of zero and of signs behind it."""
