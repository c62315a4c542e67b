"""Models that are fetched from a repository: an https server of this script's, which keeps its promises or does not, and inkctl, which has to notice.

usage: afar.py FOLDER_OF_PROGRAMS MODEL MODELS_FOLDER RECORDING

Needs openssl and minisign.
"""

import hashlib
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading

from daemon import Daemon
from patience import PATIENCE, require


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder over TLS; knows parts (Range), and ends a reply early where it is told to."""

    daemon_threads = True

    def __init__(self, folder, certificate, key):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = folder
        # (path, the first byte that was asked for), in order
        self.asked = []
        # bytes of a path after which the connection is cut, each once
        self.cuts = {}
        self.knows_parts = True
        self.redirect = None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"https://localhost:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """Clients that do not trust the certificate say so by hanging up."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server, name = self.server, self.path.lstrip("/")
        first = int(match[1]) if (match := re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))) else 0
        server.asked.append((name, first))
        if server.redirect:
            self.send_response(302)
            self.send_header("Location", server.redirect)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path = server.folder / name
        if not path.is_file():
            self.send_error(404)
            return
        whole = path.read_bytes()
        first = first if server.knows_parts else 0
        data = whole[first:]
        self.send_response(206 if first else 200)
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(whole) - 1}/{len(whole)}")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        cuts = server.cuts.get(name)
        if cuts:
            self.wfile.write(data[: cuts.pop(0)])
            self.close_connection = True
        else:
            self.wfile.write(data)

    def log_message(self, *_):
        pass


def certificates(folder):
    """An authority of our own, and a certificate for localhost that it signed: the paths of authority, certificate and key."""
    run = lambda *words: subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    run("req", "-x509", *key, "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=authority", "-days", "2")
    run("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    run("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-out", "server.pem",
        "-days", "2", "-extfile", "names")  # fmt: skip
    return folder / "authority.pem", folder / "server.pem", folder / "server.key"


class Repository:
    """A folder that is served, its server, and who uses it."""

    def __init__(self, folder, inkctl, socket, models):
        self.inkctl, self.socket = inkctl, socket
        self.models = folder / "models"
        self.home = folder / "home"
        (self.models / "language").mkdir(parents=True)
        (self.home / ".config/inkd/keys").mkdir(parents=True)
        for name in ("de", "fr", "it"):
            shutil.copy(f"{models}/language/{name}.safetensors", self.models / "language")
        self.secret = folder / "secret.key"
        subprocess.run(["minisign", "-G", "-W", "-p", folder / "key.pub", "-s", self.secret], check=True, stdout=subprocess.DEVNULL)
        self.public = folder / "key.pub"
        shutil.copy(self.public, self.home / ".config/inkd/keys")
        authority, certificate, key = certificates(folder)
        self.server = Server(self.models, certificate, key)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "CURL_CA_BUNDLE": str(authority), "INKD_SOCKET": socket,
            "INKD_MODELS_SOURCE": self.server.address, "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/no-bus",
        }  # fmt: skip

    def run(self, *words, **environment):
        """Status, output and errors of an `inkctl models` command."""
        done = subprocess.run(
            [self.inkctl, "models", *words], env=dict(self.environment, **environment), capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout, done.stderr

    def index(self):
        status, _, errors = self.run("index", str(self.models))
        require(status == 0, f"no index: {errors}")
        self.sign()

    def sign(self):
        subprocess.run(["minisign", "-S", "-s", self.secret, "-m", self.models / "index.json"], check=True, stdout=subprocess.DEVNULL)

    def own(self):
        """Tags of the models that were installed."""
        status, output, errors = self.run("list", "--json")
        require(status == 0, f"no list: {errors}")
        return sorted(model["tag"] for model in map(json.loads, output.splitlines()) if model["origin"] == "own")

    def forget(self):
        for tag in self.own():
            require(self.run("remove", tag)[0] == 0, f"{tag} cannot be removed")

    def left(self):
        """Names and sizes of what is there of broken transfers."""
        cache = self.home / ".cache/inkd"
        return {path.name: path.stat().st_size for path in cache.iterdir()} if cache.exists() else {}

    def refused(self, what, *words, **environment):
        """A command that fails for a reason, which installs nothing."""
        status, output, errors = self.run(*words, **environment)
        require(status == 1 and what in errors, f"`inkctl models {' '.join(words)}` was to say {what!r}; {status}, {output!r}, {errors!r}")
        require(self.own() == [], f"{self.own()} are installed, although: {errors}")
        return errors


def offered(place):
    """What there is, and several at once."""
    status, output, errors = place.run("available")
    require(status == 0 and [line.split()[0] for line in output.splitlines()] == ["TAG", "de", "fr", "it"], f"available: {output!r} {errors!r}")
    status, output, errors = place.run("available", "--json", str(place.models))
    first = json.loads(output.splitlines()[0])
    data = (place.models / first["file"]).read_bytes()
    require(first["sha256"] == hashlib.sha256(data).hexdigest() and first["size"] == len(data), f"a folder has {first}")
    status, output, errors = place.run("add", "de", "fr")
    require(status == 0 and sorted(line.split(":")[0] for line in output.splitlines()) == ["de", "fr"], f"add: {output!r} {errors!r}")
    require(place.own() == ["de", "fr"] and place.left() == {}, f"installed are {place.own()}, left is {place.left()}")
    place.forget()


def resumed(place):
    """A transfer that breaks off goes on where it was, by itself and with the next command."""
    server, file = place.server, "language/de.safetensors"
    size = (place.models / file).stat().st_size
    # once by itself
    server.asked.clear()
    server.cuts[file] = [1_000_000]
    status, output, errors = place.run("add", "de")
    places = [first for name, first in server.asked if name == file]
    require(status == 0 and len(places) == 2 and places[0] == 0 and 0 < places[1] <= 1_000_000, f"asked for {places}: {output!r} {errors!r}")
    place.forget()
    # the server is gone after half of it
    server.asked.clear()
    server.cuts[file] = [size // 2, 0, 0, 0, 0]
    errors = place.refused("Repeat the command to resume it", "add", "de")
    (there,) = place.left().values()
    require(0 < there <= size // 2, f"{there} bytes are left: {errors}")
    server.asked.clear()
    server.cuts.clear()
    status, output, errors = place.run("add", "de")
    require(status == 0 and (file, there) in server.asked, f"the second command asked for {server.asked}: {errors!r}")
    require(place.own() == ["de"] and place.left() == {}, f"installed are {place.own()}, left is {place.left()}")
    place.forget()
    # what is there is of something else
    digest = json.loads(place.run("available", "--json")[1].splitlines()[0])["sha256"]
    part = place.home / f".cache/inkd/{digest}.part"
    part.write_bytes(b"x" * 1000)
    require(place.run("add", "de")[0] == 0 and place.own() == ["de"], "a wrong beginning was not fetched again")
    place.forget()
    # a server without parts
    part.write_bytes((place.models / file).read_bytes()[:1000])
    server.knows_parts = False
    require(place.run("add", "de")[0] == 0 and place.own() == ["de"], "a server without parts serves nothing")
    server.knows_parts = True
    place.forget()


def tampered(place):
    """What is not what was signed is refused, and nothing of it is seen."""
    file, index = place.models / "language/de.safetensors", place.models / "index.json"
    good, good_index = file.read_bytes(), index.read_bytes()
    file.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    place.refused("SHA-256", "add", "de")
    file.write_bytes(good + b"more")
    place.refused("larger than", "add", "de")
    file.write_bytes(good[:-100])
    place.refused("instead of", "add", "de")
    file.unlink()
    place.refused("404", "add", "de")
    file.write_bytes(good)
    # one bad model keeps no good one away
    (place.models / "language/fr.safetensors").write_bytes(good)
    status, output, errors = place.run("add", "de", "fr")
    require(status == 1 and place.own() == ["de"] and "fr:" in errors, f"one of two: {output!r} {errors!r}")
    place.forget()
    index.write_bytes(good_index.replace(b'"tag":"de"', b'"tag":"da"'))
    place.refused("it was changed in transit", "available")
    place.refused("it was changed in transit", "add", "da")
    index.write_bytes(b"[" * 2_000_000)
    place.refused("larger than", "available")
    index.write_bytes(good_index)
    place.refused("The repository has no model for tlh. Available: de, fr, it.", "add", "tlh")


def rolled_back(place):
    """An older index, which was signed as well, is refused once a newer one was seen."""
    names = ("index.json", "index.json.minisig")
    old = {name: (place.models / name).read_bytes() for name in names}
    place.index()
    require(place.run("available")[0] == 0, "a newer index is refused")
    for name, data in old.items():
        (place.models / name).write_bytes(data)
    place.refused("is older than the known version", "available")
    place.refused("is older than the known version", "add", "de", "--from", str(place.models))
    place.index()


def unsafe(place):
    """Without encryption, without a certificate that counts, without a key."""
    plain = place.server.address.replace("https", "http")
    place.refused("begins with https://", "add", "de", "--from", "http://models.example.org")
    place.refused("Cannot download", "add", "de", "--from", plain)
    place.refused("certificate", "add", "de", CURL_CA_BUNDLE="/etc/ssl/certs/ca-certificates.crt")
    place.server.redirect = "http://localhost:1/index.json"
    place.refused("Cannot download", "available")
    place.server.redirect = None
    place.refused("Put its public key", "available", XDG_CONFIG_HOME="/nowhere")
    place.refused("No repository of models is configured", "available", INKD_MODELS_SOURCE="")
    other = place.home / "other.pub"
    subprocess.run(["minisign", "-G", "-W", "-p", other, "-s", place.home / "other.key"], check=True, stdout=subprocess.DEVNULL)
    place.refused("which is not trusted", "available", "--key", str(other))
    require(place.run("available", "--key", str(place.public), XDG_CONFIG_HOME="/nowhere")[0] == 0, "a key that is named does not count")


def metered(place, folder):
    """NetworkManager's word counts for what is not this machine's."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address", "--address", f"unix:path={folder}/bus"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    address = bus.stdout.readline().strip()
    manager = subprocess.Popen(
        ["/usr/bin/python3", str(pathlib.Path(__file__).with_name("manager.py")), address, "1"], stdout=subprocess.PIPE, text=True)
    try:
        require(manager.stdout.readline().strip() == "ready", "there is no manager of networks")
        environment = {"DBUS_SYSTEM_BUS_ADDRESS": address}
        far = ("--from", "https://models.invalid/ink")
        place.refused("metered", "add", "de", *far, **environment)
        place.refused("Cannot download", "add", "de", *far, "--metered", **environment)
        require(place.run("add", "de", **environment)[0] == 0, "this machine's own is not metered")
        place.forget()
    finally:
        for process in (manager, bus):
            process.terminate()
            process.wait()
    place.refused("Cannot download", "add", "de", *far)


def main():
    programs, model, models, recording = sys.argv[1:]
    for tool in ("openssl", "minisign", "dbus-daemon"):
        if not shutil.which(tool):
            print(f"Skipped: models from a repository need {tool}.")
            sys.exit(77)
    # above it are no models that would be there already
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        daemon = Daemon(f"{programs}/inkd", model, models, recording, str(folder))
        daemon.start()
        place = Repository(folder, f"{programs}/inkctl", daemon.socket, models)
        place.index()
        offered(place)
        resumed(place)
        tampered(place)
        # the tampering has another file in place of one
        shutil.copy(f"{models}/language/fr.safetensors", place.models / "language")
        rolled_back(place)
        unsafe(place)
        metered(place, folder)
        daemon.end(signal.SIGTERM)
    print("Models came from a repository, broken transfers went on, and nothing came that was not signed.")


main()
