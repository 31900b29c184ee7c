import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { minifySync } from "rolldown/utils";
import { beforeAll, describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { examine, MemoryFile, Report } from "../src/engine.ts";
import type { SkillSource } from "../src/model/source.ts";
import { openDirectory } from "../src/read/directory.ts";
import { contextReader } from "../src/find/surroundings.ts";
import { type ConformanceCase, placeFiles, readLines } from "./support/cases.ts";
import { type Asked, chromium, examineInChromium } from "./support/chromium.ts";
import { needs } from "./support/needs.ts";
import { isFull, tenthOf } from "./support/samples.ts";
import { unpackSkills } from "./support/unpack-skills.ts";

/** The shipped engine as a script, in a context that has nothing but the language, and what build/pure.d.ts declares beside it. */
function loadBare(): typeof examine {
  // Every browser has atob; the YAML package decodes !!binary with it.
  const context = vm.createContext({ TextEncoder, TextDecoder, atob });
  const module = readFileSync("dist/engine.js", "utf8");
  return vm.runInContext(module.replace(/^export \{.*\};\s*$/m, "examine;"), context);
}

const bare = loadBare();

/** The files of a skill on the disk as the engine takes them. */
function filesOf(source: SkillSource): Readonly<Record<string, MemoryFile>> {
  return Object.fromEntries(
    source
      .list()
      .entries.map(({ path: file, ...entry }) => [
        file,
        entry.kind === "file" ? contentOf(source, file, entry) : entry,
      ]),
  );
}

/** What cannot be read has no bytes to give. */
function contentOf(source: SkillSource, file: string, entry: MemoryFile): MemoryFile {
  try {
    return source.read(file);
  } catch {
    return entry;
  }
}

/** A skill as it is given to the engine, and what `lint` reports of it. */
interface Linted extends Asked {
  readonly id: string;
  readonly report: Report;
}

/** Undefined where there is no skill. */
async function lintAt(id: string, cwd: string, label: string): Promise<Linted | undefined> {
  const linted = await lint({ paths: [label], cwd }).catch((error: unknown) => {
    if (error instanceof SkillsError) return undefined;
    throw error;
  });
  if (linted?.report.subjects.length !== 1) return undefined;
  const { path: shown } = linted.report.subjects[0]!;
  const source = openDirectory(path.join(cwd, shown), shown);
  const { entries } = source.list();
  const scripts = entries.map((entry) => entry.path);
  const context = contextReader()(source, entries, { surroundings: true, paths: [], scripts, links: true });
  return {
    id,
    report: linted.report,
    files: filesOf(source),
    options: { name: source.name, path: shown, context },
  };
}

const withoutSeconds = (report: Report): string =>
  JSON.stringify({ ...report, summary: { ...report.summary, seconds: 0 } });

const examined = ({ files, options }: Asked): string => JSON.stringify(bare(files, options));

/** The ids of the skills of which a report differs. */
const differing = (skills: readonly Linted[], reportOf: (skill: Linted, index: number) => string): unknown =>
  skills
    .filter((skill, index) => reportOf(skill, index) !== withoutSeconds(skill.report))
    .map(({ id }) => id);

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

it("takes no more of a page's download than docs/library.md says", () => {
  const { code } = minifySync("engine.js", readFileSync("dist/engine.js", "utf8"));
  const [, said] = /`skillwright\/engine` .*\| (\d+) kB \|/.exec(readFileSync("docs/library.md", "utf8"))!;
  expect(said).toBe("290");
  expect(gzipSync(code).length).toBeLessThanOrEqual(Number(said) * 1000);
});

/** The skill with every file but SKILL.md only listed. */
function listOnly({ files, options }: Asked): Asked {
  const listed = Object.entries(files).map(([file, content]): readonly [string, MemoryFile] => [
    file,
    file !== "SKILL.md" && content instanceof Uint8Array ? { kind: "file", size: content.length } : content,
  ]);
  return { files: Object.fromEntries(listed), options };
}

/** A finding of the first may list several files, and so fewer of them; the second judges a file by its name. */
const excepted = ["reference-toc", "stray-file"];

function findingsOf(skill: Asked): readonly string[] {
  const { subjects } = JSON.parse(examined(skill)) as Report;
  return subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId }) => !excepted.includes(ruleId))
    .map(({ ruleId, file, start, message }) => JSON.stringify([ruleId, file, start, message]));
}

describe("over the conformance cases", () => {
  const cases: Linted[] = [];
  // Only the file system distinguishes a loop of symlinks from a dangling one.
  const different = isFull ? ["0846-fs-symlink-two-loop"] : [];

  beforeAll(async () => {
    const recorded = readLines<ConformanceCase>(
      new URL("../fixtures/reference/cases.jsonl", import.meta.url),
    );
    const step = Math.floor(recorded.length / tenthOf(recorded.length));
    for (const { id, files, skill } of recorded.filter((_, index) => index % step === 0)) {
      if (files.some(({ unreadable }) => unreadable)) continue;
      const root = placeFiles(files);
      try {
        const linted = await lintAt(id, root, skill);
        if (linted) cases.push(linted);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }
    expect(cases.length).toBeGreaterThan(tenthOf(450));
  });

  it("reports what lint reports", () => {
    expect(differing(cases, examined)).toEqual(different);
  });

  it("reports the same in a browser", async () => {
    needs(chromium);
    const reports = await examineInChromium(cases);
    expect(reports).toEqual(cases.map(examined));
    expect(differing(cases, (_, index) => reports[index]!)).toEqual(different);
  });
});

if (isFull)
  describe("over 200 skills of the corpus", () => {
    const root = unpackSkills();
    const skills: Linted[] = [];

    beforeAll(async () => {
      if (root() === "") return;
      const found = readdirSync(root(), { recursive: true, encoding: "utf8" })
        .filter((file) => path.basename(file) === "SKILL.md")
        .toSorted();
      const step = Math.floor(found.length / 200);
      const chosen = found.filter((_, index) => index % step === 0);
      for (const file of chosen) {
        // Undefined for a skill that has others below it.
        const linted = skills.length < 200 && (await lintAt(file, root(), path.dirname(file)));
        if (linted) skills.push(linted);
      }
      expect(skills).toHaveLength(200);
    });

    // Files in memory have no position in a client's root.
    it("reports what lint reports, except for a skill that is too deep in a root", () => {
      const deep = /\.(?:agents|claude|github)\/skills\/(?:[^/]+\/){2,}SKILL\.md$/;
      const found = differing(skills, examined) as readonly string[];
      const others = found.filter((file) => !deep.test(file));
      expect([others, skills.length]).toEqual([[], 200]);
    });

    it("reports the same in a browser", async () => {
      needs(chromium);
      const reports = await examineInChromium(skills);
      expect(reports).toEqual(skills.map(examined));
    });

    it("reports the same where files that are not text are only listed", () => {
      // The corpus contains texts only.
      const assets = ["assets/logo.png", "scripts/tool.exe", "data.zip"];
      const withAssets = ({ files, options }: Asked, content: MemoryFile): Asked => ({
        files: { ...files, ...Object.fromEntries(assets.map((file) => [file, content])) },
        options: { ...options, security: true },
      });
      const given = skills.map((skill) => examined(withAssets(skill, new Uint8Array(5_000))));
      const listed: MemoryFile = { kind: "file", size: 5_000, binary: true };
      expect(skills.map((skill) => examined(withAssets(skill, listed)))).toEqual(given);
    });

    it("reports nothing more where all files but SKILL.md are only listed", () => {
      const more = skills.flatMap((skill) => {
        const known = new Set(findingsOf(skill));
        return findingsOf(listOnly(skill)).filter((each) => !known.has(each));
      });
      expect(more).toEqual([]);
    });
  });
