#!/usr/bin/python3
"""Operates a window by the accessibility bus, as a screen reader does.

window.py APPLICATION COMMAND...

    names                 every widget that is not hidden: role, name, text
    has NAME              whether there is a widget of that name (exit status)
    text NAME             the text of the widgets whose name or text begins so
    prompt                the text of a lesson
    press NAME            presses a button, or turns a switch
    set NAME NUMBER       a number
    type NAME TEXT        a text
    is-on NAME            whether a switch is on (exit status)
    place NAME            where it is on the screen: x y width height
    page TITLE            chooses a row of the list of pages
"""
import sys
import warnings

import gi

# of names that older versions of the library have alone
warnings.simplefilter("ignore", DeprecationWarning)

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def application(name):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child and child.get_name() == name:
            return child
    sys.exit(f"{name} is not on the accessibility bus")


def walk(node):
    if not node:
        return
    yield node
    for index in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(index))


def is_visible(node):
    # GTK 4.8 says of windows alone whether they are on the screen
    return node.get_state_set().contains(Atspi.StateType.VISIBLE)


def content(node):
    text = node.get_text_iface()
    return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) if text else ""


def find(root, name, can=lambda node: True):
    """The first widget of a name that can do what is wanted: a switch and the label beside it have the same name."""
    for node in walk(root):
        if node.get_name() == name and is_visible(node) and can(node):
            return node
    sys.exit(f'there is no "{name}"')


def has_action(node):
    # a label's own are of its menu
    actions = node.get_role_name() != "label" and node.get_action_iface()
    return actions and Atspi.Action.get_n_actions(actions) > 0


def has_state(node):
    return node.get_role_name() in ("check box", "toggle button", "switch")


def choose_page(root, title):
    for node in walk(root):
        selection = node.get_selection_iface()
        if not selection or node.get_role_name() not in ("list", "list box"):
            continue
        for index in range(node.get_child_count()):
            row = node.get_child_at_index(index)
            if any(title in (part.get_name(), content(part)) for part in walk(row)):
                return Atspi.Selection.select_child(selection, index)
    sys.exit(f'there is no page "{title}"')


def main():
    root, command, *rest = application(sys.argv[1]), *sys.argv[2:]
    if command == "names":
        for node in filter(is_visible, walk(root)):
            print(node.get_role_name(), repr(node.get_name()), repr(content(node)))
    elif command == "has":
        find(root, rest[0])
    elif command == "text":
        texts = [content(node) or node.get_name() for node in walk(root) if is_visible(node)]
        found = [text for text in texts if text.startswith(rest[0])]
        print("\n".join(found))
        sys.exit(not found)
    elif command == "prompt":
        # the label after the one that counts
        texts = [content(node) for node in walk(root) if is_visible(node) and node.get_role_name() == "label"]
        print(texts[next(place for place, text in enumerate(texts) if " of 20, " in text and " written" in text) + 1])
    elif command == "press":
        Atspi.Action.do_action(find(root, rest[0], has_action).get_action_iface(), 0)
    elif command == "set":
        field = find(root, rest[0], lambda node: node.get_value_iface())
        Atspi.Value.set_current_value(field.get_value_iface(), float(rest[1]))
    elif command == "type":
        fields = (n.get_editable_text_iface() for n in walk(find(root, rest[0], lambda n: n.get_role_name() != "label")))
        Atspi.EditableText.set_text_contents(next(filter(None, fields)), rest[1])
    elif command == "is-on":
        sys.exit(not find(root, rest[0], has_state).get_state_set().contains(Atspi.StateType.CHECKED))
    elif command == "place":
        box = Atspi.Component.get_extents(find(root, rest[0]).get_component_iface(), Atspi.CoordType.WINDOW)
        print(box.x, box.y, box.width, box.height)
    elif command == "page":
        sys.exit(not choose_page(root, rest[0]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
