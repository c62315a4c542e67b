"""Sentences are asked for, written with a pen, accepted, and come out as labelled ink that is read as it was.

usage: prompts.py FOLDER_OF_PROGRAMS MODEL MODELS_FOLDER RECORDING
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

from daemon import Daemon
from patience import PATIENCE, require

PEN = str(pathlib.Path(__file__).parent.parent / "Desktop" / "pen.py")


class Prompts:
    """`inkctl record prompts` at work, without a terminal."""

    def __init__(self, inkctl, socket, sentences, folder, *options):
        path = f"{folder}/sentences.txt"
        pathlib.Path(path).write_text("# what is asked for\n\n" + "".join(s + "\n" for s in sentences))
        command = [inkctl, "record", "prompts", path, "--socket", socket, *(options or ["--writer", "w7"])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seen, self.changed = [], threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.seen.append(line.strip())
                self.changed.notify_all()

    def wait(self, text):
        with self.changed:
            require(self.changed.wait_for(lambda: text in self.seen, PATIENCE), f"{text!r} was expected; seen was {self.seen}")
            self.seen.clear()

    def press(self, key):
        self.process.stdin.write(key)
        self.process.stdin.flush()


def main():
    programs, model, models, recording = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(f"{folder}/pen")
        pipe = os.open(f"{folder}/pen", os.O_RDWR)
        daemon = Daemon(f"{programs}/inkd", model, models, recording, folder)
        daemon.arguments += ["--replay-feed", f"{folder}/pen"]
        daemon.start()
        inkctl = [f"{programs}/inkctl"]

        def write(begin, end):
            subprocess.run([sys.executable, PEN, f"{folder}/pen", recording, str(begin), str(end)], check=True)

        def recordings():
            listed = subprocess.run(inkctl + ["record", "list", "--json", "--socket", daemon.socket], capture_output=True, text=True, check=True).stdout
            return [json.loads(line) for line in listed.splitlines()]

        prompts = Prompts(inkctl[0], daemon.socket, ["We", "will", "meet"], folder)
        prompts.wait("We")
        write(0, 1.75)
        prompts.wait("We")
        prompts.press("\n")
        prompts.wait("will")
        # something else is written, and then what was asked for
        write(0, 1.75)
        prompts.wait("We")
        prompts.press("r")
        prompts.wait("…")
        write(1.8, 2.95)
        prompts.wait("will")
        status = subprocess.run(inkctl + ["status", "--socket", daemon.socket], capture_output=True, text=True, check=True).stdout
        require(status.startswith("RECORDING: "), f"status says {status!r}")
        prompts.press("\n")
        prompts.wait("meet")
        prompts.press("s")
        prompts.wait("2 sentences written, 1 skipped")
        require(prompts.process.wait(timeout=PATIENCE) == 0, "prompts ended with an error")
        [kept] = recordings()
        out = f"{folder}/w7.jsonl"
        subprocess.run(inkctl + ["record", "export", kept["name"], "--to", out, "--socket", daemon.socket], check=True, stdout=subprocess.DEVNULL)
        inks = [json.loads(line) for line in open(out)]
        require([(ink["label"], ink["writer"]) for ink in inks] == [("We", "w7"), ("will", "w7")], f"the inks are {[i.get('label') for i in inks]}")
        require(os.stat(out).st_mode & 0o777 == 0o600, "others may read the ink")
        again = subprocess.run(inkctl + ["recognize", "--model", model, "--language", "en", out], capture_output=True, text=True, check=True).stdout.split()
        require(again == ["We", "will"], f"the labelled ink is read as {again}")
        # w7 comes again, for what is left; w8 does not agree
        terms = f"{folder}/terms.txt"
        pathlib.Path(terms).write_text("Your writing is kept for a test.\n")
        prompts = Prompts(inkctl[0], daemon.socket, ["We", "will", "meet"], folder, "--participants", "--resume", "--consent", terms)
        prompts.press("w7\n")
        prompts.wait("Your writing is kept for a test.")
        prompts.press("y\n")
        prompts.wait("meet")
        write(0, 1.75)
        prompts.wait("We")
        prompts.press("\n")
        prompts.wait("1 sentence written, 0 skipped")
        prompts.press("w7\n")
        prompts.wait("Name or pseudonym of the next writer (Return to finish): w7 has written all sentences.")
        prompts.press("w8\nn\n")
        prompts.wait("Do you agree? [y/N] Nothing is being recorded.")
        prompts.press("\n")
        require(prompts.process.wait(timeout=PATIENCE) == 0, "the participants' prompts ended with an error")
        kept = recordings()
        require([recording["writer"] for recording in kept] == ["w7", "w7"], f"recorded are {[r.get('writer') for r in kept]}")
        shown = subprocess.run(inkctl + ["record", "show", kept[1]["name"], "--socket", daemon.socket], capture_output=True, text=True, check=True).stdout
        require("Your writing is kept for a test." in shown, "the recording does not have what was agreed to")
        subprocess.run(inkctl + ["record", "delete", "--all", "--socket", daemon.socket], check=True, stdout=subprocess.DEVNULL)
        left = [path for path in pathlib.Path(f"{folder}/state/recordings").rglob("*") if path.is_file() and path.name != "salt"]
        require(not left, f"{left} were not deleted")
        daemon.end(signal.SIGTERM)
        os.close(pipe)
    print("prompts: two sentences written, one again, one skipped; two labelled inks, read as they were; the rest when the writer came again, and nothing of who did not agree")


main()
