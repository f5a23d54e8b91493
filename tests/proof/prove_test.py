#!/usr/bin/env python3
"""The table of promises: what counts as shown, what it reports for the rest, and that the list has exactly the tests' names."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIST = r"""
P1 | One | of two words
  here | echo "P1\there\t5 runs" >>"$JAIPUR_PROOF"; echo "P2\tthere\t7 runs" >>"$JAIPUR_PROOF"
P2 | Two
  there | false
  binary | test {bin} = "$EXPECTED" && echo "P2\tbinary\tfound" >>"$JAIPUR_PROOF"
"""


def loaded(name, path):
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


prove = loaded("prove", HERE / "prove")


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="jaipur prove ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.lines = self.folder / "lines.tsv"
        listed, prove.PROMISES = prove.PROMISES, self.folder / "promises.txt"
        self.addCleanup(setattr, prove, "PROMISES", listed)
        prove.PROMISES.write_text(LIST)
        prove.os.environ["EXPECTED"] = str(self.folder)

    def table(self, *lines):
        self.lines.write_text("".join(f"{line}\n" for line in lines))
        return self.said("table", str(self.lines))

    def said(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = prove.main(list(arguments))
        return status, out.getvalue()

    def test_all_shown(self):
        status, text = self.table("P1\there\tmuch", "P2\tthere\tmore", "P2\tbinary\ta bit")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"there +pass  more")
        self.assertIn("3 tests passed, 0 failed", text)

    def test_nothing_shown(self):
        status, text = self.table("P1\there\tmuch", "P2\tbinary\ta bit")
        self.assertEqual(status, 1)
        self.assertRegex(text, r"there +FAILED  not shown")
        self.assertIn("2 tests passed, 1 failed", text)

    def test_why_not_shown(self):
        status, text = self.table(
            "P1\there\tmuch", "P1\there\tnot shown: no such disk", "P2\tthere\tx", "P2\tbinary\tx"
        )
        self.assertEqual(status, 1)
        self.assertRegex(text, r"here +FAILED  not shown: no such disk")
        self.assertNotIn("much", text)

    def test_a_name_that_is_not_listed(self):
        with self.assertRaisesRegex(SystemExit, "knows no test 'nowhere' of P1"):
            self.table("P1\tnowhere\tmuch")

    def test_one_promise_whose_command_shows_another(self):
        status, text = self.said("run", str(self.folder), str(self.lines), "P1")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"here +pass  5 runs")
        self.assertIn("1 promises, 1 tests passed, 0 failed", text)

    def test_in_full(self):
        status, text = self.said("run", str(self.folder), str(self.lines))
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"there +pass  7 runs")
        self.assertRegex(text, r"binary +pass  found")  # in a folder with a space in its name
        self.assertIn("3 tests passed, 0 failed", text)


class Names(unittest.TestCase):
    """Checks the real list."""

    def setUp(self):
        self.listed = {
            (each.number, test.name) for each in prove.promises(prove.PROMISES.read_text()) for test in each.tests
        }

    @staticmethod
    def written():
        pattern = re.compile(r'\b(?:proved|shows|cannot_show|not_shown)\(\s*"(P\d+|threats)",\s*"([^"]+)"')
        sources = [path for ending in ("*.py", "*.cpp") for path in (ROOT / "tests").rglob(ending)]
        return {found for path in sources for found in pattern.findall(path.read_text(encoding="utf-8"))}

    def test_the_list_has_exactly_the_names_that_tests_write(self):
        evenings = (ROOT / "tests/simulation/seeds_test.cpp").read_text(encoding="utf-8")
        self.assertIn('test = "simulator"', evenings)
        written = {pair for pair in self.written() if not pair[1].startswith("inside the simulator")}
        written |= {(promise, "simulator") for promise in re.findall(r'\bproved\("(P\d+)",', evenings)}
        written |= {("P10", f"fuzz {target}") for target in loaded("fuzz_run", ROOT / "tests/fuzz/run").TARGETS}
        written |= {("P12", preset) for preset in ("asan", "tsan")}  # by ./jaipur
        self.assertEqual(sorted(written - self.listed), [])
        self.assertEqual(sorted(self.listed - written), [])

    def test_the_scripts_of_all_commands_exist(self):
        for each in prove.promises(prove.PROMISES.read_text()):
            for test in each.tests:
                for word in re.findall(r"(?:^|\s)((?:tests|\./)\S+)", test.command):
                    self.assertTrue((ROOT / word).exists(), test.command)


if __name__ == "__main__":
    unittest.main()
