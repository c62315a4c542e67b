#!/usr/bin/env python3
"""Checks that the documents contradict neither the program nor each other.

Names in `code`, in blocks of code and in man pages have to exist: configuration keys, commands and options of inkd's programs, methods,
types and errors of the protocol, variables INKD_*, targets of make, files of the repository, Debian packages. inkctl(1) has every option of
inkctl, org.inkd(7) every interface. The command that installs the packages, the version and the number of languages are the same everywhere.

usage: documents.py [DOCUMENT…]      without any: all that git tracks"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The struct of each program's command line.
PROGRAMS = {"inkctl": "Inkctl", "inkd": "Inkd", "inkd-wlim": "InkdWlim", "inkd-overlay": "InkdOverlay", "inkd-settings": "InkdSettings"}
PROGRAMS |= {"inkd-fcitx5": "InkdFcitx5", "inkd-pen": "InkdPen", "ibus-engine-inkd": "IBusEngineInkd", "inkd-bench": "InkdBench"}
SOURCES = "*.swift *.py *.sh *.cpp *.yaml Makefile .ci debian packaging systemd udev-rules config".split()
FOLDERS = r"(?:Sources|Tests|config|debian|docs|packaging|systemd|training|udev-rules)/"
# Options of other programs.
FOREIGN = {"--force-renderer-accessibility", "--master", "--generate-completion-script"}
FOREIGN_LINES = r"gsettings|apt |systemctl|chromium|udevadm|npm |pip "
NUMBERS = {"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "twenty-one": 21}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def read(file):
    return (ROOT / file).read_text(encoding="utf-8")


def kebab(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"-\1", name).replace("_", "-").lower()


class Command:
    """A command as ArgumentParser makes it of a struct: names, options, groups of options and subcommands."""

    def __init__(self, struct, body):
        body = re.sub(r'"""(.*?)"""', '""', body, flags=re.DOTALL)
        name = re.search(r'commandName: "([^"]+)"', body)
        aliases = re.findall(r"aliases: \[(.*?)\]", body, re.DOTALL)
        self.names = [name[1] if name else kebab(struct), *re.findall(r'"([^"]+)"', "".join(aliases))]
        self.subcommands = re.findall(r"(\w+)\.self", "".join(re.findall(r"subcommands: \[(.*?)\]", body, re.DOTALL)))
        self.default = re.findall(r"defaultSubcommand: (\w+)", body)
        self.groups = re.findall(r"@OptionGroup(?:\([^)]*\))?\s+(?:private )?var \w+(?:: |\s*=\s*)(\w+)", body)
        self.is_hidden = "shouldDisplay: false" in body
        self.options, self.hidden = {"--help", "-h", "--version"}, set()
        flags = dict(re.findall(r"enum (\w+): EnumerableFlag \{(.*?)\n    \}", body, re.DOTALL))
        for line in re.findall(r"^\s*case ([\w, ]+)$", "\n".join(flags.values()), re.MULTILINE):
            self.options |= {"--" + kebab(case.strip()) for case in line.split(",")}
        declaration = r"@(?:Option|Flag)\b(.*?)\n?\s*(?:private )?var (\w+)(?:: (\w+))?"
        for attribute, variable, kind in re.findall(declaration, body, re.DOTALL):
            if kind not in flags:
                before = set(self.options)
                self.add(attribute, variable)
                self.hidden |= self.options - before if "help: .hidden" in attribute else set()

    def add(self, attribute, variable):
        given = re.search(r"name: (\[.*?\]|\.\w+(?:\(\"[^\"]*\"\))?)", attribute, re.DOTALL)
        names = given[1] if given else ".long"
        self.options |= {"--" + name for name in re.findall(r'customLong\("([^"]+)"', names)}
        self.options |= {"-" + name for name in re.findall(r'customShort\("(.)"', names)}
        derived = {r"\.long\b|shortAndLong": "--" + kebab(variable), r"\.short\b|shortAndLong": "-" + variable[0]}
        self.options |= {name for pattern, name in derived.items() if re.search(pattern, names)}
        self.options |= {"--no-" + kebab(variable)} if "prefixedNo" in attribute else set()


class Facts:
    """The names that the sources, the configuration and the repository have."""

    def __init__(self):
        self.files = set(git("ls-files", "--cached", "--others", "--exclude-standard").splitlines())
        self.files |= {str(folder) for file in self.files for folder in Path(file).parents}
        self.commands = {}
        for file in sorted(self.files):
            if re.match(r"Sources/(inkctl|inkd|inkd-\w+|ibus-engine-inkd)/.*\.swift$", file) and (ROOT / file).exists():
                for name, body in re.findall(r"^struct (\w+): (?:Async)?Parsable\w+ \{(.*?)^\}", read(file), re.MULTILINE | re.DOTALL):
                    self.commands[name] = Command(name, body)
        self.keys = set()
        for section, inner in re.findall(r"^(\w+):(.*?)(?=^\w|\Z)", read("config/inkd.yaml"), re.MULTILINE | re.DOTALL):
            self.keys |= {section} | {f"{section}.{key}" for key in re.findall(r"^  (?:#   )?(\w+):", inner, re.MULTILINE)}
        words = set(git("grep", "-IhoE", r"INKD_[A-Z0-9_]+|--[a-z][a-z0-9-]+", "--", *SOURCES).splitlines())
        self.variables = words | {"INKD_" + kebab(key.replace(".", "_")).replace("-", "_").upper() for key in self.keys}
        self.options = words.union(FOREIGN, *(command.options for command in self.commands.values()))
        # an option of the training is a field of its configuration
        self.options |= {"--" + kebab(name) for name in re.findall(r"^    (\w+): ", read("training/inkd_training/text/config.py"), re.MULTILINE)}
        for file in ("Configuration", "PenFlag"):
            self.keys |= set(re.findall(r'"([a-z]+(?:\.[a-z-]+)+)"', read(f"Sources/Editing/Configuration/{file}.swift")))
        self.sections = {key.partition(".")[0] for key in self.keys if "." in key}
        self.targets = set(re.findall(r"^([a-z][\w-]*):", read("Makefile"), re.MULTILINE))
        self.protocol = {
            path.stem: set(re.findall(r"^(?:method|type|error) (\w+)", path.read_text(), re.MULTILINE))
            for path in ROOT.glob("Sources/InkProtocol/Interfaces/*.varlink")
        }
        self.packages = set(re.findall(r"^Package: (\S+)", read("debian/control"), re.MULTILINE))
        self.languages = sum(bool(re.match(r"models/language/.*\.safetensors", file)) for file in self.files)
        self.version = re.search(r'"(\d+\.\d+\.\d+)"', read("Sources/InkProtocol/Version.swift"))[1]

    def allowed(self, struct):
        """The options of a command, with those of its groups and its default subcommand."""
        command = self.commands[struct]
        return command.options.union(*(self.allowed(name) for name in command.groups + command.default if name in self.commands))

    def tree(self, struct):
        return {struct}.union(*(self.tree(name) for name in self.commands[struct].subcommands))

    def call(self, words):
        """Yields the faults of a command line of one of PROGRAMS."""
        struct, rest = PROGRAMS[words[0]], words[1:]
        while rest and self.commands[struct].subcommands and re.fullmatch(r"[a-z][a-z-]+", rest[0]):
            found = [name for name in self.commands[struct].subcommands if rest[0] in self.commands[name].names]
            if not found:
                if not self.commands[struct].default and rest[0] != "help":
                    yield f"no command {rest[0]} of {words[0]}"
                return
            struct, rest = found[0], rest[1:]
        for word in rest if not self.commands[struct].subcommands or self.commands[struct].default else []:
            option = re.match(r"--?[a-z][a-z0-9-]*", word)
            if option and option[0] not in self.allowed(struct) | FOREIGN:
                yield f"no option {option[0]} of {' '.join(words[: words.index(word)])}"


def code(is_man, text):
    """Yields line number and text of each piece of code; the lines of one command together."""
    if is_man:
        yield from enumerate(re.sub(r"\\f[BIRP]|\\&", "", text).replace("\\-", "-").splitlines(), 1)
        return
    fenced, command = False, ""
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith("```")
        if fenced or re.match(r"    +[^ *\-\d|]", line) or command:
            command += re.split(r"\s#\s|\s{3,}", line.strip())[0].removesuffix("\\")
            if not line.endswith("\\"):
                yield number, command
                command = ""
        else:
            yield from ((number, span) for span in re.findall(r"`([^`]+)`", line))


def faults(facts, file, text):
    is_man = "/man/" in file
    interfaces = "|".join(name.removeprefix("org.inkd.") for name in facts.protocol)
    for number, piece in code(is_man, text):
        missing = [f"no variable {name}" for name in re.findall(r"\bINKD_[A-Z0-9_]*[A-Z0-9]", piece) if name not in facts.variables]
        members = re.findall(rf"\b(?:org\.inkd\.)?({interfaces})\.([A-Z]\w+)", piece)
        missing += [f"org.inkd.{interface} has no {name}" for interface, name in members if name not in facts.protocol[f"org.inkd.{interface}"]]
        paths = [path for path in re.findall(rf"(?<![\w/.$-]){FOLDERS}[\w./+@-]*[\w/]", piece) if not re.search(r"[A-Z]{3,}", path)]
        missing += [f"no file {path}" for path in paths if path.rstrip("/") not in facts.files]
        if not re.search(FOREIGN_LINES, piece):
            options = re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", piece)
            missing += [f"no program or script has {option}" for option in options if option not in facts.options]
        packages = re.findall(r"(?<![\w/.-])inkd-models-[a-z]\w*", piece)
        missing += [f"no package {package}" for package in packages if package not in facts.packages]
        if not is_man:
            targets = re.findall(r"(?:^|[;&]\s*|sudo )make (?:--silent )?([a-z][\w-]*)", piece)
            missing += [f"no target {target} in the Makefile" for target in targets if target not in facts.targets]
            key = re.fullmatch(r"([a-z]+\.[a-zA-Z.-]+)(: .*)?", piece)
            keys = [key[1]] if key and key[1].partition(".")[0] in facts.sections else []
            keys += re.findall(r"inkctl config (?:set|get|reset|unset) ([a-z]+\.[\w.-]+)", piece)
            keys = [key for key in keys if not re.search(r"\.(py|sh|md|yaml|jsonl|conf)$", key)]
            missing += [f"no key {key}" for key in keys if key not in facts.keys]
            for call in re.findall(r"(?:^|[|&;$] ?|sudo |exec )((?:%s) [^|;&<>]+)" % "|".join(PROGRAMS), piece):
                missing += facts.call(call.split())
        yield from ((number, fault) for fault in missing)
    for number, line in enumerate(text.splitlines(), 1):
        for count in re.findall(r"\b(\d+|\w+teen|twenty[\w-]*) languages(?: in Latin|;)", line):
            if str(NUMBERS.get(count, count)) != str(facts.languages):
                yield number, f"{count} languages, but models/language has {facts.languages}"
        for version in re.findall(r"\binkd[ -](\d+\.\d+\.\d+)\b", line):
            if version != facts.version:
                yield number, f"version {version}, but Sources/InkProtocol/Version.swift has {facts.version}"


def comparisons(facts, texts):
    """Yields faults of lists that have to be complete and of commands that stand on several pages."""
    lines = {line for text in texts.values() for line in re.findall(r"^ +sudo apt install \./\.build/packages/inkd\{.*\n.*", text, re.MULTILINE)}
    if len(lines) > 1:
        yield "README.md", 0, f"{len(lines)} different commands install the packages"
    if page := texts.get("docs/man/inkctl.1", "").replace("\\-", "-"):
        shown = [command for command in facts.tree("Inkctl") if not facts.commands[command].is_hidden]
        hidden = set().union(*(facts.commands[command].hidden for command in shown))
        options = set().union(*(facts.allowed(command) for command in shown)) - hidden
        for option in sorted(option for option in options if option.startswith("--")):
            if not re.search(re.escape(option) + r"(?![\w-])", page):
                yield "docs/man/inkctl.1", 0, f"it does not name {option}"
    for file in {"docs/man/org.inkd.7", "docs/protocol.md"} & texts.keys():
        yield from ((file, 0, f"it does not name {interface}") for interface in facts.protocol if interface not in texts[file])


def main():
    names = sys.argv[1:] or git("ls-files", "*.md", "docs/man/*").splitlines()
    texts = {name: read(name) for name in names if (ROOT / name).exists()}
    facts = Facts()
    found = [(name, *fault) for name, text in texts.items() for fault in faults(facts, name, text)]
    found += comparisons(facts, texts)
    for name, number, fault in found:
        print(f"{name}:{number}: {fault}", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
