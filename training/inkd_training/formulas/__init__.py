"""Symbols of handwritten formulas, read among their neighbours: composed formulas, groups of strokes, their pictures, a network."""
