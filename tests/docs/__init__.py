"""The documentation is tested like code: what it names exists, and what it shows works."""
