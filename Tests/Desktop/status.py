#!/usr/bin/python3
"""What inkd knows of the text that the pen writes: status.py SOCKET"""
import sys

from varlink import Connection

print(Connection(sys.argv[1]).call("org.inkd.TextInput.GetStatus")["status"])
