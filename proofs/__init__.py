"""The statements, one result in one file, found by walking this package."""
