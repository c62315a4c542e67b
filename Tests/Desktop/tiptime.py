#!/usr/bin/python3
"""The time from a frame of the pen to its pixel on an X server: tiptime.py SOCKET [P50_MS P90_MS]

Serves the overlay as tip.py does, writes stairs at 200 Hz with the pointer at the tip, and looks for the ink of each corner: stairs, because
nothing is predicted there. Start the overlay with --at-tip always --theme light. Fails if a percentile is above its limit.
"""
import ctypes
import os
import statistics
import sys
import threading
import time

from tip import Server

xlib, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
xlib.XOpenDisplay.restype = ctypes.c_void_p
xlib.XDefaultRootWindow.restype = ctypes.c_ulong
xlib.XGetImage.restype = ctypes.c_void_p
xlib.XGetPixel.restype = ctypes.c_ulong
for function in (xlib.XDefaultRootWindow, xlib.XFlush, xlib.XDestroyImage):
    function.argtypes = [ctypes.c_void_p]
xlib.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
xlib.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_int] * 2, *[ctypes.c_uint] * 2, ctypes.c_ulong, ctypes.c_int]
xtst.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, *[ctypes.c_int] * 3, ctypes.c_ulong]
ALL_PLANES, Z_PIXMAP, STEP, SPAN = 0xFFFFFFFF, 2, 12, 60
# a settled line rounds corners off
NEAR = 4


def has_ink(image, left, top):
    """Whether any pixel of a square is bluer than red: the screen is gray, and ink blue."""
    for y in range(top, top + 2 * NEAR + 1):
        for x in range(left, left + 2 * NEAR + 1):
            pixel = xlib.XGetPixel(image, x, y)
            if (pixel & 0xFF) - (pixel >> 16 & 0xFF) >= 0x20:
                return True
    return False


class Watcher(threading.Thread):
    """Looks for the ink of places, as fast as the server answers."""

    def __init__(self):
        super().__init__(daemon=True)
        self.pending, self.times, self.lock = [], [], threading.Lock()

    def run(self):
        display = xlib.XOpenDisplay(None)
        root = xlib.XDefaultRootWindow(display)
        while True:
            with self.lock:
                pending = list(self.pending)
            if not pending:
                time.sleep(0.0005)
                continue
            left, top = min(p[0] for p in pending), min(p[1] for p in pending)
            width, height = max(p[0] for p in pending) - left + 1, max(p[1] for p in pending) - top + 1
            image = xlib.XGetImage(display, root, left - NEAR, top - NEAR, width + 2 * NEAR, height + 2 * NEAR, ALL_PLANES, Z_PIXMAP)
            now = time.monotonic()
            seen = [p for p in pending if has_ink(image, p[0] - left, p[1] - top)]
            xlib.XDestroyImage(image)
            with self.lock:
                self.pending = [p for p in self.pending if p not in seen and now - p[2] < 0.5]
                self.times += [(now - p[2]) * 1e3 for p in seen]


def main():
    server = Server(sys.argv[1])
    server.obey("device", ["1", "tablet"])
    server.obey("status", ["text"])
    print("READY", flush=True)
    server.wait(time.monotonic() + 2)
    display, watcher = xlib.XOpenDisplay(None), Watcher()
    watcher.start()
    sent = 0
    for stroke in range(20):
        x, y = 100 + 30 * (stroke % 5), 60 + 20 * (stroke // 5)
        start = time.monotonic()
        for index in range(SPAN):
            if index:
                x, y = (x + STEP, y) if index % 2 else (x, y + STEP)
            xtst.XTestFakeMotionEvent(display, -1, x, y, 0)
            xlib.XFlush(display)
            now = time.monotonic()
            server.event("move" if index else "down", 1, x / 10, y / 10)
            with watcher.lock:
                watcher.pending.append((x, y, now))
            sent += 1
            server.wait(start + 0.005 * (index + 1))
        server.event("up", 1, x / 10, y / 10)
        server.strokes += 1
        server.wait(time.monotonic() + 0.6)
        server.reading("word", 1)
        server.taken("word", 1)
        server.wait(time.monotonic() + 0.7)
    times = sorted(watcher.times)
    if len(times) < sent / 2:
        sys.exit("the ink of only %d of %d frames was seen" % (len(times), sent))
    p50, p90 = statistics.median(times), times[int(0.9 * len(times))]
    print("%d of %d frames, ms from frame to pixel: p50 %.1f, p90 %.1f, max %.1f" % (len(times), sent, p50, p90, times[-1]))
    os._exit(len(sys.argv) > 3 and (p50 > float(sys.argv[2]) or p90 > float(sys.argv[3])))


main()
