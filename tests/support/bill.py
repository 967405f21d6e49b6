"""Bills of materials: checksums of all files, SPDX 2.3, clauses 7.9 and 8."""

import hashlib

from .suite import need


def check_files(archive, bill, whole, *without):
    """The package `whole` has each file of the archive but these."""
    package, = (p for p in bill["packages"] if p["SPDXID"] == whole)
    names = {file["fileName"] for file in bill["files"]}
    need(names | {f"./{name}" for name in without} ==
         {f"./{name}" for name in archive.namelist()}, f"{sorted(names)}")
    need(len(bill["files"]) == len(names), "a file has two entries")
    sums = []
    for file in bill["files"]:
        content = archive.read(file["fileName"][2:])
        told = {s["algorithm"]: s["checksumValue"] for s in file["checksums"]}
        need(told == {"SHA1": hashlib.sha1(content).hexdigest(),
                      "SHA256": hashlib.sha256(content).hexdigest()},
             f"{file} is not so")
        sums.append(told["SHA1"])
    code = hashlib.sha1("".join(sorted(sums)).encode()).hexdigest()
    need(package["filesAnalyzed"] and package["packageVerificationCode"] == {
        "packageVerificationCodeValue": code,
        "packageVerificationCodeExcludedFiles": [f"./{n}" for n in without]},
         f"{package}")
    ids = {file["SPDXID"] for file in bill["files"]}
    related = [r["relatedSpdxElement"] for r in bill["relationships"]
               if r["spdxElementId"] == whole and
               r["relationshipType"] == "CONTAINS" and
               r["relatedSpdxElement"] in ids]
    need(len(ids) == len(names) and sorted(related) == sorted(ids),
         f"{related}")
    return ids
