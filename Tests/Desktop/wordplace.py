#!/usr/bin/python3
"""The place of a word of the focused field on the screen, by the accessibility bus: wordplace.py WORD. Prints x, y, width and height."""
import sys
import warnings

import gi

warnings.simplefilter("ignore", DeprecationWarning)
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def walk(node):
    if node:
        yield node
        for index in range(node.get_child_count()):
            yield from walk(node.get_child_at_index(index))


def main():
    word = sys.argv[1]
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        for node in walk(desktop.get_child_at_index(number)):
            text = node.get_text_iface()
            if not text or not node.get_state_set().contains(Atspi.StateType.FOCUSED):
                continue
            content = Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))
            start = content.find(word)
            if start >= 0:
                box = Atspi.Text.get_range_extents(text, start, start + len(word), Atspi.CoordType.SCREEN)
                return print(box.x, box.y, box.width, box.height)
    sys.exit(f"no focused field has {word!r}")


main()
