"""Training of inkd's recognisers: text, symbols, shapes and edit gestures, and the language data of the text decoder."""
