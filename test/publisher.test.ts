import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import type * as io from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Every file that contains a name of the publisher, and those that the program is started from. */
const copied = [
  ...["README.md", "docs", "examples/workflows", "schemas", "package.json", "package-lock.json"],
  ...["bench/packed.js", "build", "src", "test/package.test.ts", "test/support", "tsconfig.json"],
];

/** Two copies of the sources: one without an owner, one with all names set. */
const [unset, set] = ["unset", "set"].map((name) =>
  mkdtempSync(path.join(tmpdir(), `publisher-${name}-`)),
) as [string, string];

const names = [
  "--owner",
  "acme",
  "--repository",
  "tools",
  "--domain",
  "acme.example",
  "--package",
  "@acme/pack",
];
let changed: string;

beforeAll(() => {
  for (const copy of [unset, set]) {
    for (const part of copied) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  }
  changed = publisher(set, ...names);
});

afterAll(() => {
  for (const copy of [unset, set]) rmSync(copy, { recursive: true, force: true });
});

function publisher(cwd: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, ["build/publisher.js", ...args], { cwd, encoding: "utf8" });
}

const read = (file: string, folder = set): string => readFileSync(path.join(folder, file), "utf8");

/** What a command of a copy prints, in a directory with a broken skill. */
async function skills(copy: string, ...args: readonly string[]): Promise<string> {
  const cwd = makeTree({ "notes/SKILL.md": skillMd("Notes", "[x](gone.md)\n") });
  const { runSkills } = (await import(path.join(copy, "test/support/io.ts"))) as typeof io;
  const { stdout } = await runSkills(args, { cwd, env: { HOME: "/nowhere" } });
  return args[0] === "init"
    ? stdout + [".github/workflows/skills.yml", "skills.config.yaml"].map((file) => read(file, cwd)).join("")
    : stdout + (args.includes("--write-baseline") ? read("b.json", cwd) : "");
}

const started = ["init", "--config", "--workflow", "forms", "--description", "Fills forms. Use for forms."];

it("is set as build/publisher.json says", () => {
  const given = JSON.parse(read("build/publisher.json", root));
  expect(publisher(unset)).toBe("");
  expect(JSON.parse(read("build/publisher.json", unset))).toEqual(given);
});

it("changes every file that contains a name", () => {
  expect(changed.replace(/^changed schemas\/.*\n/gm, "").split("\n")).toEqual([
    "changed package.json",
    "changed package-lock.json",
    "changed README.md",
    "changed docs/ci.md",
    "changed docs/editors.md",
    "changed docs/library.md",
    "changed docs/models.md",
    "changed docs/own-rules.md",
    "changed docs/policy.md",
    "changed docs/scenarios.md",
    "changed examples/workflows/adopt.yml",
    "changed examples/workflows/code-scanning.yml",
    "changed examples/workflows/monorepo.yml",
    "changed examples/workflows/pull-request.yml",
    "changed bench/packed.js",
    "changed test/package.test.ts",
    "",
  ]);
  const old = /\bOWNER\b(?!"|`| with)|node_modules\/skillwright|from "skillwright|npx --yes skillwright/;
  const { stdout } = spawnSync("git", ["ls-files", ...copied.filter((part) => part !== "test/support")], {
    cwd: root,
    encoding: "utf8",
  });
  const files = stdout.trim().split("\n");
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => file !== "build/publisher.js" && old.test(read(file)))).toEqual([]);
});

it("contains no other file with a name of the publisher", () => {
  const { stdout } = spawnSync("git", ["grep", "-lE", "OWNER/|github\\.com/[^/ ]+/skillwright"], {
    cwd: root,
    encoding: "utf8",
  });
  const inCopy = (file: string): boolean =>
    copied.some((part) => file === part || file.startsWith(`${part}/`));
  expect(stdout.split("\n").filter((file) => file !== "" && !inCopy(file))).toEqual([
    "fixtures/reports/full.html",
    "fixtures/reports/full.md",
    "fixtures/reports/full.sarif",
    "test/addresses.test.ts",
    "test/escape.test.ts",
    "test/publisher.test.ts",
    "test/report-markdown.test.ts",
  ]);
});

it("sets the names in the package, its lock, the schemas and the pages", () => {
  const address = "https://github.com/acme/tools";
  expect(JSON.parse(read("package.json"))).toMatchObject({
    name: "@acme/pack",
    homepage: address,
    repository: { type: "git", url: `git+${address}.git` },
    bugs: { url: `${address}/issues` },
  });
  expect(JSON.parse(read("package-lock.json"))).toMatchObject({
    name: "@acme/pack",
    packages: { "": { name: "@acme/pack" } },
  });
  expect(JSON.parse(read("schemas/lock.schema.json")).$id).toBe(
    "https://acme.example/schemas/lock.schema.json",
  );
  for (const page of ["README.md", "docs/ci.md", "examples/workflows/adopt.yml"]) {
    expect(read(page)).toContain("uses: acme/tools@v0");
    expect(read(page)).not.toContain("OWNER");
  }
  expect(read("docs/library.md")).toContain('import { examine } from "@acme/pack/engine";');
});

it("can be set again, with equal results", () => {
  publisher(set, "--owner", "other", "--package", "skillwright");
  expect(read("README.md")).toContain("uses: other/tools@v0");
  publisher(set, ...names);
  expect(read("docs/library.md")).toContain('from "@acme/pack";');
  expect(publisher(set)).toBe("");
});

it("refuses a name that needs an escape", () => {
  const { status, stderr } = spawnSync(process.execPath, ["build/publisher.js", "--owner", "a/b"], {
    cwd: set,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, 'publisher: "a/b" is not a name for --owner\n']);
});

it("prints no address of its own as long as the owner is not known", async () => {
  const unknown = { owner: null, repository: "skillwright", domain: null, package: "skillwright" };
  writeFileSync(path.join(unset, "build/publisher.json"), JSON.stringify(unknown));
  publisher(unset);
  const ours = /github\.com\/(?!o\/r)[^/\s]*\/skillwright|skillwright\.dev|OWNER\/skillwright\/blob/;
  for (const format of ["text", "json", "sarif", "github", "gitlab", "markdown", "junit"])
    expect(await skills(unset, "lint", "--format", format), format).not.toMatch(ours);
  const report: Report = JSON.parse(await skills(unset, "lint", "--format", "json"));
  expect(report.subjects.flatMap(({ findings }) => findings).filter(({ helpUrl }) => helpUrl)).toEqual([]);
  expect(await skills(unset, "lint", "--format", "sarif")).not.toMatch(/helpUri|informationUri/);
  expect(await skills(unset, "lint", "--write-baseline", "b.json")).toContain(
    '"$schema": "node_modules/skillwright/schemas/baseline.schema.json"',
  );
  const text = await skills(unset, ...started);
  expect(text).not.toMatch(/https?:\/\/|yaml-language-server/);
  expect(text).toContain("replace OWNER with the account that publishes");
  expect(text).toContain(
    "# Replace OWNER with the account that publishes the action.\n      - uses: OWNER/skillwright@v0",
  );
});

it("prints all addresses when the owner is known", async () => {
  const page = "https://github.com/acme/tools/blob/main/src/rules/README.md#name-format";
  const report: Report = JSON.parse(await skills(set, "lint", "--format", "json"));
  const findings = report.subjects.flatMap((subject) => subject.findings);
  expect(findings.find(({ ruleId }) => ruleId === "name-format")?.helpUrl).toBe(page);
  expect(
    findings.every(({ helpUrl }) => helpUrl?.startsWith("https://github.com/acme/tools/blob/main/")),
  ).toBe(true);
  expect(await skills(set, "lint", "--format", "markdown")).toContain(`[name-format](${page})`);
  const sarif = await skills(set, "lint", "--format", "sarif");
  expect(sarif).toContain(`"helpUri": "${page}"`);
  expect(sarif).toContain('"informationUri": "https://github.com/acme/tools"');
  expect(await skills(set, "lint", "--write-baseline", "b.json")).toContain(
    '"$schema": "https://acme.example/schemas/baseline.schema.json"',
  );
  const text = await skills(set, ...started);
  expect(text).not.toContain("OWNER");
  expect(text).toContain("# yaml-language-server: $schema=https://acme.example/schemas/config.schema.json\n");
  expect(text).toContain("      - uses: acme/tools@v0\n");
});
