"""What an independent Varlink client sees of inkd. usage: peer.py ADDRESS FILE_WITH_THE_TEXT"""

import signal
import subprocess
import sys

import varlink

INTERFACES = {
    "org.varlink.service",
    "org.inkd.Client",
    "org.inkd.Devices",
    "org.inkd.Editor",
    "org.inkd.Pointer",
    "org.inkd.Recognizer",
}


def require(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def command_line(*arguments):
    result = subprocess.run([sys.executable, "-m", "varlink.cli", *arguments], capture_output=True, text=True, timeout=20)
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


def main():
    address, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read().strip()
    signal.alarm(90)
    client = varlink.Client(address)
    describe(client, address)
    name = list_devices(client, address)
    refuse(client)
    watch(client, name, text)
    edit(client, name)


if __name__ == "__main__":
    main()
