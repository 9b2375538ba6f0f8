"""Tests of referee.storage."""
