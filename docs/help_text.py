"""Reads the --help texts of the programs: the only place where options are described. docs/cli.md, the manual pages and
the completion of shells are made from it."""

import re
import subprocess
from dataclasses import dataclass, field

THEIRS = 30  # where CLI11 starts descriptions


def output_of(*command):
    # No environment: $USER and $JAIPUR_… would show up as defaults.
    return subprocess.run(command, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True).stdout


def help_of(program, *subcommand):
    """The help text, independent of how this version of CLI11 lays it out."""
    text = output_of(program, *subcommand, "--help").replace("[SUBCOMMANDS]", "[SUBCOMMAND]")
    return re.sub(r"^([A-Z]+):$", lambda heading: heading[0].capitalize(), text, flags=re.MULTILINE)


def subcommands(help_text):
    listed = help_text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\S+)", listed, flags=re.MULTILINE)


def entries(lines):
    """Joins the lines of each option: (option, description) for one, (None, text) for anything else."""
    result = []
    for line, next_line in zip(lines, [*lines[1:], ""]):
        if re.match(r"  \S", line):
            fits = line[THEIRS - 1 : THEIRS] == " " and not next_line.startswith(" " * THEIRS)
            result.append((line[:THEIRS].strip(), line[THEIRS:]) if fits else (line.strip(), ""))
        elif line.startswith(" " * THEIRS) and result and result[-1][0]:
            option, description = result[-1]
            result[-1] = (option, f"{description} {line.strip()}".strip())
        else:
            result.append((None, line))
    return result


@dataclass
class Option:
    names: list  # "-h", "--help"; a positional has one, such as FILE
    value: str  # ADDRESS:PORT; empty for a switch
    default: str
    variable: str  # of the environment
    text: str

    @property
    def positional(self):
        return not self.names[0].startswith("-")

    def choices(self):
        """The words among which its text says that one chooses, as in "debug, info, warning, error or off"."""
        text = re.sub(r" ?\([^)]*\)", "", self.text)
        for part in re.split(r": |; ", text):
            if re.fullmatch(r"[a-z-]+(, [a-z-]+)+(,? or [a-z-]+)?|[a-z-]+ or [a-z-]+", part):
                words = re.split(r",? or |, ", part)
                return words if not self.default or self.default in words else [self.default, *words]
        return []


@dataclass
class Command:
    words: list  # jaipur-client, new
    text: str
    usage: str
    groups: dict = field(default_factory=dict)  # heading: options
    commands: list = field(default_factory=list)
    paragraphs: list = field(default_factory=list)  # below the options

    def options(self):
        return [option for group in self.groups.values() for option in group if not option.positional]

    def positionals(self):
        return [option for group in self.groups.values() for option in group if option.positional]


def option_of(head, text):
    head = re.sub(r" (REQUIRED|Excludes: .*|Needs: .*)$", "", re.sub(r" (Excludes|Needs): .*$", "", head))
    variable = re.search(r" \(Env:(\w+)\)", head)
    head = re.sub(r" \(Env:\w+\)", "", head)
    names, value, default = re.fullmatch(r"([^ =]+)(?: ([^ =]+))?(?:=(.*))?", head).groups("")
    return Option(names.split(","), value, default, variable[1] if variable else "", text)


def read(program, *words):
    """The help of a program or of one of its commands, with all commands below it."""
    whole = help_of(program, *words)
    name = str(program).rpartition("/")[2]
    lines = entries(whole.splitlines())
    usage = next(text for head, text in lines if head is None and text.startswith("Usage: "))
    command = Command([name, *words], lines[0][1], usage.removeprefix("Usage: "))
    heading, paragraph = "", []
    for head, text in lines[1:]:
        if head is None and re.fullmatch(r"[A-Z][a-z]+:", text):
            heading, paragraph = text[:-1], []
        elif head is not None and heading == "Subcommands":
            command.commands.append(read(program, *words, head))
        elif head is not None:
            command.groups.setdefault(heading, []).append(option_of(head, text))
        elif text and text != usage:
            if not paragraph:
                command.paragraphs.append(paragraph)
            paragraph.append(text)
        else:
            paragraph = []
    command.paragraphs = [" ".join(lines) for lines in command.paragraphs]
    return command
