"""Values worth trying: ordinary ones most of the time, else numbers, texts and formulas at the edges."""

PLAIN = ["1", "2", "0.5", "0.1", "3", "1.5", "10", "0.01", "-1", "0"]
EDGE = ["0", "-0", "-1", "1e-300", "1e300", "1e308", "-1e308", "1e400", "5e-324", "1e-12", "1e12", "1e16", "nan", ".nan", "inf",
        "-inf", ".inf", "1e", "0x10", "1_000", "١", "--1", "+1", "1.5.2", "true", "no", "null", "~", "''", "\"\"", "[]", "{}",
        "[1]", "[1, 2]", "[1, 2, 3]", "[1, 2, 3, 4]", "[[1, 2], [3, 4]]", "{a: 1}", "[nan, 0, 0]", "[0, 0, 0]",
        "[1e300, 1e300, 1e300]", "[1e-200, 0, 0]", "2.5", "-3", "50", "*alias", "&anchor 1", "!tag 1", "|", ">", "%", "@", "`"]
FORMULAS = ["1/0", "sqrt(-1)", "ln(0)", "0/0", "1e308*10", "2^1024", "t", "sin(t)", "sin(10*t)", "exp(1000*t)", "1/t", "sqrt(t)",
            "x", "x^2", "abs(t-0.01)", "t > 0.01 ? 1 : 0", "heaviside(t - 0.01)", "min(t, 0.01)", "mod(t, 0.003)",
            "h.angle", "a.position.x", "b1.x", "t +", "(t", "t)", "t,t", "sin()", "sin(t,t)", "if(t,1,2)", "2t", "t t",
            "\"${1/0}\"", "\"${t}\"", "${", "a = 1", "t ? 1", "1e5000", "((((((((((t))))))))))", "-" * 40 + "1",
            "(" * 300 + "1" + ")" * 300, "1" + "+1" * 3000, "pi*deg*e", "floor(t)", "atan2(0,0)", "hypot(t,1)", "t^0.5", "t^-1"]
NAMES = ["ground", "none", "", "a", "b", "b1", "b2", "j1", "a.b", "${1}", "x y", "é", "repeat", "type", "energy", "t", "pi",
         "A" * 300, "b1.start", "el.end", "el.mid", "el.node_1", "el.node_99", "1a", "-"]


def number(random):
    """As text: mostly plain."""
    if random.random() < 0.75:
        return random.choice(PLAIN)
    if random.random() < 0.5:
        return f"{random.uniform(-1, 1) * 10 ** random.randint(-12, 12):.6g}"
    return random.choice(EDGE)


def anything(random):
    return random.choice(random.choice([PLAIN, EDGE, FORMULAS, NAMES]))


def as_yaml(value):
    """A value made of dicts, lists and texts in flow style; texts stand as they are unless they need quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_yaml(key)}: {as_yaml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_yaml(item) for item in value) + "]"
    text = str(value)
    if text.startswith(("[", "{")) and text.count(text[0]) == text.count({"[": "]", "{": "}"}[text[0]]):
        return text
    if any(c in text for c in ",{}[]:?#&*!|>%@`") and not text.startswith(("\"", "*", "&", "!")):
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
    return text or "\"\""
