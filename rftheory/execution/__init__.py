"""Long computations in numbered parts: executors of any kind, results in order, lost workers, checkpoints."""
