"""Makes packages for tests. `index.py FOLDER SERVER PART...` writes a wheel for the server program SERVER and for each
part file, all into FOLDER, and prints their checksums and that of the joined parts as JSON."""

import hashlib
import json
import pathlib
import sys
import zipfile

folder, server, *parts = map(pathlib.Path, sys.argv[1:])


def wheel(package, files):
    path = folder / (package + ".whl")
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return hashlib.sha256(path.read_bytes()).hexdigest()


whole = b"".join(part.read_bytes() for part in parts)
library = b"a library under two names"
sums = {
    "server": wheel("server", {"server/bin/llama-server": server.read_bytes(), "server/bin/lib.so.1": library,
                               "server/bin/lib.so": library, "server-1.dist-info/METADATA": b"", "server/../evil": b"x"}),
    "model": hashlib.sha256(whole).hexdigest(),
}
for number, part in enumerate(parts, 1):
    wheel("part%d" % number, {"part%d/__init__.py" % number: b"", "part%d/data/part.bin" % number: part.read_bytes()})
print(json.dumps(sums))
