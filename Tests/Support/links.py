#!/usr/bin/env python3
"""Checks that what the documents name is there: files that they link to, headings in them, and paths of the repository in `code`.

usage: links.py [DOCUMENT…]      without any: all that git tracks, or would
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A path begins with one of these folders. What has a wildcard, a placeholder or a variable in it is none.
FOLDERS = ("Sources/", "Tests/", "config/", "docs/", "systemd/", "udev-rules/")


def anchors(document):
    """The names that GitHub gives to a document's headings."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def problems(document):
    text = document.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        for link in re.findall(r"\]\(([^)\s]+)\)", line):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (document.parent / path).resolve() if path else document
            if not target.exists():
                yield number, f"it links to {link}, which is not there"
            elif anchor and anchor not in anchors(target):
                yield number, f"it links to {link}: there is no such heading"
        for code in re.findall(r"`([^`]+)`", line):
            if code.startswith(FOLDERS) and re.fullmatch(r"[\w./+@-]+", code) and "NAME" not in code and not (ROOT / code).exists():
                yield number, f"it names {code}, which is not there"


def main():
    if sys.argv[1:]:
        documents = [Path(name).resolve() for name in sys.argv[1:]]
    else:
        listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
        names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
        documents = [ROOT / name for name in names if name and (ROOT / name).exists()]
    found = [(document, *problem) for document in documents for problem in problems(document)]
    for document, number, problem in found:
        name = document.relative_to(ROOT) if document.is_relative_to(ROOT) else document
        print(f"{name}:{number}: {problem}", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
