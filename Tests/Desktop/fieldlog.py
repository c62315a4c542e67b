#!/usr/bin/python3
"""Logs the fields and mappings that an input method reports to inkd: fieldlog.py LISTEN SOCKET LOG [WIDTH HEIGHT]

Forwards each connection to LISTEN to inkd's SOCKET. Each call of SetFields is a line of JSON in LOG. With a size, the pen of the sample session
is mapped to a screen of so many pixels: a display without devices maps none.
"""
import json
import os
import socket
import sys
import threading

listen, path, log, *size = sys.argv[1:]
out = open(log, "a", buffering=1)


def logged(message):
    call = json.loads(message)
    if call.get("method") == "org.inkd.TextInput.SetFields":
        if size:
            width, height = map(float, size)
            call["parameters"]["tablets"] = [{"vendor": 0, "product": 1, "matrix": [width, 0, 0, 0, height, 0]}]
        print(json.dumps(call["parameters"]), file=out)
    return json.dumps(call).encode()


def forward(source, target, note):
    message = b""
    while piece := source.recv(65536):
        if not note:
            target.sendall(piece)
            continue
        *whole, message = (message + piece).split(b"\0")
        for call in map(logged, whole):
            target.sendall(call + b"\0")
    target.shutdown(socket.SHUT_WR)


def serve(client):
    daemon = socket.socket(socket.AF_UNIX)
    try:
        daemon.connect(path)
    except OSError:
        return client.close()
    threading.Thread(target=forward, args=(daemon, client, False), daemon=True).start()
    try:
        forward(client, daemon, True)
    except OSError:
        pass


server = socket.socket(socket.AF_UNIX)
server.bind(listen)
os.chmod(listen, 0o666)
server.listen()
while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
