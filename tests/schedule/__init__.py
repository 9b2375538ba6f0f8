"""Tests of referee.schedule."""
