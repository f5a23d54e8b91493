#!/usr/bin/env python3
"""Checks the translations of the console, and that the page uses the same words.

Every sentence of the source is translated in every catalogue, none is marked as fuzzy or left over,
and each translation has the placeholders of its original. Sentences that page and console share in
English are the same in the other languages, too. No catalogue has a word that docs/glossary.md rejects.
No line can begin with a French punctuation mark.

usage: check.py ROOT
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PLACEHOLDER = re.compile(r"\{\d+\}")
LANGUAGES = ("de", "es", "fr")


def unescaped(text):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), text)


def entries(text):
    """The entries of a .po file but its header, as dictionaries by keyword."""
    for block in re.split(r"\n\s*\n", text):
        entry, keyword = {}, None
        for line in block.splitlines():
            match = re.match(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) )?"(.*)"$', line)
            if line.startswith("#~"):
                entry["left over"] = ""
            elif line.startswith("#,") and "fuzzy" in line:
                entry["fuzzy"] = ""
            elif match:
                keyword = match[1] or keyword
                entry[keyword] = entry.get(keyword, "") + unescaped(match[2])
        if entry.get("msgid") or "left over" in entry:
            yield entry


def key_of(entry):
    return (entry.get("msgctxt", ""), entry["msgid"])


def translations(entry):
    return [text for keyword, text in entry.items() if keyword.startswith("msgstr")]


def sentences_of_source(root):
    with tempfile.TemporaryDirectory() as folder:
        template = pathlib.Path(folder) / "console.pot"
        subprocess.run([root / "client/console/po/update", template], check=True)
        return {key_of(entry): entry for entry in entries(template.read_text())}


def faults_of_entry(entry, original):
    if "fuzzy" in entry:
        yield "is fuzzy"
    texts = translations(entry)
    if not texts or not all(texts):
        yield "has no translation"
        return
    if ("msgid_plural" in original) != (len(texts) == 2):
        yield "has another number of forms"
    wanted = set(PLACEHOLDER.findall(original.get("msgid_plural", original["msgid"])))
    for text in texts:
        if set(PLACEHOLDER.findall(text)) != wanted:
            yield f"has other placeholders: {text}"


def faults_of_catalogue(source, catalogue):
    """`catalogue`: the entries of one language."""
    seen = set()
    for entry in catalogue:
        if "left over" in entry:
            yield "a sentence is left over that the source no longer has"
            continue
        key = key_of(entry)
        seen.add(key)
        if key not in source:
            yield f"{key}: the source has no such sentence"
            continue
        for fault in faults_of_entry(entry, source[key]):
            yield f"{key}: {fault}"
    for key in sorted(set(source) - seen):
        yield f"{key}: is missing; run client/console/po/update"
    yield from faults_of_commands({key_of(entry): entry for entry in catalogue if "msgid" in entry})


def faults_of_commands(catalogue):
    """Each command has its own word, and sentences before a command to copy end in the same word."""
    words = {}
    for (context, word), entry in catalogue.items():
        if context == "command":
            words.setdefault(entry["msgstr"], []).append(word)
    for translated, originals in words.items():
        if len(originals) > 1:
            yield f"{translated} means several commands: {', '.join(originals)}"
    before = catalogue[("before a command", "run:")]["msgstr"]
    for (_, sentence), entry in catalogue.items():
        if sentence.endswith(" run:") and not entry["msgstr"].endswith(before):
            yield f"{sentence} must end in: {before}"


# ---- the page

# count => (count === 1 ? `${count} card` : `${count} cards`)
ONE_OR_MORE = re.compile(r"(\w+): (?:\([^)]*\)|\w+)(?:: string)? => \(\w+ === 1 \? ['`]([^'`]*)['`] : `([^`]*)`\)")


def texts_of_page(folder):
    """Its constant texts and simple templates, by file and path of keys: {"app.start.name": "Your name"}."""
    texts = {}
    for file in sorted(folder.glob("*.ts")):
        path = [file.stem]
        for line in file.read_text().splitlines():
            opened = re.match(r"\s*(?:export const )?(\w+)(?:: [^=]+)?(?: =|:) \{$", line)
            if opened:
                path.append(opened[1])
            elif re.match(r"\s*\}[,;]?", line) and len(path) > 1:
                path.pop()
            for name, text in re.findall(r"(\w+): '((?:[^'\\]|\\.)*)'", line):
                texts[".".join(path + [name])] = text.replace("\\u00ad", "")
            for name, text in re.findall(r"(\w+): (?:\([^)]*\)|\w+)(?:: string)? => `([^`]*)`", line):
                texts[".".join(path + [name])] = text
            for name, one, more in re.findall(ONE_OR_MORE, line):
                texts[".".join(path + [name, "one"])] = one
                texts[".".join(path + [name, "more"])] = more
    return texts


def comparable(text):
    """Without what differs for technical reasons: placeholders, kinds of spaces and apostrophes, a first capital."""
    text = re.sub(r"\$\{\w+\}|\{\d+\}", "{}", text)
    text = text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'").strip()
    return text[:1].lower() + text[1:]


def faults_between_faces(page, english, catalogue):
    """Sentences that are the same in English. Single words may differ: they have a context."""
    console = {}
    for entry in catalogue:
        if "msgctxt" in entry or "msgid" not in entry:
            continue
        pairs = [(entry["msgid"], entry.get("msgstr", entry.get("msgstr[0]")))]
        if "msgid_plural" in entry:
            pairs.append((entry["msgid_plural"], entry["msgstr[1]"]))
        for original, text in pairs:
            console.setdefault(comparable(original), set()).add(comparable(text))
    for path, original in english.items():
        said = console.get(comparable(original))
        text = page.get(path, page.get(path.rpartition(".")[0]))
        if said is None or text is None or " " not in original:
            continue
        if comparable(text) not in said:
            yield f"{original}: the page says {text!r} ({path}), the console {' or '.join(sorted(said))!r}"


def rejected_words(glossary, language):
    lists = re.search(rf"^- {language}: ((?:.|\n  )*)", glossary, re.M)
    return re.findall(r"`([^`]+)`", lists[1])


def faults_of_words(texts, rejected):
    for text in texts:
        for word in rejected:
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.I if word.islower() else 0):
                yield f"{word!r} is not the word: {text}"


def literals(source):
    """The string literals of a TypeScript file, without the code in templates."""
    for plain, template in re.findall(r"'((?:[^'\\\n]|\\.)*)'|`([^`]*)`", source):
        yield plain or re.sub(r"\$\{[^}]*\}?", "0", template)


def faults_of_spaces(texts):
    for text in texts:
        if re.search(r"\S [:;?!»](?!\w)|« ", text):
            yield f"a line could break before or after its punctuation: {text}"


def check(root):
    source = sentences_of_source(root)
    i18n = root / "client/web/src/i18n"
    english = texts_of_page(i18n / "en")
    glossary = (root / "docs/glossary.md").read_text()
    faults = []
    for language in LANGUAGES:
        catalogue = list(entries((root / f"client/console/po/{language}.po").read_text()))
        page = texts_of_page(i18n / language)
        texts = [text for entry in catalogue for text in translations(entry)]
        texts += [file.read_text() for file in (i18n / language).glob("*.ts")]
        lines = [line for text in texts for line in text.splitlines()]
        said = [text for entry in catalogue for text in translations(entry)]
        said += [text for file in (i18n / language).glob("*.ts") for text in literals(file.read_text())]
        found = [
            *(faults_of_spaces(said) if language == "fr" else ()),
            *faults_of_catalogue(source, catalogue),
            *faults_between_faces(page, english, catalogue),
            *faults_of_words(lines, rejected_words(glossary, language)),
        ]
        faults += [f"{language}: {fault}" for fault in found]
    return faults


def main():
    faults = check(pathlib.Path(sys.argv[1]))
    for fault in faults:
        print(fault)
    if not faults:
        print("all sentences are translated, and both clients agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
