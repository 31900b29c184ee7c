#!/usr/bin/env python3
"""Two trees of skills, before and after their fixes: what PyYAML reads in each SKILL.md, held against what the fixes say they did.

python3 bench/compare-values.py BEFORE AFTER [REPORT]

REPORT is what `skills lint --fix --format json .` printed in AFTER when it made the fixes. A value that differs and that no fix of the
same skill could have meant is listed, and so is a word of the author that is gone; then the exit code is 1, and 3 where there is no PyYAML.
"""
import collections
import json
import os
import re
import sys

try:
    import yaml
except ImportError:
    print("PyYAML is not installed (python3-yaml): nothing was compared")
    sys.exit(3)

# Which fields a rule's fix may give another value; "*" is any, and the rules not listed may change none.
MAY_CHANGE = {
    "allowed-tools-format": {"allowed-tools"},
    "boolean-field": {"*"},
    "field-spelling": {"*"},
    "field-type": {"*"},
    "frontmatter-comment": {"compatibility", "description"},
    "metadata-format": {"metadata"},
    "name-format": {"name"},
    "name-matches-directory": {"name"},
    "name-required": {"name"},
    "unknown-field": {"*"},
}
# What YAML could not read has no value before: only its words are held against each other.
FENCE = re.compile(r"\A\ufeff?\s*---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.S | re.M)


def skill_files(root):
    for directory, folders, files in os.walk(root):
        folders.sort()
        for name in files:
            if name.lower() == "skill.md":
                yield os.path.relpath(os.path.join(directory, name), root)


def read(root, path):
    """The frontmatter's values, or None where PyYAML reads none, and the words of the whole file."""
    with open(os.path.join(root, path), "rb") as file:
        text = file.read().decode("utf-8", "replace")
    found = FENCE.match(text)
    try:
        values = yaml.safe_load(found.group(1)) if found else None
    except Exception:
        values = None
    return values if isinstance(values, dict) else None, collections.Counter(re.findall(r"\w+", text))


def same(before, after):
    """Strings but for the line end of a block scalar; everything else to the type."""
    if isinstance(before, str) and isinstance(after, str):
        return before.rstrip("\n") == after.rstrip("\n")
    return type(before) is type(after) and before == after


def renamed(before_paths, after_paths):
    """SKILL.md files by their directory: a fix may have renamed one."""
    by_directory = {os.path.dirname(path): path for path in after_paths}
    return {path: by_directory.get(os.path.dirname(path)) for path in before_paths}


def main(before_root, after_root, report=None):
    fixes = collections.defaultdict(set)
    if report:
        with open(report, encoding="utf-8") as file:
            for fix in json.load(file)["data"]["fixed"]:
                fixes[os.path.normpath(fix["path"])].add(fix["ruleId"])
    counts = collections.Counter()
    unexplained = []
    pairs = renamed(sorted(skill_files(before_root)), list(skill_files(after_root)))
    for before_path, after_path in pairs.items():
        if after_path is None:
            unexplained.append(f"{before_path}: is gone")
            continue
        (before, words), (after, words_after) = read(before_root, before_path), read(after_root, after_path)
        rules = fixes[os.path.dirname(before_path) or "."]
        counts["files"] += 1
        counts["PyYAML read it before"] += before is not None
        counts["PyYAML reads it now"] += after is not None
        for word in words - words_after:
            # Moving or spelling a field right takes its old key away.
            if not rules & {"field-spelling", "name-format", "name-matches-directory", "unknown-field", "reference-case", "frontmatter-flow"}:
                unexplained.append(f"{before_path}: the word {word!r} is gone")
        if before is None:
            continue
        if after is None:
            unexplained.append(f"{before_path}: PyYAML no longer reads it")
            continue
        for key in sorted({str(key) for key in {**before, **after}}):
            old = {str(name): value for name, value in before.items()}.get(key)
            new = {str(name): value for name, value in after.items()}.get(key)
            if same(old, new):
                continue
            named = any({key, "*"} & MAY_CHANGE.get(rule, set()) for rule in rules)
            counts["values changed by a fix that names them" if named else "values changed by none"] += 1
            if not named:
                unexplained.append(f"{before_path}: {key}: {old!r} -> {new!r} (fixes: {', '.join(sorted(rules)) or 'none'})")
    for name, count in counts.items():
        print(f"{count:6} {name}")
    for line in unexplained:
        print(line)
    print(f"{len(unexplained):6} unexplained")
    return 1 if unexplained else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
