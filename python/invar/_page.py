"""Report pages in notebooks and browsers."""
import html
import os
import pathlib
import tempfile
import webbrowser


def frame(page, height=720):
    """The page as a frame of a notebook: all of it is inside, nothing is loaded."""
    return (f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {height}px; border: 0"></iframe>')


def in_notebook():
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def write_text(path, text):
    """Writes a whole file or none."""
    path = pathlib.Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def show(page, height=720):
    """In the notebook, or in the browser."""
    if in_notebook():
        from IPython.display import HTML, display
        display(HTML(frame(page, height)))
        return
    with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="invar_", delete=False, encoding="utf-8") as file:
        file.write(page)
    webbrowser.open(pathlib.Path(file.name).as_uri())
