"""The gesture recogniser: tells a scratch-out, an underline or a caret from writing."""
