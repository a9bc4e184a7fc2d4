"""The command `invar` of the package: the program itself, and `invar sweep`."""
import os
import sys

from ._sources import find_program


def main():
    if sys.argv[1:2] == ["sweep"]:
        from ._errors import ModelError
        from ._sweep import main as sweep
        try:
            sys.exit(sweep(sys.argv[2:]))
        except ModelError as error:
            print(error, file=sys.stderr)
            sys.exit(2)
    program = str(find_program())
    os.execv(program, [program, *sys.argv[1:]])
