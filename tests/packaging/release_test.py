#!/usr/bin/python3
"""packaging/release in a small repository, with stand-ins for the compiler and for what makes packages: what it checks, what
it changes, and what it leaves alone.

usage: release_test.py
"""

import datetime
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- News.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n"

# Builds programs that print the version; with PLANT, they also contain the folder in which they were built. MEANWHILE is a
# repository in which somebody commits during the build.
CMAKE = """#!/bin/bash
if [ "$1" = --install ]; then
    mkdir -p "$4/bin" "$4/lib/systemd" "$4/lib/sysusers.d" "$4/lib/jaipur" "$4/share/zsh/vendor-completions"
    touch "$4/lib/jaipur/use_certificate" "$4/lib/jaipur/certificate_hook"
    cp "$2"/bin/* "$4/bin"
elif [ "$1" = --build ]; then
    version=$(sed -n 's/^project(jaipur VERSION \\(.*\\) LANG.*/\\1/p' CMakeLists.txt)
    mkdir -p build/package/bin
    for name in jaipur-server jaipur-client; do
        printf '#!/bin/sh\\necho %s %s\\n# %s\\n' $name "$version" "${PLANT:+$PWD}" >build/package/bin/$name
        chmod +x build/package/bin/$name
    done
    [ -z "$MEANWHILE" ] || (cd "$MEANWHILE" && echo more >>README.md && git commit --quiet --all --message more)
fi
"""
STAND_INS = {
    "jaipur": '#!/bin/bash\ntouch "${0%/*}/../tested"\nexit ${FAILING:-0}\n',
    "packaging/make_deb": '#!/bin/bash\ncp "$1/bin/jaipur-$2" "$3/jaipur-$2.deb"\n',
    "packaging/make_sbom": '#!/bin/bash\necho "{}" >"$2"\n',
}


class Repository:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "tree"
        self.bin = pathlib.Path(folder) / "bin"
        (self.folder / "packaging").mkdir(parents=True)
        self.bin.mkdir()
        shutil.copy(ROOT / "packaging/release", self.folder / "packaging")
        for name, text in STAND_INS.items():
            self.program(self.folder / name, text)
        self.program(self.bin / "cmake", CMAKE)
        self.program(self.bin / "docker", "#!/bin/sh\nexit 1\n")
        self.write("CMakeLists.txt", "project(jaipur VERSION 0.1.0 LANGUAGES CXX)\n")
        self.write("CHANGELOG.md", CHANGELOG)
        self.write(".gitignore", "/build/\n")
        for name in ("README.md", "LICENSE"):
            self.write(name, name)
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()

    def program(self, path, text):
        path.write_text(text)
        path.chmod(0o755)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def read(self, name):
        return (self.folder / name).read_text()

    def git(self, *words):
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(
            ["git", *identity, *words], cwd=self.folder, check=True, capture_output=True, text=True
        ).stdout

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a change")

    def release(self, *words, **environment):
        done = subprocess.run(
            [self.folder / "packaging/release", *words],
            env={
                "PATH": f"{self.bin}:/usr/bin:/bin",
                "GIT_AUTHOR_NAME": "A",
                "GIT_AUTHOR_EMAIL": "a@example.org",
                "GIT_COMMITTER_NAME": "A",
                "GIT_COMMITTER_EMAIL": "a@example.org",
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    @property
    def tested(self):
        return (self.folder.parent / "tested").exists()


def a_trial_changes_nothing(repository):
    before = repository.git("log", "--format=%H")
    code, said = repository.release("0.2.0", "--no-image")
    assert code == 0 and "trial with 0 problems" in said, said
    assert repository.git("log", "--format=%H") == before and repository.git("status", "--porcelain") == ""
    assert not repository.tested
    out = repository.folder / "build/release-0.2.0"
    names = {path.name.replace("aarch64", "x86_64") for path in out.iterdir()}
    wanted = {"jaipur-online-0.2.0-linux-x86_64.tar.xz", "jaipur-server.deb", "jaipur-client.deb"}
    assert names == wanted | {"jaipur-online-0.2.0.spdx.json", "SHA256SUMS"}, names
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    listed = subprocess.run(["tar", "-tf", next(out.glob("*.xz"))], capture_output=True, text=True, check=True).stdout
    assert "/bin/jaipur-client\n" in listed and "/lib/jaipur/certificate_hook\n" in listed, listed
    assert "systemd" not in listed and "sysusers" not in listed and "use_certificate" not in listed, listed
    assert not list((repository.folder / "build").glob("release-sources*"))


def a_release_commits_its_version(repository):
    code, said = repository.release("0.2.0", "--commit", "--no-image")
    assert code == 0 and "git tag -a v0.2.0" in said, said
    assert repository.tested
    assert repository.git("log", "-1", "--format=%s") == "release: version 0.2.0\n"
    assert repository.git("status", "--porcelain") == ""
    assert "VERSION 0.2.0 LANG" in repository.read("CMakeLists.txt")
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    assert f"## [Unreleased]\n\n## [0.2.0] - {date}\n\n### Added" in repository.read("CHANGELOG.md")
    assert repository.git("tag") == ""


def failing_tests_are_no_release(repository):
    code, said = repository.release("0.2.0", "--commit", "--no-image", FAILING="1")
    assert code == 1 and "the tests fail" in said, said
    assert "0.1.0" in repository.read("CMakeLists.txt")


def problems(repository, expected, version="0.2.0"):
    code, said = repository.release(version, "--no-image")
    assert code == 0 and f"PROBLEM: {expected}" in said.replace("release: ", ""), said
    code, said = repository.release(version, "--commit", "--no-image")
    assert code == 1 and expected in said and not repository.tested, said


def the_version_must_be_newer(repository):
    problems(repository, "0.1.0 isn't newer", "0.1.0")


def the_tree_must_be_clean(repository):
    repository.write("README.md", "changed")
    problems(repository, "the work tree has changes")


def the_tag_must_be_new(repository):
    repository.git("tag", "v0.2.0")
    problems(repository, "the tag v0.2.0 exists")


def there_must_be_news(repository):
    repository.write("CHANGELOG.md", CHANGELOG.replace("### Added\n\n- News.\n\n", ""))
    repository.commit()
    problems(repository, "the section Unreleased")


def an_image_needs_an_engine(repository):
    code, said = repository.release("0.2.0")
    assert code == 0 and "no Docker engine" in said, said


def two_builds_are_compared(repository):
    code, said = repository.release("0.2.0", "--check")
    assert code == 0 and "byte for byte" in said, said
    code, said = repository.release("0.2.0", "--check", PLANT="yes")
    assert code == 1 and "the two builds differ" in said, said
    shutil.rmtree(said.rpartition("the second one is in ")[2].strip())


def a_commit_during_the_build_changes_nothing(repository):
    code, said = repository.release("0.2.0", "--check", MEANWHILE=str(repository.folder))
    assert code == 0 and "byte for byte" in said, said
    assert repository.read("README.md").endswith("more\nmore\n")


def wrong_words_are_refused(repository):
    for words in ([], ["1.2"], ["1.2.3", "--now"], ["1.2.3", "--check", "--commit"]):
        assert repository.release(*words)[0] == 1, words


CASES = [
    a_trial_changes_nothing,
    a_release_commits_its_version,
    failing_tests_are_no_release,
    the_version_must_be_newer,
    the_tree_must_be_clean,
    the_tag_must_be_new,
    there_must_be_news,
    an_image_needs_an_engine,
    two_builds_are_compared,
    a_commit_during_the_build_changes_nothing,
    wrong_words_are_refused,
]


def main():
    failed = 0
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(Repository(folder))
            except Exception as error:
                failed += 1
                print(f"FAILED {case.__name__}: {error}")
    sys.exit(1 if failed else 0)


main()
