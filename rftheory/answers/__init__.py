"""Questions about statements and estimates as functions: judge, show, list errata, evaluate, estimate."""
