import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import type * as writtenIds from "./support/written-ids.ts";
import type * as io from "./support/io.ts";
import type * as outlines from "../src/cli/completions/outline.ts";
import type * as configFormats from "../src/api/settings/config-format.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** One file for each kind of target. */
const added = {
  "src/targets/validators/new-validator.ts": `import type { Validator } from "../../model/validator.ts";

export const newValidator: Validator = {
  id: "new-validator",
  title: "New Validator",
  about: "a validator that refuses all",
  sources: ["https://example.org/validator"],
  judge: () => [{ reason: "crash", message: "it refuses all" }],
};
`,
  "src/targets/uploaders/new-uploader.ts": `import type { Uploader } from "../../model/upload.ts";

export const newUploader: Uploader = {
  id: "new-uploader",
  title: "New Uploader",
  limits: "accepts what is new",
  sources: ["https://example.org/uploader"],
  layout: "root",
  extensions: ["zip"],
  refuse: () => [],
};
`,
  "src/targets/clients/new-client.ts": `import type { Client } from "../../model/loader.ts";

export const newClient: Client = {
  id: "new-client",
  title: "New Client",
  reach: "common",
  versions: [
    {
      version: "1.0.0",
      versions: ">=1.0.0",
      evidence: "read",
      sources: ["https://example.org/client"],
      checked: "2026-11-22",
      load: () => ({ loads: false, reason: "it loads nothing" }),
    },
  ],
};
`,
  "src/harness/systems/new-system.ts": `import type { System } from "../system.ts";
import { agentskills } from "./agentskills/agentskills.ts";

const { order: _order, byDefault: _byDefault, ...rest } = agentskills;

export const newSystem: System = {
  ...rest,
  id: "new-system",
  title: "New System",
  about: "a system that is new",
  settings: {},
};
`,
} as const;

/** A copy of the sources with the files. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "add-target-"));
  for (const part of ["build", "package.json", "src", "test/support", "tsconfig.json"])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (const [file, text] of Object.entries(added)) writeFileSync(path.join(copy, file), text);
  node("build/targets.js");
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", stdio: "pipe" });
}

/** What a module of the copy exports, which has the same type as that of ours. */
function load<Module>(file: string): Promise<Module> {
  return import(path.join(copy, file));
}

async function skills(args: readonly string[], cwd?: string): Promise<string> {
  const { runSkills } = await load<typeof io>("test/support/io.ts");
  return (await runSkills(args, cwd === undefined ? {} : { cwd })).stdout;
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const ids = ["new-validator", "new-uploader", "new-client", "new-system"];

it("lists a new target of each kind in help", async () => {
  const help = await skills(["check", "--help"]);
  expect(help).toContain("  new-validator  a validator that refuses all\n");
  expect(help).toMatch(/ {4}agentskills, .*harness9, new-system\n/);
  expect(help).toMatch(/ {4}claude-ai, [^]*well-known,\s+new-uploader\n/);
  expect(help).toMatch(/ {4}claude-code, [^]*new-client …\n/);
  expect(await skills(["pack", "--help"])).toMatch(/ {2}new-uploader +root +zip +accepts what is new\n/);
  expect(await skills(["test", "--help"])).toContain("  new-system         a system that is new\n");
});

it("completes the id of a new target of each kind", async () => {
  const { outlinePrograms } = await load<typeof outlines>("src/cli/completions/outline.ts");
  const outline = JSON.stringify(await outlinePrograms());
  for (const id of ids) expect(outline).toContain(`"${id}"`);
});

it("asks a new target of each kind, and reports it as the schema allows", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  const printed: Report = JSON.parse(
    await skills(["check", "a", "--format", "json", "--target", ids.join(",")], cwd),
  );
  const [subject] = printed.subjects;
  expect(printed.targets.toSorted()).toEqual(ids.toSorted());
  expect(subject?.verdicts).toMatchObject({
    "new-validator": "refuses",
    "new-uploader": "accepts",
    "new-system": "accepts",
  });
  expect(subject?.loads).toMatchObject({ "new-client": "not-loaded" });
  const { withIds } = await load<typeof writtenIds>("test/support/written-ids.ts");
  const schema = "schemas/report.schema.json";
  const isReport = new Ajv2020({ strict: true }).compile(JSON.parse(withIds(schema, read(schema))));
  expect([isReport(printed), isReport.errors]).toEqual([true, null]);
});

it("writes the ids in the other schemas and on the page of targets", async () => {
  const { withIds } = await load<typeof writtenIds>("test/support/written-ids.ts");
  const run = "schemas/run.schema.json";
  expect(withIds(run, read(run))).toContain('"harness9", "new-system"]');
  const page = "docs/checking.md";
  expect(withIds(page, read(page))).toMatch(/`well-known`, `new-uploader` [^]*`harness9`, `new-system` \|/);
  const { configSchema } = await load<typeof configFormats>("src/api/settings/config-format.ts");
  for (const id of ids) expect(JSON.stringify(configSchema)).toContain(`"${id}"`);
});

it("has types that know the new ids", () => {
  node("node_modules/typescript/bin/tsc", "--noEmit");
});
