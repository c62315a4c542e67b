"""A NetworkManager that knows one thing. usage: manager.py ADDRESS_OF_BUS METERED

Needs python3-gi.
"""

import sys

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name="org.freedesktop.NetworkManager"><property name="Metered" type="u" access="read"/></interface></node>"""

flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
bus.register_object(
    "/org/freedesktop/NetworkManager",
    Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0],
    None,
    lambda *_: GLib.Variant("u", int(sys.argv[2])),
    None,
)
Gio.bus_own_name_on_connection(
    bus, "org.freedesktop.NetworkManager", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), lambda *_: sys.exit(1)
)
GLib.MainLoop().run()
