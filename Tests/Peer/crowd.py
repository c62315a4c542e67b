"""The largest call of every method that takes much, on all connections of two users at once: the memory that inkd takes for it, and what is left of it.

Each load is sent by two users at the same moment, on as many connections as a user may have, in a memory cgroup of the service's MemoryMax where one can be made. A
third client calls meanwhile, and is answered. Needs root, to be two users; nothing but Python.

usage: crowd.py INKD MODEL MODELS_FOLDER [LOAD …]
"""

import base64
import gzip
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from patience import PATIENCE, eventually, require

USERS = (65534, 1)
CONNECTIONS = 28  # of each; those that are kept for root and for who sits at the machine are not theirs
MIB = 1 << 20
# MiB that inkd may take at most, whatever is asked of it, and that may be left of that when it has been quiet for a while, above what it had before
MOST, LEFT = 400, 60
QUIET = int(os.environ.get("INKD_QUIET", "10"))


def filled(head, piece, tail, size=MIB - 16):
    """As many pieces with commas between as make a message of so many bytes."""
    count = max(1, (size - len(head) - len(tail) + 1) // (len(piece) + 1))
    return head + b",".join([piece] * count) + tail


def message(method, parameters, **flags):
    """A call, of which `parameters` is JSON."""
    more = "".join(f',"{name}":true' for name in flags)
    return b'{"method":"org.inkd.%s"%s,"parameters":%s}' % (method.encode(), more.encode(), parameters)


def filled_call(method, head, piece, tail):
    return filled(b'{"method":"org.inkd.%s","parameters":%s' % (method.encode(), head), piece, tail + b"}")


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.rest = b""

    def send(self, data):
        self.socket.sendall(data + b"\0")

    def reply(self):
        while b"\0" not in self.rest:
            chunk = self.socket.recv(MIB)
            if not chunk:
                return {"error": "closed"}
            self.rest += chunk
        first, self.rest = self.rest.split(b"\0", 1)
        return json.loads(first)

    def call(self, method, **parameters):
        self.send(json.dumps({"method": f"org.inkd.{method}", "parameters": parameters}).encode())
        reply = self.reply()
        require("error" not in reply, f"{method}: {reply}")
        return reply["parameters"]

    def upload(self, data):
        transfer = self.call("Transfers.Begin", size=len(data))["transfer"]
        for begin in range(0, len(data), 1 << 19):
            self.call("Transfers.Write", transfer=transfer, data=base64.b64encode(data[begin : begin + (1 << 19)]).decode())
        return transfer

    def editor(self, kind):
        name = f"crowd-{os.getuid()}-{id(self)}"
        self.call("Packages.Open", name=name, option="create")
        part = self.call("Packages.CreatePart", package=name, type=kind)["part"]["id"]
        editor = self.call("Editor.Create")["editor"]
        self.call("Editor.SetViewSize", editor=editor, width=200, height=200)
        self.call("Editor.SetPart", editor=editor, package=name, part=part)
        return editor


STROKE = b'{"x":[1,2],"y":[1,2]}'
MESSAGES = {
    "Recognize": filled_call("Recognizer.Recognize", b'{"strokes":[', STROKE, b"]}"),
    "Recognize, numbers": filled_call("Recognizer.Recognize", b'{"strokes":[{"y":[1],"x":[', b"1", b"]}]}"),
    "Recognize, empty arrays": filled_call("Recognizer.Recognize", b'{"strokes":[', b"[]", b"]}"),
    "Recognize, empty objects": filled_call("Recognizer.Recognize", b'{"strokes":[', b"{}", b"]}"),
    "Recognize, objects in objects": filled_call("Recognizer.Recognize", b'{"strokes":[', b'{"a":{"a":{"a":1}}}', b"]}"),
    "RecognizeGesture": filled_call("Recognizer.RecognizeGesture", b'{"stroke":{"x":[1,2],"y":[1,2]},"strokes":[', STROKE, b"]}"),
    "RecognizeCharacters": filled_call("Recognizer.RecognizeCharacters", b'{"language":"ja","strokes":[', STROKE, b"]}"),
    "RecognizeFormula": filled_call("Recognizer.RecognizeFormula", b'{"strokes":[', STROKE, b"]}"),
    "RecognizeShape": filled_call("Recognizer.RecognizeShape", b'{"strokes":[', STROKE, b"]}"),
    "Practice.Begin": filled_call("Practice.Begin", b'{"strokes":[', b'{"x":[1,2],"y":[1,2],"time":[1,2]}', b"]}"),
    "Search.FindDrawings": filled_call("Search.FindDrawings", b'{"strokes":[', STROKE, b"]}"),
    "Search.Find": filled_call("Search.Find", b'{"words":"', b"word ", b'"}'),
    "Adaptation.Adapt": filled_call("Adaptation.Adapt", b'{"examples":[', b'{"strokes":[{"x":[1,2],"y":[1,2]}],"text":"a"}', b"]}"),
    "AddStrokes": filled_call("Ink.AddStrokes", b'{"editor":"EDITOR","strokes":[', STROKE, b"]}"),
    "Erase": filled_call("Ink.Erase", b'{"editor":"EDITOR","y":[1],"x":[', b"1", b"]}"),
    "RemoveStrokes": filled_call("Ink.RemoveStrokes", b'{"editor":"EDITOR","strokes":[', b"1", b"]}"),
    "PointerEvents": filled_call("Editor.PointerEvents", b'{"editor":"EDITOR","events":[', b'{"phase":"move","x":1,"y":1}', b"]}"),
    "Blocks.Import": filled_call("Blocks.Import", b'{"editor":"EDITOR","format":"application/vnd.myscript.jiix","text":"[', b"{}", b']"}'),
    "AddImage": filled_call("Blocks.AddImage", b'{"editor":"EDITOR","x":0,"y":0,"media":"image/png","data":"', b"AAAAAAA", b'"}'),
    "SetMetadata": filled_call("Packages.SetMetadata", b'{"package":"none","metadata":{"a":{},"b":[', b"{}", b"]}}"),
    "Transfers.Write": filled_call("Transfers.Write", b'{"transfer":1,"data":"', b"AAAAAAA", b'"}'),
    "SetContext": filled_call("TextInput.SetContext", b'{"field":1,"before":"', b"text ", b'"}'),
    "no method": filled_call("Nowhere.Nothing", b'{"a":[', b"{}", b"]}"),
    "no call": filled(b"[", b"{}", b"]"),
}


def xopp(points):
    places = b" ".join(b"%d %d" % (i * 3 % 600, i * 7 % 800) for i in range(1000))
    stroke = b'<stroke tool="pen" color="#000000ff" width="1.41">' + b" ".join([places] * (points // 1000)) + b"</stroke>"
    page = b'<page width="600" height="800"><background type="solid" color="#ffffffff" style="plain"/><layer>' + stroke + b"</layer></page>"
    return gzip.compress(b'<?xml version="1.0"?><xournal creator="x" fileversion="4">' + page + b"</xournal>")


def jiix(path):
    data = filled(b'{"type":"Drawing","version":"3","items":[', b"{}", b"]}", 30 * MIB)
    return [(lambda c, t: c.send(json.dumps({"method": "org.inkd.Blocks.Import", "parameters": {
        "editor": c.name, "format": "application/vnd.myscript.jiix", "transfer": t}}).encode()), data)] * 2


def stroke_file(path):
    data = filled(b"[", b'{"x":[1,2,3,4,5],"y":[1,2,3,4,5]}', b"]", 30 * MIB)
    return [(lambda c, t: c.send(json.dumps({"method": "org.inkd.Ink.AddStrokes", "parameters": {"editor": c.name, "transfer": t}}).encode()), data)] * 2


def ink_ml(path):
    trace = b"<trace>" + b",".join(b"%d %d" % (i % 90, i % 70) for i in range(400_000)) + b"</trace>"
    data = b'<ink xmlns="http://www.w3.org/2003/InkML">' + trace + b"</ink>"
    return [(lambda c, t: c.send(json.dumps({"method": "org.inkd.Blocks.Import", "parameters": {
        "editor": c.name, "format": "application/inkml+xml", "transfer": t}}).encode()), data)] * 4


def pages(path):
    data = xopp(3_000_000)
    return [(lambda c, t: c.send(json.dumps({"method": "org.inkd.Packages.ImportPages", "parameters": {
        "package": c.package, "format": "application/x-xopp", "transfer": t}}).encode()), data)] * 4


FILES = {"file of JIIX": jiix, "file of strokes": stroke_file, "file of InkML": ink_ml, "file of Xournal++": pages}


def say(results):
    counted = {}
    for result in results:
        counted[result] = counted.get(result, 0) + 1
    return ", ".join(f"{number} × {name}" for name, number in sorted(counted.items()))


def send_messages(path, data, start):
    connections = [Connection(path) for _ in range(CONNECTIONS)]
    if b"EDITOR" in data:
        editors = [c.editor("Drawing") for c in connections[:24]]
        datas = [data.replace(b"EDITOR", editors[i % 24].encode()) for i in range(len(connections))]
    else:
        datas = [data] * len(connections)
    start()
    threads = [threading.Thread(target=c.send, args=(d,)) for c, d in zip(connections, datas, strict=True)]
    for thread in threads:
        thread.start()
    results = [c.reply().get("error", "ok").split(".")[-1] for c in connections]
    for thread in threads:
        thread.join()
    return results


def send_files(path, make, start):
    sent = []
    for send, data in make(path):
        c = Connection(path)
        c.name = c.editor("Drawing")
        c.package = f"crowd-{os.getuid()}-{id(c)}"
        sent.append((c, send, c.upload(data)))
    start()
    for c, send, transfer in sent:
        send(c, transfer)
    return [c.reply().get("error", "ok").split(".")[-1] for c, _, _ in sent]


def fetch_strokes(path, _, start):
    """All connections ask for a large page, and read no answer for a while."""
    first = Connection(path)
    editor = first.editor("Drawing")
    for row in range(20):
        strokes = [{"x": [k * 0.4 for k in range(400)], "y": [10 * row + (k * k % 7) for k in range(400)]} for _ in range(20)]
        first.call("Ink.AddStrokes", editor=editor, strokes=strokes)
    others = [Connection(path) for _ in range(CONNECTIONS - 1)]
    start()
    for c in others:
        c.send(json.dumps({"method": "org.inkd.Ink.Strokes", "parameters": {"editor": editor}}).encode())
    time.sleep(3)
    return [c.reply().get("error", "ok").split(".")[-1] for c in others]


LOADS = {
    **{name: (send_messages, data) for name, data in MESSAGES.items()},
    **{name: (send_files, make) for name, make in FILES.items()},
    "Strokes that nobody fetches": (fetch_strokes, None),
}


def status(process, key):
    """MiB."""
    with open(f"/proc/{process}/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(key)) // 1024


def limit(process):
    """Puts a process under the service's MemoryMax; whether that can be done here."""
    for root, file in (("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")):
        group = pathlib.Path(root) / f"inkd-crowd-{os.getpid()}"
        try:
            if not (pathlib.Path(root) / "cgroup.procs").exists():
                continue
            group.mkdir()
            (group / file).write_text(str(1 << 30))
            (group / "cgroup.procs").write_text(str(process))
            return group
        except OSError:
            if group.is_dir():
                group.rmdir()
    return None


def as_user(user, work, result):
    process = os.fork()
    if process == 0:
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            os.write(result, (say(work()) + "\n").encode())
        except BaseException as error:
            os.write(result, f"{error!r}\n".encode())
        finally:
            os._exit(0)
    return process


def small_calls(path, stop, delays):
    """A third user's client."""
    c = Connection(path)
    while not stop.is_set():
        begin = time.monotonic()
        c.call("Recognizer.Query")
        delays.append(time.monotonic() - begin)
        time.sleep(0.02)


def run(path, daemon, name):
    send, data = LOADS[name]
    with open(f"/proc/{daemon.pid}/clear_refs", "w") as clear:
        clear.write("5")
    stop, delays = threading.Event(), []
    begin = time.monotonic() + 2

    def start():
        time.sleep(max(0, begin - time.monotonic()))

    out, into = os.pipe()
    users = [as_user(user, lambda: send(path, data, start), into) for user in USERS]
    os.close(into)
    watch = threading.Thread(target=small_calls, args=(path, stop, delays))
    watch.start()
    said = b""
    while chunk := os.read(out, 4096):
        said += chunk
    os.close(out)
    for user in users:
        os.waitpid(user, 0)
    stop.set()
    watch.join()
    require(daemon.poll() is None, f"{name}: inkd ended with {daemon.returncode}")
    peak = status(daemon.pid, "VmHWM")
    print(f"{name}: peak {peak} MiB in {time.monotonic() - begin:.1f} s; {' / '.join(said.decode().split(chr(10))[:2])}; "
          f"others wait for {1000 * max(delays):.0f} ms at most", flush=True)
    return peak


def main():
    program, model, models, *names = sys.argv[1:]
    if os.getuid() != 0:
        print("Skipped: the calls of two users need root, to be two users.")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        path = f"{folder}/inkd"
        users = json.dumps([str(user) for user in USERS])
        pathlib.Path(f"{folder}/inkd.yaml").write_text(
            f"model: {os.path.abspath(model)}\nmodels: {os.path.abspath(models)}\nstate: {folder}/state\nruntime: {folder}/runtime\naccess:\n  users: {users}\n")
        daemon = subprocess.Popen([program, "--config", f"{folder}/inkd.yaml", "--socket", path, "--log-level", "error"])
        try:
            eventually(lambda: socket.socket(socket.AF_UNIX).connect_ex(path) == 0, "inkd starts")
            group = limit(daemon.pid)
            print(f"{len(USERS)} users with {CONNECTIONS} connections each, " + ("under MemoryMax" if group else "no cgroup can be made here"), flush=True)
            Connection(path).call("Recognizer.Recognize", strokes=[{"x": [0, 1, 2], "y": [0, 5, 0]}])
            before = status(daemon.pid, "VmRSS")
            peaks = {name: run(path, daemon, name) for name in names or LOADS}
            time.sleep(QUIET)
            left = status(daemon.pid, "VmRSS")
            print(f"before {before} MiB, peak {max(peaks.values())} MiB, {QUIET} s later {left} MiB", flush=True)
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(PATIENCE)
            if "group" in locals() and group:
                group.rmdir()
    worst = max(peaks, key=peaks.get)
    require(peaks[worst] <= MOST, f"{worst}: {peaks[worst]} MiB are more than {MOST}")
    require(left <= before + LEFT, f"{left} MiB are left of {peaks[worst]}, and there were {before}")


main()
