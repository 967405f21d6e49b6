"""A resource file for Windows's linkers that holds a program's manifest.

usage: windows_manifest.py MANIFEST FILE

zig's own compiler of resources takes a minute to build itself in each new cache.
"""

import struct
import sys

MANIFEST = 24  # the kind of resource, RT_MANIFEST
NAME = 1       # CREATEPROCESS_MANIFEST_RESOURCE_ID
PURE_MOVEABLE = 0x30
ENGLISH = 0x409


def entry(kind, name, flags, language, data):
    """Sizes of data and head, kind and name as numbers, version of the data,
    flags, language, version, characteristics; then the data."""
    head = struct.pack("<IIHHHHIHHII", len(data), 32, 0xFFFF, kind, 0xFFFF,
                       name, 0, flags, language, 0, 0)
    return head + data + bytes(-len(data) % 4)


def main():
    manifest, path = sys.argv[1:]
    with open(manifest, "rb") as text:
        data = text.read()
    with open(path, "wb") as out:
        out.write(entry(0, 0, 0, 0, b""))
        out.write(entry(MANIFEST, NAME, PURE_MOVEABLE, ENGLISH, data))


main()
