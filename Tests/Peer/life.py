"""A whole life of a package, as a client with nothing but Python's "varlink" package lives it.

usage: life.py INKD MODEL MODELS_FOLDER RECORDING INK_FILE FOLDER_FOR_EXPORTS

INK_FILE is gzip'd JSON lines of written words. The daemon is started, killed and started again by this script.
"""

import base64
import gzip
import io
import json
import os
import random
import signal
import struct
import sys
import tempfile
import xml.etree.ElementTree
import zipfile
import zlib

import varlink
from daemon import Daemon, events, refused
from patience import PATIENCE, require

TYPES = ["Text", "Math", "Drawing", "Diagram", "Raw Content", "Text Document"]
TEXT_FORMATS = {
    "text": "text/plain",
    "jiix": "application/vnd.myscript.jiix",
    "inkml": "application/inkml+xml",
    "svg": "image/svg+xml",
    "html": "text/html",
    "markdown": "text/markdown",
}
DATA_FORMATS = {
    "png": "image/png",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}


def png(width, height):
    """A small picture, as a file in base64."""

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    rows = b"".join(b"\0" + b"".join(bytes([40 * (x % 6), 30 * (y % 8), 120]) for x in range(width)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    content = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + content).decode()


PICTURE = png(24, 16)


class Words:
    """Written words from a file, as strokes in millimetres."""

    def __init__(self, path):
        with gzip.open(path, "rt") as lines:
            rows = [json.loads(line) for line, _ in zip(lines, range(4000))]
        self.rows = [row for row in rows if len(row["label"]) > 3 and row["label"].isalpha()]
        random.Random(5).shuffle(self.rows)
        self.next = 0

    def word(self, x, baseline):
        """The next word at a place, small letters some 3 millimetres high: its label, its strokes and where it ends."""
        row = self.rows[self.next % len(self.rows)]
        self.next += 1
        strokes = []
        for flat in row["strokes"]:
            points, place = [], [0, 0]
            for i in range(0, len(flat) - 1, 2):
                place = [place[0] + flat[i], place[1] + flat[i + 1]]
                points.append(tuple(place))
            strokes.append(points)
        left = min(p[0] for s in strokes for p in s)
        low, high = min(p[1] for s in strokes for p in s), max(p[1] for s in strokes for p in s)
        scale = 7 / max(1, high - low)
        placed = [[(x + (p[0] - left) * scale, baseline + (p[1] - high) * scale) for p in s] for s in strokes]
        return row["label"], placed, max(p[0] for s in placed for p in s)


def write_line(inkd, editor, words, count, baseline):
    labels, x, clock = [], 15, 1_700_000_000_000
    for _ in range(count):
        label, strokes, right = words.word(x, baseline)
        batch, clock = events(strokes, clock)
        inkd["Editor"].PointerEvents(editor=editor, events=batch, processGestures=False)
        labels.append(label)
        x = right + 6
    return labels


def rectangle(x, y, width, height):
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    return [
        (a[0] + (b[0] - a[0]) * k / 20, a[1] + (b[1] - a[1]) * k / 20) for a, b in zip(corners, corners[1:]) for k in range(20)
    ] + [corners[-1]]


def edit_text(inkd, editor, words):
    api = inkd["Editor"]
    labels = write_line(inkd, editor, words, 3, 30) + write_line(inkd, editor, words, 3, 50)
    state = api.WaitForIdle(editor=editor, timeout=PATIENCE * 1000)["state"]
    require(state["idle"] and state["canUndo"] and not state["empty"], f"after writing the state is {state}")
    read = state["text"].split()
    right = sum(a == b for a, b in zip(read, labels))
    print(f"  Six words were written, {right} of them read as they were meant.")

    before = inkd["Ink"].Strokes(editor=editor)["strokes"]
    api.Undo(editor=editor)
    api.Undo(editor=editor)
    require(len(inkd["Ink"].Strokes(editor=editor)["strokes"]) == len(before) - 2, "two undos did not take two strokes back")
    api.Redo(editor=editor)
    api.Redo(editor=editor)
    require(inkd["Ink"].Strokes(editor=editor)["strokes"] == before, "redo gave other ink back")
    api.Clear(editor=editor)
    require(api.GetState(editor=editor)["state"]["empty"], "clear left something")
    api.Undo(editor=editor)
    require(inkd["Ink"].Strokes(editor=editor)["strokes"] == before, "clear could not be undone")
    api.WaitForIdle(editor=editor, timeout=PATIENCE * 1000)

    line = api.GetState(editor=editor)["lines"][0]
    word = next(i for i, w in enumerate(line["words"]) if len(w["candidates"]) > 1)
    choice = line["words"][word]["candidates"][1]["text"]
    api.SelectCandidate(editor=editor, line=line["id"], word=word, text=choice)
    require(api.GetState(editor=editor)["lines"][0]["words"][word]["text"] == choice, "the chosen candidate is not the word")
    api.Undo(editor=editor)
    require(api.GetState(editor=editor)["lines"][0]["text"] == line["text"], "a choice could not be undone")
    api.Redo(editor=editor)
    print("  Undo, redo, clear and the choice of a candidate went there and back.")

    target = max(before, key=lambda stroke: len(stroke["x"]))
    middle = len(target["x"]) // 2
    inkd["Ink"].Erase(editor=editor, x=target["x"][middle:], y=target["y"][middle:], radius=0.4, mode="pixel")
    after = {stroke["id"]: stroke for stroke in inkd["Ink"].Strokes(editor=editor)["strokes"]}
    require(target["id"] not in after, "a stroke that was erased in part kept its name")
    pieces = [inkd["Ink"].GetPath(editor=editor, stroke=id)["path"] for id in after if id not in {s["id"] for s in before}]
    require(any(piece["root"] == target["id"] and piece["visible"] for piece in pieces), f"no piece of the erased stroke is left: {pieces}")
    points = inkd["Ink"].Interpolate(editor=editor, stroke=pieces[0]["id"], by="distance", step=0.5)["points"]
    require(len(points) > 1, "a path has no points half a millimetre apart")
    print(f"  Half a stroke was erased; {len(pieces)} stroke(s) are left of those it touched.")
    api.WaitForIdle(editor=editor, timeout=PATIENCE * 1000)


def edit_document(inkd, editor, words):
    blocks = inkd["Blocks"]
    write_line(inkd, editor, words, 2, 30)
    batch, _ = events([rectangle(20, 60, 50, 30)], 1_700_000_100_000)
    inkd["Editor"].PointerEvents(editor=editor, events=batch, processGestures=False)
    image = blocks.AddImage(editor=editor, x=20, y=120, width=30, media="image/png", data=PICTURE)["block"]
    refused("InvalidImage", blocks.AddImage, editor=editor, x=0, y=0, media="image/jpeg", data=PICTURE)
    blocks.Add(editor=editor, x=20, y=160, type="Math")
    inkd["Editor"].WaitForIdle(editor=editor, timeout=PATIENCE * 1000)
    found = blocks.List(editor=editor)["blocks"]
    types = [block["type"] for block in found]
    require(types[0] == "Container" and {"Text", "Drawing", "Math"} <= set(types), f"the document has the blocks {types}")
    require(blocks.Hit(editor=editor, x=25, y=130)["block"]["id"] == image, "the picture is not where it was put")
    text = next(block for block in found if block["type"] == "Text")
    blocks.Copy(editor=editor, block=text["id"])
    blocks.Paste(editor=editor, x=20, y=200)
    inkd["Editor"].WaitForIdle(editor=editor, timeout=PATIENCE * 1000)
    texts = [block["text"] for block in blocks.List(editor=editor)["blocks"] if block["type"] == "Text"]
    require(len(texts) == 2, f"after pasting the texts are {texts}")
    refused("BlockInvalid", blocks.Remove, editor=editor, block="text-9999")
    blocks.Convert(editor=editor, block=text["id"])
    converted = [block for block in blocks.List(editor=editor)["blocks"] if block["text"] == text["text"] and not block["strokes"]]
    require(converted, "the converted text is no text without ink")
    print(f"  A document of {sorted(set(types))}: written, drawn, copied, pasted and converted.")


def export_all(inkd, editor, kind, folder):
    """Every format that this kind of part has, by its ending."""
    exports = {}
    for ending, format in {**TEXT_FORMATS, **DATA_FORMATS}.items():
        try:
            reply = inkd["Blocks"].Export(editor=editor, format=format, options=[{"key": "export.jiix.text.chars", "flag": True}])
        except varlink.VarlinkError as error:
            require(error.error() == "org.inkd.Blocks.Unsupported", f"{kind} as {ending}: {error.error()} {error.parameters()}")
            continue
        content = reply["text"].encode() if ending in TEXT_FORMATS else base64.b64decode(reply["data"])
        require(content or kind == "Diagram" and ending == "text", f"{kind} as {ending} is empty")
        exports[ending] = content
        with open(os.path.join(folder, f"{kind.replace(' ', '-').lower()}.{ending}"), "wb") as file:
            file.write(content)
    json.loads(exports["jiix"])
    xml.etree.ElementTree.fromstring(exports["svg"])
    xml.etree.ElementTree.fromstring(exports["inkml"])
    require(exports["png"].startswith(b"\x89PNG"), f"{kind}: no PNG")
    require(exports["pdf"].startswith(b"%PDF"), f"{kind}: no PDF")
    if "docx" in exports:
        require("word/document.xml" in zipfile.ZipFile(io.BytesIO(exports["docx"])).namelist(), f"{kind}: no DOCX")
    return exports


def choose_by_import(inkd, editor):
    document = json.loads(inkd["Blocks"].Export(editor=editor, format=TEXT_FORMATS["jiix"])["text"])
    word = [word for word in document["words"] if len(word.get("candidates", [])) > 1][-1]
    word["label"] = next(candidate for candidate in word["candidates"] if candidate != word["label"])
    reply = inkd["Blocks"].Import(editor=editor, format=TEXT_FORMATS["jiix"], text=json.dumps(document))
    require(reply["chosen"] == 1, f"importing one other candidate chose {reply['chosen']}")
    require(word["label"] in inkd["Editor"].GetState(editor=editor)["state"]["text"].split(), "the imported candidate is not in the text")
    refused("ImportFailed", inkd["Blocks"].Import, editor=editor, format=TEXT_FORMATS["jiix"], text='{"version": "3"')
    print("  A candidate was chosen by exporting, changing a label and importing.")


def new_editor(inkd, package, part):
    editor = inkd["Editor"].Create()["editor"]
    refused("NoViewSize", inkd["Editor"].SetPart, editor=editor, package=package, part=part)
    inkd["Editor"].SetViewSize(editor=editor, width=210, height=297)
    inkd["Editor"].SetPart(editor=editor, package=package, part=part)
    return editor


def all_exports(inkd, package, folder):
    exports = {}
    for part in inkd["Packages"].Parts(package=package)["parts"]:
        editor = new_editor(inkd, package, part["id"])
        inkd["Editor"].WaitForIdle(editor=editor, timeout=PATIENCE * 1000)
        exports[part["type"]] = export_all(inkd, editor, part["type"], folder)
        inkd["Editor"].Close(editor=editor)
    return exports


def same(a, b):
    """The exports that differ between two collections."""
    return [f"{kind}.{ending}" for kind in a for ending in a[kind] if a[kind][ending] != b.get(kind, {}).get(ending)]


def main():
    program, model, models, recording, ink, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    words = Words(ink)
    with tempfile.TemporaryDirectory() as state:
        daemon = Daemon(program, model, models, recording, state)
        inkd = daemon.start()
        try:
            live(daemon, inkd, words, folder)
        finally:
            if daemon.process.poll() is None:
                daemon.process.kill()


def live(daemon, inkd, words, folder):
    packages = inkd["Packages"]
    refused("NoSuchPackage", packages.Open, name="notes")
    refused("InvalidName", packages.Open, name="../notes", option="create")
    packages.Open(name="notes", option="createNew")
    refused("PackageExists", packages.Open, name="notes", option="createNew")
    refused("NoSuchPartType", packages.CreatePart, package="notes", type="text")
    parts = [packages.CreatePart(package="notes", type=kind)["part"] for kind in TYPES]
    require([part["index"] for part in parts] == list(range(6)), f"the parts are {parts}")
    require(packages.GetPart(package="notes", index=3)["part"] == parts[3], "part 3 is another one by its index")
    packages.SetMetadata(package="notes", metadata={"author": {"text": "Ada"}, "pages": {"number": 3}})
    packages.SetMetadata(package="notes", part=parts[0]["id"], metadata={"done": {"flag": False}})
    print("A package with six parts was made.")

    for part in parts:
        editor = new_editor(inkd, "notes", part["id"])
        refused("PackageInUse", packages.Delete, name="notes")
        refused("PartInUse", packages.RemovePart, package="notes", part=part["id"])
        if part["type"] == "Text":
            edit_text(inkd, editor, words)
            choose_by_import(inkd, editor)
        elif part["type"] == "Text Document":
            edit_document(inkd, editor, words)
        elif part["type"] in ("Drawing", "Diagram"):
            batch, _ = events([rectangle(20, 20, 60, 30), rectangle(120, 20, 60, 30)], 1_700_000_000_000)
            inkd["Editor"].PointerEvents(editor=editor, events=batch)
        else:
            write_line(inkd, editor, words, 2, 30)
        inkd["Editor"].WaitForIdle(editor=editor, timeout=PATIENCE * 1000)
        inkd["Editor"].Close(editor=editor)
    packages.Save(name="notes")
    require(not packages.SaveToTemp(name="notes")["package"]["unsaved"], "a package that was just saved has unsaved changes")
    before = all_exports(inkd, "notes", folder)
    print(f"Everything was exported: {', '.join(sorted(before['Text']))}.")

    editor = new_editor(inkd, "notes", parts[0]["id"])
    write_line(inkd, editor, words, 1, 80)
    strokes = inkd["Ink"].Strokes(editor=editor)["strokes"]
    daemon.end(signal.SIGKILL)
    inkd = daemon.start()
    packages = inkd["Packages"]
    require(packages.Open(name="notes")["package"]["recovered"], "after a forced end nothing was recovered")
    editor = new_editor(inkd, "notes", parts[0]["id"])
    require(inkd["Ink"].Strokes(editor=editor)["strokes"] == strokes, "ink was lost or altered by a forced end")
    inkd["Editor"].Close(editor=editor)
    refused("UnsavedChanges", packages.Close, name="notes")
    packages.Close(name="notes", discard=True)
    print("After kill -9 the unsaved word was there; it was discarded.")

    daemon.end(signal.SIGTERM)
    inkd = daemon.start()
    packages = inkd["Packages"]
    opened = packages.Open(name="notes", option="existing")["package"]
    require(not opened["recovered"] and opened["parts"] == 6, f"opened again the package is {opened}")
    require(packages.GetMetadata(package="notes")["metadata"]["author"] == {"text": "Ada"}, "the metadata is gone")
    after = all_exports(inkd, "notes", folder)
    require(not same(before, after), f"opened again it is exported otherwise: {', '.join(same(before, after))}")
    clone = packages.ClonePart(package="notes", part=parts[0]["id"])["part"]
    require(clone["index"] == 6, f"the clone is {clone}")
    require(packages.MovePart(package="notes", part=clone["id"], index=0)["part"]["index"] == 0, "the clone was not moved")
    packages.RemovePart(package="notes", part=clone["id"])
    packages.Save(name="notes")
    packages.Close(name="notes")
    packages.Delete(name="notes")
    require(packages.List()["packages"] == [], "a deleted package is listed")
    daemon.end(signal.SIGTERM)
    print("Opened again after an orderly end, every export was the same, byte for byte.")


main()
