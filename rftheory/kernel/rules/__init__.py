"""The rules, one file a group; importing them registers them."""
