"""invar list, and the JSON Schema of model files."""
import json
import re
import unittest

from invar import ROOT, Program


class List(Program):
    def listed(self, *args):
        answer = self.invar("list", *args)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), args)
        return answer.stdout

    def test_the_overview_names_every_catalog_and_entry(self):
        text = self.listed()
        for word in ("bodies", "joints", "drives", "forces", "markers", "revolute", "point_mass"):
            self.assertRegex(text, rf"(?m)^ *{word}\b")

    def test_a_catalog_shows_names_with_their_meaning(self):
        text = self.listed("joints")
        self.assertRegex(text, r"(?m)^  revolute +hinge")
        self.assertNotIn("point_mass", text)

    def test_an_entry_shows_its_parameters_with_kind_unit_default_and_rule(self):
        text = self.listed("bodies", "planar_body")
        self.assertRegex(text, r"(?m)^  parameter +kind +unit +default +rule +meaning$")
        self.assertRegex(text, r"(?m)^  mass +number +kg +\(required\) +positive +mass$")
        self.assertRegex(text, r"(?m)^  angle +number +rad +0 +orientation")
        self.assertIn("reference: [Braun2012]", text)
        self.assertIn("usage: bodies: {NAME: {type: planar_body, mass: ..., inertia: ...}}", text)

    def test_a_method_shows_its_options(self):
        text = self.listed("methods", "ep")
        self.assertIn("usage: invar run MODEL --method ep --option NAME=VALUE", text)
        self.assertRegex(text, r"(?m)^  option +kind ")

    def test_an_entry_is_found_without_its_catalog(self):
        self.assertEqual(self.listed("revolute"), self.listed("joints", "revolute"))
        self.assertRegex(self.listed("markers"), r"(?m)^  on +name of a body")

    def test_every_entry_can_be_shown_and_has_a_meaning(self):
        names = re.findall(r"(?m)^  (\w+)  +\S", self.listed())
        self.assertGreater(len(names), 8)
        for name in names:
            with self.subTest(name):
                self.assertIn("usage: ", self.listed(name))

    def test_lines_fit_where_there_is_no_terminal(self):
        for line in (self.listed() + self.listed("joints") + self.listed("revolute")).splitlines():
            self.assertLessEqual(len(line), 100, line)
            self.assertEqual(line, line.rstrip())

    def test_an_unknown_name_comes_with_the_nearest(self):
        self.assert_refused(2, 'unknown joint type "revolut"; did you mean "revolute"?', "list", "joints", "revolut")
        self.assert_refused(2, 'nothing is called "revoluet"; did you mean "revolute"?', "list", "revoluet")
        self.assert_refused(2, 'nothing is called "jonts"; did you mean "joints"?', "list", "jonts")
        self.assert_refused(2, 'there is no list "jonts"; did you mean "joints"?', "list", "jonts", "revolute")
        self.assert_refused(1, "too many", "list", "joints", "revolute", "more")
        self.assert_refused(1, "--json-schema stands alone", "list", "joints", "--json-schema")


class JsonSchema(Program):
    def setUp(self):
        super().setUp()
        self.text = self.invar("list", "--json-schema").stdout
        self.schema = json.loads(self.text)

    def test_the_stored_file_is_what_the_program_prints(self):
        stored = (ROOT / "models" / "invar.schema.json").read_text()
        self.assertTrue(stored == self.text, "models/invar.schema.json is old; write it again with "
                        "build/release/bin/invar list --json-schema > models/invar.schema.json")

    def objects(self, node):
        if isinstance(node, dict):
            yield node
        for child in (node.values() if isinstance(node, dict) else node if isinstance(node, list) else []):
            yield from self.objects(child)

    def test_every_reference_leads_somewhere_and_every_definition_is_used(self):
        used = {node["$ref"] for node in self.objects(self.schema) if "$ref" in node}
        self.assertEqual(used, {f"#/$defs/{name}" for name in self.schema["$defs"]})

    def test_objects_require_only_what_they_describe(self):
        for node in self.objects(self.schema):
            if isinstance(node.get("properties"), dict) and isinstance(node.get("required"), list):
                self.assertLessEqual(set(node["required"]), set(node["properties"]))

    def test_every_type_of_the_catalogs_has_its_parameters(self):
        definitions = self.schema["$defs"]
        for section in ("bodies", "joints", "drives", "roads", "forces", "nonholonomic", "controllers"):
            listed = re.findall(r"(?m)^  (\w+)  +\S", self.invar("list", section).stdout)
            for name in listed:
                entry = definitions[f"{section}.{name}"]
                self.assertEqual(entry["properties"]["type"], {"const": name})
                self.assertFalse(entry["additionalProperties"])
            entry = definitions[f"{section}.entry"]
            if not listed:
                self.assertIs(entry, False)
                continue
            self.assertEqual([choice["const"] for choice in entry["properties"]["type"]["anyOf"]], listed)
            for rule, name in zip(entry["allOf"], listed, strict=True):
                self.assertEqual(rule["if"]["properties"]["type"], {"const": name})
                self.assertEqual(rule["then"], {"$ref": f"#/$defs/{section}.{name}"})

    def test_sections_may_repeat_their_entries(self):
        for section in ("bodies", "markers", "joints"):
            self.assertEqual(self.schema["$defs"][section]["properties"]["repeat"], {"$ref": f"#/$defs/{section}.repeat"})
            block = self.schema["$defs"][f"{section}.repeat"]["anyOf"][0]
            self.assertEqual(block["properties"]["items"], {"$ref": f"#/$defs/{section}"})

    def test_the_top_level_knows_the_keys_that_the_reader_knows(self):
        self.write("m.yaml", "no_such_key: 1\n")
        message = self.invar("run", "m.yaml").stderr
        known = message.split("known: ")[1].strip().split(", ")
        self.assertEqual(set(self.schema["properties"]), set(known))


if __name__ == "__main__":
    unittest.main()
