"""The three signs, and which beats which."""

from typing import Literal, get_args

Sign = Literal["rock", "paper", "scissors"]

SIGNS: tuple[Sign, ...] = get_args(Sign)

BEATS: dict[Sign, Sign] = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
"""What each sign beats (RS-02)."""

BEATEN_BY: dict[Sign, Sign] = {beaten: sign for sign, beaten in BEATS.items()}
