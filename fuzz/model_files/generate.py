"""Models made from the schema alone: some bodies, then entries of any type with names and values that mostly fit."""
import re

from . import values


# Keys that most entries need though the schema cannot say so, or that say much.
LIKELY = {"at": 0.85, "axis": 0.85, "position": 0.75, "mass": 0.75, "inertia": 0.75, "on": 1, "body": 0, "joint": 0.9, "stiffness": 0.8,
          "from": 1, "to": 1, "section": 1, "torque": 0.7, "force": 0.5, "value": 0.9, "draw": 0.05, "elements": 0.5, "points": 0.1}


def repair(text, check, attempts=15):
    """Leaves out the lines that `check(text)`, the message of `invar check`, names one after the other: what a schema cannot
    know is thus found out, and most models that remain can run."""
    for _ in range(attempts):
        place = re.match(r"model\.yaml:(\d+):", check(text))
        if not place:
            break
        lines = text.split("\n")
        number = int(place.group(1)) - 1
        if number >= len(lines) or not lines[number].startswith("  "):
            break
        del lines[number]
        text = "\n".join(lines)
    return re.sub(r"^\w+:\n(?=\w|\Z)", "", text, flags=re.M)  # sections without entries


class Generator:
    def __init__(self, catalog, random, wildness):
        """`wildness`: the share of values that fit nothing."""
        self.catalog, self.random, self.wildness = catalog, random, wildness
        self.names = {}  # section: names given so far
        self.planar = False

    def model(self):
        random = self.random
        sections = {"bodies": random.randint(1, 4), "elements": random.choice([0, 0, 0, 1]),
                    "markers": random.randint(0, 2), "joints": random.randint(0, 4), "drives": random.choice([0, 0, 1]),
                    "roads": random.choice([0, 0, 0, 1]), "forces": random.randint(0, 3),
                    "nonholonomic": random.choice([0, 0, 0, 1])}
        planar = self.planar = random.random() < 0.4
        lines = ["model: generated", f"gravity: {'[0, -9.81]' if planar else '[0, 0, -9.81]'}",
                 "parameters: {l: 1, m: 2, n: 3}"]
        for section, count in sections.items():
            if not count:
                continue
            lines.append(section + ":")
            for i in range(count):
                kinds = self.catalog.types[section]
                if planar and section in ("bodies", "joints") and random.random() < 0.9:
                    kinds = [kind for kind in kinds if "planar" in kind or kind in ("gear", "coupler")] or kinds
                kind = random.choice(kinds) if kinds else None
                name = f"{section[0]}{i + 1}"
                lines.append(f"  {name}: {values.as_yaml(self.entry(section, kind))}")
                self.names.setdefault(section, []).append(name)
        lines.append(f"method: {{name: {random.choice(self.catalog.methods)}, step: 0.01, end: 0.05}}")
        lines.append("outputs:")
        lines += [f"  - {self.channel()}" for _ in range(random.randint(1, 3))]
        return "\n".join(lines) + "\n"

    def entry(self, section, kind):
        schema = self.catalog.entry(section, kind)
        required = set(schema.get("required", []))
        entry = {}
        for key, node in schema.get("properties", {}).items():
            if key == "type":
                entry["type"] = kind
            elif key in required or self.random.random() < LIKELY.get(key, 0.12):
                entry[key] = self.value(key, node)
        if self.random.random() < self.wildness / 4:
            entry["unknown"] = "1"
        return entry

    def value(self, key, node, depth=0):
        random = self.random
        if random.random() < self.wildness or depth > 6:
            return values.anything(random)
        node = self.catalog.resolve(node)
        if key == "between" and len(self.places()) > 1:
            return random.sample(self.places(), 2)
        if "anyOf" in node:
            choices = node["anyOf"]
            if choices[-1].get("type") == "string" and choices[0].get("type") == "number":
                choices = choices[:-1]  # a text stands for a formula here
            return self.value(key, random.choice(choices), depth + 1)
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return random.choice(node["enum"])
        kind = node.get("type")
        if key == "inertia" and kind == "array":
            return random.choice([["1", "1", "1"], ["0.1", "0.2", "0.2"], ["0.01", "l", "l"]])
        if key in ("axis", "from", "to", "position") and kind == "array" and node.get("maxItems") == 3:
            return random.choice([["0", "0", "1"], ["0", "1", "0"], ["l", "0", "0"], ["1", "1", "0.5"], ["-l", "0.5", "0"]])
        if kind == "array":
            low = node.get("minItems", 1)
            count = random.randint(low, node.get("maxItems", low + 2))
            if key in ("at", "shown"):
                count = 2 if self.planar or key == "shown" else 3
            items = [self.value(key, node.get("items", {}), depth + 1) for _ in range(count)]
            if key == "table":
                items = [[str(0.01 * i), str(random.uniform(-1, 1))] for i in range(count + 1)]
            return items
        if kind == "object":
            wanted = node.get("required", [])
            return {name: self.value(name, item, depth + 1) for name, item in node.get("properties", {}).items()
                    if name in wanted or random.random() < 0.3}
        if kind == "string":
            return self.text(key, node)
        if kind == "boolean":
            return random.choice(["true", "false"])
        if kind is None:
            return self.free_form(node)
        if random.random() < self.wildness:
            return random.choice(values.FORMULAS)
        if "exclusiveMinimum" in node or key in ("mass", "inertia"):
            return random.choice(["1", "2", "0.1", "l", "m/2", "0.5*l^2"])
        return values.number(random) if random.random() < 2 * self.wildness else random.choice(values.PLAIN)

    def text(self, key, node):
        random = self.random
        names = self.names.get
        pools = {"joint": names("joints", []), "road": names("roads", []), "between": self.places(), "on": self.places(),
                 "body": names("bodies", []), "file": ["table.csv", "section.csv", "none.csv", "/dev/zero", "."]}
        pool = pools.get(key) or self.places()
        return random.choice(pool) if random.random() >= self.wildness else values.anything(random)

    def places(self):
        return ["ground"] + self.names.get("bodies", []) + self.names.get("markers", [])

    def free_form(self, node):
        """Values without a schema: what the description shows as an example, numbers, or a small map."""
        text = node.get("description", "")
        begin = min((text.find(c) for c in "[{" if c in text), default=-1)
        if begin >= 0 and self.random.random() < 0.4:
            return text[begin:]
        numbers = [self.random.choice(values.PLAIN) for _ in range(3)]
        if "section" in text:
            return self.random.choice([{"file": "section.csv"}, {"stiffness": ["1e4", "1e4", "1e4", "10", "10", "10"],
                                                                  "mass": ["1", "0.01", "0.01"]}])
        if "shape" in text or "picture" in text or "draw" in text:
            return {"shape": self.random.choice(["box", "sphere", "cylinder"]), "size": numbers}
        return self.random.choice([numbers, [numbers, numbers], {"axis": numbers, "angle": numbers[0]},
                                   {"file": "section.csv"}, {"stiffness": numbers + numbers, "mass": numbers}, numbers[0]])

    def channel(self):
        name = self.random.choice(self.places())
        return f"{name}.{self.random.choice(['position', 'velocity', 'angle', 'force', 'energy', 'omega.x', 'nonsense'])}"
