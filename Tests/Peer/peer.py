"""Tests inkd with an independent Varlink client. usage: peer.py ADDRESS FILE_WITH_THE_TEXT MODEL_TO_INSTALL"""

import base64
import signal
import subprocess
import sys

import varlink
from patience import PATIENCE, require

INTERFACES = {
    "org.varlink.service",
    "org.inkd.Adaptation",
    "org.inkd.Blocks",
    "org.inkd.Client",
    "org.inkd.Devices",
    "org.inkd.Editor",
    "org.inkd.Ink",
    "org.inkd.Models",
    "org.inkd.Packages",
    "org.inkd.Pointer",
    "org.inkd.Recognizer",
}


def command_line(*arguments):
    result = subprocess.run([sys.executable, "-m", "varlink.cli", *arguments], capture_output=True, text=True, timeout=PATIENCE)
    require(result.returncode == 0, f"varlink.cli {' '.join(arguments)}: {result.stderr.strip()}")
    return result.stdout


def describe(client, address):
    found = set(client.get_interfaces())
    require(found >= INTERFACES, f"the service lists {sorted(found)}, expected {sorted(INTERFACES)}")
    print(f"The service lists {len(found)} interfaces.")
    for name in sorted(INTERFACES):
        # parses the description, and would throw where it is not the interface language
        interface = client.get_interface(name)
        require(interface.name == name, f"{name} describes itself as {interface.name}")
    print("Each description was parsed by another implementation's parser.")
    require("org.inkd.Editor" in command_line("info", address), "varlink.cli info does not list the editor's interface")
    require("method Undo" in command_line("help", f"{address}/org.inkd.Editor"), "varlink.cli help does not show the editor's interface")
    print("The command line client shows them too.")


def list_devices(client, address):
    with client.open("org.inkd.Devices") as devices:
        found = devices.List()["devices"]
    require(len(found) == 1 and found[0]["replay"], f"expected the one replayed device, found {found}")
    require(found[0]["name"] in command_line("call", f"{address}/org.inkd.Devices.List", "{}"), "varlink.cli call does not list the device")
    print(f'There is one device, "{found[0]["name"]}", with the editor {found[0]["editor"]}.')
    return found[0]["editor"]


def refuse(client):
    with client.open("org.inkd.Editor") as editor:
        try:
            editor.GetState(editor="none")
            require(False, "an editor that is not there has a state")
        except varlink.VarlinkError as error:
            require(error.error() == "org.inkd.Editor.NoSuchEditor", f"expected NoSuchEditor, got {error.error()}")
            require(error.parameters() == {"editor": "none"}, f"NoSuchEditor has the parameters {error.parameters()}")
    print("An editor that is not there is refused with NoSuchEditor, which names it.")


def watch(client, name, text):
    changes = []
    with client.open("org.inkd.Editor") as editor:
        for reply in editor.Watch(editor=name, _more=True):
            require(reply["sequence"] == len(changes) + 1, f"reply {len(changes) + 1} has the number {reply['sequence']}")
            changes.append(reply["change"])
            if reply["change"] == "idle" and reply["state"]["text"] == text:
                break
    readings = changes.count("recognition")
    print(f'After {len(changes)} replies, {readings} of them readings, the text is "{text}".')


def edit(client, name):
    with client.open("org.inkd.Editor") as editor:
        before = editor.GetState(editor=name)["state"]
        undone = editor.Undo(editor=name)["state"]
        require(undone["strokes"] == before["strokes"] - 1, f"undo left {undone['strokes']} of {before['strokes']} strokes")
        redone = editor.Redo(editor=name)["state"]
        require(redone["strokes"] == before["strokes"], f"redo gave {redone['strokes']} of {before['strokes']} strokes")
    print(f"The last of {before['strokes']} strokes was taken back and made again.")


def install(client, path):
    with open(path, "rb") as file:
        data = file.read()
    with client.open("org.inkd.Models") as watch, client.open("org.inkd.Models") as calls:
        before = [model["tag"] for model in calls.List()["models"]]
        for reply in watch.Install(size=len(data), _more=True):
            if reply["progress"] == "receiving" and reply["received"] == 0:
                for start in range(0, len(data), 65536):
                    chunk = base64.b64encode(data[start : start + 65536]).decode()
                    calls.Write(upload=reply["upload"], data=chunk)
        require(reply["progress"] == "installed", f"the install ended with {reply['progress']}")
        model = reply["model"]
        require(calls.IsInstalled(tag=model["tag"])["installed"], f"{model['tag']} is not installed")
        require(calls.Resolve(tag=model["tag"] + "-US")["model"] == model, "a longer tag means another model")
        calls.Remove(tag=model["tag"])
        require([found["tag"] for found in calls.List()["models"]] == before, "removing left something behind")
        try:
            calls.Resolve(tag="tlh")
            require(False, "there is a model for Klingon")
        except varlink.VarlinkError as error:
            require(error.error() == "org.inkd.Models.NoModel", f"expected NoModel, got {error.error()}")
            require(error.parameters()["available"] == before, f"NoModel has the parameters {error.parameters()}")
    print(f'The model {model["tag"]}, {len(data)} bytes, was installed, found and removed.')


def recognise(client, name):
    with client.open("org.inkd.Ink") as ink:
        strokes = [{"x": stroke["x"], "y": stroke["y"]} for stroke in ink.Strokes(editor=name)["strokes"]]
    with client.open("org.inkd.Recognizer") as recognizer:
        abilities = recognizer.Query()
        require("text" in abilities["kinds"], f"the recogniser reads {abilities['kinds']}")
        reply = recognizer.Recognize(strokes=strokes, preContext="", alternatives=2)
        require(len(reply["candidates"]) <= 2 and reply["candidates"], f"{len(reply['candidates'])} candidates came")
        used = {r["stroke"] for word in reply["words"] for grapheme in word["graphemes"] for r in grapheme["ranges"]}
        require(used == set(range(len(strokes))), f"{len(used)} of {len(strokes)} strokes belong to graphemes")
        digits = recognizer.Recognize(strokes=strokes, graphemeSet=list("0123456789"), layout="line")["candidates"]
        require(all(c.isdigit() for c in digits[0]["text"]), f'digits only came out as "{digits[0]["text"]}"')
    print(f'{len(strokes)} strokes were read as "{reply["candidates"][0]["text"]}" in {len(reply["lines"])} line(s).')


def main():
    address, path, model = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read().strip()
    signal.alarm(5 * PATIENCE)
    client = varlink.Client(address)
    describe(client, address)
    name = list_devices(client, address)
    refuse(client)
    watch(client, name, text)
    edit(client, name)
    install(client, model)
    recognise(client, name)


if __name__ == "__main__":
    main()
