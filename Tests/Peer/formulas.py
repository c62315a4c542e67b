"""A Math part with an independent client: a formula is written stroke by stroke, corrected, worked out and exported.

usage: formulas.py INKD MODEL MODELS RECORDING
"""

import base64
import json
import math
import sys
import tempfile
import threading
import xml.etree.ElementTree as ElementTree

import varlink
from daemon import Daemon, events, refused
from patience import PATIENCE, eventually, require

MATHML = "{http://www.w3.org/1998/Math/MathML}"
SVG = "{http://www.w3.org/2000/svg}"


def line(x0, y0, x1, y1):
    return [(x0 + (x1 - x0) * step / 12, y0 + (y1 - y0) * step / 12) for step in range(13)]


def arc(x, y, across, down, begin, end):
    """Of an ellipse around a place, from one angle to another, in quarter turns clockwise from the right."""
    turns = [(begin + (end - begin) * step / 24) * math.pi / 2 for step in range(25)]
    return [(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns]


# each in a box of 6 by 10 millimetres
SIGNS = {
    "0": [arc(3, 5, 3, 5, -1, 3.1)],
    "1": [line(1.2, 2.4, 3, 0) + line(3, 0, 3, 10)],
    "2": [arc(3, 2.6, 2.8, 2.6, -2, 0.5) + line(4.6, 5, 0.2, 10) + line(0.2, 10, 6, 10)],
    "3": [arc(2.6, 2.5, 2.6, 2.5, -2, 1) + arc(2.6, 7.4, 3, 2.5, -1, 1.9)],
    "4": [line(3.6, 0, 0, 6.4) + line(0, 6.4, 6, 6.4), line(4.4, 3.4, 4.2, 10)],
    "7": [line(0.2, 0, 5.8, 0) + line(5.8, 0, 2, 10)],
    "x": [line(0.4, 4, 5.6, 10), line(5.6, 4, 0.4, 10)],
    "+": [line(0.4, 6, 5.6, 6), line(3, 3.4, 3, 8.6)],
    "=": [line(0.2, 5, 5.8, 5), line(0.2, 7.2, 5.8, 7.2)],
}


def sign(name, x, y, size=1.0):
    return [[(x + size * px, y + size * py) for px, py in stroke] for stroke in SIGNS[name]]


def fraction(above, below, x, y):
    """One sign over another: its bar begins at the place."""
    return sign(above, x + 2, y - 12) + [line(x, y, x + 10, y + 0.2)] + sign(below, x + 2, y + 2.4)


class Watch(threading.Thread):
    """The readings of an editor, as they are told."""

    def __init__(self, address, editor):
        super().__init__(daemon=True)
        self.replies = varlink.Client.new_with_address(address).open("org.inkd.Editor").Watch(editor=editor, _more=True)
        self.lines, self.problem = [], None
        next(self.replies)
        self.start()

    def run(self):
        try:
            for reply in self.replies:
                if reply["change"] == "recognition":
                    self.lines.append(reply["line"])
        except (varlink.VarlinkError, OSError) as error:
            self.problem = error


class Writer:
    """Writes into the Math part of a new package."""

    def __init__(self, daemon, inkd, package):
        self.inkd, self.clock = inkd, 1_700_000_000_000
        inkd["Packages"].Open(name=package, option="createNew")
        self.part = inkd["Packages"].CreatePart(package=package, type="Math")["part"]["id"]
        self.package = package
        self.name = inkd["Editor"].Create()["editor"]
        inkd["Editor"].SetViewSize(editor=self.name, width=300, height=200)
        inkd["Editor"].SetPart(editor=self.name, package=package, part=self.part)
        self.watch = Watch(daemon.address, self.name)

    def write(self, strokes):
        """Stroke by stroke, each of which is read at once."""
        for stroke in strokes:
            made, self.clock = events([stroke], self.clock)
            self.inkd["Editor"].PointerEvents(editor=self.name, events=made)

    def read(self):
        self.inkd["Editor"].WaitForIdle(editor=self.name, timeout=int(PATIENCE * 1000))
        return self.inkd["Editor"].GetState(editor=self.name)["lines"]

    def export(self, media, **options):
        return self.inkd["Blocks"].Export(editor=self.name, format=media, options=[{"key": k, **v} for k, v in options.items()])["text"]


def latex_of(lines):
    return [line["text"] for line in lines]


def main(arguments):
    inkd, model, models, recording = arguments
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(inkd, model, models, recording, folder)
        clients = daemon.start()
        try:
            test(daemon, clients)
        finally:
            daemon.end(15)


def test(daemon, clients):
    writer = Writer(daemon, clients, "sums")
    editor, blocks = clients["Editor"], clients["Blocks"]

    writer.write(fraction("1", "2", 10, 60) + sign("+", 24, 54) + sign("3", 34, 54) + sign("=", 44, 54))
    lines = writer.read()
    require(latex_of(lines) == ["\\frac{1}{2}+3="], f"read {latex_of(lines)}")
    require(lines[0]["formula"]["result"]["value"] == 3.5, f"{lines[0]['formula']}")
    eventually(lambda: any(line["final"] and line["text"] == lines[0]["text"] for line in writer.watch.lines), "the watch has the formula")
    print(f"Read stroke by stroke: {lines[0]['text']} is {lines[0]['formula']['result']['text']}.")

    found = {block["id"]: block for block in blocks.List(editor=writer.name)["blocks"]}
    node = next(block for block in found.values() if block.get("shape") == "fraction")
    parts = [found[name] for name in node["children"]]
    require([part["text"] for part in parts] == ["1", "2"] and node["strokes"] == [2], f"the fraction is {node} of {parts}")
    print(f"Its blocks: {sorted(block['shape'] for block in found.values() if block.get('shape'))}.")

    three = next(index for index, word in enumerate(lines[0]["words"]) if word["text"] == "3")
    require(len(lines[0]["words"][three]["candidates"]) > 1, "a symbol has candidates")
    editor.SelectCandidate(editor=writer.name, line=lines[0]["id"], word=three, text="x")
    require(latex_of(writer.read()) == ["\\frac{1}{2}+x="], "the symbol is another")
    refused("InvalidValue", editor.SelectCandidate, editor=writer.name, line=lines[0]["id"], word=three, text="no symbol")
    editor.SetConfiguration(editor=writer.name, key="math.solver.variables", value={"text": "x = 2"})
    writer.write(sign("1", 2, 55))
    lines = writer.read()
    require(latex_of(lines) == ["1\\frac{1}{2}+x="], f"later readings keep the choice: {latex_of(lines)}")
    require(lines[0]["formula"]["result"]["value"] == 3.5, f"a mixed number, and a letter with a value: {lines[0]['formula']}")
    editor.Undo(editor=writer.name)
    require(latex_of(writer.read()) == ["\\frac{1}{2}+x="], "undone")
    editor.Undo(editor=writer.name)
    require(latex_of(writer.read()) == ["\\frac{1}{2}+3="], "the choice is undone")
    editor.Redo(editor=writer.name)
    require(latex_of(writer.read()) == ["\\frac{1}{2}+x="], "the choice is made again")
    print("A chosen symbol is kept by later readings, undone and redone.")

    # over the symbol that was chosen, after a pause
    writer.clock += 2000
    writer.write([arc(37, 57, 2.8, 2.4, -2, 0.5) + line(38.6, 59.2, 34.4, 64) + line(34.4, 64, 40, 64)])
    require(latex_of(writer.read()) == ["\\frac{1}{2}+2="], f"written over: {latex_of(writer.read())}")
    writer.clock += 2000
    zigzag = [(33.4 + 3.6 * (step % 2) * 2, 55 + 0.8 * step) for step in range(12)]
    writer.write([[p for a, b in zip(zigzag, zigzag[1:]) for p in line(*a, *b)[:-1]]])
    require(latex_of(writer.read()) == ["\\frac{1}{2}+="], f"scratched out: {latex_of(writer.read())}")
    editor.Undo(editor=writer.name)
    require(latex_of(writer.read()) == ["\\frac{1}{2}+2="], "back again")
    print("A symbol is written over, and scratched out.")

    writer.write(sign("x", 10, 100) + sign("=", 22, 100) + sign("7", 34, 100))
    require(latex_of(writer.read()) == ["\\frac{1}{2}+2=", "x=7"], f"a line below: {latex_of(writer.read())}")
    latex = writer.export("application/x-latex").strip()
    require(latex == "\\begin{aligned}\\frac{1}{2}+2&=\\\\x&=7\\end{aligned}", latex)
    rows = ElementTree.fromstring(writer.export("application/mathml+xml")).findall(f"{MATHML}mtable/{MATHML}mtr")
    require(len(rows) == 2 and rows[0].find(f".//{MATHML}mfrac") is not None, "MathML has two rows, and a fraction")
    jiix = json.loads(writer.export("application/vnd.myscript.jiix"))
    require([node["type"] for node in jiix["expressions"][0]["operands"]] == ["fraction", "symbol", "number", "symbol"], f"{jiix}"[:500])
    require(jiix["label"] == latex, "JIIX has the LaTeX")
    for typeset in [False, True]:
        picture = writer.export("image/svg+xml", **{"export.math.typeset": {"flag": typeset}})
        texts = [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]
        require(("7" in texts) == typeset, f"SVG has the signs {texts}")
    refused("NoSuchFormat", blocks.Export, editor=writer.name, format="application/x-tex")
    other = clients["Packages"].CreatePart(package=writer.package, type="Math")["part"]["id"]
    editor.SetPart(editor=writer.name, package=writer.package, part=other)
    blocks.Import(editor=writer.name, format="application/vnd.myscript.jiix", text=json.dumps(jiix))
    require(latex_of(writer.read()) == ["\\frac{1}{2}+2=", "x=7"], f"JIIX comes in again: {latex_of(writer.read())}")
    print("Exported as LaTeX, MathML, SVG and JIIX, and JIIX comes in again.")

    editor.SetPart(editor=writer.name, package=writer.package, part=writer.part)
    require(latex_of(writer.read()) == ["\\frac{1}{2}+2=", "x=7"], "the part is as it was left")
    convert(writer, editor, blocks)
    editor.Clear(editor=writer.name)
    editor.SetConfiguration(editor=writer.name, key="math.solver.write", value={"flag": True})
    writer.write(sign("3", 10, 54) + sign("+", 22, 54) + sign("4", 34, 54) + sign("=", 46, 54))
    eventually(lambda: editor.GetState(editor=writer.name)["state"]["strokes"] > 7, "the result is written")
    lines = writer.read()
    require(lines[0]["formula"]["result"]["value"] == 7 and len(lines) == 1, f"{lines}")
    print(f"The result is written: {lines[0]['text']}.")


def pictured(writer):
    """The signs of the SVG, and the sizes that formulas in type are scaled to."""
    tree = ElementTree.fromstring(writer.export("image/svg+xml"))
    groups = [group for group in tree.iter(f"{SVG}g") if group.get("class") == "typeset"]
    signs = [text.text for group in groups for text in group.iter(f"{SVG}text")]
    return sorted(signs), [float(group.get("transform").split("scale(")[1].rstrip(")")) for group in groups], tree


def convert(writer, editor, blocks):
    """To type, of one size, on in ink, and back."""

    def states():
        return blocks.ConversionStates(editor=writer.name)["states"]

    def said():
        tree = json.loads(writer.export("application/vnd.myscript.jiix"))["expressions"]
        return latex_of(writer.read()), writer.export("application/x-latex"), writer.export("application/mathml+xml"), strip(tree)

    def strip(value):
        # in type no stroke tells how broad the pen was
        if isinstance(value, list):
            return [strip(one) for one in value]
        return {key: strip(one) for key, one in value.items() if key != "bounding-box"} if isinstance(value, dict) else value

    before, count = said(), editor.GetState(editor=writer.name)["state"]["strokes"]
    require(states() == ["digital-edit", "digital-publish"], f"ink can be {states()}")
    blocks.Convert(editor=writer.name)
    require(editor.GetState(editor=writer.name)["state"]["strokes"] == 0, "no ink is left")
    require(said() == before, f"in type it says {said()}\nand said {before}")
    require(editor.GetState(editor=writer.name)["lines"][0]["formula"]["result"]["value"] == 2.5, "it has its value")
    signs, sizes, tree = pictured(writer)
    require(signs == sorted("12+2=x=7") and not list(tree.iter(f"{SVG}path")), f"SVG has the signs {signs}")
    require(states() == ["handwriting", "digital-publish"], f"type can be {states()}")
    blocks.Convert(editor=writer.name, state="digital-publish")
    _, published, _ = pictured(writer)
    require(len(set(published)) == 1, f"of one size: {sizes} became {published}")
    require(said()[0] == before[0] and states() == ["handwriting"], f"published it says {said()[0]} and can be {states()}")
    editor.Undo(editor=writer.name)
    require(pictured(writer)[1] == sizes, "undone by one step")
    for media in ["application/pdf", "image/png"]:
        data = base64.b64decode(blocks.Export(editor=writer.name, format=media)["data"])
        require(len(data) > 1000, f"{media} has {len(data)} bytes")

    editor.SetPart(editor=writer.name, package=writer.package, part=writer.part)
    require(latex_of(writer.read()) == before[0] and states() == ["handwriting", "digital-publish"], "kept in its package")
    writer.write(sign("1", 43, 100))
    lines = writer.read()
    require(latex_of(lines)[1] == "x=71", f"written on: {latex_of(lines)}")
    require(not any(word.get("typeset") for word in lines[1]["words"]) and lines[0]["words"][0]["typeset"], "that one alone is ink")
    editor.Undo(editor=writer.name)
    require(said() == before and states() == ["handwriting", "digital-publish"], "that is undone in one step")
    writer.clock += 2000
    zigzag = [(33.4 + 7.2 * (step % 2), 100.6 + 0.8 * step) for step in range(12)]
    writer.write([[p for a, b in zip(zigzag, zigzag[1:]) for p in line(*a, *b)[:-1]]])
    require(latex_of(writer.read())[1] == "x=", f"scratched out: {latex_of(writer.read())}")
    editor.Undo(editor=writer.name)
    require(said() == before and states() == ["handwriting", "digital-publish"], "that, too")
    blocks.Convert(editor=writer.name, state="handwriting")
    require(said() == before and editor.GetState(editor=writer.name)["state"]["strokes"] == count, "it is ink again")
    require(states() == ["digital-edit", "digital-publish"], f"ink can be {states()}")
    print(f"In type and back: {signs}, of size {sizes}, then {published}.")


if __name__ == "__main__":
    main(sys.argv[1:])
