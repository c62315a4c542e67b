#!/usr/bin/python3
"""A Qt window with a line and a password box that notes what happens to them: qt.py 5|6 LOG [FIRST]

FIRST is the field that has the focus in the beginning: TEXT (default) or PASSWORD. With LINES there is a second line, SECOND, in place of the password box.
"""
import sys
import time

version = sys.argv[1]
if version == "5":
    from PyQt5 import QtCore, QtWidgets
else:
    from PyQt6 import QtCore, QtWidgets

out = open(sys.argv[2], "a", buffering=1)


def note(*words):
    print("%.6f" % time.monotonic(), *words, file=out)


class Line(QtWidgets.QLineEdit):
    def __init__(self, name, mode=None):
        super().__init__()
        self.name = name
        if mode is not None:
            self.setEchoMode(mode)
        self.textChanged.connect(lambda text: note(name, repr(text)))

    def inputMethodEvent(self, event):
        note(self.name + "_PREEDIT", repr(event.preeditString()))
        super().inputMethodEvent(event)


application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("entry")
layout = QtWidgets.QVBoxLayout(window)
first = sys.argv[3] if len(sys.argv) > 3 else "TEXT"
fields = {"TEXT": Line("TEXT")}
if first == "LINES":
    first, fields["SECOND"] = "TEXT", Line("SECOND")
else:
    fields["PASSWORD"] = Line("PASSWORD", QtWidgets.QLineEdit.EchoMode.Password)
layout.addWidget(QtWidgets.QLabel("Qt " + QtCore.qVersion()))
for field in fields.values():
    layout.addWidget(field)
window.resize(460, 220)
window.show()
fields[first].setFocus()
QtCore.QTimer.singleShot(300, lambda: note("SHOWN", application.platformName()))
sys.exit(application.exec() if version == "6" else application.exec_())
