"""Documents made into text: one module per dialect, each with ``render(document, scene) -> str``."""
