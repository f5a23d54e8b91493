"""How much the tests do: by default what `./jaipur test` wants, with JAIPUR_LONG what `./jaipur test all` wants."""

import os


def long_form():
    return bool(os.environ.get("JAIPUR_LONG"))


def by_form(quick, long):
    """A number that differs, such as how many matches are played."""
    return long if long_form() else quick
