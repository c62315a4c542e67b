"""Lines of scripts of which there is no people's ink of words: Cyrillic and Greek, composed of letters."""
