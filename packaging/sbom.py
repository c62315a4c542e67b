#!/usr/bin/env python3
"""Lists what is in the programs, as an SPDX 2.3 document in JSON: the Swift packages of Package.resolved or of vendor/, the Swift runtime that is
linked in, and the C libraries that the programs load.

usage: sbom.py --programs FOLDER [--output FILE]

FOLDER has bin, libexec and lib/inkd, as packaging/link.py makes them.

The same programs give the same document, but for the time; SOURCE_DATE_EPOCH, where it is set, is the time. Environment: SWIFT (swift).
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What Swift packages are under, by identity; what is not here is found out from the text of its licence.
EXCEPTION = "Apache-2.0 WITH Swift-exception"
# Packages that no installed program has: the benchmark's.
NOT_INSTALLED = {"hdrhistogram-swift", "swift-numerics"}


def output(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def licence_of(folder):
    """The SPDX expression of a checkout's licence; NOASSERTION if the text is another one than those known here."""
    texts = sorted(path for path in folder.glob("LICENSE*") if path.is_file())
    text = " ".join(texts[0].read_text(encoding="utf-8").split()) if texts else ""
    if "Apache License Version 2.0" in text:
        return EXCEPTION if "Runtime Library Exception" in text else "Apache-2.0"
    return "MIT" if "Permission is hereby granted, free of charge" in text else "NOASSERTION"


def swift_packages():
    """Name, version, revision, address and licence of each Swift package."""
    if (ROOT / "vendor/packages.json").exists():
        pins, folders = json.loads((ROOT / "vendor/packages.json").read_text()), ROOT / "vendor"
    else:
        pins, folders = json.loads((ROOT / "Package.resolved").read_text())["pins"], ROOT / ".build/checkouts"
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        name = re.sub(r"\.git$", "", pin["location"]).rsplit("/", 1)[-1]
        if pin["identity"] not in NOT_INSTALLED:
            yield name, pin["state"]["version"], pin["state"]["revision"], pin["location"], licence_of(folders / name)


def loaded_libraries(programs):
    """The names (SONAME) of the libraries that the programs themselves ask for."""
    names = set()
    for program in programs:
        names.update(re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "--dynamic", str(program))))
    return sorted(name for name in names if not name.startswith("ld-linux"))


def debian_package(library):
    """The Debian package and version that a library is of; None elsewhere."""
    try:
        found = output("dpkg-query", "--search", f"*/{library}").splitlines()
        package = found[0].split(": ")[0].split(",")[0]
        return package.split(":")[0], output("dpkg-query", "--show", "--showformat=${Version}", package)
    except (OSError, subprocess.CalledProcessError, IndexError):
        return None


def entry(name, version, licence="NOASSERTION", location="NOASSERTION", **more):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


def document(folder):
    programs = sorted(path for part in ("bin", "libexec", "lib/inkd") for path in (folder / part).glob("*"))
    if not programs:
        sys.exit(f"sbom.py: there are no programs in {folder}: `make build` first")
    version = output("packaging/version.sh").strip()
    checksums = [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()} for path in programs]
    packages = [entry(path.name, version, "MIT", checksums=[sum_]) for path, sum_ in zip(programs, checksums, strict=True)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", package["SPDXID"]) for package in packages]
    whole = [package["SPDXID"] for package in packages]
    own = {package["name"]: package["SPDXID"] for package in packages}

    for name, number, revision, location, licence in swift_packages():
        address = f"git+{location}@{revision}"
        packages.append(entry(name, number, licence, address))
        relations += [(program, "STATIC_LINK", packages[-1]["SPDXID"]) for program in whole]

    swift = re.search(r"Swift version (\S+)", output(os.environ.get("SWIFT", "swift"), "--version"))
    runtime = entry("swift-runtime", swift[1] if swift else "", EXCEPTION, "https://www.swift.org/download")
    runtime["comment"] = "Standard library, libdispatch and FoundationEssentials."
    packages.append(runtime)
    relations += [(program, "STATIC_LINK", runtime["SPDXID"]) for program in whole]

    for program, identity in zip(programs, whole, strict=True):
        for library in loaded_libraries([program]):
            if library in own:
                relations.append((identity, "DYNAMIC_LINK", own[library]))
                continue
            package = debian_package(library)
            made = entry(library, package[1] if package else "", comment=f"Debian package {package[0]}" if package else "of the system")
            if made not in packages:
                packages.append(made)
            relations.append((identity, "DYNAMIC_LINK", made["SPDXID"]))

    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    created = datetime.fromtimestamp(int(seconds), UTC) if seconds else datetime.now(UTC)
    digest = hashlib.sha256(json.dumps(checksums).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"inkd-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/inkd-{version}-{digest[:32]}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: inkd-sbom.py"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    text = json.dumps(document(arguments.programs.resolve()), indent=2, ensure_ascii=False) + "\n"
    if arguments.output:
        arguments.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


main()
