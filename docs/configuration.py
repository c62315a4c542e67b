#!/usr/bin/env python3
"""Writes docs/manual/configuration.md, the reference of all settings, from config/inkd.yaml and its comments.

usage: configuration.py [--check]

With --check nothing is written, and the exit status is 1 if the page is another one than the file says.
The same file always gives the same page. What is understood of YAML is what the file uses: keys in two levels, a value on its key's line, and
comments above the keys. In a comment, lines that are set in after an empty one are an example, and `word: text` begins an entry of a list.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "config/inkd.yaml"
PAGE = ROOT / "docs/manual/configuration.md"
RESTART = "Takes effect at the next start."
# Keys that the file shows in comments only, since nothing is set to begin with. They cannot be set in the environment.
EXAMPLES = ("areas", "tablets")

HEAD = """# Configuration reference

<!-- Written by docs/configuration.py from config/inkd.yaml: change that file, and run `make generate`. -->

inkd reads `/etc/inkd/inkd.yaml`. This page has every key with its default, which applies to keys that the file omits. A key may also be set
in the environment of the service, by the name given below; the environment takes precedence over the file, and options of `inkd` over both.

    inkd --check-config              # reports wrong lines and the allowed values
    sudo systemctl reload inkd       # reads the file again

Where the page says so, a change takes effect at the next start of inkd (`sudo systemctl restart inkd`).

Settings of a user's editors are not in this file: `inkctl config list` shows those keys.
"""


def variable(key):
    """The environment variable of a key: INKD_EDITOR_UNDO_STEPS for editor.undoSteps."""
    return "INKD_" + re.sub("([A-Z])", r"_\1", key.replace(".", "_")).upper()


def escaped(text):
    """Text outside of code: stars are no emphasis, and documents are links."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"\bdocs/(\w+\.md)", r"[docs/\1](../\1)", part.replace("*", r"\*")) for part in parts[::2]]
    return "`".join(parts)


def markdown(lines):
    """Paragraphs, lists and examples of a comment's lines."""
    blocks, kind = [], None
    for index, line in enumerate(lines):
        if not line:
            kind = "code" if kind == "code" else None
            continue
        is_set_in = line.startswith("  ")
        if is_set_in and (kind == "code" or (index > 0 and not lines[index - 1])):
            if kind != "code":
                blocks.append("")
            blocks[-1] += f"    {line[2:]}\n"
            kind = "code"
        elif is_set_in and kind == "entry":
            blocks[-1] += f"\n  {escaped(line.strip())}"
        elif re.match(r"[a-z]+: ", line):
            name, text = line.split(": ", 1)
            begin = f"- `{name}`: {escaped(text)}"
            if kind == "entry":
                blocks[-1] += f"\n{begin}"
            else:
                blocks.append(begin)
            kind = "entry"
        elif kind == "text":
            blocks[-1] += f"\n{escaped(line.strip())}"
        else:
            blocks.append(escaped(line.strip()))
            kind = "text"
    return [block.rstrip("\n") for block in blocks]


def section(key, value, comment):
    """The heading, default and text of one key."""
    lines = [line for line in comment if line != RESTART]
    facts = [f"Default: `{value}`" if value not in ('""', "[]") else "Default: empty", f"environment: `{variable(key)}`"]
    if RESTART in comment:
        facts.append("takes effect at the next start")
    return "\n\n".join([f"### {key}", "; ".join(facts) + "."] + (markdown(lines) or ["See the key above."]))


def examples(group, comment):
    """The sections of keys that are explained in a comment alone: each ends with its example."""
    parts, rest = [], comment
    for name in EXAMPLES:
        begin = next((index for index, line in enumerate(rest) if line.strip() == f"{name}:"), None)
        if begin is None:
            continue
        end = next((index for index in range(begin, len(rest)) if not rest[index].startswith("  ")), len(rest))
        part, rest = rest[:end], rest[end:]
        parts.append("\n\n".join([f"### {group}.{name}", "Default: empty; in the file only."] + markdown(part)))
    if rest:
        raise SystemExit(f"{SOURCE.name}: this comment belongs to no key: {rest[0]}")
    return parts


def page(text):
    """The page that a configuration file with comments makes."""
    parts, comment, group, is_first = [HEAD.rstrip()], [], None, True
    for number, line in enumerate([*text.splitlines(), ""], 1):
        stripped = line.strip()
        if stripped.startswith("#"):
            comment.append(re.sub("^# ?", "", stripped))
            continue
        if not stripped:
            # the first comment is about the file, and said above; one at the end of a group has keys that are not set
            if comment and not is_first:
                parts += examples(group, comment)
            comment, is_first = [], False
            continue
        found = re.fullmatch(r"(\s*)(\w+):(?:\s+(.*))?", line)
        if not found:
            raise SystemExit(f"{SOURCE.name}:{number}: this is no key with its value: {line}")
        indent, name, value = found.groups()
        if not indent and value is None:
            group = name
            parts.append("\n\n".join([f"## {name}"] + markdown(comment)))
        elif not indent:
            if not any(part.startswith("## General") for part in parts):
                parts.append("## General")
            parts.append(section(name, value, comment))
        else:
            parts.append(section(f"{group}.{name}", value, comment))
        comment, is_first = [], False
    return "\n\n".join(parts) + "\n"


def main():
    text = page(SOURCE.read_text(encoding="utf-8"))
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE.relative_to(ROOT)}: it does not say what {SOURCE.relative_to(ROOT)} says; run `make generate`", file=sys.stderr)
    return 1


sys.exit(main())
