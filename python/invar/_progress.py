"""Progress of long runs: tqdm's bar if it is installed, which knows notebooks, else a line on the terminal."""
import sys


class _Bar:
    def __init__(self):
        self._bar, self._last = None, 0.0

    def __call__(self, t, end):
        if self._bar is None:
            from tqdm.auto import tqdm
            self._bar = tqdm(total=end, unit="s", bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} s [{elapsed}<{remaining}]")
        self._bar.update(t - self._last)
        self._last = t

    def close(self):
        if self._bar is not None:
            self._bar.close()


class _Line:
    def __call__(self, t, end):
        sys.stderr.write(f"\rt = {t:.4g} of {end:.4g} s")

    def close(self):
        sys.stderr.write("\r\033[K")


def make_progress(asked):
    if not asked:
        return None
    if callable(asked):
        return asked
    try:
        import tqdm  # noqa: F401
    except ImportError:
        return _Line()
    return _Bar()
