"""Holds skills (directories or zips) against their skill.manifest.json, with Python's standard library only.
Prints a line for each: "consistent (unsigned)", its content digest and its root; or the first difference. Usage: check_manifest.py PATH..."""
import base64, hashlib, json, os, sys, zipfile

OWN = ["skill.manifest.json", "skill.oms.sig"]
IGNORABLE = [".git", ".gitattributes", ".github", ".gitignore", *OWN]

def read(path):
    if os.path.isdir(path):
        places = [os.path.join(base, name) for base, _, names in os.walk(path) for name in names]
        return {os.path.relpath(p, path).replace(os.sep, "/"): (open(p, "rb").read(), bool(os.stat(p).st_mode & 0o111)) for p in places}
    with zipfile.ZipFile(path) as archive:
        files = {e.filename: (archive.read(e), bool(e.external_attr >> 16 & 0o111)) for e in archive.infolist() if not e.is_dir()}
    root = "" if "SKILL.md" in files else next(name for name in files if name.endswith("/SKILL.md"))[: -len("SKILL.md")]
    return {name[len(root) :]: file for name, file in files.items()}

def need(truth, code="manifest-format"):
    if not truth: raise ValueError(code)

def unique(pairs):
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)

def is_ignored(name, ignored):
    top = name.split("/")[0]
    return name in OWN or top in ignored and (name == top or top in (".git", ".github"))

def parse(data):
    statement = json.loads(data.decode("utf-8"), object_pairs_hook=unique, parse_constant=lambda _: need(False))
    predicate, [subject] = statement["predicate"], statement["subject"]
    how, resources = predicate["serialization"], predicate["resources"]
    need(statement["_type"] == "https://in-toto.io/Statement/v1" and statement["predicateType"] == "https://model_signing/signature/v1.0")
    need(len(statement) == 4 and len(predicate) == 2 and how["method"] == "files" and how["hash_type"] == "sha256" and how["allow_symlinks"] is False)
    ignored = how.get("ignore_paths", [])
    need(all(path in IGNORABLE for path in ignored), "manifest-ignore")
    expected = {resource["name"]: resource for resource in resources}
    need(len(expected) == len(resources) > 0 and not any(is_ignored(name, ignored) for name in expected))
    need(all(r["algorithm"] == "sha256" and r["digest"] == bytes.fromhex(r["digest"]).hex() for r in resources))
    root = hashlib.sha256(b"".join(bytes.fromhex(r["digest"]) for r in resources)).hexdigest()
    need(root == subject["digest"]["sha256"], "manifest-subject")
    return ignored, expected, root

def differ(expected, data, executable):
    sizes = lambda form: expected.get("size", len(form)) == len(form)
    equal = lambda form: hashlib.sha256(form).hexdigest() == expected["digest"] and sizes(form)
    if hashlib.sha256(data).hexdigest() == expected["digest"]:
        if not sizes(data): return "modified"
        return None if expected.get("executable", executable) == executable else "mode"
    unix = data.replace(b"\r\n", b"\n")
    return "line-endings" if b"\0" not in data and (equal(unix) or equal(unix.replace(b"\n", b"\r\n"))) else "modified"

def check(files):
    try: ignored, expected, root = parse(files["skill.manifest.json"][0])
    except (ValueError, KeyError, TypeError) as error: return str(error) if str(error) in ("manifest-ignore", "manifest-subject") else "manifest-format"
    got = {name: file for name, file in files.items() if not is_ignored(name, ignored)}
    for name in sorted({*expected, *got}, key=str.encode):
        kind = "missing" if name not in got else "extra" if name not in expected else differ(expected[name], *got[name])
        if kind: return f"{kind} {name}"
    lines = "".join(f"{expected[name]['digest']}  {name}\n" for name in sorted(expected, key=str.encode))
    return "consistent (unsigned) h1:" + base64.b64encode(hashlib.sha256(lines.encode()).digest()).decode() + " " + root

print(*[check(read(path)) for path in sys.argv[1:]], sep="\n")
