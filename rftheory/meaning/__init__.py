"""Values of kernel terms at a point, computed independently of the kernel's rules and of the translation into terms."""
