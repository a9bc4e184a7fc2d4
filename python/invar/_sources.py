"""Where models come from: files, and models that ship."""
import pathlib


def models_folder():
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here / "share/invar/models", here.parents[1] / "models"):  # installed, or in the repository
        if folder.is_dir():
            return folder
    raise FileNotFoundError("the models that ship are not installed")


def shipped_models():
    """Names of the models that ship, for load()."""
    return sorted(path.stem for path in models_folder().glob("*.yaml"))


def find_model(name):
    """A path; the bare name of a model that ships where there is no such file."""
    name = str(name)
    if "." in name or "/" in name or pathlib.Path(name).exists():
        return name
    path = models_folder() / f"{name}.yaml"
    return str(path) if path.exists() else name


def find_program():
    """The program `invar` of this installation."""
    here = pathlib.Path(__file__).resolve().parent
    for path in (here / "bin" / "invar", here.parents[1] / "build" / "release" / "bin" / "invar"):
        if path.exists():
            return path
    raise FileNotFoundError("the program invar is not part of this installation")
