"""Finds proofs that the kernel replays; nothing here is trusted."""
