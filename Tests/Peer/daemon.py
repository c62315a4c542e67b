"""Functions that the scripts with an independent client share: starting inkd, and reporting failures."""

import os
import socket
import subprocess
import sys

import varlink
from patience import PATIENCE, eventually, require


def refused(name, call, /, **parameters):
    """The parameters of the error with which a call is refused."""
    try:
        call(**parameters)
    except varlink.VarlinkError as error:
        require(error.error().endswith("." + name), f"expected {name}, got {error.error()} {error.parameters()}")
        return error.parameters()
    sys.exit(f"FAILED: {name} was expected of {parameters}")


class Daemon:
    """inkd in a folder of its own, started again and again on the same state."""

    def __init__(self, program, model, models, recording, folder):
        self.arguments = [program, "--socket", f"{folder}/inkd", "--model", model, "--log-level", "warning", "--replay", recording, "--replay-wait"]
        self.environment = dict(os.environ, INKD_STATE=f"{folder}/state", INKD_MODELS=models)
        self.address = f"unix:{folder}/inkd"
        self.socket = f"{folder}/inkd"
        self.process = None

    def start(self):
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        self.process = subprocess.Popen(self.arguments, env=self.environment)
        eventually(self.has_started, "inkd starts")
        self.client = varlink.Client.new_with_address(self.address)
        return {name: self.client.open(f"org.inkd.{name}") for name in ("Packages", "Editor", "Ink", "Blocks", "Models")}

    def has_started(self):
        require(self.process.poll() is None, "inkd did not start")
        return self.answers()

    def answers(self):
        """Whether the socket is there, and somebody listens already."""
        with socket.socket(socket.AF_UNIX) as attempt:
            return attempt.connect_ex(self.socket) == 0

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(timeout=PATIENCE)


def events(strokes, begin):
    """Pointer events that write strokes, ten milliseconds from sample to sample."""
    made, clock = [], begin
    for stroke in strokes:
        for index, (x, y) in enumerate(stroke):
            phase = "down" if index == 0 else "move"
            made.append({"phase": phase, "x": x, "y": y, "time": clock, "force": 0.5, "kind": "pen", "pointer": 1})
            clock += 10
        made.append(dict(made[-1], phase="up", time=clock))
        clock += 100
    return made, clock
