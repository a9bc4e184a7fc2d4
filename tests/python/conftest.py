"""The package as script/python builds it, in build/python."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build/python"))
os.environ.setdefault("MPLBACKEND", "agg")
