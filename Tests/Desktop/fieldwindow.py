#!/usr/bin/python3
"""A window with text fields whose backgrounds have the colors of fieldplaces.py: fieldwindow.py gtk3|gtk4|qt5|qt6 LOG [canvas]

With "canvas" it has no fields, but a place to paint on.
"""
import sys

kind, log = sys.argv[1:3]
is_canvas = "canvas" in sys.argv
out = open(log, "a", buffering=1)
COLORS = {"text": "#e00000", "secret": "#0000e0", "area": "#00a000"}
PLACES = {"text": (40, 60, 300, 40), "secret": (40, 130, 200, 40), "area": (40, 200, 300, 80)}


def gtk(version):
    import gi

    gi.require_version("Gtk", version)
    gi.require_version("Gdk", version)
    from gi.repository import Gdk, GLib, Gtk

    style = "".join(
        f"#{name}, #{name} text {{ background: {color}; color: white; border-color: {color}; border-radius: 0; box-shadow: none; outline: none; }}"
        for name, color in COLORS.items()
    )
    provider = Gtk.CssProvider()
    provider.load_from_data(style.encode())
    window = Gtk.Window(title="fields")
    window.set_default_size(460, 320)
    board = Gtk.Fixed()
    widgets = {"text": Gtk.Entry(), "secret": Gtk.Entry() if version == "3.0" else Gtk.PasswordEntry(), "area": Gtk.TextView()}
    if version == "3.0":
        widgets["secret"].set_visibility(False)
    for name, widget in widgets.items():
        x, y, width, height = PLACES[name]
        widget.set_name(name)
        widget.set_size_request(width, height)
        if not is_canvas:
            board.put(widget, x, y)
    if is_canvas:
        canvas = Gtk.DrawingArea()
        canvas.set_size_request(400, 300)
        board.put(canvas, 0, 0)
    if version == "3.0":
        Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), provider, 800)
        window.add(board)
        window.connect("destroy", Gtk.main_quit)
        window.show_all()
    else:
        Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), provider, 800)
        window.set_child(board)
        window.present()
    if not is_canvas:
        widgets["text"].grab_focus()
    GLib.timeout_add(500, lambda: print("SHOWN", file=out))
    GLib.MainLoop().run()


def qt(version):
    if version == "5":
        from PyQt5 import QtCore, QtWidgets
    else:
        from PyQt6 import QtCore, QtWidgets
    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QWidget()
    window.setWindowTitle("fields")
    window.resize(460, 320)
    if not is_canvas:
        widgets = {"text": QtWidgets.QLineEdit(window), "secret": QtWidgets.QLineEdit(window), "area": QtWidgets.QPlainTextEdit(window)}
        widgets["secret"].setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
        for name, widget in widgets.items():
            widget.setGeometry(*PLACES[name])
            widget.setStyleSheet(f"background: {COLORS[name]}; color: white; border: 0")
        widgets["text"].setFocus()
    window.show()
    QtCore.QTimer.singleShot(500, lambda: print("SHOWN", file=out))
    sys.exit(application.exec() if version == "6" else application.exec_())


gtk(kind[3:] + ".0") if kind.startswith("gtk") else qt(kind[2:])
