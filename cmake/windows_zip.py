#!/usr/bin/env python3
"""Writes the zip of the program for Windows.

usage: windows_zip.py PREFIX FILE

PREFIX has bin/ and share/, as `cmake --install` leaves them. In the zip the
program lies beside share/foucault, where it looks for it, in one folder with
the name of the zip. The same files give the same zip, byte by byte.
"""

import os
import sys
import zipfile

from wheel import files_below


def make(prefix, path):
    name = os.path.splitext(os.path.basename(path))[0]
    data = os.path.join(prefix, "share", "foucault")
    files = [("foucault.exe", os.path.join(prefix, "bin", "foucault.exe")),
             ("LICENSE.txt", os.path.join(data, "licenses", "foucault.txt"))]
    files += [(f"share/foucault/{inside}", os.path.join(data, inside))
              for inside in files_below(data)]
    with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED,
                         compresslevel=9) as archive:
        for inside, source in files:
            entry = zipfile.ZipInfo(f"{name}/{inside}")  # of 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(source, "rb") as file:
                archive.writestr(entry, file.read())
    os.replace(path + ".new", path)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(make(*sys.argv[1:]))
