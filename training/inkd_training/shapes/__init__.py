"""The shape recogniser: arrows, boxes, stars and marks, learnt from shapes that a program draws."""
