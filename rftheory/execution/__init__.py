"""Execution of numbered parts and of jobs on any executor, with lost workers, interrupts and progress."""
