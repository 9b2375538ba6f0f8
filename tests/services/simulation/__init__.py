"""A month of matches, acted out through the ordinary use cases and accounted for afterwards.

`wishes` draws what matches are like, `players` and `referees` what people do and when, `month` acts it
all out on one database (`doings`) and keeps a diary. `accounts` then says from the diary alone, by rules of its own,
what must have become of each match; `audits` looks into the database whether it has.
"""
