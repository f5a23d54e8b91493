"""Records what a test has shown of a promise, for the table that `./jaipur prove` prints."""

import os


NOT_SHOWN = "not shown: "  # as tests/proof/prove reads it


def not_shown(promise, test, why):
    """Instead of `proved`, if nothing failed but this machine couldn't run everything: the table says FAILED, and why."""
    proved(promise, test, NOT_SHOWN + why)


def proved(promise, test, how_much):
    """Call it only after everything has passed: appends a line to the file named by JAIPUR_PROOF, if any.

    `promise`: "P13". `how_much`: what ran, in numbers that were counted, such as "60 matches, 4,848 cuts"."""
    if file := os.environ.get("JAIPUR_PROOF"):
        with open(file, "a", encoding="utf-8") as lines:  # in one write: tests run at the same time
            lines.write(f"{promise}\t{test}\t{how_much}\n")
