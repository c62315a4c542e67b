"""The symbol classifier: LaTeX symbols, digits, letters and ASCII punctuation."""
