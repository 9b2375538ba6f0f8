"""Sending: mail by SMTP, and pushes to the targets that players name. Plugged in by bootstrap alone."""
