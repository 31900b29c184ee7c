import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { afterAll, expect, it } from "vitest";
import { companionSteps, installFresh, objection, packInto, steps, writeFiles } from "../bench/packed.js";
import { commands } from "../src/cli/command-list.ts";
import { installedSchema, repository } from "../src/model/address.ts";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "skills-package-"));
const { tarball, companion, size, unpackedSize, paths } = packInto(folder);
const { directory, said, remove } = installFresh([tarball]);
const installed = path.join(directory, "node_modules/skillwright");

afterAll(() => {
  remove();
  rmSync(folder, { recursive: true, force: true });
});

const published = [
  /^(?:CHANGELOG\.md|LICENSE|README\.md|SECURITY\.md|package\.json)$/,
  /^dist\/(?:engine(?:-report|-rules)?\.js|index\.js|(?:shell-)?thread\.js|lib-[\w.-]+\.js|o200k-table\.cjs|played-shell\.cjs|THIRD-PARTY-NOTICES\.txt|sbom\.cdx\.json)$/,
  /^dist\/man\/skill[\w-]*\.1$/,
  /^dist\/bin\/(?:skills|skills-ref|(?:shell-)?thread|chunk-[\w.-]+)\.cjs$/,
  /^dist\/types\/[\w/-]+\.d\.ts$/,
  /^docs\/[\w-]+\.md$/,
  /^examples\/models\/(?:anthropic|openai|serve)\.mjs$/,
  /^schemas\/[\w-]+\.schema\.json$/,
];

it("publishes only the needed files", () => {
  expect(paths.filter((file) => !published.some((pattern) => pattern.test(file)))).toEqual([]);
  const needed = [
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist/THIRD-PARTY-NOTICES.txt",
    "dist/engine-report.js",
    "dist/engine-rules.js",
    "dist/engine.js",
    "dist/sbom.cdx.json",
    ...["skillwright", "skills-ref"].map((name) => `dist/man/${name}.1`),
    ...commands.map(({ name }) => `dist/man/skillwright-${name}.1`),
    "dist/types/engine-report.d.ts",
    "dist/types/engine-rules.d.ts",
    "dist/types/engine.d.ts",
    "dist/types/index.d.ts",
    "docs/scenarios.md",
    ...readdirSync(path.join(root, "examples/models")).map((file) => `examples/models/${file}`),
    ...readdirSync(path.join(root, "schemas")).map((file) => `schemas/${file}`),
  ];
  expect(needed.filter((file) => !paths.includes(file))).toEqual([]);
});

it("contains the schemas that docs/editors.md names", () => {
  const named = Array.from(
    readFileSync(path.join(root, "docs/editors.md"), "utf8").matchAll(
      new RegExp(`${installedSchema("x").replace("schemas/x.schema.json", "")}([\\w./-]+)`, "g"),
    ),
    ([, file]) => file!,
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((file) => !paths.includes(file))).toEqual([]);
});

// Two of them are the table of tokens, two the servers for editors and agents, one the records of agent clients, and one
// the simulated shell.
it("is smaller than fourteen megabytes, and less than five to download", () => {
  expect(unpackedSize).toBeLessThan(14_000_000);
  expect(size).toBeLessThan(5_000_000);
});

it("contains no path of the build machine", () => {
  const telling = paths.filter((file) =>
    readFileSync(path.join(installed, file), "utf8").includes(path.resolve(root)),
  );
  expect(telling).toEqual([]);
});

it("has one command, no dependencies and no install scripts", () => {
  const {
    bin,
    homepage: address,
    repository: place,
    bugs,
    scripts,
    ...manifest
  } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  expect(bin).toEqual({ skillwright: "dist/bin/skills.cjs" });
  expect(manifest).not.toHaveProperty("private");
  expect(address).toBe(repository);
  expect(place?.url).toBe(repository && `git+${repository}.git`);
  expect(bugs?.url).toBe(repository && `${repository}/issues`);
  expect(Object.keys(manifest).filter((key) => /dependencies$/i.test(key))).toEqual(["devDependencies"]);
  expect(
    Object.keys(scripts).filter((name) => /^(?:preinstall|install|postinstall|prepare)$/.test(name)),
  ).toEqual([]);
  expect(said).toContain("added 1 package");
  expect(said).not.toMatch(/script|prepare/);
});

it("runs every command in a directory with only the package", () => {
  writeFiles(directory);
  expect(steps.flatMap((step) => objection(step, directory) ?? [])).toEqual([]);
  const tried = steps.map(({ line }) => line.split(" ", 2).join(" "));
  expect(
    commands.map(({ name }) => `skillwright ${name}`).filter((command) => !tried.includes(command)),
  ).toEqual([]);
});

it("runs the commands that the companion adds", () => {
  const both = installFresh([tarball, companion]);
  writeFiles(both.directory);
  expect(companionSteps.flatMap((step) => objection(step, both.directory) ?? [])).toEqual([]);
  both.remove();
});

it("satisfies publint", async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
  expect(messages).toEqual([]);
});

it("satisfies arethetypeswrong", () => {
  const attw = path.join(
    path.dirname(require.resolve("@arethetypeswrong/cli/package.json")),
    "dist/index.js",
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [attw, tarball, "--profile", "esm-only", "--format", "ascii", "--no-color"],
    { encoding: "utf8" },
  );
  expect(status, stdout).toBe(0);
});

const consumer = `import { lint, SkillsError, type Diagnostic, type LintOptions } from "skillwright";

const options: LintOptions = { paths: ["line-count"], cwd: "." };
const { report } = await lint(options);
const findings: readonly Diagnostic[] = report.subjects.flatMap((subject) => subject.findings);
// @ts-expect-error There is no such system.
export const wrong: LintOptions = { ...options, targets: ["nobody"] };
const refusal = await lint({ ...options, paths: ["absent"] }).catch((error: unknown) => error);
export const answer = [findings.length, refusal instanceof SkillsError];
`;

it.each([
  ["node16", ["--module", "node16"]],
  ["nodenext", ["--module", "nodenext"]],
  ["a bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
])("provides types to a program compiled for %s, which then runs", (name, choice) => {
  writeFiles(directory);
  const program = path.join(directory, `${name.replace(" ", "-")}.mts`);
  writeFileSync(program, consumer);
  const tsc = path.join(path.dirname(require.resolve("typescript/package.json")), "bin/tsc");
  const compiled = spawnSync(
    process.execPath,
    [tsc, "--strict", "--target", "es2022", "--types", "", ...choice, program],
    { cwd: directory, encoding: "utf8" },
  );
  expect(compiled.stdout).toBe("");
  const asked = `const { answer } = await import(${JSON.stringify(program.replace(/mts$/, "mjs"))}); console.log(JSON.stringify(answer))`;
  expect(
    execFileSync(process.execPath, ["--input-type=module", "-e", asked], {
      cwd: directory,
      encoding: "utf8",
    }),
  ).toBe("[0,true]\n");
});
