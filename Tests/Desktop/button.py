#!/usr/bin/python3
"""A full-screen window that is one button, and notes clicks: button.py LOG"""
import sys
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

out = open(sys.argv[1], "a", buffering=1)
window = Gtk.Window(title="button")
button = Gtk.Button()
button.connect("clicked", lambda _: print("%.6f CLICKED" % time.monotonic(), file=out))
window.connect("map-event", lambda *_: print("%.6f SHOWN" % time.monotonic(), file=out))
window.connect("notify::is-active", lambda w, _: print("%.6f %s" % (time.monotonic(), "ACTIVE" if w.is_active() else "INACTIVE"), file=out))
window.add(button)
window.fullscreen()
window.show_all()
Gtk.main()
