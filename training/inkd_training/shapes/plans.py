"""The classes of shapes: for every class a function that plans a shape and draws it with a `Pen`.

The plans follow the published pictures of the two gesture sets that the recogniser is measured on (Wobbrock, Wilson and Li
2007, "Gestures without libraries, toolkits or training: a $1 recognizer"; Anthony and Wobbrock 2010, "A lightweight multistroke
recognizer for user interface prototypes") and what people put into diagrams. No ink of either set is used.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ink import Strokes
from . import figures, marks
from .pen import Pen

PLANS: dict[str, Callable[[Pen], Strokes]] = {
    "D": marks.letter_d,
    "H": marks.letter_h,
    "I": marks.letter_i,
    "N": marks.letter_n,
    "P": marks.letter_p,
    "T": marks.letter_t,
    "arrow": figures.arrow,
    "asterisk": marks.asterisk,
    "caret": marks.caret,
    "check": marks.check,
    "circle": figures.circle,
    "cloud": figures.cloud,
    "curve": figures.curve,
    "delete-mark": marks.delete_mark,
    "diamond": figures.diamond,
    "double-arrow": figures.double_arrow,
    "ellipse": figures.ellipse,
    "exclamation-point": marks.exclamation_point,
    "half-note": marks.half_note,
    "heart": figures.heart,
    "hexagon": figures.hexagon,
    "left-curly-brace": marks.left_curly_brace,
    "left-square-bracket": marks.left_square_bracket,
    "line": figures.line,
    "null": marks.null,
    "other": marks.other,
    "pentagon": figures.pentagon,
    "pigtail": marks.pigtail,
    "pitchfork": marks.pitchfork,
    "question-mark": marks.question_mark,
    "rectangle": figures.rectangle,
    "right-curly-brace": marks.right_curly_brace,
    "right-square-bracket": marks.right_square_bracket,
    "six-point-star": figures.six_point_star,
    "star": figures.star,
    "triangle": figures.triangle,
    "v": marks.v,
    "x": marks.x,
    "zig-zag": figures.zig_zag,
}
"""Every class by its name, in the order of the network's outputs."""
