"""What a test has shown of a promise, for the table that `./jaipur prove` prints."""

import os


NOT_SHOWN = "not shown: "  # as tests/proof/prove reads it


def not_shown(promise, test, why):
    """Instead of `proved`, where nothing failed and yet not all could be shown here: the table says FAILED, and why."""
    proved(promise, test, NOT_SHOWN + why)


def proved(promise, test, how_much):
    """To be called where all of it has held, never before: a line in the file that JAIPUR_PROOF names, or nothing where it names none.

    `promise`: "P13". `how_much`: what ran, in numbers that were counted, such as "60 matches, 4,848 cuts"."""
    if file := os.environ.get("JAIPUR_PROOF"):
        with open(file, "a", encoding="utf-8") as lines:  # in one piece: tests run side by side
            lines.write(f"{promise}\t{test}\t{how_much}\n")
