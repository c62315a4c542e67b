#!/usr/bin/env python3
"""Checks the English of comments and of texts in the Swift sources: words that a reader stumbles over, and British spellings.

Each file may have as many as wording.allowed lists for it, and no more: the list only shrinks. A file that has fewer makes the check fail,
too, until --update has taken the list down.
usage: wording.py [--update] [--list FILE…]
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALLOWED = pathlib.Path(__file__).with_name("wording.allowed")
# in comments and in string literals
EVERYWHERE = {
    "told, tells": r"\b(told|tells?|telling)\b",
    "none as a pronoun": r"\b(is|are|was|has|have|be|get|gets) none\b|\bnone (is|are|was|of)\b|; none\b",
    "nobody, somebody, whoever": r"\b(nobody|somebody|whoever|no one)\b",
    "so many": r"\bso many\b",
    "British spelling": r"\b(recognis|colour|behaviour|neighbour|normalis|anonymis|capitalis|millimetre|centimetre|centre\b|grey\b)\w*",
}
COMMENTS = {
    "what": r"\bwhat\b",
    "summary that begins with It": r"^///\s+It\b",
    "summary that begins with Has, Have or Lets": r"^///\s+(Has|Have|Lets) \w+(\s\w+)? \w+",
}
# names of code within comments are no English
CODE = re.compile(r"`[^`]*`")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def hits(path):
    """Yields the number of each line, the pattern's name and the text, for each comment and literal that a pattern finds."""
    text_block = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        comment, texts = "", []
        if text_block or '"""' in line:
            texts = [line]
            text_block ^= line.count('"""') % 2 == 1
        else:
            code = re.sub(LITERAL, lambda literal: " " * len(literal.group(0)), line)
            if (at := code.find("//")) >= 0:
                comment = line[at:]
                line = line[:at]
            texts = LITERAL.findall(line)
        comment = CODE.sub("", comment)
        for name, pattern in (EVERYWHERE | COMMENTS).items():
            if comment and re.search(pattern, comment, re.IGNORECASE if name in EVERYWHERE or name == "what" else 0):
                yield number, name, comment
        for text in texts:
            # identifiers, keys of files and of the protocol have no spaces
            if " " not in text.strip():
                continue
            for name, pattern in EVERYWHERE.items():
                if re.search(pattern, text, re.IGNORECASE):
                    yield number, name, text.strip()


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--list"]:
        for path in arguments[1:]:
            for number, name, text in hits(pathlib.Path(path)):
                print(f"{path}:{number}: {name}: {text}")
        return 0
    found = {}
    for path in sorted(ROOT.glob("Sources/**/*.swift")):
        if "Generated" not in path.parts and (count := sum(1 for _ in hits(path))):
            found[str(path.relative_to(ROOT))] = count
    if arguments == ["--update"]:
        before = sum(int(line.split()[0]) for line in ALLOWED.read_text().splitlines()) if ALLOWED.exists() else None
        if before is not None and sum(found.values()) > before:
            print(f"wording.py: {sum(found.values())} places, and the list allows {before}: it only shrinks", file=sys.stderr)
            return 1
        ALLOWED.write_text("".join(f"{count} {path}\n" for path, count in found.items()))
        return 0
    allowed = {path: int(count) for count, path in (line.split(" ", 1) for line in ALLOWED.read_text().splitlines())}
    wrong = 0
    for path in sorted(found.keys() | allowed.keys()):
        count, limit = found.get(path, 0), allowed.get(path, 0)
        if count > limit:
            wrong += 1
            print(f"{path}: {count} places that CONTRIBUTING.md (Words) advises against, {limit} allowed; see Tests/Support/wording.py --list {path}")
        elif count < limit:
            wrong += 1
            print(f"{path}: {count} places, {limit} allowed: run Tests/Support/wording.py --update")
    return 1 if wrong else 0


sys.exit(main())
