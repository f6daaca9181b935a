"""Search for proofs that the kernel replays. Nothing here is trusted.

What finds none raises `failure.Unproved`, with the reason.
"""
