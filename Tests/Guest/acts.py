#!/usr/bin/python3
"""A full-screen window with two entries and a button: acts.py VERSION LOG

LOG gets "SHOWN", "FOCUS a", "TEXT a 'word'" and "SEND 'the text of a'". The window is 1280 by 720 pixels.
"""

import sys

import gi

version, path = sys.argv[1:]
gi.require_version("Gtk", version)
from gi.repository import GLib, Gtk  # noqa: E402

log = open(path, "a", buffering=1, encoding="utf-8")
PLACES = {"a": (40, 60, 600, 120), "b": (40, 400, 600, 120)}


def say(text):
    print(text, file=log)


window = Gtk.Window(title="acts")
window.set_default_size(1280, 720)
board = Gtk.Fixed()
entries = {}
for name, (x, y, width, height) in PLACES.items():
    entry = entries[name] = Gtk.Entry()
    entry.set_size_request(width, height)
    entry.connect("changed", lambda entry, name: say(f"TEXT {name} {entry.get_text()!r}"), name)
    entry.connect("notify::has-focus", lambda entry, _, name: say(f"FOCUS {name}") if entry.has_focus() else None, name)
    if version == "4.0":
        focus = Gtk.EventControllerFocus()
        focus.connect("enter", lambda _, name: say(f"FOCUS {name}"), name)
        entry.add_controller(focus)
    board.put(entry, x, y)
button = Gtk.Button(label="Send")
button.set_size_request(200, 100)
button.connect("clicked", lambda _: say(f"SEND {entries['a'].get_text()!r}"))
board.put(button, 40, 240)
if version == "3.0":
    window.add(board)
    window.fullscreen()
    window.show_all()
else:
    window.set_child(board)
    window.fullscreen()
    window.present()


def shown():
    button.grab_focus()
    say("SHOWN")


GLib.timeout_add(1000, shown)
GLib.MainLoop().run()
