import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import type { ReportingCommand } from "../src/model/reports/command-report.ts";
import { runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const matches = schemaOf("report");

const commands: readonly string[] = Object.keys({
  check: true,
  clients: true,
  compat: true,
  diff: true,
  digest: true,
  doctor: true,
  explain: true,
  graph: true,
  init: true,
  inspect: true,
  install: true,
  lint: true,
  list: true,
  pack: true,
  preview: true,
  rename: true,
  rules: true,
  run: true,
  test: true,
  uninstall: true,
  validate: true,
  verify: true,
} satisfies Record<ReportingCommand, true>);

interface Printed {
  readonly command: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What `--format json` prints. */
async function print(cwd: string, ...args: readonly string[]): Promise<Printed> {
  const surroundings = { cwd, env: { HOME: cwd, USERPROFILE: cwd } };
  const { stdout, stderr } = await runSkills([...args, "--format", "json"], surroundings);
  expect(stdout, `${args.join(" ")}: ${stderr}`).toMatch(/^\{/);
  return JSON.parse(stdout);
}

const body = `Run \`python scripts/fill.py\`, see [the fields](docs/a.md#none), [more](docs/b.md) and [that](gone.md).

Ask https://example.com/forms with \`curl\`, set \`$FORM_TOKEN\`, read \`~/.forms\`. <!-- skills-disable reference-broken -->

## Steps\n\n1. \`npm install left-pad\`\n`;

const evals = {
  skill_name: "a",
  evals: [{ id: 1, prompt: "Fill the PDF form.", expected_output: "A form.", assertions: ["It says done."] }],
};

const files = {
  "a/SKILL.md": skillMd("a", body).replace(
    "---\n\n",
    'metadata:\n  version: "1"\nallowed-tools: Bash(git:*)\n---\n\n',
  ),
  "a/scripts/fill.py":
    "#!/usr/bin/env python3\nimport os, requests\nprint(os.environ['FORM_TOKEN'])\nprint((\n",
  "a/docs/a.md": "# A\n\n[b](b.md)\n",
  "a/docs/b.md": "# B\n\n[a](a.md)\n",
  "a/lost.md": "# Lost\r\n",
  "a/.DS_Store": "",
  "a/evals/evals.json": JSON.stringify(evals),
  "m/SKILL.md": skillMd("m"),
  "m/skill.manifest.json": "{}",
  "rules.yaml":
    'rules: {acme/x: {name: {matches: a}, examples: {good: [x], bad: ["---\\nname: b\\n---\\n"]}}}\n',
  "b/SKILL.md": skillMd("B", "Do it. \u200b\n"),
};

const skillsDirectory = ".agents/skills";

/** Every report that a tree of skills leads to, those last that change it. */
async function printAll(): Promise<readonly Printed[]> {
  const cwd = makeTree({ ...files, "torn.zip": "PK", "empty/readme.md": "" });
  const other = { ...files, "a/SKILL.md": skillMd("a", "Run `git push`.\n"), "c/SKILL.md": skillMd("c") };
  for (const [file, text] of Object.entries(other)) {
    mkdirSync(path.dirname(path.join(cwd, "new", file)), { recursive: true });
    writeFileSync(path.join(cwd, "new", file), text);
  }
  const printed: Printed[] = [];
  for (const line of [
    "validate a b",
    "validate --files a/lost.md",
    "lint a b",
    "lint --files a/lost.md",
    "lint --syntax --timing --security a b",
    "lint --write-baseline baseline.json a b",
    "lint --baseline baseline.json a b",
    "lint --fix --dry-run --syntax --timing a b",
    "check a b",
    "check --baseline baseline.json --timing a",
    "check --fix --dry-run a b",
    "explain",
    "explain name-format",
    "rules",
    "rules test --config rules.yaml",
    "graph a b",
    "clients",
    "compat a b",
    "preview --client pi a b",
    "pack --out-dir packed a",
    "pack --list --target claude-ai b",
    "inspect a packed/a.zip torn.zip",
    "digest a packed/a.zip torn.zip",
    "verify packed/a.zip torn.zip m",
    `verify --digest h1:${"A".repeat(43)}= a`,
    "diff a new/a",
    "diff --patch a new/a",
    "diff --patch a torn.zip",
    "diff new/a new/a",
    "test a",
    "test --verbose a",
    "run --model lexical --system agentskills --root new Fill_the_form",
    `init d --description Fills_forms. --in ${skillsDirectory}`,
    "init e --description Fills_forms. --dry-run",
    "install packed/a.zip",
    "install packed/a.zip",
    "install b",
    `verify ${skillsDirectory}/skills.lock.json`,
    "list",
    "doctor",
    `rename ${skillsDirectory}/d f --dry-run`,
    `rename ${skillsDirectory}/d f`,
    "uninstall a",
    "lint --fix a b",
  ])
    printed.push(await print(cwd, ...line.split(" ")));
  return printed;
}

let printed: Promise<readonly Printed[]> | undefined;

/** The tests look at the same ones. */
function allReports(): Promise<readonly Printed[]> {
  return (printed ??= printAll());
}

it("prints of every command what the schema says", async () => {
  const reports = await allReports();
  expect(Array.from(new Set(reports.map(({ command }) => command))).sort()).toEqual(commands);
  for (const report of reports)
    expect([report.command, matches(report), matches.errors]).toEqual([report.command, true, null]);
});

/** Where one command can say just what another says. */
const alike = [
  "what check says of a dry run, of lint",
  "what lint says of a dry run, of check",
  "what lint says of its scope, of validate",
  "what validate says of its scope, of lint",
];

const titles: Readonly<Record<string, string>> = { patch: "a dry run", scope: "its scope", root: "nothing" };

it("refuses what another command has to say", async () => {
  const reports = (await allReports()).filter(({ data }) => data !== undefined);
  expect(Array.from(new Set(reports.map(({ command }) => command))).sort()).toEqual(commands);
  const taken = reports.flatMap((report) =>
    commands
      .filter((command) => command !== report.command && matches({ ...report, command }))
      .map((command) => {
        const title = Object.keys(titles).find((key) => key in (report.data ?? {}));
        return `what ${report.command} says of ${title && titles[title]}, of ${command}`;
      }),
  );
  expect(Array.from(new Set(taken)).sort()).toEqual(alike);
});

it("refuses what no command says", async () => {
  for (const report of await allReports()) {
    expect(matches({ ...report, command: "lists" })).toBe(false);
    expect(matches({ ...report, data: { ...report.data, further: 1 } })).toBe(false);
    expect(matches({ ...report, data: null })).toBe(false);
  }
  const list = (await allReports()).find(({ command }) => command === "list");
  expect(matches({ ...list, data: undefined })).toBe(false);
});

it("says the same of the library's reports", async () => {
  const cwd = makeTree(files);
  const { report } = await lint({ paths: ["a", "b"], cwd, fix: "safe", dryRun: true, timing: true });
  expect([matches(report), matches.errors]).toEqual([true, null]);
  expect(report.data?.left?.map(({ reason }) => reason)).toEqual(expect.arrayContaining(["unsafe"]));
});
