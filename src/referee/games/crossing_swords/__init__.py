"""Crossing Swords: a simultaneous melee of ten cards, by the rules in this folder's ``rules.md``.

The order of reading: ``cards`` (the words), ``options``, ``state``, ``rules`` (one file per step of the
calculation), ``events`` (the facts a round leaves), ``moves`` (what is asked), ``report`` and ``board``
(what is told), ``practice`` (players who keep you company), ``game`` (all of it as one game).
"""
