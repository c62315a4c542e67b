#!/usr/bin/python3
"""A field of a client of fcitx5 on X11, without a window: fcitxclient.py LOG

It has the focus at once. SIGUSR1: it tells fcitx5 by an X11 message which display it is on, as the clients of GTK and Qt do when a field
is new. SIGUSR2: the focus goes.
"""
import ctypes
import sys

from gi.repository import Gio, GLib

out = open(sys.argv[1], "a", buffering=1)
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(path, interface, method, arguments=None, answer=None):
    return bus.call_sync("org.fcitx.Fcitx5", path, "org.fcitx.Fcitx." + interface, method, arguments, answer, 0, -1)


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent, as long as an XEvent."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p), ("window", ctypes.c_ulong),
                ("message", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 16)]


x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XInternAtom.restype = x11.XGetSelectionOwner.restype = ctypes.c_ulong
display = ctypes.c_void_p(x11.XOpenDisplay(None))


def tell_display():
    server = x11.XInternAtom(display, b"_FCITX_SERVER", 0)
    window = x11.XGetSelectionOwner(display, ctypes.c_ulong(server))
    event = ClientMessage(type=33, window=window, message=server, format=8)
    ctypes.memmove(event.data, bytes(uuid), len(uuid))
    x11.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
    x11.XSync(display, 0)
    print("DISPLAY", file=out)
    return True


def leave():
    call(field, "InputContext1", "FocusOut")
    print("LEFT", file=out)
    return True


about = GLib.Variant("(a(ss))", ([("program", "fcitxclient"), ("display", "x11:")],))
field, uuid = call("/org/freedesktop/portal/inputmethod", "InputMethod1", "CreateInputContext", about, GLib.VariantType("(oay)"))
call(field, "InputContext1", "FocusIn")
print("FOCUSED", file=out)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 10, tell_display)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 12, leave)
GLib.MainLoop().run()
