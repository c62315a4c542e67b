#!/usr/bin/python3
"""A daemon without a recognizer, for the overlay alone: tip.py SOCKET COMMANDS

Serves Devices.Watch, TextInput.Watch and Pointer.Watch on SOCKET, and reads lines from the pipe COMMANDS (keep it open for writing):

    device ID display|tablet [WIDTH HEIGHT]   connects a pen; millimeters
    status PURPOSE                            the focused field; "nothing" without one
    stroke ID X,Y X,Y …                       a stroke at 200 Hz; millimeters on the tablet
    contact points|undecided|writes|none       the state of the contacts from now on
    down|move|up|cancel|hover ID X Y          one event
    reading TEXT COUNT                        a reading of the last COUNT strokes
    taken TEXT COUNT                          the last COUNT strokes are committed

`stroke` also moves the pointer of X11 with the pen, if DISPLAY_AREA is "X Y WIDTH HEIGHT", the pixels of the tablet. Every line is
answered with one on the standard output when it is done.
"""
import json
import os
import select
import socket
import subprocess
import sys
import time

DEVICE = {"bus": 3, "vendor": 1, "product": 1, "virtual": False, "replay": False, "pressure": True, "tilt": False, "eraser": False}
EVENT = {
    "tool": "pen", "pointer": 0, "rawX": 0, "rawY": 0, "force": 0.5, "distance": 0, "azimuth": 0, "altitude": 1.5, "rotation": 0,
    "buttons": [], "serial": 1, "toolId": 0, "gap": False,
}


class Server:
    def __init__(self, path):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.clients, self.watches, self.sequence = {}, [], 0
        self.devices, self.purpose, self.verdict, self.strokes = {}, None, None, 0
        area = os.environ.get("DISPLAY_AREA")
        self.area = [float(number) for number in area.split()] if area else None
        self.mover = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, bufsize=1) if area else None

    def send(self, client, parameters):
        self.sequence += 1
        client.sendall(json.dumps({"parameters": {"sequence": self.sequence, **parameters}, "continues": True}).encode() + b"\0")

    def publish(self, method, parameters):
        for client, watched in list(self.watches):
            if watched != method:
                continue
            try:
                self.send(client, parameters)
            except OSError:  # an overlay that has ended
                self.watches.remove((client, watched))

    def status(self):
        status = {
            "seat": "seat0", "enabled": True, "capture": "passive", "captured": False, "passing": False,
            "locked": False, "inputMethod": "tip",
        }
        return status | ({"purpose": self.purpose, "field": 1} if self.purpose else {})

    def handle(self, client, method):
        name = method.rsplit(".", 2)
        self.watches.append((client, name[-2]))
        if name[-2] == "Devices":
            for device in self.devices.values():
                self.send(client, {"change": "present", "device": device})
        elif name[-2] == "TextInput":
            self.send(client, {"change": "present", "status": self.status()})

    def serve(self, timeout):
        """Handles what clients want, for at most that time."""
        ready = select.select([self.listener, *self.clients], [], [], timeout)[0]
        for one in ready:
            if one is self.listener:
                self.clients[one.accept()[0]] = b""
                continue
            piece = one.recv(65536)
            if not piece:
                del self.clients[one]
                self.watches = [watch for watch in self.watches if watch[0] is not one]
                continue
            *calls, self.clients[one] = (self.clients[one] + piece).split(b"\0")
            for call in calls:
                self.handle(one, json.loads(call)["method"])

    def wait(self, until):
        while (left := until - time.monotonic()) > 0:
            self.serve(left)

    def event(self, phase, device, x, y):
        event = EVENT | {"phase": phase, "time": time.time() * 1e3, "x": x, "y": y}
        if self.verdict:
            event["contact"] = self.verdict
        if self.mover:
            size = self.devices[device]
            left, top, width, height = self.area
            place = (left + x / size["activeWidth"] * width, top + y / size["activeHeight"] * height)
            self.mover.stdin.write("mousemove %d %d\n" % place)
        self.publish("Pointer", {"device": device, "events": [event]})

    def stroke(self, device, corners):
        """From corner to corner with 200 mm a second: a millimeter a frame."""
        places = [corners[0]]
        for (x0, y0), (x1, y1) in zip(corners, corners[1:]):
            count = max(1, round(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5))
            places += [(x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count) for step in range(1, count + 1)]
        start = time.monotonic()
        self.event("hover", device, *places[0])
        self.wait(start + 0.02)
        for index, place in enumerate(places):
            self.event("move" if index else "down", device, *place)
            self.wait(start + 0.02 + 0.005 * (index + 1))
        self.event("up", device, *places[-1])
        self.strokes += 1

    def reading(self, text, count):
        strokes = list(range(self.strokes - count + 1, self.strokes + 1))
        word = {"text": text, "candidates": [text, text + "s"], "strokes": strokes}
        reading = {
            "editor": "text1", "line": 1, "text": text, "final": True, "stablePrefix": 0, "words": [word], "candidates": [text],
            "strokes": strokes,
        }
        self.publish("TextInput", {"change": "reading", "reading": reading})

    def taken(self, text, count):
        strokes = list(range(self.strokes - count + 1, self.strokes + 1))
        self.publish("TextInput", {"change": "taken", "text": text, "editor": "text1", "strokes": strokes})

    def obey(self, command, words):
        if command == "device":
            number, width, height = int(words[0]), *(map(float, words[2:4]) if len(words) > 2 else (200.0, 120.0))
            self.devices[number] = DEVICE | {
                "id": number, "name": "pen %d" % number, "kind": "pen", "display": words[1] == "display", "width": width,
                "height": height, "activeWidth": width, "activeHeight": height, "seat": "seat0",
            }
            self.publish("Devices", {"change": "added", "device": self.devices[number]})
        elif command == "status":
            self.purpose = None if words[0] == "nothing" else words[0]
            self.publish("TextInput", {"change": "status", "status": self.status()})
        elif command == "contact":
            self.verdict = None if words[0] == "none" else words[0]
        elif command == "stroke":
            self.stroke(int(words[0]), [tuple(map(float, place.split(","))) for place in words[1:]])
        elif command in ("reading", "taken"):
            getattr(self, command)(words[0], int(words[1]))
        else:
            self.event(command, int(words[0]), float(words[1]), float(words[2]))


def main():
    server = Server(sys.argv[1])
    commands, buffer = os.open(sys.argv[2], os.O_RDWR), b""
    print("READY", flush=True)
    while True:
        ready = select.select([commands, server.listener, *server.clients], [], [])[0]
        server.serve(0)
        if commands not in ready:
            continue
        *lines, buffer = (buffer + os.read(commands, 65536)).split(b"\n")
        for line in lines:
            command, *words = line.decode().split()
            server.obey(command, words)
            print(line.decode(), flush=True)


if __name__ == "__main__":
    main()
