#!/usr/bin/python3
"""Serves a page with a text and a password field, and notes what happens to them: page.py PORT LOG

/rich has a field for rich text (contenteditable) in place of the plain one, in which browsers show spaces at ends of lines as U+00A0; /rich-pre one whose style keeps
all spaces (white-space: pre-wrap). Notes have plain spaces.
"""
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

out = open(sys.argv[2], "a", buffering=1)
PLAIN = '<textarea id="text" rows="4" cols="40" autofocus></textarea>'
RICH = '<div id="text" contenteditable style="width: 30em; min-height: 4em; border: 1px solid gray; %s"></div>'
PAGE = """<!doctype html><title>entry</title><body style="font: 20px sans-serif; margin: 20px">
<p>FIELD<p><input type="password" id="secret">
<script>
let sent = Promise.resolve()
const note = (what, value) => { sent = sent.then(() => fetch("/", { method: "POST", body: JSON.stringify([what, value]) })) }
const content = field => (field.value ?? field.innerText.replace(/\\n$/, "")).replace(/\\u00a0/g, " ")
for (const [field, name] of [[text, "TEXT"], [secret, "PASSWORD"]]) {
    field.addEventListener("input", event => { if (!event.isComposing) note(name, content(field)) })
    field.addEventListener("compositionend", () => setTimeout(() => note(name, content(field)), 0))
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
        fields = {"/rich": RICH % "", "/rich-pre": RICH % "white-space: pre-wrap"}
        self.answer(200, PAGE.replace("FIELD", fields.get(self.path, PLAIN)).encode())

    def do_POST(self):
        now = time.monotonic()
        what, value = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        print("%.6f %s" % (now, what) + (f" {value!r}" if what != "SHOWN" else ""), file=out)
        self.answer(204)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
