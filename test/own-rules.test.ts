import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import { configureLint } from "../src/api/settings/configured.ts";
import { readConfig } from "../src/api/settings/read-config.ts";
import { lint } from "../src/api/lint/lint.ts";
import type { LintOptions } from "../src/api/lint/lint-options.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const config = "skills.config.yaml";

/** The findings of rules with a prefix, as "line:column severity rule: message". */
async function findings(
  files: Readonly<Record<string, string>>,
  more: Partial<LintOptions> = {},
): Promise<readonly string[]> {
  const cwd = makeTree(files);
  const { report } = await lint(configureLint({ paths: ["."], cwd, ...more }, readConfig({ cwd })));
  return report.subjects.flatMap((subject) =>
    subject.findings
      .filter(({ ruleId }) => ruleId.includes("/"))
      .map(
        ({ start, severity, ruleId, file, message, suppressed }) =>
          `${subject.path}/${file}:${start?.line ?? 0}:${start?.column ?? 0} ${severity} ${ruleId}: ${message}${suppressed ? " (suppressed)" : ""}`,
      ),
  );
}

function problems(text: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const cwd = makeTree({ [config]: text, ...more });
  try {
    readConfig({ cwd });
    return [];
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return [error.message, ...(error.others ?? [])];
  }
}

function skill(body = "# PDF\n\nReads a file.\n", fields = ""): string {
  return `---\nname: pdf\ndescription: Reads PDF files. Use it when a PDF is given.\n${fields}---\n\n${body}`;
}

/** Runs one rule on one skill. */
function judge(
  rule: string,
  document = skill(),
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  return findings({ [config]: `rules:\n  acme/x: ${rule}\n`, "pdf/SKILL.md": document, ...more });
}

describe("a required field", () => {
  it("is reported where it is missing", async () => {
    expect(await judge("{ require: { field: metadata.owner } }")).toEqual([
      'pdf/SKILL.md:1:1 warning acme/x: no "metadata.owner" in the frontmatter; add it',
    ]);
    expect(await judge("{ require: { field: license } }", skill("x\n", "license: MIT\n"))).toEqual([]);
  });

  it("is reported at its value if that is another one", async () => {
    const rule = "{ require: { field: metadata.owner, matches: '@acme\\.com$' }, severity: error }";
    expect(await judge(rule, skill("x\n", "metadata:\n  owner: me@globex.com\n"))).toEqual([
      'pdf/SKILL.md:5:10 error acme/x: "metadata.owner" is "me@globex.com"; it must match `@acme\\.com$`'.replace(
        "`@acme\\.com$`",
        '"@acme\\.com$"',
      ),
    ]);
    expect(await judge(rule, skill("x\n", "metadata:\n  owner: me@acme.com\n"))).toEqual([]);
  });

  it("may have one of several values, in a list each of them", async () => {
    const rule = "{ require: { field: tags, one-of: [a, b] } }";
    expect(await judge(rule, skill("x\n", "tags: [a, b]\n"))).toEqual([]);
    expect(await judge(rule, skill("x\n", "tags: [a, c]\n"))).toEqual([
      'pdf/SKILL.md:4:11 warning acme/x: "tags" is "c"; it must be "a" or "b"',
    ]);
  });

  it("is not reported if the frontmatter could not be read", async () => {
    expect(await judge("{ require: { field: license } }", "# No frontmatter\n")).toEqual([]);
  });
});

describe("a required section", () => {
  const rule = "{ require: { section: Security contact, level: 2, links-to: '*.acme.com' } }";

  it("is reported if it is missing, of another level, or without the link", async () => {
    expect(await judge(rule)).toEqual([
      'pdf/SKILL.md:0:0 warning acme/x: no section "Security contact" of level 2; add it',
    ]);
    expect(await judge(rule, skill("# Security Contact\n"))).toHaveLength(1);
    expect(
      await judge(rule, skill("## Security Contact\n\nNone.\n\n## More\n\nhttps://wiki.acme.com\n")),
    ).toEqual([
      'pdf/SKILL.md:6:1 warning acme/x: section "Security contact" has no link to "*.acme.com"; add one',
    ]);
  });

  it("may have sections in it", async () => {
    expect(
      await judge(rule, skill("## Security contact\n\n### Where\n\n[here](https://wiki.acme.com/x)\n")),
    ).toEqual([]);
  });
});

describe("a required file", () => {
  it("is reported once", async () => {
    const rule = "{ require: { file: 'LICENSE*' } }";
    expect(await judge(rule)).toEqual([
      'pdf/SKILL.md:0:0 warning acme/x: no file "LICENSE*" in the skill; add it',
    ]);
    expect(await judge(rule, skill(), { "pdf/LICENSE.txt": "MIT\n" })).toEqual([]);
  });

  it("is reported where another file could not be read or listed", async () => {
    const rule = "{ require: { file: 'LICENSE*' } }";
    expect(await judge(rule, skill(), { "pdf/large.md": "a".repeat(2_000_000) })).toEqual([
      'pdf/SKILL.md:0:0 warning acme/x: no file "LICENSE*" in the skill; add it',
    ]);
    const deep = `pdf/${"d/".repeat(40)}x.md`;
    expect(await judge(rule, skill(), { [deep]: "x" })).toEqual([
      'pdf/SKILL.md:0:0 warning acme/x: no file "LICENSE*" in what could be listed of the skill; add it',
    ]);
  });
});

describe("a name", () => {
  it("must match", async () => {
    expect(await judge("{ name: { matches: '^acme-' } }")).toEqual([
      'pdf/SKILL.md:2:7 warning acme/x: name "pdf" must match "^acme-"',
    ]);
    expect(await judge("{ name: { matches: '^p' } }")).toEqual([]);
  });
});

describe("a forbidden text", () => {
  it("is found as a whole word, in prose and not in code", async () => {
    const rule = "{ forbid: { text: [Globex, Big Corp], allow: Globex License } }";
    const body =
      "Use GLOBEX, not Globexy, `Globex` or the Globex License.\n\n```\nGlobex\n```\n\n<!-- Globex --> Big\nCorp\n";
    expect(await judge(rule, skill(body))).toEqual([
      'pdf/SKILL.md:6:5 warning acme/x: "GLOBEX" is not allowed here',
      'pdf/SKILL.md:12:17 warning acme/x: "Big\\nCorp" is not allowed here',
    ]);
  });

  it.each([
    ["comments", "<!-- Globex -->\n", 6],
    ["headings", "# Globex\n\nGlobex\n", 6],
    ["code", "Globex\n\n```\nGlobex\n```\n", 9],
  ])("is found in %s alone", async (part, body, line) => {
    const found = await judge(`{ forbid: { text: Globex, in: ${part} } }`, skill(body));
    expect(found.map((each) => each.split(":")[1])).toEqual([String(line)]);
  });

  it("is found in scripts and references", async () => {
    const more = { "pdf/scripts/run.sh": "echo Globex\n", "pdf/references/a.md": "# A\n\nGlobex\n" };
    expect(
      await judge("{ forbid: { matches: 'glo+bex', in: [scripts, references] } }", skill(), more),
    ).toEqual([
      'pdf/references/a.md:3:1 warning acme/x: "Globex" is not allowed here',
      'pdf/scripts/run.sh:1:6 warning acme/x: "Globex" is not allowed here',
    ]);
  });

  it("is shown as {found}, and may come from a list in a file", async () => {
    expect(await judge("{ require: { section: Owner }, message: 'no {found}' }")).toEqual([
      'pdf/SKILL.md:0:0 warning acme/x: no section "Owner"; add it',
    ]);
    const tools = "{ inventory: { tools: { allow: [Read] } }, message: 'no {found} here' }";
    const asking = "---\nname: pdf\ndescription: Reads.\nallowed-tools: Read, Bash, Task\n---\n\nDo.\n";
    expect(await judge(tools, asking)).toEqual([
      "pdf/SKILL.md:4:16 warning acme/x: no Bash here",
      "pdf/SKILL.md:4:16 warning acme/x: no Task here",
    ]);
    const rule = "{ forbid: { words-from: ./words.txt }, message: 'do not name {found}' }";
    const body = skill("Globex and Initech.\n");
    expect(await judge(rule, body, { "words.txt": "# Competitors\nGlobex\n\nInitech\n" })).toEqual([
      "pdf/SKILL.md:6:1 warning acme/x: do not name Globex",
      "pdf/SKILL.md:6:12 warning acme/x: do not name Initech",
    ]);
    expect(problems(`rules:\n  acme/x: ${rule}\n`)).toEqual([`${config}:2:35: "words.txt" does not exist`]);
    expect(problems(`rules:\n  acme/x: ${rule}\n`, { "words.txt": "C#\nGlobex # a rival\n" })).toEqual([
      `${config}:2:35: "words.txt" has " #" in line 2; write a comment on a line of its own`,
    ]);
  });
});

describe("an inventory", () => {
  const body = "```bash\ncurl https://api.globex.com/x\ngit push https://git.acme.com/y\n```\n";

  it("allows some and reports all others", async () => {
    expect(await judge("{ inventory: { hosts: { allow: ['*.acme.com'] } } }", skill(body))).toEqual([
      'pdf/SKILL.md:7:14 warning acme/x: host "api.globex.com" is not allowed',
    ]);
  });

  it("denies some", async () => {
    expect(await judge("{ inventory: { programs: { deny: [curl, sudo] } } }", skill(body))).toEqual([
      'pdf/SKILL.md:7:1 warning acme/x: program "curl" is not allowed',
    ]);
    expect(
      await judge(
        "{ inventory: { tools: { deny: [Bash] } } }",
        skill("x\n", "allowed-tools: Read Bash(git:*)\n"),
      ),
    ).toEqual(['pdf/SKILL.md:4:16 warning acme/x: tool "Bash(git:*)" is not allowed']);
  });
});

describe("a limit", () => {
  it.each([
    ["{ tier: body, lines: 2 }", "the body has 3 lines, over 2; shorten or split"],
    ["{ tier: resources, files: 0 }", "the other files have 1 file, over 0; shorten or split"],
    ["{ tier: skill, bytes: 10 }", "the skill has 100 bytes, over 10; shorten or split"],
    ["{ tier: catalog, tokens: 2 }", "the catalog has about 10 tokens (±15%), over 2; shorten or split"],
  ])("of %s is reported", async (limit, message) => {
    expect(await judge(`{ limit: ${limit} }`, skill(), { "pdf/a.txt": "x\n" })).toEqual([
      `pdf/SKILL.md:4:1 warning acme/x: ${message}`,
    ]);
  });

  it("of the exact size is not reported", async () => {
    expect(await judge("{ limit: { tier: body, lines: 3 } }")).toEqual([]);
  });
});

describe("a rule", () => {
  it("runs only where its condition holds", async () => {
    const rule = (when: string) => `{ name: { matches: '^acme-' }, when: ${when} }`;
    expect(await judge(rule("{ paths: [pdf/] }"))).toHaveLength(1);
    expect(await judge(rule("{ paths: [other/] }"))).toEqual([]);
    expect(await judge(rule("{ license: MIT }"))).toEqual([]);
    expect(await judge(rule("{ license: mit }"), skill("x\n", "license: MIT\n"))).toHaveLength(1);
    expect(await judge(rule("{ field: metadata.status, one-of: [done] }"))).toEqual([]);
    expect(
      await judge(
        rule("{ field: metadata.status, one-of: [done] }"),
        skill("x\n", "metadata:\n  status: done\n"),
      ),
    ).toHaveLength(1);
    expect(await judge("{ name: { matches: '^acme-' }, except: pdf/ }")).toEqual([]);
  });

  it("takes a single value for a list, and other braces in a message", async () => {
    const rule = "{ require: { field: license, one-of: MIT }, message: 'write ${LICENSE} or {{license}}' }";
    expect(await judge(rule, skill("x\n", "license: GPL\n"))).toEqual([
      "pdf/SKILL.md:4:10 warning acme/x: write ${LICENSE} or {{license}}",
    ]);
    expect(problems("rules:\n  acme/x: { name: { matches: x }, examples: { good: x, bad: y } }\n")).toEqual(
      [],
    );
  });

  it("runs only for its clients", async () => {
    const files = {
      [config]: "rules:\n  acme/x: { name: { matches: '^acme-' }, when: { clients: pi } }\n",
      "pdf/SKILL.md": skill(),
    };
    expect(await findings(files)).toHaveLength(1);
    expect(await findings(files, { clients: ["pi"] })).toHaveLength(1);
    expect(await findings(files, { clients: ["codex"] })).toEqual([]);
  });

  it("can be turned off, made an error, and suppressed as built-in rules", async () => {
    const own = "acme/x: { name: { matches: '^acme-' } }";
    const run = (settings: string, document = skill()) =>
      findings({
        [config]: `extends: ./base.yaml\n${settings}`,
        "base.yaml": `rules:\n  ${own}\n`,
        "pdf/SKILL.md": document,
      });
    expect(await run("rules: { acme/x: off }\n")).toEqual([]);
    expect(await run("rules: { acme/x: error }\n")).toEqual([expect.stringContaining(" error acme/x")]);
    expect(await run("overrides: [{ paths: pdf, rules: { acme/x: off } }]\n")).toEqual([]);
    expect(await run("suppressions: [{ rule: acme/x, paths: pdf, reason: old }]\n")).toEqual([
      expect.stringContaining("(suppressed)"),
    ]);
    expect(await run("", skill("x\n\n<!-- skills-disable acme/x -- it is old -->\n"))).toEqual([
      expect.stringContaining("(suppressed)"),
    ]);
    expect(await run("", skill())).toEqual([expect.stringContaining(" warning acme/x")]);
  });

  it("is fixed with its own text", async () => {
    const cwd = makeTree({
      [config]:
        "rules:\n  acme/owner: { require: { field: metadata.owner }, fix: { insert: me@acme.com } }\n  acme/word: { forbid: { text: Globex }, fix: { replace-with: Acme } }\n  acme/section: { require: { section: Contact }, fix: { insert: Ask us. } }\n",
      "pdf/SKILL.md": skill("Globex is named.\n"),
    });
    const options = configureLint({ paths: ["."], cwd, fix: "unsafe", dryRun: true }, readConfig({ cwd }));
    const { changes, report } = await lint(options);
    expect(
      report.subjects.flatMap(({ findings: all }) => all.filter(({ ruleId }) => ruleId.includes("/"))),
    ).toEqual([]);
    expect(changes.map(({ text }) => text?.after)).toEqual([
      skill("Acme is named.\n\n## Contact\n\nAsk us.\n", 'metadata:\n  owner: "me@acme.com"\n'),
    ]);
  });

  it("removes a text with the space that it needed", async () => {
    const cwd = makeTree({
      [config]: "rules:\n  acme/x: { forbid: { text: Globex }, fix: { replace-with: '' } }\n",
      "pdf/SKILL.md": skill(
        "Globex is. Use Globex now.\n\n- a\n  Globex b, Globex\n\nNo (Globex x) Globex.\n",
      ),
    });
    const options = configureLint({ paths: ["."], cwd, fix: "unsafe", dryRun: true }, readConfig({ cwd }));
    expect((await lint(options)).changes.map(({ text }) => text?.after)).toEqual([
      skill("is. Use now.\n\n- a\n  b,\n\nNo (x).\n"),
    ]);
    expect(await judge("{ forbid: { text: Globex }, fix: { replace-with: '' } }", skill("Globex\n"))).toEqual(
      ['pdf/SKILL.md:6:1 warning acme/x: "Globex" is not allowed here; remove it'],
    );
  });

  it("is described in SARIF and by explain", async () => {
    const cwd = makeTree({
      [config]:
        "rules:\n  acme/x: { name: { matches: '^acme-' }, message: wrong name, why: We sort by it., remedy: Rename it., link: 'https://acme.com/names' }\n",
      "pdf/SKILL.md": skill(),
    });
    const { stdout } = await runSkillsIn(cwd, "lint", "--format", "sarif");
    const [{ tool, results }] = (
      JSON.parse(stdout) as {
        runs: [
          { tool: { driver: { rules: { id: string; helpUri?: string }[] } }; results: { ruleId: string }[] },
        ];
      }
    ).runs;
    expect(tool.driver.rules.find(({ id }) => id === "acme/x")).toMatchObject({
      helpUri: "https://acme.com/names",
      shortDescription: { text: "wrong name" },
    });
    expect(results.map(({ ruleId }) => ruleId)).toContain("acme/x");
    const explained = await runSkillsIn(cwd, "explain", "acme/x");
    expect(explained.stdout).toContain("We sort by it.");
    expect(explained.stdout).toContain("https://acme.com/names");
  });

  it("gives the same findings from the cache", async () => {
    const files = {
      [config]: "rules:\n  acme/x: { name: { matches: '^acme-' } }\n",
      ...Object.fromEntries(
        ["a", "b", "c", "d"].map((name) => [
          `${name}/SKILL.md`,
          skill().replace("name: pdf", `name: ${name}`),
        ]),
      ),
    };
    const cwd = makeTree(files);
    const cached = ["lint", "--cache", "--cache-location", "cache.json", "--format", "compact"];
    const run = async () => (await runSkillsIn(cwd, ...cached)).stdout.match(/^.*acme\/x.*$/gm);
    const first = await run();
    expect(first).toHaveLength(4);
    expect(await run()).toEqual(first);
    // A cache knows the rules that gave its answers.
    writeFileSync(path.join(cwd, config), "rules:\n  acme/x: { name: { matches: '^[ab]$' } }\n");
    expect(await run()).toHaveLength(2);
  });
});

describe("a config with rules of one's own", () => {
  it.each([
    ["owner: { name: { matches: x } }", 'the rule "owner" has no prefix; write one, such as `acme/owner`'],
    [
      "name-format: { name: { matches: x } }",
      '"name-format" is a built-in rule, which takes a severity; define yours as `acme/name-format`',
    ],
    [
      "Acme/x: { name: { matches: x } }",
      '"Acme/x" is not an id; write a prefix and a name in lower case, such as `acme/owner`',
    ],
    ["acme/x: {}", "a rule needs require, name, forbid, inventory or limit"],
    [
      "acme/x: { name: { matches: x }, limit: { tier: body, lines: 1 } }",
      "a rule has both name and limit; write a rule for each",
    ],
    ["acme/x: { name: {} }", "a naming is empty"],
    ["acme/x: { forbid: { in: body } }", "what is forbidden needs text, words-from or matches"],
    ["acme/x: { require: { section: Owner, level: 7 } }", "expected a level from 1 to 6, found 7"],
    [
      "acme/x: { name: { matches: x }, when: { one-of: [a] } }",
      "matches, one-of and max-length of a condition need field",
    ],
    ["acme/x: { limit: { tier: body } }", "a limit needs tokens, lines, bytes or files"],
    [
      "acme/x: { limit: { tier: body, files: 1 } }",
      "only resources and the skill have files; set the tier to one of them",
    ],
    [
      "acme/x: { name: { matches: x }, fix: { insert: y } }",
      "a fix with insert needs require with field or section; remove it",
    ],
    [
      "acme/x: { require: { field: license, unique-in-collection: true }, fix: { insert: y } }",
      "a fix writes the same value in each skill, which unique-in-collection reports; remove one of them",
    ],
    [
      "acme/x: { name: { matches: '(a)\\1' } }",
      'pattern refers to a group with "\\1", which needs backtracking; write its text again',
    ],
    [
      "acme/x: { name: { matches: '(?=a)b' } }",
      'pattern looks ahead with "(?="; match the text itself, or use `\\b` for the edge of a word',
    ],
    [
      "acme/x: { name: { matches: '(?<!a)b' } }",
      'pattern looks behind with "(?<!"; match the text itself, or use `\\b` for the edge of a word',
    ],
    [
      "acme/x: { name: { matches: '(a{100}){100}' } }",
      "pattern is too large with its repetitions written out; use `*` or `+` instead of a large number",
    ],
    ["acme/x: { name: { matches: '(' } }", '"(" is not a valid JavaScript regular expression'],
    ["acme/x: off", 'unknown rule "acme/x"'],
    [
      "acme/x: { require: { section: '## Rollback plan' } }",
      'a heading is written without "#"; write `section: Rollback plan, level: 2`',
    ],
    ["acme/x: { require: { section: '' } }", "a heading has no text; write it"],
    ["acme/x: { require: { field: license, one-of: [true] } }", 'true is not a string; quote it: "true"'],
    ["acme/x: { require: { field: v, one-of: 1.0 } }", "1 is not a string; quote it"],
    [
      "acme/x: { inventory: { hosts: { deny: [a.io], mentioned: true } } }",
      '"mentioned" is for all lists; write it one level up, beside them',
    ],
    [
      "acme/x: { name: { matches: x }, message: '{name} is wrong' }",
      'only {found} is replaced in a message; remove "{name}"',
    ],
  ])("that says %s is refused", (rule, problem) => {
    expect(problems(`rules:\n  ${rule}\n`).map((each) => each.replace(/^\S+:\d+:\d+: /, ""))).toEqual([
      problem,
    ]);
  });

  it("ends with 2 in every command that reads it", async () => {
    const cwd = makeTree({ [config]: "rules:\n  acme/x: {}\n", "pdf/SKILL.md": skill() });
    for (const command of ["lint", "check"]) expect((await runSkillsIn(cwd, command)).code).toBe(2);
  });

  it("is run by check too", async () => {
    const cwd = makeTree({
      [config]: "rules:\n  acme/x: { name: { matches: '^acme-' }, severity: error }\n",
      "pdf/SKILL.md": skill(),
    });
    const { code, stdout } = await runSkillsIn(cwd, "check", "--format", "compact");
    expect(code).toBe(1);
    expect(stdout).toContain('pdf/SKILL.md:2:7: error: name "pdf" must match "^acme-" [acme/x]');
  });
});
