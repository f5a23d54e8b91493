#!/usr/bin/python3
"""Installs a build into a folder, and tests what is there: the files, the manual pages, what shells complete, and how much
systemd lets the server do.

usage: install_test.py BUILD
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import help_text  # noqa: E402

MOST_EXPOSED = 20  # of 100, as systemd-analyze counts
FILES = """\
bin/jaipur-{0}
share/bash-completion/completions/jaipur-{0}
share/fish/vendor_completions.d/jaipur-{0}.fish
share/zsh/site-functions/_jaipur-{0}
share/doc/jaipur-{0}/LICENSE
share/doc/jaipur-{0}/CHANGELOG.md
"""
OF_SERVER = """\
share/doc/jaipur-server/hosting.md
share/doc/jaipur-server/security.md
share/doc/jaipur-server/scaling.md
share/doc/jaipur-server/examples/server.conf
share/man/man8/jaipur-server.8
lib/jaipur/certificate_hook
lib/jaipur/use_certificate
lib/systemd/system/jaipur-server.service
lib/systemd/system/jaipur-server.socket
lib/sysusers.d/jaipur-server.conf
"""
OF_CLIENT = """\
share/doc/jaipur-client/playing.md
share/man/man1/jaipur-client.1
"""
PROGRAMS = {"server": OF_SERVER, "client": OF_CLIENT}

# Line before the cursor: what is offered, what isn't. (fish offers long options only after --.)
OFFERS = {
    "jaipur-server --l": ({"--listen", "--log-level", "--longest-move"}, {"--data"}),
    "jaipur-server --log-level ": ({"debug", "off"}, {"backup"}),
    "jaipur-server --tls-": ({"--tls-cert", "--tls-key"}, {"--tls", "--data"}),
    "jaipur-server healthcheck --t": ({"--tls"}, {"--tls-cert"}),
    "jaipur-server --tls-cert saved": ({"saved.replay"}, {"directory"}),
    "jaipur-server b": ({"backup"}, {"check"}),
    "jaipur-server salvage --f": ({"--from"}, {"--file", "--listen"}),
    "jaipur-client --language d": ({"de"}, {"en"}),
    "jaipur-client --theme light new --sp": ({"--spectators"}, {"--server"}),
    "jaipur-client new --spectators ": ({"public", "none", "open"}, {"beginner"}),
    "jaipur-client bot ": ({"beginner", "master"}, {"new"}),
    "jaipur-client verify saved": ({"saved.replay"}, {"new"}),
    "jaipur-server --data dir": ({"directory"}, {"saved.replay"}),
}
BASH = r"""
. "$1"
COMP_LINE=$2
COMP_POINT=${#2}
read -ra COMP_WORDS <<<"$2"
[[ $2 != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; } # works only while a shell completes
"_${COMP_WORDS[0]//-/_}"
printf '%s\n' "${COMPREPLY[@]}"
"""

failures = []


def check(right, what):
    if not right:
        failures.append(what)


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)


def check_files(build, installed):
    for component, more in PROGRAMS.items():
        folder = installed / component
        done = run("cmake", "--install", build, "--prefix", folder, "--component", component)
        check(done.returncode == 0, done.stderr)
        found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        expected = set((FILES.format(component) + more).split())
        check(found == expected, f"{component}: missing {expected - found}, unexpected {found - expected}")


def check_manual(program, page):
    text = page.read_text()
    command = help_text.read(program)
    for each in [command, *command.commands]:
        for option in each.options():
            check(option.names[-1].replace("-", "\\-") in text, f"{page.name} lacks {option.names[-1]}")
    for code in re.findall(r"Exit codes:.*", help_text.help_of(program)):
        check(f".B {code.split()[2]}\n" in text, f"{page.name} lacks exit codes")
    if shutil.which("man"):
        shown = run(
            "man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", page, env={"PATH": "/usr/bin:/bin", "MANWIDTH": "90"}
        )
        check(shown.returncode == 0 and not shown.stderr, f"{page.name}: {shown.stderr[:500]}")
        check("EXIT STATUS" in shown.stdout or "E\bEX" in shown.stdout, f"{page.name} has no text")
    else:
        print("SKIPPED the look of manual pages: man isn't installed")


def completions(shell, folder, line):
    program = line.split()[0]
    if shell == "bash":
        script = folder / "share/bash-completion/completions" / program
        return run("bash", "-c", BASH, "bash", script, line, cwd=folder)
    script = folder / "share/fish/vendor_completions.d" / f"{program}.fish"
    return run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'", cwd=folder)


def check_shell(shell, installed):
    if not shutil.which(shell):
        print(f"SKIPPED completion in {shell}: it isn't installed")
        return
    for line, (offered, others) in OFFERS.items():
        folder = installed / line.split()[0].removeprefix("jaipur-")
        (folder / "saved.replay").touch()
        (folder / "directory").mkdir(exist_ok=True)
        done = completions(shell, folder, line)
        words = {each.split("\t")[0].rstrip("/") for each in done.stdout.splitlines()}
        check(not done.stderr, f"{shell}: {line!r}: {done.stderr[:500]}")
        check(offered <= words, f"{shell}: {line!r} lacks {offered - words} among {sorted(words)[:20]}")
        check(not others & words, f"{shell}: {line!r} offers {others & words}")


def check_zsh(installed):
    if not shutil.which("zsh"):
        print("SKIPPED completion in zsh: it isn't installed")
        return
    for component in PROGRAMS:
        script = installed / component / f"share/zsh/site-functions/_jaipur-{component}"
        done = run(
            "zsh",
            "-f",
            "-c",
            "autoload -Uz compinit; compinit -u -D; _arguments() { print -r -l -- $@ }; . $1",
            "zsh",
            script,
        )
        check(done.returncode == 0 and not done.stderr, f"zsh: {done.stderr[:500]}")
        check(f"--{'data' if component == 'server' else 'theme'}=" in done.stdout, f"zsh: {done.stdout[:300]}")


def check_units(installed):
    if not shutil.which("systemd-analyze"):
        print("SKIPPED the units: systemd-analyze isn't installed")
        return
    folder = installed / "server"
    units = folder / "lib/systemd/system"
    service = units / "jaipur-server.service"
    # The build's own prefix is in it; the manual page isn't where `man` looks for it.
    text = re.sub(r"(?m)^(Exec\w+=)/\S+", rf"\g<1>{folder}/bin/jaipur-server", service.read_text())
    service.write_text(re.sub(r"(?m)^Documentation=.*\n", "", text))
    done = run(
        "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", service, units / "jaipur-server.socket"
    )
    check(done.returncode == 0 and not done.stderr, f"units: {done.stderr[:500]}")
    done = run("systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", service)
    print((done.stdout.strip().splitlines() or [""])[-1])
    check(done.returncode == 0, f"the service may do too much: {done.stdout[-300:]}{done.stderr[:300]}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        installed = pathlib.Path(folder)
        check_files(build, installed)
        if not failures:
            check_manual(installed / "server/bin/jaipur-server", installed / "server/share/man/man8/jaipur-server.8")
            check_manual(installed / "client/bin/jaipur-client", installed / "client/share/man/man1/jaipur-client.1")
            check_shell("bash", installed)
            check_shell("fish", installed)
            check_zsh(installed)
            check_units(installed)
    for failure in failures:
        print(f"FAILED {failure}")
    sys.exit(1 if failures else 0)


main()
