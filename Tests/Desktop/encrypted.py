#!/usr/bin/python3
"""Has LibreOffice keep a document that asks for a password: encrypted.py PORT FILE"""
import sys

import uno
from com.sun.star.beans import PropertyValue


def value(name, of):
    made = PropertyValue()
    made.Name, made.Value = name, of
    return made


context = uno.getComponentContext()
resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
office = resolver.resolve(f"uno:socket,host=127.0.0.1,port={sys.argv[1]};urp;StarOffice.ComponentContext")
desktop = office.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", office)
address = uno.systemPathToFileUrl(sys.argv[2])
document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (value("Hidden", True),))
document.storeToURL(address, (value("FilterName", "writer8"), value("Password", "secret")))
document.close(True)
