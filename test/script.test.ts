import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { toTextFile } from "../src/lint/text-file.ts";
import type { Script } from "../src/model/script.ts";
import { Vocabulary } from "../src/core/vocabulary.ts";
import { findScripts } from "../src/parse/script/script.ts";
import { openDirectory } from "../src/read/directory.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { scriptRules } from "../src/rules/lists/script-rules.ts";
import { diagnose } from "./support/fixtures.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { partOf } from "./support/samples.ts";

const vocabulary = new Vocabulary(lintRules.flatMap(({ meta }) => meta.words ?? []));

function scriptsIn(files: Readonly<Record<string, string>>): readonly Script[] {
  return findScripts(
    Object.entries(files).map(([name, text]) =>
      toTextFile({ path: name, executable: false, bytes: Buffer.from(text), vocabulary }),
    ),
  );
}

function script(name: string, text: string): Script {
  return scriptsIn({ [name]: text })[0]!;
}

function importsOf(name: string, text: string): readonly string[] {
  return script(name, text).imports.map(({ specifier }) => specifier);
}

describe("what is a script", () => {
  it("determines the language by the extension, or by the first line if there is none", () => {
    const scripts = scriptsIn({
      "a.py": "",
      "a.sh": "",
      "a.mjs": "",
      "a.tsx": "",
      "a.ps1": "",
      "a.lua": "",
      "notes.md": "#!/bin/sh\n",
      "run.sh.tmpl": "#!/bin/sh\n",
      LICENSE: "MIT",
      run: "#!/usr/bin/env -S LANG=C python3 -u\n",
      go: "#! /bin/dash -e\r\n",
      tool: "#!/usr/bin/env -S uv run --script\n",
      odd: "#!/usr/bin/awk -f\n",
      ".py": "",
    });
    expect(scripts.map(({ file, language }) => `${file.path} ${language}`)).toEqual([
      "a.py python",
      "a.sh shell",
      "a.mjs javascript",
      "a.tsx typescript",
      "a.ps1 powershell",
      "a.lua other",
      "run python",
      "go shell",
      "tool python",
      "odd other",
    ]);
    expect(scripts.map(({ shebang }) => shebang?.interpreter)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      "python3",
      "dash",
      "uv",
      "awk",
    ]);
  });

  it("takes the first line without its end for the shebang", () => {
    const { shebang } = script("a.sh", "#!/bin/bash -e\r\necho\r\n");
    expect([shebang?.range.start.offset, shebang?.range.end.offset]).toEqual([0, 14]);
    expect(script("a.sh", "\ufeff#!/bin/bash\n").shebang).toBe(undefined);
  });
});

describe("what a script imports", () => {
  it("reads Python's statements, and neither its comments nor its texts", () => {
    const text = `"""\nimport no\nfrom no import way\n"""\nimport os, lib.tables as t; import late\nfrom . import a, b as c\nfrom ..up import (\n    d,  # import e\n    f,\n)\nif x:\n    from .x import y\n# import no\nwords = 'import no'\ntry: import near\nexcept: pass\nimportant = 1\n`;
    expect(importsOf("a.py", text)).toEqual(["os", "lib.tables", "late", ".", "..up", ".x", "near"]);
  });

  it("points at the specifier", () => {
    const { file, imports } = script("a.py", "import os, lib.tables\nfrom .os import os\n");
    expect(
      imports.map(({ range }) => `${range.start.line}:${range.start.column} ${file.source.slice(range)}`),
    ).toEqual(["1:8 os", "1:12 lib.tables", "2:6 .os"]);
  });

  it("reads JavaScript's statements and calls", () => {
    const text =
      'import a from "./a.js";\nimport \'./b.js\';\nexport { c } from `./c.js`;\nconst d = require(\'./d\');\nawait import("./e.js");\n// import "./no.js"\nconst s = \'import "./no.js"\';\nconst r = /"/; import "./f.js";\nArray.from("no"); db.from("no"); import(`./${x}.js`);\n';
    expect(importsOf("a.mjs", text)).toEqual(["./a.js", "./b.js", "./c.js", "./d", "./e.js", "./f.js"]);
  });

  it("reads what a shell script sources", () => {
    const text =
      "source lib.sh\n. ./common.sh && . 'with blank.sh'\nif true; then source \"$(dirname \"$0\")/a.sh\"; fi\n# source no.sh\necho 'source no.sh; . no.sh'\ncat <<EOF\nsource no.sh\nEOF\ncat <<-'END'\n\tsource no.sh\n\tEND\n. \"$HERE\"/b.sh\nx=$((1 << y))\n. c.sh\n";
    expect(importsOf("a.sh", text)).toEqual([
      "lib.sh",
      "./common.sh",
      "with blank.sh",
      '$(dirname "$0")/a.sh',
      '"$HERE"/b.sh',
      "c.sh",
    ]);
  });

  it("reads what PowerShell and Ruby take in", () => {
    expect(importsOf("a.ps1", '. "$PSScriptRoot/lib.ps1"\nImport-Module ./forms.psm1\n# . no.ps1\n')).toEqual(
      ["$PSScriptRoot/lib.ps1", "./forms.psm1"],
    );
    expect(importsOf("a.rb", 'require_relative "lib/forms"\nrequire "json"\n')).toEqual(["lib/forms"]);
  });
});

describe("code without comments and texts", () => {
  it("keeps every offset and every line end", () => {
    const text = 'a = \'x\\\'y\' # z\r\nb = """1\n2""" + f\n';
    expect(script("a.py", text).code).toBe('a = \'    \' #  \r\nb = """ \n """ + f\n');
  });

  it("retains a command substitution inside a quoted string of the shell", () => {
    expect(script("a.sh", 'echo "at $(read -p "now" x) noon" # read\n').code).toBe(
      'echo "   $(read -p "   " x)     " #     \n',
    );
  });

  it("knows a regular expression from a division", () => {
    expect(script("a.js", "x = /[/'\"]/.test(y) / 2 / 'z'\n").code).toBe("x = /     /.test(y) / 2 / ' '\n");
  });

  it("replaces quoted strings of PowerShell by spaces", () => {
    expect(script("a.ps1", "<# a #> 'b''c' \"d`\"e\" @'\nf'\n'@ g # h\n").code).toBe(
      "<#   #> ' '' ' \"    \" @' \n  \n'@ g #  \n".replace("@' \n  \n", "@'\n  \n"),
    );
  });
});

describe("whether a script may be run", () => {
  it("believes git more than the disk", () => {
    const root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-mode-")));
    const skill = path.join(root, "pdf-forms");
    const text = "---\nname: pdf-forms\ndescription: Fills forms.\n---\n```bash\nscripts/fill.sh\n```\n";
    try {
      mkdirSync(path.join(skill, "scripts"), { recursive: true });
      writeFileSync(path.join(skill, "SKILL.md"), text);
      writeFileSync(path.join(skill, "scripts/fill.sh"), "#!/bin/sh\n");
      execFileSync("git", ["init", "--quiet"], { cwd: root });
      execFileSync("git", ["add", "."], { cwd: root });
      chmodSync(path.join(skill, "scripts/fill.sh"), 0o755);
      const [finding] = diagnose("script-executable", openDirectory(skill, "pdf-forms"));
      expect(finding?.message).toBe(
        '"scripts/fill.sh" is not executable in git; write `sh scripts/fill.sh` or run `git update-index --chmod=+x`',
      );
      expect(finding?.fixes).toEqual([]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it("reports nothing if the source has no file modes", () => {
    const skill = openMemory("pdf-forms", {
      "SKILL.md": "```bash\nscripts/fill.sh\n```\n",
      "scripts/fill.sh": "#!/bin/sh\n",
    });
    expect(loadSkill(skill, [], { vocabulary }).skill.context.executable.size).toBe(0);
    expect(diagnose("script-executable", skill)).toEqual([]);
  });
});

describe("hostile scripts", () => {
  const size = 500_000;
  const fill = (text: string): string => text.repeat(Math.ceil(size / text.length));
  const seeds = [
    "a",
    " ",
    "\n",
    "'",
    '"',
    "`",
    "\\",
    "#",
    "(",
    "$(",
    "<<a ",
    "<<a\n",
    "<<-'b'\t",
    "/",
    "=/[",
    "=/a",
    "import ",
    "\nimport (",
    "from a import b\\\n",
    '; . "',
    ";source ",
    "# /// script\n",
    "# /// script\n# a=[\n# ///\n",
    "rm -rf $",
    "git push ",
    "read -a ",
    "IFS=;",
    ";npx -a=",
    "npx -y a;",
    "/home/a",
    "input(",
    "rl.question",
    'x="$1',
    '$("',
    "require(",
    "{{",
    "[",
    '{"a":',
    "@'",
    "<#",
    "\u00e9",
  ];
  const names = ["a.py", "a.sh", "a.js", "a.ps1", "a.rb", "a.json", "a.jsonl", "a.toml", "b.md"];

  it.each(partOf(seeds))("takes no long over half a million characters of %j", (seed) => {
    const text = fill(seed);
    const document = `---\nname: x\ndescription: x\n---\n[b](b.md)\n\`\`\`bash\n${text.slice(0, 200_000)} a.sh\n`;
    const files = Object.fromEntries(names.map((name) => [name, text]));
    const { skill } = loadSkill(openMemory("x", { ...files, "SKILL.md": document }), [], { vocabulary });
    for (const each of skill.scripts) expect(each.code.length).toBe(each.file.source.text.length);
    for (const rule of scriptRules) {
      const started = cpuTime();
      Array.from(rule.check({ subject: skill }));
      expect([rule.meta.id, cpuTime() - started < linearLimit]).toEqual([rule.meta.id, true]);
    }
  });
});
