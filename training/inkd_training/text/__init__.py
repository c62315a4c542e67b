"""The text recogniser: a convolutional, bidirectional LSTM network with a CTC output over the characters of a line."""
