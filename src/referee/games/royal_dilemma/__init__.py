"""Royal Dilemma: an iterated prisoner's dilemma with cards, by the rules in this folder's ``rules.md``.

The order of reading: ``cards`` and ``table`` (the words), ``editions`` (the revisions, as data),
``options``, ``state``, ``moves``; ``dealing``, ``attacks``, ``claims``, ``surrender``, ``settling`` and
``rules`` (how a round is resolved); ``events`` (the facts it leaves); ``decisions``, ``checks`` and
``wording`` (what is asked and answered); ``view``, ``board``, ``deeds``, ``flow`` and ``report`` (what is
told, and to whom); ``practice`` (players who keep you company); ``game`` (all of it as one game).
"""
