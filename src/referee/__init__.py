"""Referee: a self-hosted server that referees games played on web forums."""

__version__ = "0.1.0"
