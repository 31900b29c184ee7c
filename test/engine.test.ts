import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { examine, MemoryFile, Report } from "../src/engine.ts";
import type { SkillSource } from "../src/model/source.ts";
import { openDirectory } from "../src/read/directory.ts";
import { contextReader } from "../src/find/surroundings.ts";
import { type ConformanceCase, placeFiles, readLines } from "./support/cases.ts";
import { unpackSkills } from "./support/unpack-skills.ts";

/** The engine in a context that has nothing but the language, and what build/pure.d.ts declares beside it. */
let bare: typeof examine;

beforeAll(async () => {
  const build = await rolldown({
    input: path.resolve("src/engine.ts"),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "iife", name: "engine" });
  expect(output).toHaveLength(1);
  // Every browser has atob; the YAML package decodes !!binary with it.
  const context = vm.createContext({ TextEncoder, TextDecoder, atob });
  vm.runInContext(output[0].code, context);
  bare = vm.runInContext("engine.examine", context);
});

/** The files of a skill on the disk as the engine takes them. */
function filesOf(source: SkillSource): Record<string, MemoryFile> {
  const files: Record<string, MemoryFile> = {};
  for (const { path: file, ...entry } of source.list().entries)
    files[file] = entry.kind === "file" ? contentOf(source, file, entry) : entry;
  return files;
}

/** What cannot be read has no bytes to give. */
function contentOf(source: SkillSource, file: string, entry: MemoryFile): MemoryFile {
  try {
    return source.read(file);
  } catch {
    return entry;
  }
}

/** What lint and the engine say of the same skill; undefined where there is none. */
async function both(cwd: string, label: string): Promise<readonly [Report, Report] | undefined> {
  const linted = await lint({ paths: [label], cwd }).catch((error: unknown) => {
    if (error instanceof SkillsError) return undefined;
    throw error;
  });
  if (linted?.report.subjects.length !== 1) return undefined;
  const { path: shown } = linted.report.subjects[0]!;
  const source = openDirectory(path.join(cwd, shown), shown);
  const { entries } = source.list();
  const scripts = entries.map((entry) => entry.path);
  const context = contextReader()(source, entries, { surroundings: true, paths: [], scripts });
  const examined = bare(filesOf(source), { name: source.name, path: shown, context });
  return [withoutSeconds(linted.report), withoutSeconds(examined)];
}

/** As JSON has it: values of the other context are of other classes. */
function withoutSeconds(report: Report): Report {
  return JSON.parse(JSON.stringify({ ...report, summary: { ...report.summary, seconds: 0 } }));
}

it("does not depend on Node", () => {
  const found = vm.runInContext(
    "[typeof process, typeof Buffer, typeof require, typeof setTimeout].join()",
    vm.createContext({ TextEncoder, TextDecoder }),
  );
  expect(found).toBe("undefined,undefined,undefined,undefined");
  const text = "---\nname: pdf\ndescription: Fills forms.\n---\n\nFill it.\n";
  const { subjects } = bare({ "SKILL.md": text }, { name: "forms" });
  expect(subjects[0]!.findings.map(({ ruleId }) => ruleId)).toContain("name-matches-directory");
  expect(() => bare({ "SKILL.md": text }, { name: "forms", rules: { "no-such-rule": "off" } })).toThrow(
    'unknown rule "no-such-rule"',
  );
});

it("reports what lint reports of every conformance case", async () => {
  const cases = readLines<ConformanceCase>(new URL("../fixtures/reference/cases.jsonl", import.meta.url));
  const differing: string[] = [];
  let compared = 0;
  for (const { id, files, skill } of cases) {
    if (files.some(({ unreadable }) => unreadable)) continue;
    const root = placeFiles(files);
    try {
      const reports = await both(root, skill);
      if (!reports) continue;
      const [expected, actual] = reports;
      if (JSON.stringify(actual) !== JSON.stringify(expected)) differing.push(id);
      compared++;
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  expect(compared).toBeGreaterThan(450);
  // Only the file system distinguishes a loop of symlinks from a dangling one.
  expect(differing).toEqual(["0846-fs-symlink-two-loop"]);
});

const corpus = process.env["SKILLS_CORPUS"];

describe.runIf(corpus !== undefined)("over the corpus", () => {
  const root = unpackSkills(corpus ?? "");

  it("reports what lint reports of 200 skills", async () => {
    const skills = readdirSync(root(), { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "SKILL.md")
      .toSorted();
    const step = Math.floor(skills.length / 200);
    const chosen = skills.filter((_, index) => index % step === 0).slice(0, 200);
    expect(chosen).toHaveLength(200);
    for (const file of chosen) {
      const reports = await both(root(), path.dirname(file));
      expect(reports?.[1]).toEqual(reports![0]);
    }
  });
});
