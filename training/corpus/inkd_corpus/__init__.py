"""Corpora of digital ink as data sets in Hugging Face's layout."""
