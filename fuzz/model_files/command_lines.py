"""Command lines: mostly sensible ones with short runs, some with options that are wrong or clash."""
from . import values

# Outputs by the options that name them; each has an old content, which a refusal must leave alone.
OUTPUTS = {"--out": ("out.csv", "out.h5", "out.json"), "--certificate": ("certificate.json",), "--report": ("page.html",)}
BAD_PATHS = ("none/x.csv", ".", "", "model.yaml", "table.csv", "./table.csv", "out.csv", "x", "x.txt", "/dev/full", "link.csv")


def make(catalog, random, cost):
    """`cost` of the model: 1 for a small one; the larger, the fewer steps."""
    command = random.choices(["run", "check", "static", "modes", "compare", "gallery", "list"],
                             [60, 14, 10, 12, 0.6, 0.4, 1])[0]
    words = [command]
    if command == "list":
        return words + [random.choice(list(catalog.types) + catalog.methods + ["--json-schema", "x", "markers"])]
    words.append("model.yaml")
    if command == "run":
        words += _run(catalog, random, cost)
    elif command == "check" and random.random() < 0.2:
        words.append("--channels")
    elif command == "static":
        words += random.choice([[], [], ["--load-steps", "3"], ["--arc-length"], ["--accept-unstable"],
                                ["--arc-length", "--path-steps", "5"], ["--spin", "0, 0, 1"], ["--joint", "j1"]])
    elif command == "modes":
        words += random.choice([[], [], ["--from-equilibrium"], ["--sparse"], ["--number", "3"], ["--turning-axes", "0, 0, 1"],
                                ["--sparse", "--number", "2"], ["--amplitude", "0.5"], ["--at-rest"]])
    elif command == "compare":
        words += ["--budget", "0.2", "--end", "0.02", "--methods", ",".join(random.sample(catalog.methods, 2))]
    elif command == "gallery":
        return words + ["--out", "pages", "--limit", "0.2", "--end", "0.02"]
    if command != "check":
        words += _outputs(command, random)
    if random.random() < 0.04:
        words += ["--set", f"{random.choice(['l', 'm', 'n', 'N', 'x', ''])}={values.anything(random)}"]
    if random.random() < 0.03:
        words.insert(random.randint(1, len(words)), random.choice(
            ["--nonsense", "--", "-x", "--step", "--end=", "--quiet=2", "model.yaml", "--set", "--set=a", "--help", "--option=order"]))
    return words


def _run(catalog, random, cost):
    step = random.choice(["0.001", "0.01", "0.005", "0.05", "1e-6"])
    words = ["--end", f"{float(step) * random.choice([1, 2, 3, 10]) / max(1, cost // 4):.6g}"]
    if random.random() < 0.8:
        words += ["--step", step]
    elif random.random() < 0.5:
        words += ["--tolerance", random.choice(["1e-3", "1e-6"])]
    else:
        words += ["--step", values.number(random)]
    if random.random() < 0.6:
        method = random.choice(catalog.methods)
        words += ["--method", method]
        options = catalog.options[method]
        if options and random.random() < 0.5:
            name = random.choice(list(options))
            words += ["--option", f"{name}={random.choice(options[name] or [values.number(random)])}"]
    for word in ("--from-equilibrium", "--at-rest", "--quiet"):
        if random.random() < 0.05:
            words.append(word)
    if random.random() < 0.05:
        words += ["--every", values.number(random)]
    return words


def _outputs(command, random):
    words = []
    for option, names in OUTPUTS.items():
        if option == "--certificate" and command in ("modes", "compare"):
            continue
        if random.random() < (0.5 if option == "--out" else 0.3):
            fits = [name for name in names if option != "--out" or name.endswith(_endings(command))]
            words += [option, random.choice(fits) if random.random() < 0.94 else random.choice(BAD_PATHS)]
    return words


def _endings(command):
    return {"modes": (".csv", ".json"), "compare": (".json",)}.get(command, (".csv", ".h5"))
