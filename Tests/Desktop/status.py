#!/usr/bin/python3
"""Prints the status of org.inkd.TextInput: status.py SOCKET"""
import sys

from varlink import Connection

print(Connection(sys.argv[1]).call("org.inkd.TextInput.GetStatus")["status"])
