"""Finds proofs that the kernel replays; nothing here is trusted.

What finds none raises `failure.Unproved`, with the reason.
"""
