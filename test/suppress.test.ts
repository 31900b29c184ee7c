import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import type { LintOptions } from "../src/api/lint/lint-options.ts";
import { validate } from "../src/api/validate.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { markSuppressed } from "../src/lint/mark-suppressed.ts";
import { runRules } from "../src/lint/run-rules.ts";
import { hasExpired, type ConfigSuppression } from "../src/model/suppression.ts";
import { findMisspelled, findSuppressions } from "../src/parse/suppressions.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { reporters } from "../src/report/formats/index.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { suppressionRules } from "../src/rules/lists/suppression-rules.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { plainPaint } from "../src/model/paint.ts";
import { schemaOf } from "./support/schema.ts";

const why = "the user brings it";

/** What the report says: of each finding where, which rule, and, where it does not count, why. */
async function says(
  files: Readonly<Record<string, string>>,
  options: Partial<LintOptions> = {},
): Promise<readonly string[]> {
  const cwd = makeTree(files);
  const { report } = await lint({ paths: ["."], cwd, ...options });
  return report.subjects.flatMap(({ path: subject, findings }) =>
    findings.map(
      ({ file, start, ruleId, suppressed }) =>
        `${subject}/${file}:${start?.line ?? ""} ${ruleId}${suppressed ? ` (${suppressed.by}: ${suppressed.reason})` : ""}`,
    ),
  );
}

const inBody = (body: string): Promise<readonly string[]> => says({ "a/SKILL.md": skillMd("a", body) });

it("suppresses findings of the next line, and keeps them in the report and the verdicts", async () => {
  const cwd = makeTree({
    "A/SKILL.md": skillMd(
      "A",
      `<!-- skills-disable name-format -- ${why} -->\nDo it.\n\n<!-- skills-disable-next-line reference-broken -- ${why} -->\nRead [it](x.md).\n`,
    ),
  });
  const { report } = await lint({ paths: ["."], cwd });
  expect(report.subjects[0]!.findings.map(({ ruleId, suppressed }) => [ruleId, suppressed])).toEqual([
    ["name-format", { by: "comment", reason: why }],
    ["reference-broken", { by: "comment", reason: why }],
  ]);
  expect(report.subjects[0]!.verdicts.spec).toBe("refuses");
  expect(report).toMatchObject({ outcome: 0, summary: { errors: 0, warnings: 0, infos: 0, suppressed: 2 } });
  expect((await validate({ paths: ["."], cwd })).report).toMatchObject({
    outcome: 1,
    summary: { errors: 1, warnings: 1, infos: 0, suppressed: 0 },
  });
});

it("applies to the next line that is not empty, or to a whole code block", async () => {
  expect(
    await inBody(
      `<!-- skills-disable-next-line reference-broken -- ${why} -->\n\nRead [it](x.md)\nand [it](x.md).\n`,
    ),
  ).toEqual([`a/SKILL.md:8 reference-broken (comment: ${why})`, "a/SKILL.md:9 reference-broken"]);
  expect(
    await inBody(
      `<!-- skills-disable-next-line secret-literal -- ${why} -->\n\`\`\`sh\necho\nKEY=AKIAQ3VZ7LWN2XKJ5R6T\n\`\`\`\nKEY=AKIAQ3VZ7LWN2XKJ5R6T\n`,
    ),
  ).toEqual([`a/SKILL.md:9 secret-literal (comment: ${why})`, "a/SKILL.md:11 secret-literal"]);
});

it("accepts several comments above a line, one for each reason", async () => {
  const body = `<!-- skills-disable-next-line reference-broken -- one -->\n<!-- skills-disable-next-line\n  path-backslash -- two\n-->\nRead [it](x.md) and \`references\\y.md\`.\n`;
  expect((await inBody(body)).filter((line) => line.includes("(comment"))).toEqual([
    "a/SKILL.md:10 reference-broken (comment: one)",
    "a/SKILL.md:10 path-backslash (comment: two)",
  ]);
});

it("suppresses a rule in one whole file only", async () => {
  const files = {
    "a/SKILL.md": skillMd(
      "a",
      `Read [it](x.md) and [more](references/b.md).\n\n<!-- skills-disable reference-broken -- ${why} -->\n`,
    ),
    "a/references/b.md": "Read [it](y.md).\n",
  };
  expect(await says(files)).toEqual([
    `a/SKILL.md:6 reference-broken (comment: ${why})`,
    "a/references/b.md:1 reference-broken",
  ]);
  const inReference = {
    ...files,
    "a/SKILL.md": skillMd("a", "Read [it](x.md) and [more](references/b.md).\n"),
    "a/references/b.md": `<!-- skills-disable reference-broken -- ${why} -->\nRead [it](y.md).\n`,
  };
  expect(await says(inReference)).toEqual([
    "a/SKILL.md:6 reference-broken",
    `a/references/b.md:2 reference-broken (comment: ${why})`,
  ]);
});

it("ignores comments in the frontmatter, in code and in quoted text", async () => {
  const comment = `<!-- skills-disable reference-broken -- ${why} -->`;
  expect(await inBody(`\`\`\`html\n${comment}\n\`\`\`\n\`${comment}\` Read [it](x.md).\n`)).toEqual([
    "a/SKILL.md:9 reference-broken",
  ]);
  expect(
    await says({
      "a/SKILL.md": `---\nname: a\n# skills-disable reference-broken -- ${why}\ndescription: Fills PDF forms. Use when a form is to be filled.\n---\nRead [it](x.md).\n`,
    }),
  ).toContain("a/SKILL.md:6 reference-broken");
});

it.each([
  ["run.py", "#", 'name = input("name")', 'text = """\n# skills-disable script-prompt -- quoted\n"""'],
  ["run.sh", "#", 'read -p "name" name', "cat <<END\n# skills-disable script-prompt -- quoted\nEND"],
])("recognizes a comment on a line of its own in %s", async (name, sign, prompting, quoted) => {
  const skill = (script: string) => ({
    "a/SKILL.md": skillMd("a", `Run \`scripts/${name}\`.\n`),
    [`a/scripts/${name}`]: script,
  });
  const only = async (script: string): Promise<readonly string[]> =>
    (await says(skill(script))).filter((line) => /script-prompt|suppression/.test(line));
  expect(await only(`\n${prompting}\n`)).toEqual([`a/scripts/${name}:2 script-prompt`]);
  expect(await only(`${sign} skills-disable-next-line script-prompt -- ${why}\n\n${prompting}\n`)).toEqual([
    `a/scripts/${name}:3 script-prompt (comment: ${why})`,
  ]);
  expect(
    await only(`${sign} skills-disable-next-line script-prompt -- ${why}\n${sign}\n${prompting}\n`),
  ).toEqual([`a/scripts/${name}:1 suppression-unused`, `a/scripts/${name}:3 script-prompt`]);
  expect(await only(`${prompting}\n  ${sign} skills-disable script-prompt -- ${why}\n`)).toEqual([
    `a/scripts/${name}:1 script-prompt (comment: ${why})`,
  ]);
  expect(await only(`${quoted}\n${prompting}\n`)).toEqual([`a/scripts/${name}:4 script-prompt`]);
});

it("suppresses nothing without a reason", async () => {
  const read = "Read [it](x.md).\n";
  for (const reason of ["", " --", " -- ", " -- …", " -- !?"])
    expect([
      reason,
      await inBody(`<!-- skills-disable-next-line reference-broken${reason} -->\n${read}`),
    ]).toEqual([reason, ["a/SKILL.md:6 suppression-reason", "a/SKILL.md:7 reference-broken"]]);
});

it("applies the first of two equal comments, and reports the other as unused", async () => {
  const comment = (reason: string) => `<!-- skills-disable-next-line reference-broken -- ${reason} -->\n`;
  expect(await inBody(`${comment("one")}${comment("two")}Read [it](x.md).\n`)).toEqual([
    "a/SKILL.md:7 suppression-unused",
    "a/SKILL.md:8 reference-broken (comment: one)",
  ]);
});

it("applies to a code block from its first line to its last, and not before it", async () => {
  const key = "KEY=AKIAQ3VZ7LWN2XKJ5R6T";
  const comment = `<!-- skills-disable-next-line secret-literal -- ${why} -->\n`;
  const secrets = async (body: string) =>
    (await inBody(body)).filter((line) => line.includes("secret-literal"));
  expect(await secrets(`${key}\n\n${comment}\`\`\`sh\n${key}\n\`\`\`\n`)).toEqual([
    "a/SKILL.md:6 secret-literal",
    `a/SKILL.md:10 secret-literal (comment: ${why})`,
  ]);
  // One that nothing closes ends with the file, within its last line.
  expect(await secrets(`${comment}\`\`\`sh\necho\n${key}`)).toEqual([
    `a/SKILL.md:9 secret-literal (comment: ${why})`,
  ]);
});

it("ends a code block with the block quote that contains it", async () => {
  const key = "KEY=AKIAQ3VZ7LWN2XKJ5R6T";
  const comment = `<!-- skills-disable-next-line secret-literal -- ${why} -->\n`;
  expect(
    (await inBody(`${comment}> \`\`\`sh\n> ${key}\n${key}\n`)).filter((line) =>
      line.includes("secret-literal"),
    ),
  ).toEqual([`a/SKILL.md:8 secret-literal (comment: ${why})`, "a/SKILL.md:9 secret-literal"]);
});

it("applies to the next line, even if that ends in a comment", async () => {
  const comment = (reason: string) => `<!-- skills-disable-next-line reference-broken -- ${reason} -->\n`;
  expect(await inBody(`${comment("one")}Read [it](x.md). ${comment("two")}Read [it](y.md).\n`)).toEqual([
    "a/SKILL.md:7 reference-broken (comment: one)",
    "a/SKILL.md:8 reference-broken (comment: two)",
  ]);
});

it("reads at most 100 rules of a comment, and 500 UTF-16 units of a reason", async () => {
  const naming = async (others: number, reason: string) => {
    const rules = [...Array.from({ length: others }, (_, at) => `x${at}`), "reference-broken"];
    const comment = `<!-- skills-disable-next-line ${rules.join(", ")} -- ${reason} -->`;
    const cwd = makeTree({ "a/SKILL.md": skillMd("a", `${comment}\nRead [it](x.md).\n`) });
    const { report } = await lint({ paths: ["."], cwd });
    return report.subjects[0]!.findings.find(({ ruleId }) => ruleId === "reference-broken")?.suppressed;
  };
  expect(await naming(99, why)).toEqual({ by: "comment", reason: why });
  expect(await naming(100, why)).toBeUndefined();
  // The blank before it is one of them.
  expect(await naming(0, "x".repeat(501))).toEqual({ by: "comment", reason: "x".repeat(499) });
});

it("prefers a comment to the config", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd(
      "a",
      `<!-- skills-disable-next-line reference-broken -- near -->\nRead [it](x.md).\n`,
    ),
  });
  const entries = [{ rule: "reference-broken", paths: ["a"], reason: "far" }];
  const { report } = await lint({
    paths: ["."],
    cwd,
    suppressions: [{ path: "skills.config.yaml", directory: cwd, entries }],
  });
  expect(report.subjects.flatMap(({ findings }) => findings.map(({ suppressed }) => suppressed))).toEqual([
    { by: "comment", reason: "near" },
    undefined,
  ]);
});

it("reads // in JavaScript and # elsewhere", () => {
  const texts = {
    "a.js": "// skills-disable x -- y\n# skills-disable x -- y\nlet a = `\n// skills-disable x -- y`;\n",
    "b.rb": "# skills-disable x -- y\n// skills-disable x -- y\n",
    "c.ts": "let b = 1; // skills-disable x -- y\n",
  };
  const { skill } = loadSkill(openMemory("a", { "SKILL.md": skillMd("a"), ...texts }), [], {
    vocabulary: vocabularyOf(suppressionRules),
  });
  expect(
    findSuppressions(skill).map(({ file, range, rules, reason }) => [
      file,
      range.start.line,
      rules.map(({ id }) => id),
      reason,
    ]),
  ).toEqual([
    ["a.js", 1, ["x"], "y"],
    ["b.rb", 1, ["x"], "y"],
  ]);
});

it("lets no comment suppress a danger, and says so", async () => {
  expect(
    await inBody(`<!-- skills-disable hidden-text -- ${why} -->\nDo\u{e0041}\u{e0042}\u{e0043} it.\n`),
  ).toEqual(["a/SKILL.md:6 suppression-danger", "a/SKILL.md:7 hidden-text"]);
});

it("reports unused suppressions of rules that ran", async () => {
  const body = `<!-- skills-disable reference-broken, persistence, name-duplicate -- ${why} -->\nDo it.\n`;
  expect(await inBody(body)).toEqual(["a/SKILL.md:6 suppression-unused", "a/SKILL.md:6 suppression-unused"]);
  expect(
    await says(
      { "a/SKILL.md": skillMd("a", body) },
      { partOnly: true, rules: { "reference-broken": "off" } },
    ),
  ).toEqual([]);
  expect(
    await says({ "a/SKILL.md": skillMd("a", body) }, { rules: { "suppression-unused": "off" } }),
  ).toEqual([]);
});

it("suppresses findings that compare skills", async () => {
  const twins = {
    "skills/a/SKILL.md": skillMd("a", `<!-- skills-disable name-duplicate -- ${why} -->\nDo it.\n`),
    "skills/b/a/SKILL.md": skillMd("a"),
  };
  expect((await says(twins)).filter((line) => line.includes("name-duplicate"))).toEqual([
    `skills/a/SKILL.md:2 name-duplicate (comment: ${why})`,
    "skills/b/a/SKILL.md:2 name-duplicate",
  ]);
});

it("fixes no suppressed finding", async () => {
  const cwd = makeTree({
    "a/SKILL.md": `\ufeff${skillMd("a", `<!-- skills-disable byte-order-mark -- ${why} -->\nDo it.\n`)}`,
  });
  expect((await lint({ paths: ["."], cwd, fix: "safe" })).changes).toEqual([]);
  expect((await lint({ paths: ["."], cwd, fix: "safe", inline: false })).changes).toHaveLength(1);
});

it("ignores comments with --no-inline, and counts suppressed findings in text", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd(
      "a",
      `<!-- skills-disable-next-line reference-broken -- ${why} -->\nRead [it](x.md).\n\n<!-- skills-disable x -- y -->\n`,
    ),
  });
  const run = (...args: readonly string[]) => runSkills(["lint", ...args], { cwd });
  const heard = await run("--rule", "suppression-unknown-rule=off");
  expect(heard.code).toBe(0);
  expect(heard.stdout).toMatch(/^a: accepted by .*\n\n1 skill checked: accepted by spec; 1 suppressed; /);
  const deaf = await run("--no-inline");
  expect(deaf.stdout).toContain("  reference-broken\n");
  expect(deaf.stdout).not.toContain("suppress");
});

const files = {
  "old/a/SKILL.md": skillMd("a", "Read [it](x.md).\n"),
  "new/b/SKILL.md": skillMd("b", "Read [it](x.md).\n"),
};

const matches = schemaOf("report");

async function withEntries(entries: readonly ConfigSuppression[], options: Partial<LintOptions> = {}) {
  const cwd = makeTree(files);
  const { report } = await lint({
    paths: ["."],
    cwd,
    suppressions: [{ path: "skills.config.yaml", directory: cwd, entries }],
    ...options,
  });
  expect(matches(JSON.parse(reporters.json(report, { paint: plainPaint, quiet: false })))).toBe(true);
  return {
    report,
    summary: report.summary,
    says: report.subjects.flatMap(({ kind, path: subject, findings }) =>
      findings.map(({ ruleId, suppressed, message }) => [
        kind,
        subject,
        ruleId,
        suppressed?.by ?? message.slice(0, 60),
      ]),
    ),
  };
}

const entry: ConfigSuppression = { rule: "reference-broken", paths: ["old/**"], reason: why };
const unsilenced = '"x.md" does not exist; add it or correct the path';

it("suppresses by path and rule from the config", async () => {
  const {
    report,
    says: said,
    summary,
  } = await withEntries([entry, { ...entry, paths: ["/b"], rule: "name-format" }]);
  expect(said).toEqual([
    ["skill", "new/b", "reference-broken", expect.stringContaining(unsilenced)],
    ["skill", "old/a", "reference-broken", "config"],
    [
      "config",
      "skills.config.yaml",
      "suppression-unused",
      'unused suppression of "name-format" for "/b"; remove it',
    ],
  ]);
  expect(summary).toMatchObject({ checked: 2, suppressed: 1 });
  expect(reporters.text(report, { paint: plainPaint, quiet: false })).toContain(
    '\nskills.config.yaml\n        warn   unused suppression of "name-format" for "/b"; remove it  suppression-unused\n',
  );
  expect(
    (
      await withEntries(
        [
          { ...entry, paths: ["old"] },
          { ...entry, paths: ["b"] },
        ],
        { partOnly: true },
      )
    ).says.map(([, , , by]) => by),
  ).toEqual(["config", "config"]);
});

it("ignores an expired entry of the config, and says so even in a partial run", async () => {
  expect((await withEntries([{ ...entry, expires: "9999-12-31" }])).summary).toMatchObject({ suppressed: 1 });
  const { says: said, summary } = await withEntries([{ ...entry, expires: "2001-01-01" }], {
    partOnly: true,
  });
  expect(summary.suppressed).toBe(0);
  expect(said.at(-1)).toEqual([
    "config",
    "skills.config.yaml",
    "suppression-expired",
    'suppression of "reference-broken" expired after 2001-01-01 (',
  ]);
  expect(
    ["2026-01-30", "2026-01-31", "2026-02-01"].map((today) =>
      hasExpired({ ...entry, expires: "2026-01-31" }, today),
    ),
  ).toEqual([false, false, true]);
});

it("lets the config suppress a danger, as it is not part of the skill", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "Do\u{e0041}\u{e0042}\u{e0043} it.\n") });
  const { report } = await lint({
    paths: ["."],
    cwd,
    suppressions: [
      {
        path: "c",
        directory: path.join(cwd, "a"),
        entries: [{ rule: "hidden-text", paths: ["SKILL.md"], reason: why }],
      },
    ],
  });
  expect(report.outcome).toBe(0);
});

it("reports unused suppressions only of enabled rules", async () => {
  const comment = `<!-- skills-disable reference-broken -- ${why} -->\n`;
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", comment), "b/SKILL.md": skillMd("b", comment) });
  const { report } = await lint({
    paths: ["."],
    cwd,
    overrides: { directory: cwd, entries: [{ paths: ["b"], rules: { "reference-broken": "off" } }] },
  });
  expect(
    report.subjects.map(({ findings }) => findings.some(({ ruleId }) => ruleId === "suppression-unused")),
  ).toEqual([true, false]);
});

it("is done only by lint: no other use case reads suppressions", () => {
  const api = fileURLToPath(new URL("../src/api/", import.meta.url));
  const using = readdirSync(api, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") &&
      /from "[^"]*\/(?:apply-suppressions|mark-suppressed|suppression-comments)\.ts"/.test(
        readFileSync(path.join(api, file), "utf8"),
      ),
  );
  expect(using.sort()).toEqual(["lint/lint.ts"]);
});

const many = 100_000;
const size = 1_000_000;

it.each([
  ["comments on lines of their own", "<!-- skills-disable-next-line x -- y -->\n".repeat(size / 42)],
  ["comments on one line", "<!-- skills-disable-next-line x -- y -->".repeat(size / 42)],
  ["short comments", "<!--skills-disable-->".repeat(size / 22)],
  [
    "comments far behind the start of their line",
    `${" ".repeat(size / 2)}${"<!-- skills-disable-next-line x -- y -->".repeat(size / 84)}`,
  ],
  [
    "comments before many blank lines",
    `${"<!-- skills-disable-next-line x -- y -->".repeat(size / 84)}${"\n".repeat(size / 2)}`,
  ],
  ["comments above code blocks", "<!-- skills-disable-next-line x -- y -->\n```\n\n```\n".repeat(size / 52)],
  ["unknown rules in a comment", `<!-- skills-disable ${"abcdefghijklmnopqrst ".repeat(size / 22)} -- y -->`],
  ["misspelled comments", "<!-- skills-disable-line -- y -->".repeat(size / 33)],
  ["a misspelled comment without end", `<!-- skills-disable${"-".repeat(size)}! -->`],
  ["blanks in a comment", `<!-- skills-disable ${" ".repeat(size)} -- y -->`],
])("takes time in proportion to %s", (_, body) => {
  const started = cpuTime();
  const { skill } = loadSkill(openMemory("a", { "SKILL.md": skillMd("a", body.slice(0, size)) }), [], {
    vocabulary: vocabularyOf([...lintRules, ...suppressionRules]),
  });
  const comments = findSuppressions(skill);
  const found = runRules(
    skill,
    lintRules.filter(({ meta }) => meta.id === "description-vague"),
    { targets: [], validatorRefusals: [] },
  ).diagnostics;
  const { used } = markSuppressed(
    Array.from({ length: many }, (__, at) => ({
      ...found[0]!,
      file: "SKILL.md",
      ruleId: "x",
      start: { line: at, column: 1, offset: at, byteOffset: at },
    })),
    { comments, entries: [], dangers: new Set() },
  );
  const use = {
    comments,
    misspelled: findMisspelled(skill),
    entries: [],
    used,
    rules: new Map(),
    isJudged: () => true,
    today: "",
  };
  for (const rule of suppressionRules) Array.from(rule.check({ subject: use }));
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("reports invalid suppression comments wherever a comment is supported", async () => {
  const wrong = [
    "skill-disable x",
    "skills_disable x -- y",
    "Skills-Disable x",
    "skills-disable-nextline x -- y",
    "skills-disabled x",
    "skillwright-disable: x",
    "skills-disable: x",
  ];
  const right = [
    "skills-disable x -- y",
    "skills-disable-next-line x -- y",
    "skills disable x",
    "skills-disablex.md",
    "about skills-disable x",
    "eslint-disable x",
    "reskill-disable x",
  ];
  const spelt = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await says(files)).filter((line) => line.includes("suppression-spelling"));
  const markdown = (comments: readonly string[]): string =>
    skillMd(
      "a",
      `${comments.map((comment) => `<!-- ${comment} -->\n`).join("")}\nRun \`scripts/a.py\`.\n\n\`<!-- skill-disable x -->\`\n`,
    );
  const script = (comments: readonly string[]): string =>
    `${comments.map((comment) => `# ${comment}\n`).join("")}a = """\n# skill-disable x\n"""\nb = 1 # skill-disable x\n`;
  expect(await spelt({ "a/SKILL.md": markdown(wrong), "a/scripts/a.py": script(wrong) })).toEqual([
    ...wrong.map((_, at) => `a/SKILL.md:${at + 6} suppression-spelling`),
    ...wrong.map((_, at) => `a/scripts/a.py:${at + 1} suppression-spelling`),
  ]);
  expect(await spelt({ "a/SKILL.md": markdown(right), "a/scripts/a.py": script(right) })).toEqual([]);
});

it("takes time proportional to the comments of a script", () => {
  const script = ["# skills-disable-next-line x -- y\n".repeat(size / 70), "#".repeat(size / 2)].join("\n");
  const { skill } = loadSkill(
    openMemory("a", {
      "SKILL.md": skillMd("a"),
      "a.py": script,
      "b.rb": " ".repeat(size / 2) + script.slice(0, size / 2),
    }),
    [],
    { vocabulary: vocabularyOf(suppressionRules) },
  );
  const started = cpuTime();
  expect(findSuppressions(skill).length).toBeGreaterThan(size / 100);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
