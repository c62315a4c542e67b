"""Language data for the text decoder: a character n-gram and a lexicon, built from lists of words and counts."""
