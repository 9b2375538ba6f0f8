"""The site and the API: both speak to services alone, and say the same."""
