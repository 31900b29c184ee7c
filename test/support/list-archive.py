"""What Python's zipfile and tarfile find in archives: paths on standard input, one line of JSON for each."""
import hashlib
import json
import sys
import tarfile
import zipfile


def files_of_zip(path):
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, archive.read(info), info.external_attr >> 16


def files_of_tar(path):
    with tarfile.open(path) as archive:
        for info in archive:
            if not info.isdir():
                yield info.name, archive.extractfile(info).read(), info.mode


def describe(path):
    files = files_of_zip if open(path, "rb").read(2) == b"PK" else files_of_tar
    try:
        return [[name, hashlib.sha256(data).hexdigest(), mode & 0o111 != 0] for name, data, mode in files(path)]
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


for line in sys.stdin:
    print(json.dumps(describe(line.rstrip("\n"))))
