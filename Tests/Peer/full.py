"""The disk fills up while the daemon records: the recording ends, what had room is whole, and pens go on.

To be run where it may mount: unshare --mount --map-root-user

usage: full.py INKD MODELS_FOLDER RECORDING
"""

import glob
import os
import signal
import subprocess
import sys
import tempfile

from feeding import check, fed_daemon, feeding
from patience import eventually, require


def main():
    program, models, recording = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/state")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k,mode=700", "none", f"{folder}/state"], check=True)
        with fed_daemon(program, models, recording, folder) as (daemon, pipe):
            daemon.start()
            recorder = daemon.client.open("org.inkd.Recorder")
            name = recorder.Start(label="full")["state"]["recording"]
            with feeding(pipe):
                eventually(lambda: "recording" not in recorder.GetState()["state"], "the recording ends")
                require(daemon.client.open("org.inkd.Devices").List()["devices"], "the pen is gone")
            require([r["name"] for r in recorder.List()["recordings"]] == [name], "the recording is not listed")
            [log] = glob.glob(f"{folder}/state/recordings/*/{name}/*.inklog")
            size = os.path.getsize(log)
            count, _ = check(log, 2000)
            recorder.Delete(name=name)
            again = recorder.Start(label="room again")["state"]["recording"]
            require(recorder.Stop()["recording"]["name"] == again, "with room again nothing was recorded")
            daemon.end(signal.SIGTERM)
        subprocess.run(["umount", f"{folder}/state"], check=True)
    print(f"a full disk: {count} frames had room in {size} bytes, and are whole")


main()
