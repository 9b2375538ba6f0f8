"""Seats: the places of a match, as a game sees them."""

from typing import NewType

Seat = NewType("Seat", str)
"""A place in a match, known by its name, which is unique in the match and fixed at its start.

Who sits there may change (a *tenure*); the seat and its name do not. A seat's name was typed by a
person: it goes into a document only as `documents.Name`, never inside a `documents.Text`.
"""
