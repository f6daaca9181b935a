"""The checker: replays certificates; needs nothing but the standard library and python-flint."""
