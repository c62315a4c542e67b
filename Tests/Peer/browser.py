"""Chromium without a screen, driven through a pipe by its DevTools protocol: what a page holds, complains about and asks for."""
import json
import os
import subprocess
import time

from patience import PATIENCE


class Browser:
    """Uses a profile in a folder of its own. Nothing that it asks for leaves the machine: no name is resolved."""

    def __init__(self, folder):
        to_browser, self.requests = os.pipe()
        self.answers, from_browser = os.pipe()

        def hand_over():
            os.dup2(to_browser, 20)
            os.dup2(from_browser, 21)
            os.dup2(20, 3)
            os.dup2(21, 4)

        # as root it has no sandbox
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        self.log = open(os.path.join(folder, "browser.log"), "w")
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", *sandbox, "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1400,1700",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder}/profile", "about:blank"],
            preexec_fn=hand_over, pass_fds=(3, 4), stdout=self.log, stderr=self.log, env={**os.environ, "HOME": folder})
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.session = 0, b"", None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        os.close(self.requests)
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def receive(self):
        while b"\0" not in self.rest:
            chunk = os.read(self.answers, 1 << 20)
            if not chunk:
                raise SystemExit("chromium has ended; see " + self.log.name)
            self.rest += chunk
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        """The result of a method; events that come before it are kept."""
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            call["sessionId"] = self.session
        data = json.dumps(call).encode() + b"\0"
        while data:
            data = data[os.write(self.requests, data):]
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, url):
        """Waits until the page is there, and for what it still does in a second after that."""
        self.events = []
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        time.sleep(1)
        self.evaluate("0")

    def evaluate(self, expression):
        """The value of JavaScript in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def complaints(self):
        """The console of the last page: messages, errors, violations of its policy."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Log.entryAdded":
                found.append(parameters["entry"]["text"])
            elif event.get("method") == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"]["text"])
            elif event.get("method") == "Runtime.consoleAPICalled":
                found.append(str([argument.get("value") for argument in parameters["args"]]))
        return found

    def asked(self):
        """Addresses that the last page wanted, itself among them."""
        return [
            event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
