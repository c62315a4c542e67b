#!/usr/bin/env python3
"""Writes the reference of inkctl's commands into docs/man/inkctl.1 and docs/manual/command-reference.md, from the help of the built program.

Only the text between the markers of each file is replaced.
usage: commands.py [--check] [--program FILE | --dump FILE]
    --check    fails if a file differs from its program, and writes nothing
    --program  the inkctl to ask (.build/release/inkctl)
    --dump     a file with the output of `inkctl --experimental-dump-help`
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "made by docs/commands.py from the help of inkctl: change that, and run `make reference-commands`"
# options of every command, and of every command that calls the daemon: they are explained once
COMMON = ("--socket", "--version", "--help")


class Argument:
    """An argument or option of a command."""

    def __init__(self, value):
        self.is_positional = value["kind"] == "positional"
        self.names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in value.get("names", [])]
        self.names.sort(key=lambda name: name.startswith("--"))
        self.value = None if value["kind"] == "flag" else value["valueName"]
        self.is_optional, self.is_repeating = value["isOptional"], value["isRepeating"]
        self.text = " ".join(filter(None, [value.get("abstract"), value.get("discussion")]))
        default = re.sub(r"\.0$", "", value.get("defaultValue") or "")
        if default and not default.startswith("--") and "Default:" not in self.text:
            self.text += f" Default: {default}."


class Command:
    """A command, with its arguments and its help as paragraphs: a list of lines is a block of examples."""

    def __init__(self, value, parents):
        self.words = [*parents, value["commandName"]]
        self.abstract = value["abstract"]
        self.default = value.get("defaultSubcommand")
        self.has_subcommands = bool(value.get("subcommands"))
        self.arguments, self.common = [], []
        for argument in map(Argument, filter(lambda argument: argument["shouldDisplay"], value["arguments"])):
            last = self.arguments[-1] if self.arguments else None
            if any(name in COMMON for name in argument.names):
                self.common.append(argument)
            elif last and last.names and argument.names == ["--no-" + last.names[-1].removeprefix("--")]:
                last.names += argument.names
            else:
                self.arguments.append(argument)
        self.paragraphs = []
        for block in (value.get("discussion") or "").strip().split("\n\n"):
            lines = block.split("\n")
            if re.fullmatch(r"Examples?:", lines[0]):
                self.paragraphs.append([line.removeprefix("  ") for line in lines[1:]])
            elif block:
                self.paragraphs.append(" ".join(line.strip() for line in lines))

    @property
    def name(self):
        return " ".join(self.words)


def commands(value, parents=()):
    """All commands that are shown, a group before its subcommands."""
    found = [Command(value, parents)]
    for subcommand in value.get("subcommands", []):
        if subcommand["shouldDisplay"] and subcommand["commandName"] != "help":
            found += commands(subcommand, found[0].words)
    return found


def roff(text):
    """Text in roff; `code` is bold."""
    parts = text.replace("\\", r"\e").replace("-", r"\-").split("`")
    text = "".join(rf"\fB{part}\fR" if index % 2 else part for index, part in enumerate(parts))
    # JSON may break between its members
    text = re.sub(r'(?<=[\]}",])(?=[\[{"])', r"\:", text)
    return r"\&" + text if text[:1] in (".", "'") else text


def roff_option(argument):
    if argument.is_positional:
        return rf"\fI{roff(argument.value)}\fR"
    names = ", ".join(rf"\fB{roff(name)}\fR" for name in argument.names)
    return names + (rf" \fI{roff(argument.value.replace('>x<', 'x'))}\fR" if argument.value else "")


def synopsis(command, style):
    """The command with its arguments. Options are listed below it."""
    words = [style(argument) + (" ..." if argument.is_repeating else "") for argument in command.arguments if argument.is_positional]
    optional = [argument.is_optional for argument in command.arguments if argument.is_positional]
    words = [f"[{word}]" if is_optional else word for word, is_optional in zip(words, optional)]
    if command.has_subcommands:
        words = [f"[{style(Argument({'kind': 'positional', 'valueName': 'command', 'isOptional': True, 'isRepeating': False}))}]"]
    if any(not argument.is_positional for argument in command.arguments):
        words.append("[options]")
    return " ".join(words)


def manual_page(found):
    lines = [".SH COMMANDS"]
    for command in found[1:]:
        lines += [f".SS {roff(command.name)} {synopsis(command, roff_option)}".rstrip(), roff(command.abstract)]
        for paragraph in command.paragraphs:
            if isinstance(paragraph, str):
                lines += [".PP", roff(paragraph)]
        if command.default:
            lines += [".PP", f"The default command is \\fB{roff(command.default)}\\fR."]
        for argument in command.arguments:
            lines += [".TP", roff_option(argument), roff(argument.text)]
    lines += [".SH OPTIONS", "These options are common to all commands; \\fB\\-\\-socket\\fR only applies to commands that call the daemon."]
    for argument in common(found):
        lines += [".TP", roff_option(argument), roff(argument.text)]
    return "\n".join(lines)


def common(found):
    """The options of COMMON, each once."""
    options = {option.names[-1]: option for command in found for option in command.common}
    return [options[name] for name in COMMON if name in options]


def markdown(text):
    """Text in Markdown; `code` stays."""
    parts = text.replace("|", r"\|").split("`")
    return "".join(f"`{part}`" if index % 2 else re.sub(r"([<*_\[\]])", r"\\\1", part) for index, part in enumerate(parts))


def markdown_option(argument):
    # a | would end the cell of a table
    value = f"<{argument.value}>".replace("|", " or ") if argument.value else ""
    return " ".join(filter(None, [", ".join(argument.names), value]))


def table(arguments):
    rows = [f"| `{markdown_option(argument)}` | {markdown(argument.text)} |" for argument in arguments]
    return "\n".join(["| Option | Meaning |", "| --- | --- |", *rows])


def manual(found):
    parts = ["All commands also have these options; `--socket` only applies to commands that call the daemon.", table(common(found))]
    for command in found[1:]:
        parts += [f"## {command.name}", markdown(command.abstract)]
        parts.append(f"Usage: `{' '.join([command.name, synopsis(command, markdown_option)]).rstrip()}`")
        for paragraph in command.paragraphs:
            parts.append(markdown(paragraph) if isinstance(paragraph, str) else "\n".join(f"    {line}".rstrip() for line in paragraph))
        if command.default:
            parts.append(f"The default command is `{command.default}`.")
        if command.arguments:
            parts.append(table(command.arguments))
    return "\n\n".join(parts)


def replaced(path, begin, end, body):
    """The file with the text between the two markers replaced."""
    text = path.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise SystemExit(f"{path}: the lines {begin!r} and {end!r} are missing, or occur twice")
    return text[: text.index(begin)] + f"{begin}\n{body}\n" + text[text.index(end) :]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--program", default=str(ROOT / ".build/release/inkctl"))
    source.add_argument("--dump")
    options = parser.parse_args()
    try:
        text = Path(options.dump).read_text() if options.dump else subprocess.check_output([options.program, "--experimental-dump-help"], text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"commands.py: cannot get the help of inkctl: {error}. Build it with `make build`, or use --program.") from None
    found = commands(json.loads(text)["command"])
    wrong = 0
    for path, comment, body in [
        (ROOT / "docs/man/inkctl.1", '.\\" {}', manual_page(found)),
        (ROOT / "docs/manual/command-reference.md", "<!-- {} -->", manual(found)),
    ]:
        new = replaced(path, comment.format(f"Begin of the commands, {SOURCE}"), comment.format("End of the commands"), body)
        if new == path.read_text(encoding="utf-8"):
            continue
        if options.check:
            wrong += 1
            print(f"{path.relative_to(ROOT)} differs from the help of inkctl: run `make reference-commands`", file=sys.stderr)
        else:
            path.write_text(new, encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
