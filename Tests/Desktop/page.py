#!/usr/bin/python3
"""Serves a page with a text and a password field, and notes what happens to them: page.py PORT LOG"""
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

out = open(sys.argv[2], "a", buffering=1)
PAGE = b"""<!doctype html><title>entry</title><body style="font: 20px sans-serif; margin: 20px">
<p><textarea id="text" rows="4" cols="40" autofocus></textarea><p><input type="password" id="secret">
<script>
let sent = Promise.resolve()
const note = (what, value) => { sent = sent.then(() => fetch("/", { method: "POST", body: JSON.stringify([what, value]) })) }
for (const [field, name] of [[text, "TEXT"], [secret, "PASSWORD"]]) {
    field.addEventListener("input", event => { if (!event.isComposing) note(name, field.value) })
    field.addEventListener("compositionend", () => setTimeout(() => note(name, field.value), 0))
}
text.focus()
note("SHOWN", "")
</script>"""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, PAGE)

    def do_POST(self):
        now = time.monotonic()
        what, value = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        print("%.6f %s" % (now, what) + (f" {value!r}" if what != "SHOWN" else ""), file=out)
        self.answer(204)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
