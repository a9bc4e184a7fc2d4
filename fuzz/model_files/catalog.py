"""What a model may contain, as the program itself lists it: new types are tried without a change here."""
import json
import re
import subprocess

SECTIONS = ("bodies", "markers", "joints", "drives", "roads", "forces", "elements", "nonholonomic")


class Catalog:
    def __init__(self, program):
        schema = subprocess.run([program, "list", "--json-schema"], capture_output=True, text=True, check=True).stdout
        self.schema = json.loads(schema)
        self.definitions = self.schema["$defs"]
        self.types = {section: sorted(key.split(".", 1)[1] for key in self.definitions
                                      if key.startswith(section + ".") and not key.endswith((".entry", ".repeat")))
                      for section in SECTIONS}
        method = self.schema["properties"]["method"]["properties"]
        self.methods = sorted(choice["const"] for choice in method["name"]["anyOf"] if "const" in choice)
        self.options = {name: self._options(program, name) for name in self.methods}

    def entry(self, section, name):
        """The schema of one type; markers have none."""
        return self.definitions[f"{section}.{name}" if name else f"{section}.entry"]

    def resolve(self, node):
        while "$ref" in node:
            node = self.definitions[node["$ref"].rsplit("/", 1)[1]]
        return node

    @staticmethod
    def _options(program, method):
        """Names of the options with values worth trying, from the table that `invar list METHOD` prints."""
        text = subprocess.run([program, "list", "methods", method], capture_output=True, text=True, check=True).stdout
        options = {}
        for line in text.splitlines():
            found = re.match(r"  ([a-z][a-z_]*)  +(choice|number|whole number|yes or no)\b(.*)", line)
            if found:
                choices = re.search(r"one of ((?:[\w.]+, )*[\w.]+)", found.group(3))
                options[found.group(1)] = choices.group(1).split(", ") if choices else []
        return options
