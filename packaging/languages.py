#!/usr/bin/env python3
"""Makes the lists of languages of the models' cards: Swift's table, the packages of Debian and RPM, the manual's list.

usage: languages.py [--check]      --check: fails if a file shows something else
"""

import json
import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "models"
SCRIPTS = {"Cyrl": "cyrillic"}
"""The packages of networks for scripts, beside Latin."""
FORMER = {"de", "es", "fr", "it", "nl", "pt", "sv"}
"""Languages that were in inkd-models-latin in packages of 0.1.0."""
BEGIN, END = "# languages, made by packaging/languages.py", "# end of languages"


def card(path):
    """The metadata of a model file."""
    with open(path, "rb") as file:
        return json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))["__metadata__"]


def cards(folder):
    return {path.stem: card(path) for path in sorted((MODELS / folder).glob("*.safetensors"))}


WORDS, CHARACTERS = cards("language"), cards("characters")
NAMES = {tag: about["name"] for tag, about in sorted((CHARACTERS | WORDS).items())}
LANGUAGES = sorted(set(WORDS) - {"en"})
SIMPLE = [tag for tag in LANGUAGES if tag not in CHARACTERS]
"""Languages whose package has nothing but their words."""


def swift():
    def lines(items):
        text, line = [], "       "
        for item in items:
            if len(line) + len(item) > 130:
                text.append(line)
                line = "       "
            line += f" {item},"
        return "\n".join([*text, line])

    def array(tags):
        return lines(f'"{tag}"' for tag in tags)

    return f"""// Made of the models' cards by packaging/languages.py: run `make generate`.

extension LanguagePackage {{
    /// The English names of the languages with a model, by tag (BCP 47).
    public static let names = [
{lines(f'"{tag}": "{name}"' for tag, name in NAMES.items())}
    ]

    /// The languages with a package, sorted.
    public static let languages = [
{array(LANGUAGES)}
    ]

    /// The languages whose package has models of single characters, sorted; both scripts of Chinese are in one.
    public static let characterLanguages = [
{array(sorted({tag.split("-")[0] for tag in CHARACTERS}))}
    ]
}}
"""


def paragraph(tag):
    script = SCRIPTS.get(WORDS[tag].get("script"))
    needs = [f"inkd-models-{script} (= ${{source:Version}})"] if script else []
    needs += ["inkd-models-latin (= ${source:Version})", "${misc:Depends}"]
    replaces = "Replaces: inkd-models-latin (<< 0.1.1~)\n" if tag in FORMER else ""
    return f"""Package: inkd-models-{tag}
Architecture: all
Multi-Arch: foreign
Depends: {", ".join(needs)}
Enhances: inkd, inkd-tools
{replaces}Description: handwriting from pen tablets: {NAMES[tag]}
 Data about the words and the spelling of {NAMES[tag]}, with which inkd recognizes
 {NAMES[tag]} handwriting.
"""


def between(text, content):
    begin, end = text.index(BEGIN + "\n") + len(BEGIN) + 1, text.index(END)
    return text[:begin] + content + text[end:]


def control(text):
    suggests = ",\n          ".join(f"inkd-models-{tag}" for tag in LANGUAGES)
    text = re.sub(r"Suggests: inkd-models-[^E]*Enhances", f"Suggests: {suggests}\nEnhances", text, count=1)
    return between(text, "\n".join(paragraph(tag) for tag in SIMPLE) + "\n")


def spec(text):
    text = re.sub(r'gmatch\("[a-z ]*", "%a\+"\)', f'gmatch("{" ".join(LANGUAGES)}", "%a+")', text)
    calls = [(tag, NAMES[tag], SCRIPTS.get(WORDS[tag].get("script"))) for tag in SIMPLE]
    return between(text, "".join(f"%language_package {' '.join(filter(None, call))}\n" for call in calls))


def manual(text):
    latin = [tag for tag in SIMPLE if "script" not in WORDS[tag]]
    row = f"| `inkd-models-TAG`: {', '.join(f'`{tag}`' for tag in latin)} | {', '.join(NAMES[tag] for tag in latin)} |\n"
    # Markdown has no comment within a table
    return re.sub(r"\| `inkd-models-TAG`: .*\n", lambda _: row, text, count=1)


def main():
    made = {ROOT / "Sources/System/Files/Languages.swift": swift()}
    for tag in SIMPLE:
        made[ROOT / f"debian/inkd-models-{tag}.install"] = f"usr/share/inkd/models/language/{tag}.safetensors\n"
    for name, make in {"debian/control": control, "packaging/rpm/inkd.spec": spec, "docs/manual/install.md": manual}.items():
        made[ROOT / name] = make((ROOT / name).read_text())
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if "--check" in sys.argv[1:]:
            print(f"{path.relative_to(ROOT)} is not what packaging/languages.py makes of the models: run `make generate`", file=sys.stderr)
        else:
            path.write_text(made[path])
    sys.exit("--check" in sys.argv[1:] and bool(stale))


main()
