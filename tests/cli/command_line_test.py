"""The command line: help, version, wrong arguments, and the errors of models and files that end a command early."""
import os
import subprocess
import unittest

from invar import PENDULUM, Program


class Usage(Program):
    def test_help_and_version_end_well(self):
        for args in (["--help"], ["run", "--help"], ["check", "--help"], ["list", "--help"], ["--version"]):
            answer = self.invar(*args)
            self.assertEqual((answer.returncode, answer.stderr), (0, ""), args)
        self.assertRegex(self.invar("--version").stdout, r"^invar \d+\.\d+\.\d+\n$")
        self.assertIn("--certificate FILE.json", self.invar("run", "--help").stdout)

    def test_without_a_command_the_help_is_shown_as_an_error(self):
        self.assert_refused(1, "Usage: invar")

    def test_an_unknown_command_names_the_nearest(self):
        self.assert_refused(1, 'unknown command "rnu"; did you mean "run"?', "rnu")
        self.assert_refused(1, 'unknown command ""', "")
        self.assert_refused(1, "--bogus", "--bogus")

    def test_an_unknown_option_names_the_nearest(self):
        self.assert_refused(1, 'unknown option "--stepp"; did you mean "--step"?', "run", "pendulum.yaml", "--stepp", "1")
        self.assert_refused(1, 'unknown option "--stepp"', "run", "pendulum.yaml", "--stepp=1")

    def test_a_missing_or_extra_argument_is_named(self):
        self.assert_refused(1, "MODEL is required", "run")
        self.assert_refused(1, "MODEL is required", "check")
        self.assert_refused(1, '"b.yaml" is one argument too many', "run", "pendulum.yaml", "b.yaml")
        self.assert_refused(1, "--step", "run", "pendulum.yaml", "--step")

    def test_times_must_be_positive_numbers(self):
        for option in ("--step", "--tolerance", "--end", "--every"):
            for value in ("0", "-1", "nan", "inf", "1e999"):
                with self.subTest(option=option, value=value):
                    self.assert_refused(1, f"{option} {value} must be a positive number", "run", "pendulum.yaml", option, value)
            for value in ("abc", "1e-3x", "", "1,5"):
                with self.subTest(option=option, value=value):
                    self.assert_refused(1, f"{option} {value} must be a number", "run", "pendulum.yaml", option, value)

    def test_step_and_tolerance_exclude_each_other(self):
        self.assert_refused(1, "excludes", "run", "pendulum.yaml", "--step", "0.1", "--tolerance", "1e-3")

    def test_the_state_needs_a_file_that_has_a_place_for_it(self):
        self.assert_refused(1, "--state needs --out FILE.h5", "run", "pendulum.yaml", "--state")
        self.assert_refused(1, "--state needs --out FILE.h5", "run", "pendulum.yaml", "--state", "--out", "a.csv")

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "w") as full:
            answer = subprocess.run([os.environ["INVAR"], "list"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("cannot be written", answer.stderr)


class Models(Program):
    def refused_model(self, message, text):
        self.write("m.yaml", text)
        for command in ("run", "check"):
            self.assert_refused(2, message, command, "m.yaml")

    def test_a_wrong_value_is_shown_with_line_and_column(self):
        self.refused_model("m.yaml:5:40: bodies.bob.mass = -2 must not be negative",
                           PENDULUM.replace("mass: mass,", "mass: -2,"))

    def test_an_unknown_type_key_or_name_comes_with_the_nearest(self):
        self.refused_model('m.yaml:9:18: unknown joint type "distanse"; did you mean "distance"?',
                           PENDULUM.replace("type: distance", "type: distanse"))
        self.refused_model('did you mean "position"?', PENDULUM.replace("position: [l", "positon: [l"))
        self.refused_model('did you mean "bob"?', PENDULUM.replace("pivot, bob", "pivot, bop"))

    def test_broken_yaml_is_shown_with_its_place(self):
        self.refused_model("m.yaml:", "bodies: {a: [1, 2\n")
        self.refused_model("m.yaml", "")
        self.refused_model("m.yaml:1:", "just text\n")

    def test_a_file_that_is_missing_or_a_folder_is_named(self):
        (self.folder / "folder.yaml").mkdir()
        for command in ("run", "check"):
            self.assert_refused(2, "none.yaml", command, "none.yaml")
            self.assert_refused(2, "folder.yaml", command, "folder.yaml")

    def test_a_parameter_the_model_does_not_have_is_refused(self):
        for command in ("run", "check"):
            self.assert_refused(2, 'no parameter "mas"; did you mean "mass"?', command, "pendulum.yaml", "--set", "mas=1")
            for text in ("mass", "=1", "mass="):
                self.assert_refused(2, "must have the form NAME=VALUE", command, "pendulum.yaml", "--set", text)

    def test_a_parameter_does_not_swallow_the_model(self):
        answer = self.invar("check", "--set", "mass=0-1", "pendulum.yaml")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("pendulum.yaml:5:", answer.stderr)


class Files(Program):
    """Paths are looked at before anything is computed."""

    def test_a_missing_folder_is_named(self):
        for option, name in (("--out", "no/a.csv"), ("--out", "no/a.h5"), ("--certificate", "no/a.json")):
            self.assert_refused(2, f'{name}: cannot be written: the folder "no" does not exist', "run", "pendulum.yaml",
                                option, name)

    def test_a_folder_given_as_file_is_refused(self):
        for name in ("a.csv", "a.h5", "a.json"):
            (self.folder / name).mkdir()
            option = "--certificate" if name == "a.json" else "--out"
            self.assert_refused(2, f"{name}: cannot be written: it is a folder", "run", "pendulum.yaml", option, name)

    def test_an_unknown_ending_is_refused(self):
        self.assert_refused(2, "use .csv (text) or .h5 (HDF5)", "run", "pendulum.yaml", "--out", "a.xlsx")

    def test_the_model_is_never_overwritten(self):
        (self.folder / "pendulum.csv").symlink_to("pendulum.yaml")
        for option, name in (("--certificate", "pendulum.yaml"), ("--certificate", "./pendulum.yaml"), ("--out", "pendulum.csv")):
            self.assert_refused(2, "it is the model file", "run", "pendulum.yaml", option, name)
        self.assertEqual((self.folder / "pendulum.yaml").read_text(), PENDULUM)

    def test_two_outputs_need_two_names(self):
        self.assert_refused(2, "name the same file", "run", "pendulum.yaml", "--out", "a.csv", "--certificate", "a.csv")

    def test_old_results_survive_a_model_that_is_wrong(self):
        self.write("m.yaml", PENDULUM.replace("mass: mass,", "mass: -2,"))
        for name in ("a.csv", "a.h5", "a.json"):
            self.write(name, "precious")
        for name in ("a.csv", "a.h5"):
            self.assert_refused(2, "bodies.bob.mass = -2 must not be negative", "run", "m.yaml", "--out", name, "--certificate", "a.json")
        for name in ("a.csv", "a.h5", "a.json"):
            self.assertEqual((self.folder / name).read_text(), "precious")


if __name__ == "__main__":
    unittest.main()
