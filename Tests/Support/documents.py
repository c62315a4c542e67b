#!/usr/bin/env python3
"""Checks that the documents contradict neither the program nor each other.

Everything that a document names in `code`, in an indented or fenced block, or in a man page has to exist: configuration keys, commands and
options of inkd's programs, methods, types and errors of the protocol, variables INKD_*, targets of make, files of the repository, Debian
packages. inkctl(1) has every option of inkctl. The commands that install are the same on each page, and so is the number of languages.

usage: documents.py [--help-dump FILE] [DOCUMENT…]      without documents: all that git tracks
--help-dump: the output of `inkctl --experimental-dump-help`; the commands and options read from the sources are compared with it.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {
    "inkctl": "Inkctl",
    "inkd": "Inkd",
    "inkd-wlim": "InkdWlim",
    "inkd-overlay": "InkdOverlay",
    "inkd-settings": "InkdSettings",
    "inkd-fcitx5": "InkdFcitx5",
    "ibus-engine-inkd": "IBusEngineInkd",
    "inkd-bench": "InkdBench",
}
# Files that variables and options of scripts are looked for in.
SOURCES = "*.swift *.py *.sh *.cpp *.yaml Makefile .ci debian packaging systemd udev-rules config".split()
# Options of other programs.
FOREIGN = {"--force-renderer-accessibility", "--master"}
FOLDERS = r"(?:Sources|Tests|config|debian|docs|packaging|systemd|training|udev-rules)/"
NUMBERS = {"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def kebab(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"-\1", name).lower()


class Command:
    """A command as ArgumentParser makes it of a struct: its name, options, groups of options and subcommands."""

    def __init__(self, struct, body):
        body = re.sub(r'"""(.*?)"""', '""', body, flags=re.DOTALL)
        name = re.search(r'commandName: "([^"]+)"', body)
        self.name = name[1] if name else kebab(struct.removesuffix("Command"))
        self.subcommands = re.findall(r"(\w+)\.self", "".join(re.findall(r"subcommands: \[(.*?)\]", body, re.DOTALL)))
        default = re.search(r"defaultSubcommand: (\w+)", body)
        self.default = default[1] if default else None
        self.names = [self.name, *re.findall(r'"([^"]+)"', "".join(re.findall(r"aliases: \[(.*?)\]", body, re.DOTALL)))]
        self.groups = re.findall(r"@OptionGroup(?:\([^)]*\))?\s+(?:private )?var \w+(?:: |\s*=\s*)(\w+)", body)
        self.options = {"--help", "-h", "--version"}
        flags = dict(re.findall(r"enum (\w+): EnumerableFlag \{(.*?)\n    \}", body, re.DOTALL))
        for cases in flags.values():
            for line in re.findall(r"^\s*case (.*)", cases, re.MULTILINE):
                self.options |= {"--" + kebab(case.strip()) for case in line.split(",") if re.fullmatch(r"\s*\w+\s*", case)}
        for attribute, variable, kind in re.findall(r"@(?:Option|Flag)\b(.*?)\n?\s*(?:private )?var (\w+)(?:: (\w+))?", body, re.DOTALL):
            if kind not in flags:
                self.add(attribute, variable)

    def add(self, attribute, variable):
        given = re.search(r"name: (\[.*?\]|\.\w+(?:\(\"[^\"]*\"\))?)", attribute, re.DOTALL)
        names = given[1] if given else ".long"
        self.options |= {"--" + name for name in re.findall(r'customLong\("([^"]+)"', names)}
        self.options |= {"-" + name for name in re.findall(r'customShort\("(.)"', names)}
        if re.search(r"\.long\b|shortAndLong", names):
            self.options.add("--" + kebab(variable))
        if re.search(r"\.short\b|shortAndLong", names):
            self.options.add("-" + variable[0])
        if "prefixedNo" in attribute:
            self.options.add("--no-" + kebab(variable))


class Facts:
    """The names that the sources, the configuration and the repository have."""

    def __init__(self):
        self.files = set(git("ls-files", "--cached", "--others", "--exclude-standard").splitlines())
        self.folders = {str(folder) for file in self.files for folder in Path(file).parents}
        self.structs = {}
        for file in self.files:
            if re.match(r"Sources/(inkctl|inkd|inkd-\w+|ibus-engine-inkd)/.*\.swift$", file) and (ROOT / file).exists():
                for name, body in re.findall(r"^struct (\w+): (?:Async)?Parsable\w+ \{(.*?)^\}", read(file), re.MULTILINE | re.DOTALL):
                    self.structs[name] = Command(name, body)
        self.configuration = set()
        for line in read("config/inkd.yaml").splitlines():
            if found := re.match(r"(\w+):", line):
                section = found[1]
                self.configuration.add(section)
            elif found := re.match(r"  (?:#   )?(\w+):", line):
                self.configuration.add(f"{section}.{found[1]}")
        keys = read("Sources/Editing/Configuration/Configuration.swift")
        self.keys = self.configuration | set(re.findall(r'"([a-z]+(?:\.[a-z-]+)+)"', keys))
        self.sections = {key.partition(".")[0] for key in self.keys if "." in key}
        words = set(git("grep", "-IhoE", r"INKD_[A-Z0-9_]+|--[a-z][a-z0-9-]+", "--", *SOURCES).splitlines())
        derived = {"INKD_" + re.sub("([A-Z])", r"_\1", key.replace(".", "_")).upper() for key in self.configuration}
        self.variables = {word for word in words if word.startswith("INKD_")} | derived
        self.options = FOREIGN | {word for word in words if word.startswith("--")}
        # training/inkd_training/text/config.py makes options of these
        self.options |= {"--" + kebab(name) for name in re.findall(r'^ +(\w+)(?:: |=)', read("training/inkd_training/text/config.py"), re.MULTILINE)}
        for command in self.structs.values():
            self.options |= command.options
        self.targets = set(re.findall(r"^([a-z][\w-]*):", read("Makefile"), re.MULTILINE))
        self.protocol = {"org.varlink.service": {"GetInfo", "GetInterfaceDescription", "InterfaceNotFound", "MethodNotFound"}}
        self.protocol["org.varlink.service"] |= {"MethodNotImplemented", "InvalidParameter", "ExpectedMore", "PermissionDenied"}
        for path in ROOT.glob("Sources/InkProtocol/Interfaces/*.varlink"):
            self.protocol[path.stem] = set(re.findall(r"^(?:method|type|error) (\w+)", path.read_text(), re.MULTILINE))
        self.packages = set(re.findall(r"^Package: (\S+)", read("debian/control"), re.MULTILINE))
        self.languages = sum(file.startswith("models/language/") for file in self.files)

    def allowed(self, struct):
        """The options of a command, those of its groups and of its default subcommand."""
        command = self.structs[struct]
        inner = [*command.groups, *([command.default] if command.default else [])]
        return set(command.options).union(*(self.allowed(name) for name in inner if name in self.structs))

    def tree(self, struct, path=()):
        """Yields each command's path and options."""
        path = (*path, self.structs[struct].name)
        yield path, self.allowed(struct)
        for name in self.structs[struct].subcommands:
            yield from self.tree(name, path)

    def call(self, words):
        """Yields the faults of a command line of one of PROGRAMS."""
        struct = PROGRAMS[words[0]]
        rest = words[1:]
        while rest and self.structs[struct].subcommands and re.fullmatch(r"[a-z][a-z-]+", rest[0]):
            found = [name for name in self.structs[struct].subcommands if rest[0] in self.structs[name].names]
            if not found:
                if not self.structs[struct].default and rest[0] != "help":
                    yield f"no command {rest[0]} of {words[0]}"
                return
            struct, rest = found[0], rest[1:]
        allowed = self.allowed(struct) | {"--generate-completion-script"}
        for word in rest:
            option = re.match(r"--?[a-z][a-z0-9-]*", word)
            if option and option[0] not in allowed and not self.structs[struct].subcommands:
                yield f"no option {option[0]} of {' '.join(words[: words.index(word)])}"


def read(file):
    return (ROOT / file).read_text(encoding="utf-8")


def code(file, text):
    """Yields line number and text of each piece of code."""
    fenced, text = False, re.sub(r"\\f[BIRP]|\\&", "", text).replace("\\-", "-") if "/man/" in file else text
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith("```")
        if "/man/" in file or fenced or re.match(r"    +[^ *\-\d|]", line):
            yield number, re.split(r"\s#\s|\s{3,}", line.strip())[0], line
        else:
            for span in re.findall(r"`([^`]+)`", line):
                yield number, span, ""


def faults(facts, file, text):
    names = "|".join(re.escape(name.removeprefix("org.inkd.")) for name in facts.protocol if name.startswith("org.inkd"))
    for number, piece, line in code(file, text):
        man = "/man/" in file
        for variable in re.findall(r"\bINKD_[A-Z0-9_]*[A-Z0-9]", line or piece):
            if variable not in facts.variables:
                yield number, f"no variable {variable}"
        for target in re.findall(r"(?:^|[;&]\s*|sudo )make (?:--silent )?([a-z][\w-]*)", piece):
            if not man and target not in facts.targets:
                yield number, f"no target {target} in the Makefile"
        for interface, name in re.findall(rf"\b(?:org\.inkd\.)?({names})\.([A-Z]\w+)", line or piece):
            if name not in facts.protocol[f"org.inkd.{interface}"]:
                yield number, f"org.inkd.{interface} has no {name}"
        for path in re.findall(rf"(?<![\w/.$-]){FOLDERS}[\w./+@-]*[\w/]", piece):
            known = path.rstrip("/") in facts.files | facts.folders or path.startswith("training/corpus/w")
            if not known and not re.search(r"[A-Z]{3,}", path):
                yield number, f"no file {path}"
        key = re.fullmatch(r"([a-z]+)\.([a-zA-Z.-]+)(: .*)?", piece)
        if key and not man and key[1] in facts.sections and f"{key[1]}.{key[2]}" not in facts.keys:
            if not re.search(r"\.(py|sh|md|yaml|conf|service|socket|json|jsonl)$", piece):
                yield number, f"no key {piece}"
        for key in re.findall(r"inkctl config (?:set|get|reset|unset) ([a-z][\w.-]+)", piece):
            if "." in key and key not in facts.keys:
                yield number, f"no key {key}"
        for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", piece):
            if option not in facts.options and not re.search(r"gsettings|apt|systemctl|chromium", piece):
                yield number, f"no program or script has {option}"
        for call in re.findall(r"(?:^|[|&;$] ?|sudo |exec )((?:%s) [^|;&<>]+)" % "|".join(PROGRAMS), piece) if not man else []:
            yield from ((number, fault) for fault in facts.call(call.split()))
        for package in re.findall(r"(?<![\w/.-])inkd-models-\w[\w-]*", piece):
            if package not in facts.packages and not package.endswith(("TAG", "-x")):
                yield number, f"no package {package}"
    for number, line in enumerate(text.splitlines(), 1):
        for count in re.findall(r"\b(\w+) languages in Latin, Cyrillic and Greek|spelling of (\w+)", line):
            count = (count[0] or count[1]).lower()
            if NUMBERS.get(count, count) not in (facts.languages, str(facts.languages)):
                yield number, f"{count} languages, and models/language has {facts.languages}"


def comparisons(facts, texts, dump):
    """Yields faults of what stands on several pages, and of the list of inkctl's options."""
    commands = {line.strip() for text in texts.values() for line in text.splitlines() if re.match(r"\s+sudo apt install ./.build/packages/inkd\{", line)}
    if len(commands) > 1:
        yield "README.md", 0, f"{len(commands)} different commands install the packages"
    if "docs/man/inkctl.1" in texts:
        page = texts["docs/man/inkctl.1"].replace("\\-", "-")
        missing = {option: " ".join(path) for path, options in facts.tree("Inkctl") for option in options if option.startswith("--")}
        for option, path in sorted(missing.items()):
            if not re.search(re.escape(option) + r"(?![\w-])", page):
                yield "docs/man/inkctl.1", 0, f"it does not name {option} of {path}"
    if dump:
        found = {path: {option for option in options if option.startswith("--")} for path, options in facts.tree("Inkctl")}
        yield from ((dump, 0, fault) for fault in dumped(json.loads(Path(dump).read_text())["command"], (), found))


def dumped(command, path, found):
    path = (*path, command["commandName"])
    names = {"--" + name["name"] for value in command.get("arguments", []) for name in value.get("names", []) if name["kind"] == "long"}
    if path[-1] != "help" and not names <= found.get(path, set()):
        yield f"{' '.join(path)} has {', '.join(sorted(names - found.get(path, set())))}, which the sources do not show"
    for inner in command.get("subcommands", []):
        yield from dumped(inner, path, found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--help-dump")
    parser.add_argument("documents", nargs="*")
    arguments = parser.parse_args()
    names = arguments.documents or git("ls-files", "*.md", "docs/man/*").splitlines()
    texts = {name: read(name) for name in names if (ROOT / name).exists()}
    facts = Facts()
    found = [(name, *fault) for name, text in texts.items() for fault in faults(facts, name, text)]
    found += comparisons(facts, texts, arguments.help_dump)
    for name, number, fault in found:
        print(f"{name}:{number}: {fault}", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
