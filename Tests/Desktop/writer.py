#!/usr/bin/python3
"""Notes the text of LibreOffice's document as it changes, by UNO: writer.py PORT LOG"""
import sys
import time

import uno

out = open(sys.argv[2], "a", buffering=1)
context = uno.getComponentContext()
resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
address = f"uno:socket,host=127.0.0.1,port={sys.argv[1]};urp;StarOffice.ComponentContext"
while True:
    try:
        office = resolver.resolve(address)
        break
    except Exception:
        time.sleep(0.2)
desktop = office.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", office)
last = None
while True:
    document = desktop.getCurrentComponent()
    if document is not None and hasattr(document, "Text"):
        text = document.Text.getString().replace("\r\n", "\n")
        if last is None:
            print("%.6f SHOWN" % time.monotonic(), file=out)
        if text != last:
            print("%.6f TEXT %r" % (time.monotonic(), text), file=out)
        last = text
    time.sleep(0.01)
