import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLockName, verifyLock, verifyLocks } from "../src/api/verify/verify-lock.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { LockCheck } from "../src/model/reports/verify.ts";
import { newMark } from "../src/install/process-mark.ts";
import { lockText } from "../src/report/commands/verify/lock-text.ts";
import { runSkills } from "./support/io.ts";
import { packed, withManifest, zipOf } from "./support/packed.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { plainPaint } from "../src/model/paint.ts";

const lock = "r/skills.lock.json";

async function installed(manifest = true): Promise<string> {
  const files = [packed("SKILL.md", skillMd("demo")), packed("scripts/run.sh", "echo\n", true)];
  const cwd = makeTree({
    "demo.zip": zipOf(manifest ? withManifest(files) : files),
    "other/SKILL.md": skillMd("other"),
  });
  expect((await runSkills(["install", "--root", "r", "demo.zip", "other"], { cwd, env: {} })).code).toBe(0);
  return cwd;
}

const told = ({ differences }: LockCheck): readonly (readonly [string, string, string | undefined])[] =>
  differences.map(({ kind, skill, file }) => [kind, skill, file]);

describe("verifyLock", () => {
  it("accepts what was installed", async () => {
    const cwd = await installed();
    expect(await verifyLock(lock, cwd)).toEqual({
      path: lock,
      format: "skills.lock.json",
      root: "r",
      entries: 2,
      matching: ["demo", "other"],
      differences: [],
      interrupted: false,
    });
    expect((await verifyLock("skills.lock.json", path.join(cwd, "r"))).matching).toEqual(["demo", "other"]);
  });

  it("names the first file that differs, with both digests", async () => {
    const cwd = await installed();
    writeFileSync(path.join(cwd, "r/demo/SKILL.md"), "changed");
    const check = await verifyLock(lock, cwd);
    expect(told(check)).toEqual([["content", "demo", "SKILL.md"]]);
    expect(check.differences[0]).toMatchObject({
      severity: "error",
      message: '"demo" does not match the lock: "SKILL.md" was modified',
      expected: expect.stringMatching(/^h1:/),
      got: expect.stringMatching(/^h1:/),
    });
    expect(check.matching).toEqual(["other"]);
  });

  it("reports a missing skill, changed modes, a symlink and a skill that the lock does not list", async () => {
    const cwd = await installed(false);
    mkdirSync(path.join(cwd, "r/stranger"));
    writeFileSync(path.join(cwd, "r/stranger/SKILL.md"), "x");
    chmodSync(path.join(cwd, "r/demo/scripts/run.sh"), 0o644);
    rmSync(path.join(cwd, "r/other"), { recursive: true });
    const check = await verifyLock(lock, cwd);
    expect(told(check)).toEqual([
      ["mode", "demo", "scripts/run.sh"],
      ["missing", "other", undefined],
      ["unlisted", "stranger", undefined],
    ]);
    expect(check.differences.map(({ severity }) => severity)).toEqual(["error", "error", "warning"]);
    symlinkSync("SKILL.md", path.join(cwd, "r/demo/link.md"));
    expect(told(await verifyLock(lock, cwd))[0]).toEqual(["strange", "demo", "link.md"]);
  });

  it("reports a changed manifest, and a file that running the skill created", async () => {
    const cwd = await installed();
    const manifest = path.join(cwd, "r/demo/skill.manifest.json");
    const before = readFileSync(manifest, "utf8");
    writeFileSync(manifest, "{}");
    expect(told(await verifyLock(lock, cwd))).toEqual([["manifest", "demo", "skill.manifest.json"]]);
    writeFileSync(manifest, before.replace('"executable": true', '"executable": false'));
    expect(told(await verifyLock(lock, cwd))).toEqual([["manifest", "demo", "scripts/run.sh"]]);
    writeFileSync(manifest, before);
    mkdirSync(path.join(cwd, "r/other/__pycache__"));
    writeFileSync(path.join(cwd, "r/other/__pycache__/a.pyc"), "x");
    expect(told(await verifyLock(lock, cwd))).toEqual([["content", "other", "__pycache__/a.pyc"]]);
  });

  it("reports every skill that agents would find and the lock does not list", async () => {
    const cwd = await installed();
    mkdirSync(path.join(cwd, "r/org/inner"), { recursive: true });
    writeFileSync(path.join(cwd, "r/org/inner/SKILL.md"), "x");
    symlinkSync("../other", path.join(cwd, "r/linked"));
    expect(told(await verifyLock(lock, cwd))).toEqual([
      ["unlisted", "linked", undefined],
      ["unlisted", "org/inner", undefined],
    ]);
  });

  it("reports an interrupted change, and leaves it to the next one", async () => {
    const cwd = await installed();
    mkdirSync(path.join(cwd, "r/.skills-transaction"));
    writeFileSync(
      path.join(cwd, "r/.skills-transaction", `owner-${newMark().replace(/^\d+/, "4194305")}`),
      "",
    );
    const left = readdirSync(path.join(cwd, "r"));
    expect(await verifyLock(lock, cwd)).toMatchObject({ matching: ["demo", "other"], interrupted: true });
    expect([left.length, readdirSync(path.join(cwd, "r"))]).toEqual([4, left]);
    expect(lockText([await verifyLock(lock, cwd)], { paint: plainPaint, quiet: false })).toContain(
      "\n  an install, uninstall or rename was interrupted here; the next one by the same user completes it first\n",
    );
    expect((await runSkills(["install", "--root", "r", "--force", "other"], { cwd, env: {} })).code).toBe(0);
    expect((await verifyLock(lock, cwd)).interrupted).toBe(false);
  });

  it("has nothing to verify in an empty lock, and refuses an invalid one", async () => {
    const empty = { $schema: "https://skills.example/schemas/lock.schema.json", version: 1, skills: {} };
    const skill = { source: "a.zip", contentDigest: `h1:${"A".repeat(43)}=`, executable: [] };
    const refused = async (value: unknown): Promise<string> => {
      const cwd = makeTree({ [lock]: typeof value === "string" ? value : JSON.stringify(value) });
      const error = await verifyLock(lock, cwd).catch((thrown: unknown) => thrown);
      return error instanceof SkillsError ? error.message : String(error);
    };
    expect(await refused(empty)).toBe('nothing to verify: the lock "r/skills.lock.json" lists no skills');
    expect(await refused({ ...empty, version: 2 })).toContain("version must be 1");
    expect(await refused({ ...empty, more: 1 })).toContain('unknown key "more"');
    expect(await refused({ ...empty, skills: { "../x": skill } })).toContain('"../x" is not a skill name');
    for (const contentDigest of [
      `${skill.contentDigest}=`,
      `${skill.contentDigest} x`,
      `x${skill.contentDigest}`,
    ])
      expect(await refused({ ...empty, skills: { a: { ...skill, contentDigest } } })).toContain(
        '"h1:" followed by 44 base64 characters',
      );
    for (const archiveDigest of [`sha256:${"A".repeat(64)}`, `sha256:${"a".repeat(65)}`])
      expect(await refused({ ...empty, skills: { a: { ...skill, archiveDigest } } })).toContain(
        "64 hexadecimal digits",
      );
    expect(await refused({ ...empty, skills: { a: { ...skill, contentDigest: "h1:" } } })).toContain(
      'must be "h1:"',
    );
    expect(await refused({ ...empty, skills: [] })).toContain("must be an object");
    expect(await refused('{"version":1,"version":1,"skills":{}}')).toContain("line 1");
    expect(await refused("")).toContain("cannot read the lock");
  });
});

describe("verifyLocks", () => {
  it("reports differences from the lock as findings and as text", async () => {
    const cwd = await installed();
    writeFileSync(path.join(cwd, "r/demo/SKILL.md"), "changed");
    const { report, locks } = await verifyLocks([lock], cwd);
    expect([report.outcome, report.summary.errors, report.summary.checked]).toEqual([1, 1, 2]);
    expect(lockText(locks, { paint: plainPaint, quiet: false })).toBe(
      `${lock}: 1 of 2 skills unchanged\n  error  "demo" does not match the lock: "SKILL.md" was modified\n    expected ${locks[0]?.differences[0]?.expected}\n    got      ${locks[0]?.differences[0]?.got}\n`,
    );
  });

  it("recognizes a lock by its name", () => {
    expect(
      ["skills.lock.json", "a/skills-lock.json", "skills.lock.json.zip", "xskills.lock.json"].map(isLockName),
    ).toEqual([true, true, false, false]);
  });
});

describe("verifyLock of a lock of vercel-labs/skills", () => {
  const files = { "SKILL.md": "a", "references/x.md": "b" };
  const hash = createHash("sha256").update("references/x.mdbSKILL.mda").digest("hex");
  const vercelLock = (computedHash: string): string =>
    JSON.stringify({
      version: 1,
      skills: { "My Skill": { source: "o/r", sourceType: "github", skillPath: "x", computedHash } },
    });
  const tree = (computedHash: string, extra: Readonly<Record<string, string>> = {}): string => {
    const placed = Object.entries({ ...files, ...extra }).map(
      ([name, text]) => [`.agents/skills/my-skill/${name}`, text] as const,
    );
    return makeTree({ ...Object.fromEntries(placed), "skills-lock.json": vercelLock(computedHash) });
  };

  it("recomputes its hash if possible", async () => {
    expect(
      await verifyLock("skills-lock.json", tree(hash, { "node_modules/x.js": "not hashed" })),
    ).toMatchObject({
      format: "skills-lock.json",
      root: ".agents/skills",
      entries: 1,
      matching: ["My Skill"],
      differences: [],
    });
  });

  it("explains why a hash mismatch proves nothing", async () => {
    const check = await verifyLock("skills-lock.json", tree("0".repeat(64)));
    expect(check.differences).toMatchObject([
      {
        kind: "undecidable",
        severity: "error",
        expected: "0".repeat(64),
        got: hash,
        message: expect.stringContaining("metadata.json"),
      },
    ]);
  });

  it("reports a missing skill", async () => {
    const cwd = tree(hash);
    rmSync(path.join(cwd, ".agents/skills/my-skill"), { recursive: true });
    expect(told(await verifyLock("skills-lock.json", cwd))).toEqual([["missing", "My Skill", undefined]]);
  });
});
