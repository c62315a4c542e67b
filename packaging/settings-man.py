#!/usr/bin/env python3
"""Makes docs/man/inkd.yaml.5 of config/inkd.yaml: each key with its default and its comment.

usage: settings-man.py [--check]      --check: fails if the page shows something else
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "config/inkd.yaml"
PAGE = ROOT / "docs/man/inkd.yaml.5"

HEAD = r""".\" Made of config/inkd.yaml by packaging/settings-man.py: change that, and run `make generate`.
.TH INKD.YAML 5 "" inkd "File formats"
.SH NAME
inkd.yaml \- configuration of the handwriting daemon inkd
.SH SYNOPSIS
.I /etc/inkd/inkd.yaml
.SH DESCRIPTION
"""

FOOT = r""".SH USER SETTINGS
How ink is written, read and exported, the language, the pen's switch, and the area, the calibration, the pressure and the buttons of a tablet can also be set by each user, without root, and take precedence over this file:
.BR "inkctl config" ,
.BR "inkctl area \-\-save" ,
.BR "inkctl calibrate \-\-save" ,
.BR "inkctl pressure \-\-save" .
.SH FILES
.TP
.I /etc/inkd/inkd.yaml
This file. Keys that it omits have their defaults; the file may be missing.
.SH SEE ALSO
.BR inkd (8),
.BR inkctl (1)
"""


def escaped(text):
    text = text.replace("\\", r"\e").replace("-", r"\-")
    # what begins so would be a request
    return r"\&" + text if text[:1] in ".'" else text


def paragraphs(comment):
    """Comment lines as text: an empty one begins a paragraph."""
    blocks, block = [], []
    for line in comment + [""]:
        if line.strip():
            block.append(line.strip())
        elif block:
            blocks.append(escaped(" ".join(block)))
            block = []
    return blocks


def entry(key, default, comment):
    shown = escaped(default).replace('"', r"\(dq") if default not in ('""', "[]") else "nothing"
    lines = [".TP", f".BR {escaped(key)} \" (default: {shown})\""]
    blocks = paragraphs(comment) or ["See the key above."]
    return lines + [part for index, block in enumerate(blocks) for part in ([".IP"] if index else []) + [block]]


def examples(section, comment):
    """Comments without a key of their own: text, and an example that begins with the key."""
    lines, text, example = [], [], []

    def finish():
        if not example:
            return
        key = example[0].strip().split(":")[0]
        indent = min(len(line) - len(line.lstrip()) for line in example)
        lines.extend([".TP", f".BR {section}.{key} \" (default: nothing)\""])
        lines.extend(part for index, block in enumerate(paragraphs(text)) for part in ([".IP"] if index else []) + [block])
        lines.extend([".IP", ".EX", *[escaped(line[indent:]) for line in example], ".EE"])
        text.clear()
        example.clear()

    for line in comment:
        if line.startswith("  "):
            example.append(line)
            continue
        finish()
        text.append(line)
    finish()
    return lines


def page(text):
    lines, comment, section, began = [HEAD.rstrip("\n")], [], "", False
    for line in text.splitlines() + [""]:
        if remark := re.match(r" *# ?(.*)$", line):
            comment.append(remark[1])
        elif not line.strip():
            if comment and not began:
                # the comment at the top is about the file
                lines += [part for block in paragraphs(comment) for part in (block, ".PP")] + [".SH SETTINGS"]
                began = True
            elif comment:
                lines += examples(section, comment)
            comment = []
        elif match := re.match(r"( *)([\w.]+): *(.*)$", line):
            indent, key, default = match[1], match[2], match[3]
            if not default:
                section = key
                lines += [f".SS {escaped(key)}", *[part for block in paragraphs(comment) for part in (block, ".PP")]]
            else:
                section = section if indent else ""
                lines += entry(f"{section}.{key}" if section else key, default, comment)
            comment = []
        else:
            raise SystemExit(f"{SOURCE}: \"{line}\" is neither a key nor a comment")
    return "\n".join(lines) + "\n" + FOOT


def main():
    made = page(SOURCE.read_text(encoding="utf-8"))
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(made, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != made:
        raise SystemExit(f"{PAGE} does not show config/inkd.yaml: run `make generate`")


main()
