"""Models that ship, changed in a few places."""
import re

from . import values
from .generate import Generator

TOKEN = re.compile(r"[A-Za-z_][\w.]*|[-+]?\d[\d.]*(?:[eE][-+]?\d+)?")


def mutate(text, catalog, random):
    """One to four changes. Half of the files get such that leave most of them valid, the others any."""
    changes = MILD if random.random() < 0.5 else CHANGES
    for _ in range(random.choice([1, 1, 1, 2, 2, 3, 4])):
        text = random.choice(changes)(text, catalog, random)
    return text


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def _replace_token(text, pattern, choose, random):
    found = [m for m in TOKEN.finditer(text) if re.fullmatch(pattern, m.group())]
    if not found:
        return text
    token = random.choice(found)
    return text[:token.start()] + choose(token.group()) + text[token.end():]


def change_number(text, catalog, random):
    return _replace_token(text, r"[-+]?\d.*", lambda old: random.choice(
        [values.number(random), "-" + old, old + "*1e3", old + "/1e3", old + "e3", random.choice(values.EDGE),
         random.choice(values.FORMULAS)]), random)


def scale_number(text, catalog, random):
    factor = random.choice(["0", "-1", "0.5", "2", "1e-3", "1e3", "1e-8", "1e8", "1e-30", "1e30"])
    return _replace_token(text, r"[-+]?\d.*", lambda old: f"{float(old) * float(factor):.12g}" if _is_number(old) else old, random)


def change_name(text, catalog, random):
    names = [m.group() for m in TOKEN.finditer(text) if not m.group()[0].isdigit()] or ["a"]
    return _replace_token(text, r"[A-Za-z_].*", lambda old: random.choice(names + [values.anything(random)]), random)


def change_type(text, catalog, random):
    kinds = [kind for section in catalog.types.values() for kind in section]
    found = list(re.finditer(r"(?<=type: )\w+", text))
    if not found:
        return text
    old = random.choice(found)
    return text[:old.start()] + random.choice(kinds) + text[old.end():]


def add_key(text, catalog, random):
    """A key that the type knows, with a value that mostly fits."""
    found = list(re.finditer(r"\{type: (\w+)", text))
    if not found:
        return text
    place = random.choice(found)
    sections = [name for name, kinds in catalog.types.items() if place.group(1) in kinds]
    if not sections:
        return text
    schema = catalog.entry(sections[0], place.group(1))
    end = text.find("\n", place.end())
    keys = [key for key in schema["properties"] if f"{key}:" not in text[place.start():end]] or ["type"]
    key = random.choice(keys)
    generator = Generator(catalog, random, 0.05)
    generator.names = {"bodies": re.findall(r"^ +(\w+): \{type: (?:rigid|planar|point)", text, re.M)}
    value = values.as_yaml(generator.value(key, schema["properties"][key]))
    return text[:place.end()] + f", {key}: {value}" + text[place.end():]


def _lines(change):
    def apply(text, catalog, random):
        lines = text.split("\n")
        change(lines, random.randrange(len(lines)), random)
        return "\n".join(lines)
    return apply


def _swap(lines, i, random):
    j = random.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


@_lines
def remove_line(lines, i, random):
    del lines[i]


@_lines
def double_line(lines, i, random):
    lines.insert(i, lines[i])


@_lines
def indent_line(lines, i, random):
    lines[i] = random.choice(["  ", "\t", " "]) + lines[i]


@_lines
def insert_text(lines, i, random):
    at = random.randint(0, len(lines[i]))
    what = random.choice(["{", "}", "[", "]", ":", ",", "#", "\"", "'", "-", "\u00a0", "\x00", "\x07", "&a ", "*a", "<<: ",
                          "é", "\ufeff", "\r", "? ", "---\n", "...\n", "${", "}", "[" * 80, "!!"])
    lines[i] = lines[i][:at] + what + lines[i][at:]


def cut_off(text, catalog, random):
    return text[:random.randrange(len(text) + 1)]


def remove_token(text, catalog, random):
    return _replace_token(text, ".*", lambda old: "", random)


def spoil_byte(text, catalog, random):
    i = random.randrange(len(text) + 1)
    return text[:i] + chr(random.choice([0, 9, 10, 13, 34, 39, 92, 127, 200, 0xFEFF, 0x2028])) + text[i + 1:]


MILD = [scale_number] * 8 + [add_key] * 2
CHANGES = [change_number] * 8 + [change_name] * 4 + [change_type] * 2 + [add_key] * 3 + [
    remove_line, double_line, indent_line, insert_text, _lines(_swap), cut_off, remove_token, spoil_byte]
