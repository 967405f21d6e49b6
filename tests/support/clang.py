"""clang as a library: what it says of a C file, without a process for each,
whose start takes longer than to read the file."""

import ctypes
import functools
import glob
import os

from .suite import need, run

SHOWN = 0x01 | 0x02 | 0x08  # source location, column, option
WARNING = 2


class Text(ctypes.Structure):
    """CXString"""
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


@functools.lru_cache(None)
def resources():
    """The folder with the headers of clang itself."""
    done = run(["clang", "-print-resource-dir"])
    need(done.returncode == 0, done.stderr)
    return done.stdout.strip()


@functools.lru_cache(None)
def library():
    """libclang of the same version, as Debian's clang needs it."""
    places = os.path.normpath(os.path.join(resources(), "..", ".."))
    found = sorted(glob.glob(os.path.join(places, "libclang-[0-9]*.so*")) +
                   glob.glob(os.path.join(places, "libclang.so*")))
    need(found, f"there is no libclang in {places}")
    os.environ["LIBCLANG_NOTHREADS"] = "1"  # processor time of this thread
    loaded = ctypes.CDLL(found[0])
    pointer = ctypes.c_void_p
    loaded.clang_createIndex.restype = pointer
    loaded.clang_parseTranslationUnit2.argtypes = [
        pointer, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p),
        ctypes.c_int, pointer, ctypes.c_uint, ctypes.c_uint,
        ctypes.POINTER(pointer)]
    for name in ("getNumDiagnostics", "getDiagnosticSeverity",
                 "disposeDiagnostic", "disposeTranslationUnit",
                 "disposeIndex"):
        getattr(loaded, "clang_" + name).argtypes = [pointer]
    loaded.clang_getDiagnostic.argtypes = [pointer, ctypes.c_uint]
    loaded.clang_getDiagnostic.restype = pointer
    loaded.clang_formatDiagnostic.argtypes = [pointer, ctypes.c_uint]
    loaded.clang_formatDiagnostic.restype = Text
    loaded.clang_getCString.argtypes = [Text]
    loaded.clang_getCString.restype = ctypes.c_char_p
    loaded.clang_disposeString.argtypes = [Text]
    return loaded


def said(unit):
    """Warnings and errors of a translation unit, a line each."""
    clang, lines = library(), []
    for number in range(clang.clang_getNumDiagnostics(unit)):
        diagnostic = clang.clang_getDiagnostic(unit, number)
        if clang.clang_getDiagnosticSeverity(diagnostic) >= WARNING:
            text = clang.clang_formatDiagnostic(diagnostic, SHOWN)
            lines.append(clang.clang_getCString(text).decode())
            clang.clang_disposeString(text)
        clang.clang_disposeDiagnostic(diagnostic)
    return lines


def warnings(file, words):
    """What clang says of a file with these words; empty: nothing. Files that
    the words name are absolute: a library has no folder of its own."""
    clang, unit = library(), ctypes.c_void_p()
    words = [*words, "-resource-dir", resources()]
    given = (ctypes.c_char_p*len(words))(*(w.encode() for w in words))
    index = ctypes.c_void_p(clang.clang_createIndex(0, 0))
    status = clang.clang_parseTranslationUnit2(
        index, file.encode(), given, len(words), None, 0, 0,
        ctypes.byref(unit))
    lines = [f"{file}: clang ends with {status}"] if status else said(unit)
    clang.clang_disposeTranslationUnit(unit)
    clang.clang_disposeIndex(index)
    return "\n".join(lines)
