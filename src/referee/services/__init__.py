"""Use cases as plain functions taking a Context: the only place that joins games, storage and publishing.

Nothing here knows HTTP: refusals are exceptions of `services.errors`, read models are values.
"""
