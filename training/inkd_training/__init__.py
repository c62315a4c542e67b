"""Training of inkd's handwriting recogniser: ink to features to characters."""
