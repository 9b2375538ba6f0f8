"""King of the Hill: a game of the tests only, with hidden hands and a round of two phases.

It is as small as a game can be that has what Crossing Swords lacks, and so proves that the contract is
general: a shuffle, hands that only their owners see, and a choice that only one player owes.
"""
