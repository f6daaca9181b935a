"""Executors of any kind, for numbered parts in order and for jobs as they are done: lost workers, progress."""
