"""Libraries of macOS: what they export and what they load."""

import struct

FAT, THIN = b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe"
PROCESSORS = {0x01000007: "x86_64", 0x0100000C: "arm64"}
LIBRARY = 6  # MH_DYLIB
SYMBOLS, NEEDED, ITSELF = 0x2, 0xC, 0xD
NEEDED_TOO = (NEEDED, 0x80000018, 0x8000001F)  # weak, re-exported


def commands(data):
    """(number, bytes) of each load command."""
    count = struct.unpack_from("<I", data, 16)[0]
    at = 32
    for _ in range(count):
        number, size = struct.unpack_from("<II", data, at)
        yield number, data[at:at + size]
        at += size


def text_at(data, at):
    return data[at:data.index(b"\0", at)].decode()


def exported(data, command):
    """External symbols that are defined here."""
    at, count, strings, _ = struct.unpack_from("<IIII", command, 8)
    names = set()
    for k in range(count):
        name, kind, section = struct.unpack_from("<IBB", data, at + 16 * k)
        is_private = kind & 0x10
        if kind & 0x01 and not is_private and kind & 0x0E and section:
            names.add(text_at(data, strings + name))
    return names


def look(data):
    """{"exports": names, "needs": libraries, "name": its own} of one part."""
    assert data[:4] == THIN, data[:4]
    assert struct.unpack_from("<I", data, 12)[0] == LIBRARY
    found = {"exports": set(), "needs": set(), "name": None}
    for number, command in commands(data):
        if number == SYMBOLS:
            found["exports"] |= exported(data, command)
        elif number in NEEDED_TOO:
            found["needs"].add(text_at(command, 24))
        elif number == ITSELF:
            found["name"] = text_at(command, 24)
    return found


def look_universal(path):
    """{processor: look()} of a file for several of them."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == FAT, data[:4]
    parts = {}
    for k in range(struct.unpack_from(">I", data, 4)[0]):
        processor, _, at, size, page = struct.unpack_from(
            ">IIIII", data, 8 + 20 * k)
        assert at % (1 << page) == 0 and at + size <= len(data)
        part = data[at:at + size]
        assert struct.unpack_from("<I", part, 4)[0] == processor
        parts[PROCESSORS[processor]] = look(part)
    return parts
