"""Kills the daemon while somebody writes, again and again: whatever a call was answered for is there afterwards.

usage: kill.py INKD MODEL MODELS_FOLDER RECORDING TIMES
"""

import glob
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time

import varlink
from daemon import Daemon, events
from patience import require

PACKAGE = "endless"


def write_until_killed(inkd, editor, written, dice):
    """Writes little strokes as fast as they are taken; `written` gets the strokes that are known to have been taken."""
    while True:
        x, y = dice.uniform(5, 200), dice.uniform(5, 280)
        strokes = [[(x + 3 * k, y), (x + 3 * k + 1, y + 4), (x + 3 * k + 2, y)] for k in range(dice.randint(1, 3))]
        batch, _ = events(strokes, 1_700_000_000_000)
        try:
            inkd["Editor"].PointerEvents(editor=editor, events=batch, processGestures=False)
            # what the daemon keeps of them, to compare with afterwards
            if dice.random() < 0.2:
                inkd["Editor"].Undo(editor=editor)
                strokes.pop()
        except (OSError, varlink.VarlinkError, ValueError, KeyError):
            return
        written.extend(strokes)


def check(folder):
    """The working copy as it was left, looked at by SQLite itself."""
    with tempfile.TemporaryDirectory() as copy:
        for path in glob.glob(f"{folder}/state/packages/*/{PACKAGE}-files/working.sqlite*"):
            shutil.copy(path, copy)
        found = os.path.join(copy, "working.sqlite")
        require(os.path.exists(found), "there is no working copy")
        answer = sqlite3.connect(found).execute("PRAGMA integrity_check").fetchall()
        require(answer == [("ok",)], f"the working copy is damaged: {answer}")


def main():
    program, model, models, recording, times = sys.argv[1:]
    dice = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(program, model, models, recording, folder)
        inkd = daemon.start()
        inkd["Packages"].Open(name=PACKAGE, option="createNew")
        part = inkd["Packages"].CreatePart(package=PACKAGE, type="Drawing")["part"]["id"]
        inkd["Packages"].Save(name=PACKAGE)
        known, recovered = 0, 0
        for attempt in range(int(times)):
            editor = inkd["Editor"].Create()["editor"]
            inkd["Editor"].SetViewSize(editor=editor, width=210, height=297)
            inkd["Editor"].SetPart(editor=editor, package=PACKAGE, part=part)
            written = []
            writer = threading.Thread(target=write_until_killed, args=(inkd, editor, written, random.Random(attempt)))
            writer.start()
            time.sleep(dice.uniform(0, 0.25))
            daemon.end(signal.SIGKILL)
            writer.join()
            check(folder)
            inkd = daemon.start()
            recovered += inkd["Packages"].Open(name=PACKAGE)["package"]["recovered"]
            editor = inkd["Editor"].Create()["editor"]
            inkd["Editor"].SetViewSize(editor=editor, width=210, height=297)
            inkd["Editor"].SetPart(editor=editor, package=PACKAGE, part=part)
            found = inkd["Ink"].Strokes(editor=editor)["strokes"]
            # the call that the kill cut off may have been carried out, or not
            require(len(found) >= known + len(written), f"attempt {attempt}: {known + len(written)} strokes were taken, {len(found)} are there")
            require(len(found) <= known + len(written) + 3, f"attempt {attempt}: {len(found)} strokes are there, nobody wrote so many")
            for stroke, points in zip(found[known:], written):
                begin = (stroke["x"][0], stroke["y"][0])
                require(max(abs(begin[0] - points[0][0]), abs(begin[1] - points[0][1])) < 0.06, f"attempt {attempt}: another stroke is there")
            known = len(found)
            inkd["Editor"].Close(editor=editor)
            if known > 3000:
                inkd["Packages"].Save(name=PACKAGE)
                inkd["Packages"].Close(name=PACKAGE)
                inkd["Packages"].Open(name=PACKAGE, option="truncateExisting")
                part = inkd["Packages"].CreatePart(package=PACKAGE, type="Drawing")["part"]["id"]
                known = 0
        daemon.end(signal.SIGTERM)
    print(f"Killed {times} times while writing: no stroke that was answered for was lost, every database was whole, {recovered} recovered.")


main()
