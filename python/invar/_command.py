"""The command `invar` of the package: the program itself."""
import os
import sys

from ._sources import find_program


def main():
    program = str(find_program())
    os.execv(program, [program, *sys.argv[1:]])
