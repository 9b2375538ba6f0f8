"""What is kept: rows of JSON and keys, on SQLite or PostgreSQL. Knows no game and judges nothing.

One module per concern; each function takes the connection of a unit of work (`Store.read`, `Store.write`)
and never commits.
"""
