"""Rock, Paper, Scissors for three or more, with elimination: what docs/adding-a-game.md leads to.

A game of the tests only. It lies in a folder of its own and nothing outside knows it, which is the point.
"""
