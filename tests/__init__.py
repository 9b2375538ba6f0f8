"""The tests mirror src: tests/services/ tests referee.services, and so on."""
