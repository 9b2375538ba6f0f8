"""The vocabulary every other part speaks, and the contract every game keeps.

Pure: the standard library's pure parts and pydantic, nothing else. No clock, no chance, no I/O.
"""
