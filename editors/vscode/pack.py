"""Packs the extension: a .vsix is a zip archive with a manifest. The same files
give the same bytes."""

import json
import os
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = ("package.json", "README.md", "language-configuration.json",
         "syntaxes/modelica.tmLanguage.json", "out/extension.js",
         "out/NOTICES.txt")
MOMENT = (1980, 1, 1, 0, 0, 0)
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="json" ContentType="application/json"/>
<Default Extension="js" ContentType="application/javascript"/>
<Default Extension="md" ContentType="text/markdown"/>
<Default Extension="txt" ContentType="text/plain"/>
<Default Extension="vsixmanifest" ContentType="text/xml"/>
</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0"
 xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
<DisplayName>{title}</DisplayName>
<Description xml:space="preserve">{description}</Description>
<Tags>{tags}</Tags>
<Categories>{categories}</Categories>
<License>extension/LICENSE.txt</License>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
</Metadata>
<Installation>
<InstallationTarget Id="Microsoft.VisualStudio.Code"/>
</Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest"
 Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details"
 Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License"
 Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def manifest(package):
    return MANIFEST.format(
        name=quoteattr(package["name"]), version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]),
        engine=quoteattr(package["engines"]["vscode"]),
        title=escape(package["displayName"]),
        description=escape(package["description"]),
        tags=escape(",".join(package["keywords"])),
        categories=escape(",".join(package["categories"])))


def installed(package):
    """What a user needs of package.json: nothing of how it is built."""
    return {key: value for key, value in package.items()
            if key not in ("scripts", "devDependencies", "dependencies",
                           "private")}


def pack(to):
    def read(*path):
        with open(os.path.join(HERE, *path), "rb") as file:
            return file.read()

    package = json.loads(read("package.json"))
    entries = {"[Content_Types].xml": TYPES.encode(),
               "extension.vsixmanifest": manifest(package).encode(),
               "extension/LICENSE.txt": read("..", "..", "LICENSE")}
    for name in FILES:
        entries["extension/" + name] = read(name)
    entries["extension/package.json"] = json.dumps(
        installed(package), indent=2).encode()
    os.makedirs(os.path.dirname(os.path.abspath(to)), exist_ok=True)
    with zipfile.ZipFile(to + ".part", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(entries):
            archive.writestr(zipfile.ZipInfo(name, MOMENT), entries[name],
                             zipfile.ZIP_DEFLATED)
    os.replace(to + ".part", to)


if __name__ == "__main__":
    pack(sys.argv[1])
