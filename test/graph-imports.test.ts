import { expect, it } from "vitest";
import { toTextFile } from "../src/lint/text-file.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import { resolveImport } from "../src/graph/resolve-import.ts";
import { findScripts } from "../src/parse/script/script.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

/** What one import leads to, in a script of these words and a skill of these files. */
function imported(
  path: string,
  text: string,
  specifier: string,
  files: readonly string[],
): readonly string[] {
  const file = toTextFile({
    path,
    executable: false,
    bytes: Buffer.from(text),
    vocabulary: vocabularyOf([]),
  });
  const at = text.indexOf(specifier);
  const range = file.source.range(at, at + specifier.length);
  return resolveImport(findScripts([file])[0]!, { specifier, range }, (target) => files.includes(target));
}

it.each([
  ["beside the script", "import tables", "tables", ["scripts/tables.py"]],
  ["in a package", "import lib.tables", "lib.tables", ["scripts/lib/tables.py"]],
  ["from the skill's root", "from scripts.lib import x", "scripts.lib", ["scripts/lib.py"]],
  ["in another directory of code", "import tables", "tables", ["lib/tables.py"]],
  ["a package by its __init__.py", "import lib", "lib", ["scripts/lib/__init__.py"]],
  [
    "members that are modules",
    "from lib import tables, (forms)",
    "lib",
    ["scripts/lib/__init__.py", "scripts/lib/tables.py"],
  ],
  [
    "members on lines of their own",
    "from lib import (\n    tables,\n    forms as f,\n)\n",
    "lib",
    ["scripts/lib/tables.py", "scripts/lib/forms.py"],
  ],
  ["a relative module", "from .tables import x", ".tables", ["scripts/tables.py"]],
  ["a module of the directory above", "from ..lib import x", "..lib", ["lib.py"]],
  ["a member of the same package", "from . import tables", ".", ["scripts/tables.py"]],
  ["a library", "import json", "json", []],
])("finds in Python %s", (_, text, specifier, files) => {
  expect(imported("scripts/fill.py", text, specifier, files)).toEqual(files);
});

it.each([
  ["a file as written", "./x.js", ["src/x.js"]],
  ["a file without its extension", "./x", ["src/x.ts"]],
  ["TypeScript by the name it is compiled to", "./x.js", ["src/x.ts"]],
  ["a directory's index", "../lib", ["lib/index.js"]],
  ["a package", "x", []],
])("finds in JavaScript %s", (_, specifier, files) => {
  expect(imported("src/main.ts", `import "${specifier}"`, specifier, files)).toEqual(files);
});

it.each([
  '"$(dirname "$0")/common.sh"',
  '"${BASH_SOURCE%/*}/common.sh"',
  "$SCRIPT_DIR/common.sh",
  "./common.sh",
  "scripts/common.sh",
  '"$(cd "$(dirname "$0")" && pwd)/common.sh"',
])("resolves source %s in a shell script", (specifier) => {
  expect(imported("scripts/run.sh", `source ${specifier}`, specifier, ["scripts/common.sh"])).toEqual([
    "scripts/common.sh",
  ]);
});

it.each([
  ["../../../etc/passwd"],
  ["..".repeat(5000)],
  [".".repeat(100_000)],
  ["$(".repeat(50_000)],
  ["a/".repeat(50_000)],
])("ignores an import with a long climb out of the skill, in linear time", (specifier) => {
  const started = cpuTime();
  for (const extension of ["py", "js", "sh", "rb"])
    expect(imported(`scripts/x.${extension}`, specifier, specifier, ["etc/passwd", "SKILL.md"])).toEqual([]);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
