"""Runs the Python program of docs/client.md against inkd: it writes, has read, exports and saves what it says it does.

usage: document.py ADDRESS DOCUMENT       such as unix:/run/inkd/org.inkd docs/client.md
"""

import os
import re
import subprocess
import sys
import tempfile

import varlink
from patience import PATIENCE, require


def main(address, document):
    with open(document) as file:
        programs = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
    require(len(programs) == 1, f"{document} has {len(programs)} programs in Python, not one")
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/note.py", "w") as file:
            file.write(programs[0])
        environment = dict(os.environ, INKD_ADDRESS=address)
        ran = subprocess.run(
            [sys.executable, "note.py"], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        require(ran.returncode == 0, f"the program ended with {ran.returncode}: {ran.stderr}")
        with open(f"{folder}/note.svg") as file:
            picture = file.read()
    require("<svg" in picture and "</svg>" in picture, "the program left no picture")
    with varlink.Client.new_with_address(address).open("org.inkd.Packages") as packages:
        kept = [package for package in packages.List()["packages"] if package["name"] == "python"]
        require(kept and not kept[0]["open"] and not kept[0]["unsaved"], f"the package is left as {kept}")
        packages.Delete(name="python")
    print(f"The program wrote a note that is read {ran.stdout.strip()!r}, and a picture of {len(picture)} bytes.")


if __name__ == "__main__":
    main(*sys.argv[1:])
