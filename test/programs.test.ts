import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkSyntax } from "../src/api/lint/check-syntax.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { checkPython } from "../src/programs/python.ts";
import { run } from "../src/programs/run.ts";
import { checkShell } from "../src/programs/shell.ts";
import { Vocabulary } from "../src/core/vocabulary.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { needs } from "./support/needs.ts";

const home = mkdtempSync(path.join(tmpdir(), "skills-checkers-"));
const marker = path.join(home, "ran");
const given = { ...process.env };

afterEach(() => {
  process.env = { ...given };
  rmSync(marker, { force: true });
});

const limits = { milliseconds: 10_000, outputBytes: 100_000 };

it("finds the fault of each language, and says what it could not parse", async () => {
  needs("python3");
  const source = openMemory("pdf-forms", {
    "SKILL.md": "---\nname: pdf-forms\ndescription: Fills forms.\n---\n",
    "scripts/fill.py": 'names = ["a", "é", 1 2]\n',
    "scripts/old.py": "#!/usr/bin/python2\nprint 'x'\n",
    "scripts/good.py": "match x:\n    case 1: pass\n",
    "scripts/fill.sh": "#!/bin/bash\nif true; then\n  echo x\n",
    "scripts/plain.sh": "#!/bin/sh\nfor x in a; done\n",
    "scripts/fill.zsh": "#!/bin/zsh\nif {\n",
    "scripts/fill.mjs": '#!/usr/bin/env node\nawait import("./a.js");\nconst = 1;\n',
    "scripts/run.command": "#!/bin/bash\nif\n",
    "scripts/script.js": "with (a) { b(); }\nreturn;\n",
    "scripts/deep.js": "(".repeat(200_000),
    "references/fields.yaml": "a: 1\n---\nb: 2\n c: 3\n",
    "references/tags.yaml": "a: !Ref b\n? [x]\n: y\n",
    "assets/form.yaml": "a: {{b\n",
  });
  const verdicts = await checkSyntax([source]);
  const { syntax } = loadSkill(source, [], { vocabulary: new Vocabulary([]), syntax: verdicts }).skill;
  expect(
    syntax.problems.map(
      ({ file, range, message }) =>
        `${file}:${range.start.line}:${range.start.column} ${message.replace(/Python [\d.]+/, "Python")}`,
    ),
  ).toEqual([
    'references/fields.yaml:3:4 invalid YAML: unquoted ": " in a value; quote it',
    "scripts/fill.mjs:3:7 invalid JavaScript: unexpected token",
    "scripts/fill.py:1:21 Python cannot parse this: invalid syntax. Perhaps you forgot a comma?",
    "scripts/fill.sh:4:1 bash cannot parse this: syntax error: unexpected end of file",
    'scripts/plain.sh:2:1 sh cannot parse this: Syntax error: "done" unexpected (expecting "do")',
    "scripts/run.command:3:1 bash cannot parse this: syntax error: unexpected end of file",
  ]);
  expect(syntax.unparsed).toEqual([
    { path: "scripts/deep.js", reason: "nested too deep" },
    { path: "scripts/fill.zsh", reason: "no parser for zsh" },
    { path: "scripts/old.py", reason: "no parser for python2" },
  ]);
});

it("parses only JSON and TOML unless more is requested", () => {
  const source = openMemory("x", { "SKILL.md": "", "a.py": "(", "a.sh": "if", "a.yaml": "[", "a.json": "[" });
  const { syntax } = loadSkill(source, [], { vocabulary: new Vocabulary([]) }).skill;
  expect(syntax.problems.map(({ file }) => file)).toEqual(["a.json"]);
  expect(syntax.unparsed).toEqual([]);
});

it("says of a text that was not there when the parsers were asked that it was not parsed", async () => {
  const before = openMemory("x", { "SKILL.md": "", "a.sh": "echo\r\n" });
  const after = openMemory("x", { "SKILL.md": "", "a.sh": "echo\n" });
  const { syntax } = loadSkill(after, [], {
    vocabulary: new Vocabulary([]),
    syntax: await checkSyntax([before]),
  }).skill;
  expect(syntax).toEqual({
    problems: [],
    unparsed: [{ path: "a.sh", reason: "it has changed since it was read" }],
  });
});

it("never runs a script, nor what the environment wants to be run", async () => {
  needs("python3");
  const startup = path.join(home, "startup");
  writeFileSync(startup, `echo x > ${marker}\n`);
  process.env = {
    ...given,
    BASH_ENV: startup,
    ENV: startup,
    PYTHONSTARTUP: startup,
    PYTHONPATH: home,
    PYTHONINSPECT: "1",
  };
  writeFileSync(path.join(home, "binascii.py"), `open(${JSON.stringify(marker)}, "w")\n`);
  const shell = `echo x > ${marker}\n$(touch ${marker})\ntrap 'touch ${marker}' EXIT\nsource ${startup}\n`;
  const python = `open(${JSON.stringify(marker)}, "w")\n__import__("os").system("touch ${marker}")\n`;
  expect(await checkShell("bash", [shell])).toEqual([{}]);
  expect(await checkShell("sh", [shell])).toEqual([{}]);
  expect(await checkPython([python])).toEqual([{}]);
  expect(existsSync(marker)).toBe(false);
});

it("gives every text its own verdict, in the order given", async () => {
  needs("python3");
  const texts = Array.from({ length: 9 }, (_, index) => (index % 3 === 0 ? "x = (" : "x = 1"));
  const python = await checkPython(texts);
  expect(python.map((verdict) => "fault" in verdict)).toEqual(texts.map((text) => text.endsWith("(")));
  const shell = await checkShell("bash", texts);
  expect(shell.map((verdict) => "fault" in verdict)).toEqual(texts.map((text) => text.endsWith("(")));
});

it("survives texts that no parser likes", async () => {
  needs("python3");
  const texts = [
    "\0",
    "(".repeat(300_000),
    "-".repeat(300_000),
    "x".repeat(1_000_000),
    "# coding: nothing\n",
    "# coding: rot13\n",
    "\xff\xfe",
    "'''",
    "x = '\\N{nothing}'",
    "",
    "y = 1",
  ].concat(Array.from({ length: 3 }, () => "[".repeat(99)));
  const python = await checkPython(texts);
  expect(python.length).toBe(texts.length);
  expect(python[10]).toEqual({});
  expect((await checkShell("bash", texts)).length).toBe(texts.length);
});

it("gives up on a program that is not there, takes too long or says too much", async () => {
  expect(await run("skills-no-such-program", [], "", { limits })).toEqual({
    cut: "absent",
    stdout: "",
    stderr: "",
  });
  expect(
    (await run("bash", ["-c", "while :; do :; done"], "", { limits: { ...limits, milliseconds: 100 } })).cut,
  ).toBe("time");
  expect((await run("bash", ["-c", "while :; do echo x; done"], "", { limits })).cut).toBe("output");
});

it("says that a checker is absent", async () => {
  process.env = { ...given, PATH: "." };
  expect(await checkPython(["x", "y"])).toEqual([
    { unparsed: "python3 is not installed" },
    { unparsed: "python3 is not installed" },
  ]);
  expect(await checkShell("bash", ["x"])).toEqual([{ unparsed: "bash is not installed" }]);
});
