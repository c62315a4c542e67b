"""The sketch recogniser: 345 classes of drawings, such as a cat or a bicycle."""
