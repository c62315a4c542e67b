"""An inkd that has nothing to do does nothing: none of its threads runs while no pen is near, with clients that watch, after something was read.

usage: idle.py INKD MODEL MODELS_FOLDER RECORDING SECONDS
"""

import os
import signal
import sys
import tempfile
import time

import varlink
from daemon import Daemon
from patience import eventually, require
from recordedpen import RecordedPen


def switches(process):
    """How often each thread was given a processor and gave it back, by thread."""
    counts = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status") as status:
            lines = dict(line.split(":", 1) for line in status)
        counts[f"{lines['Name'].strip()} {thread}"] = int(lines["voluntary_ctxt_switches"]) + int(lines["nonvoluntary_ctxt_switches"])
    return counts


def main():
    program, model, models, recording, seconds = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, RecordedPen(folder, recording) as pen:
        daemon = Daemon(program, model, models, recording, folder)
        daemon.arguments += ["--replay-feed", pen.path]
        daemon.start()
        watches = [varlink.Client.new_with_address(daemon.address).open(f"org.inkd.{name}") for name in ("Pointer", "Editor")]
        streams = [watch.Watch(_more=True) for watch in watches]
        editors = daemon.client.open("org.inkd.Editor")
        pen.write()
        state = None

        def is_read():
            nonlocal state
            [state] = editors.List()["editors"]
            return state["text"] and state["idle"]

        eventually(is_read, "what was written is read")
        # calls of all kinds: one that is answered by another thread may leave that one awake
        daemon.client.open("org.inkd.Devices").Statistics()
        daemon.client.open("org.inkd.Blocks").Export(editor=state["editor"], format="image/png")
        daemon.client.open("org.inkd.Models").List()
        daemon.client.open("org.inkd.Packages").List()
        # timers that were armed for what has just happened
        time.sleep(3)
        before = switches(daemon.process.pid)
        time.sleep(float(seconds))
        after = switches(daemon.process.pid)
        woken = {name: count - before.get(name, 0) for name, count in after.items() if count != before.get(name, 0)}
        require(streams, "nobody watches")
        daemon.end(signal.SIGTERM)
    require(not woken, f"in {seconds} s without anything to do these threads ran, so often: {woken}")
    print(f"{len(after)} threads, none of which ran in {seconds} s")


if __name__ == "__main__":
    main()
