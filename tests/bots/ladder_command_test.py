#!/usr/bin/python3
"""The ladder as people start it: its table, its plot, programs that play and programs that don't.

usage: ladder_command_test.py JAIPUR_LADDER EXAMPLE_BOT"""

import pathlib
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from command import output


def ladder(*words, code=0):
    return output(LADDER, *words, code=code)


def a_table_and_a_plot():
    with tempfile.TemporaryDirectory() as folder:
        plot = pathlib.Path(folder) / "elo.svg"
        said = ladder("greedy", "network", "random", "--deals", "10", "--plot", str(plot))
        for line in ("greedy against network", "network against random", "matches", "ms per move"):
            assert line in said, (line, said)
        assert said.count(" of 20\n") == 3, said
        text = xml.etree.ElementTree.parse(plot).getroot()
        labels = [each.text for each in text.iter("{http://www.w3.org/2000/svg}text")]
        assert {"greedy", "network", "random", "Elo"} <= set(labels), labels
    assert "judge's chance" not in said, said
    said = ladder("network", "greedy", "--deals", "5", "--calibration")
    assert "judge's chance  positions       mean      won\n" in said and said.endswith(" % on average\n"), said
    only_first = ladder("greedy", "network", "random", "--deals", "2", "--first", "--plain")
    assert "network against random" not in only_first and "less luck" not in only_first, only_first


def the_example_plays():
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 60
    said = ladder("random", f"program:{EXAMPLE}", "--deals", "15")
    assert "no answer" not in said, said
    assert "  rounds         0.0 % (at most 20.4 %) of 30\n" in said, said
    assert "  less luck    the same: luck explains no difference between the deals\n" in said, said
    said = ladder("greedy", f"program:{EXAMPLE}", "--deals", "15")
    assert "no answer" not in said, said


def a_program_that_fails_loses():
    said = ladder("greedy", "program:echo nonsense", "--deals", "2")
    assert "  rounds       100.0 % (at least 34.2 %) of 4\n" in said, said
    assert "program:echo nonsense lost 4 rounds because it had no answer." in said, said


def help_names_all_players():
    said = " ".join(ladder("--help").split())
    for name in ("beginner, easy, medium, hard, master, greedy", "search:MS[:PLIES[:CANDIDATES]]", "program:COMMAND"):
        assert name in said, (name, said)


def a_second_interrupt_ends_it_at_once():
    program = "program:echo begun >&2; read line; read line"
    words = [LADDER, "greedy", program, "--deals", "1", "--threads", "1", "--patience", "60000"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr.readline() == "begun\n"
        run.send_signal(signal.SIGINT)
        try:
            run.wait(0.5)
            raise AssertionError("it didn't wait for the deal")
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGINT)
        assert run.wait(20) == -signal.SIGINT, run.returncode


def wrong_words_are_refused():
    assert "no such player or file: gready" in ladder("greedy", "gready", code=1)
    for wrong in ("fast", "nan", "inf"):
        assert f"jaipur-ladder: not a number above 0: {wrong}\n" in ladder("greedy", f"search:{wrong}", code=1)
    said = ladder("greedy", "program:./no/such", "--deals", "50", code=1)
    assert said.endswith("jaipur-ladder: can't start the program: ./no/such\n"), said
    for option in ("--deals", "--patience"):
        assert f"jaipur-ladder: {option}: must be 1 or more, not 0\n" in ladder(
            "greedy", "random", f"{option}=0", code=2
        )
    said = ladder("greedy", "random", "--dealz=5", code=2)
    assert said == "jaipur-ladder: unexpected: --dealz=5\nRun jaipur-ladder --help for usage.\n", said


if __name__ == "__main__":
    LADDER, EXAMPLE = sys.argv[1], pathlib.Path(sys.argv[2])
    for test in (
        a_table_and_a_plot,
        the_example_plays,
        a_program_that_fails_loses,
        help_names_all_players,
        a_second_interrupt_ends_it_at_once,
        wrong_words_are_refused,
    ):
        test()
        print(f"ok: {test.__name__}")
