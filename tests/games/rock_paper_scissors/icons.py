"""Line drawings of the three signs, on a grid of 24 by 24."""

from collections.abc import Mapping

ICONS: Mapping[str, str] = {
    "rock": "M3 17l2.4-8L11 4.4l6.4 2L21 12l-1.4 6.4-7.6 2.2zM11 4.4l-.6 6.2L5.4 9M10.4 10.6l9.2 7.8",
    "paper": "M5 2.6h10l4 4v14.8H5zM15 2.6v4h4M8 11h8M8 14.4h8M8 17.8h5",
    "scissors": (
        "M8.4 16.2L19 3M15.6 16.2L5 3M9 18.4a2.8 2.8 0 1 0-5.6 0 2.8 2.8 0 1 0 5.6 0z"
        "M20.6 18.4a2.8 2.8 0 1 0-5.6 0 2.8 2.8 0 1 0 5.6 0z"
    ),
}
"""By the signs' names."""
