#!/usr/bin/python3
"""Tests the mutation testing with a small sample: exactly these mutants are found, and exactly those that its tests
leave out survive.

usage: tests/mutation/self_test.py LIBTEST_MAIN COMPILER [FLAG…]"""

import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
from importlib import machinery, util
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

try:
    import finder
    import mutants
except ImportError as error:
    print(f"SKIPPED {error}: run ./jaipur setup mutate")
    sys.exit(0)
import runs  # noqa: E402

spec = util.spec_from_loader("mutate", machinery.SourceFileLoader("mutate", str(HERE / "mutate")))
mutate = util.module_from_spec(spec)
spec.loader.exec_module(mutate)

# What must be found, and how it is noticed: "" survives, None isn't reached.
EXPECTED = """
failed   both: a && b -> a
failed   both: a && b -> b
failed   countdown: ++steps -> (left out)
failed   countdown: from > 0 -> from > 1
failed   countdown: from > 0 -> from >= 0
failed   countdown: steps = 0 -> steps = 1
failed   first_of: numbers.empty() -> !(numbers.empty())
failed   fits: size <= 3 -> size < 3
failed   fits: size <= 3 -> size <= 2
failed   fits: size <= 3 -> size <= 4
failed   is_between: low < number && number < high -> low < number
failed   is_between: low < number && number < high -> number < high
failed   is_between: low < number -> low <= number
failed   is_between: number < high -> number <= high
failed   is_digit: is_between(-1, number, 10) -> is_between(-0, number, 10)
failed   is_digit: is_between(-1, number, 10) -> is_between(-1, number, 11)
failed   is_digit: is_between(-1, number, 10) -> is_between(-1, number, 9)
failed   is_digit: is_between(-1, number, 10) -> is_between(-2, number, 10)
failed   is_digit: return is_between(-1, number, 10) -> return !(is_between(-1, number, 10))
failed   next: number + 1 -> number + 0
failed   next: number + 1 -> number + 2
failed   next: number + 1 -> number - 1
failed   parsed: return std::stoi(text) -> return std::nullopt
failed   parsed: text.empty() -> !(text.empty())
hung     countdown: --from -> (left out)
survives either: a || b -> b
survives is_long: size > 10 -> size > 11
survives is_long: size > 10 -> size > 9
survives is_long: size > 10 -> size >= 10
survives parsed: log.push_back(text) -> (left out)
unseen   either: a || b -> a
unseen   forgotten: number = 0 -> (left out)
unseen   forgotten: number = 0 -> number = 1
""".strip()


def shown(found, how):
    return f"{how:8} {found.function}: {found.before} -> {found.after}"


class Sample(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="jaipur_mutation_")
        cls.addClassCleanup(cls.folder.cleanup)
        place = Path(cls.folder.name)
        parser, source = mutants.Parser(ROOT), "tests/mutation/sample/sample.cpp"
        files = [source, "tests/mutation/sample/sample.hpp"]
        cls.found = parser.compiling([source], parser.mutants([source], files))
        for file in [mutants.HEADER, "tests/mutation/sample/sample_test.cpp", *files]:
            text = (ROOT / file).read_text()
            runs.write_if_changed(place / file, mutants.rewritten(text, cls.found[file]) if file in cls.found else text)
        objects = [place / "tests/mutation/sample" / name for name in ("sample.cpp", "sample_test.cpp")]
        command = [*COMPILER, "-std=c++20", "-w", f"-I{place}", *objects, LIBRARY, "-o", place / "program"]
        subprocess.run(command, check=True)
        cls.program = runs.Program(place / "program", place / "cases.json")
        cls.program.measure(lambda text: None)

    def test_every_mutant_is_found_and_judged(self):
        all_found = [mutant for found in self.found.values() for mutant in found]
        judged = [
            shown(m, {"": "survives", None: "unseen"}.get(how := self.program.notices(m), how)) for m in all_found
        ]
        self.assertEqual(sorted(judged), sorted(EXPECTED.splitlines()))

    def test_a_known_test_case_is_not_measured_again(self):
        again = runs.Program(self.program.path, self.program.cache)
        again.measure(lambda text: None)
        self.assertEqual([case.name for case in again.cases], [case.name for case in self.program.cases])

    def test_a_mutant_keeps_its_number_if_another_line_changes(self):
        text = "int f(int a) {\n    return a + 1;\n}\n"
        with tempfile.TemporaryDirectory() as folder:
            numbers = []
            for before in ("", "int g(int a) {\n    return a - 1;\n}\n"):
                Path(folder, "file.cpp").write_text(before + text)
                found = mutants.Parser(Path(folder)).mutants(["file.cpp"], ["file.cpp"])["file.cpp"]
                numbers.append({m.number for m in found if m.function == "f"})
        self.assertEqual(numbers[0], numbers[1])
        self.assertEqual(len(numbers[0]), 3)

    def test_a_changed_header_costs_other_files_no_mutants(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
            mutate, ROOT=Path(folder), PLACE=Path(folder, "known")
        ):
            runs.write_if_changed(Path(folder, mutants.HEADER), (ROOT / mutants.HEADER).read_text())
            Path(folder, "file.cpp").write_text('#include "file.hpp"\nint f(int a) { return g(a) + 1; }\n')
            counts = []
            for extra in ("", "inline int h(int a) { return a * 2; }\n"):
                Path(folder, "file.hpp").write_text("#pragma once\ninline int g(int a) { return a - 1; }\n" + extra)
                found = mutate.find(["file.cpp", "file.hpp"])
                counts.append((len(found["file.cpp"]), len(found["file.hpp"])))
            self.assertEqual(counts[0][0], counts[1][0])
            self.assertGreater(counts[0][0], 0)
            self.assertGreater(counts[1][1], counts[0][1])


class Numbers(unittest.TestCase):
    def test_no_two_mutants_share_one(self):
        numbers = [[7, 7, mutants.NUMBERS - 1], [8, 7, mutants.NUMBERS - 1]]
        files = [[finder.Mutant("f", 1, 1, "f", "a", "b", number=number) for number in own] for own in numbers]
        mutants.distinct(files)
        self.assertEqual([[m.number for m in found] for found in files], [[7, 8, mutants.NUMBERS - 1], [9, 10, 1]])


class Verdict(unittest.TestCase):
    """What the tool makes of its results."""

    def verdict(self, noticed, survivors, reasons):
        """Whether an area with so many mutants noticed passes, and what it prints. `survivors`: their keys."""
        keys = [f"noticed {number}" for number in range(noticed)] + survivors
        of_area = {"common/a.cpp": ("rules", "")}
        found = [finder.Mutant("common/a.cpp", 1, 1, "f", "a", "b", key=key) for key in keys]
        results = [(mutant, "" if mutant.key in survivors else "failed") for mutant in found]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            fine = mutate.verdict(results, of_area, reasons, set(keys))
        return fine, out.getvalue()

    def test_an_explained_survivor_passes(self):
        self.assertEqual(self.verdict(19, ["x"], {"x": "why"})[0], True)

    def test_a_survivor_without_a_reason_fails(self):
        for reasons in ({}, {"x": ""}):
            self.assertEqual(self.verdict(1000, ["x"], reasons)[0], False)

    def test_too_many_survivors_fail(self):
        self.assertEqual(self.verdict(18, ["x"], {"x": "why"})[0], False)

    def test_equivalent_mutants_do_not_count(self):
        fine, out = self.verdict(18, ["x"], {"x": "equivalent: why"})
        self.assertEqual((fine, "100.0 %" in out), (True, True))

    def test_a_list_of_survivors_that_is_wrong_fails(self):
        for key in ("noticed 7", "unknown"):
            self.assertEqual(self.verdict(100, [], {key: "why"})[0], False)

    def test_samples_share_no_mutants_and_cover_all(self):
        all_found = [finder.Mutant("common/a.cpp", 1, 1, "f", "a", "b", number=n) for n in range(250)]
        samples = [
            {m.number for m in mutate.sampled(all_found, {"common/a.cpp": ("rules", "")}, which)} for which in (1, 2, 3)
        ]
        self.assertEqual([len(sample) for sample in samples], [100, 100, 50])
        self.assertEqual(len(set.union(*samples)), 250)

    def test_several_survivors_share_a_reason(self):
        with tempfile.NamedTemporaryFile("w+") as file:
            file.write("# comment\n\na\nb\n    so\n    it is\n\nc\n    other\nd\n")
            file.flush()
            self.assertEqual(
                mutate.accepted(Path(file.name)), {"a": "so it is", "b": "so it is", "c": "other", "d": ""}
            )


class Hanging(unittest.TestCase):
    def test_a_process_that_works_is_told_from_one_that_waits(self):
        for words, works in ((["sleep", "60"], False), ([sys.executable, "-c", "while True: pass"], True)):
            with subprocess.Popen(words, start_new_session=True) as process:
                # The one that sleeps also works while it starts.
                seen = works or any(not runs.wants_to_run(process.pid) for _ in range(1000))
                self.assertEqual((seen, runs.wants_to_run(process.pid)), (True, works))
                process.kill()


if __name__ == "__main__":
    LIBRARY, *COMPILER = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
