"""Stands in for pip: hands out the wheels of one folder and writes down what it was asked for."""

import os
import pathlib
import shutil
import sys
import time

index = pathlib.Path(os.environ["TEST_INDEX"])
if "--version" in sys.argv:
    print("pip 0 (of a test)")
    sys.exit(0)
assert sys.argv[1] == "download" and "--no-deps" in sys.argv, sys.argv
package = sys.argv[-1].split("==")[0]
with open(index / "asked", "a") as asked:
    asked.write(package + "\n")
if (index / "hang").exists():
    (index / "hanging").write_text(str(os.getpid()))
    time.sleep(600)
wheel = index / (package + ".whl")
if not wheel.exists():
    print("ERROR: No matching distribution found for " + package)
    sys.exit(1)
shutil.copy(wheel, pathlib.Path(sys.argv[sys.argv.index("--dest") + 1]))
