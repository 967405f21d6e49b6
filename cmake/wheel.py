#!/usr/bin/env python3
"""Writes a wheel of an installation and of the package foucault of python/.

usage: wheel.py PREFIX MACHINE FOLDER

PREFIX has bin/ and share/, as `cmake --install` leaves them; MACHINE is x86_64
or aarch64, with Linux, or win_amd64. The program is one of the scripts of the
wheel and its data are data, so pip puts them where the program looks:
ENVIRONMENT/bin/foucault (Windows: Scripts/foucault.exe) and
ENVIRONMENT/share/foucault. The same files give the same wheel, byte by byte.
"""

import base64
import hashlib
import json
import os
import sys
import tomllib
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.join(ROOT, "python")
BILL = "sbom.spdx.json"  # cmake/bill.cmake; PEP 770 names its place
GLIBC = "2_28"  # as cmake/zig.cmake


def files_below(folder):
    """Paths relative to the folder, sorted."""
    return sorted(os.path.relpath(os.path.join(where, name), folder)
                  for where, _, names in os.walk(folder) for name in names
                  if not name.endswith(".pyc"))


def metadata(project):
    """METADATA: what pyproject.toml says, in the words of pip."""
    lines = ["Metadata-Version: 2.1",
             f"Name: {project['name']}",
             f"Version: {project['version']}",
             f"Summary: {project['description']}",
             f"License: {project['license']['text']}",
             f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    for extra, needs in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {needed}; extra == "{extra}"'
                  for needed in needs]
    with open(os.path.join(PACKAGE, project["readme"]), encoding="utf-8") as f:
        return "\n".join([*lines, "Description-Content-Type: text/markdown",
                          "", f.read()])


def with_files(bill, content, without):
    """The program's bill as that of the wheel: all files with checksums (SPDX
    2.3, clause 8) and the package verification code of clause 7.9.

    content: the bytes of each file but those of `without`."""
    bill = json.loads(bill)
    bill["name"] += "-wheel"
    bill["documentNamespace"] += "-wheel"
    whole = bill["packages"][0]
    sums = sorted(hashlib.sha1(data).hexdigest() for data in content.values())
    whole["filesAnalyzed"] = True
    whole["packageVerificationCode"] = {
        "packageVerificationCodeValue":
            hashlib.sha1("".join(sums).encode()).hexdigest(),
        "packageVerificationCodeExcludedFiles":
            [f"./{name}" for name in without]}
    bill["files"] = [
        {"fileName": f"./{name}", "SPDXID": f"SPDXRef-file-{number}",
         "checksums": [
             {"algorithm": "SHA1",
              "checksumValue": hashlib.sha1(data).hexdigest()},
             {"algorithm": "SHA256",
              "checksumValue": hashlib.sha256(data).hexdigest()}],
         "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"}
        for number, (name, data) in enumerate(content.items(), 1)]
    bill["relationships"] += [
        {"spdxElementId": whole["SPDXID"], "relationshipType": "CONTAINS",
         "relatedSpdxElement": file["SPDXID"]} for file in bill["files"]]
    return (json.dumps(bill, indent=1) + "\n").encode()


class Wheel:
    def __init__(self, path, info):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED,
                                       compresslevel=9)
        self.record = f"{info}/RECORD"
        self.lines = []
        self.content = {}

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name)  # of 1980
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self.archive.writestr(entry, content)
        self.content[name] = content
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
        self.lines.append(f"{name},sha256={digest.decode().rstrip('=')},"
                          f"{len(content)}")

    def add_tree(self, folder, name, mode=0o644):
        for path in files_below(folder):
            with open(os.path.join(folder, path), "rb") as file:
                self.add(f"{name}/{path}", file.read(), mode)

    def close(self):
        self.lines.append(f"{self.record},,")
        self.add(self.record, ("\n".join(self.lines) + "\n").encode())
        self.archive.close()


def make(prefix, machine, folder):
    with open(os.path.join(PACKAGE, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    stem = f"{project['name']}-{project['version']}"
    system = machine if machine.startswith("win") else (
        f"manylinux_{GLIBC}_{machine}")
    tag = f"py3-none-{system}"
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{stem}-{tag}.whl")
    wheel = Wheel(path + ".new", f"{stem}.dist-info")
    wheel.add_tree(os.path.join(PACKAGE, "foucault"), "foucault")
    wheel.add_tree(os.path.join(prefix, "bin"), f"{stem}.data/scripts", 0o755)
    wheel.add_tree(os.path.join(prefix, "share"), f"{stem}.data/data/share")
    for folder in ("licenses", "program_licenses"):
        wheel.add_tree(os.path.join(prefix, "share", "foucault", folder),
                       f"{stem}.dist-info/licenses")
    wheel.add(f"{stem}.dist-info/METADATA", metadata(project).encode())
    wheel.add(f"{stem}.dist-info/WHEEL",
              ("Wheel-Version: 1.0\nGenerator: foucault\n"
               f"Root-Is-Purelib: false\nTag: {tag}\n").encode())
    bill = f"{stem}.dist-info/sboms/{BILL}"
    with open(os.path.join(prefix, "share", "foucault", BILL), "rb") as file:
        wheel.add(bill, with_files(file.read(), wheel.content,
                                   [bill, wheel.record]))
    wheel.close()
    os.replace(path + ".new", path)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(make(*sys.argv[1:]))
