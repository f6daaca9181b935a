"""What the kernel's terms mean at a point, worked out apart from the kernel's rules and from the translation into terms."""
