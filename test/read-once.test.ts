import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readFilesToPack } from "../src/api/archives/files-to-pack.ts";
import { check } from "../src/api/check/check.ts";
import { projectsIn, trySmoke } from "../src/api/smoke/smoke-examiner.ts";
import { test } from "../src/api/test/test.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { systemIds } from "../src/model/agent.ts";
import { limits } from "../src/model/limits.ts";
import { describeFiles } from "../src/manifest/digest.ts";
import { openMemory } from "../src/model/memory-source.ts";
import type { SkillSource } from "../src/model/source.ts";
import { Vocabulary } from "../src/core/vocabulary.ts";
import { openDirectory } from "../src/read/directory.ts";
import { holdSource } from "../src/model/held-source.ts";
import { countReads } from "./support/counting.ts";
import { runSkillsIn } from "./support/io.ts";
import { countOpens } from "./support/opened-files.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { checkTargets } from "../src/model/target.ts";

const guided = {
  "forms/SKILL.md": skillMd("forms", "Read [the guide](references/guide.md), then run `scripts/fill.py`.\n"),
  "forms/references/guide.md": "# Guide\n\nSee [the table](table.md).\n",
  "forms/references/table.md": "# Table\n",
  "forms/scripts/fill.py": "print(1)\n",
  "forms/assets/form.pdf": Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0, 1, 2),
};

it("opens each file once in a check of all targets", async () => {
  const cwd = makeTree(guided);
  const { result, opens } = await countOpens(path.join(cwd, "forms"), () =>
    check({ paths: ["forms"], cwd, targets: checkTargets }),
  );
  expect(result.checked[0]).toMatchObject({ pack: { files: 6 }, smoke: { failed: 0 } });
  expect(opens).toEqual({
    "SKILL.md": 1,
    "references/guide.md": 1,
    "references/table.md": 1,
    "scripts/fill.py": 1,
    "assets/form.pdf": 1,
  });
});

it("opens each file once in the smoke tests of all agents", async () => {
  const cwd = makeTree(guided);
  const { result, opens } = await countOpens(path.join(cwd, "forms"), () =>
    test({ paths: ["forms"], cwd, systems: systemIds }),
  );
  expect(result.report.outcome).toBe(0);
  expect(Object.values(opens)).toEqual([1, 1, 1, 1, 1]);
});

it("reads a skill with fixes once more only for a page that suggests them", async () => {
  const cwd = makeTree({ "forms/SKILL.md": `${skillMd("forms").replace("name: forms", "Name: forms")}` });
  const opened = async (...args: string[]): Promise<number | undefined> => {
    const { opens } = await countOpens(path.join(cwd, "forms"), () =>
      runSkillsIn(cwd, "check", "forms", ...args),
    );
    return opens["SKILL.md"];
  };
  expect(await opened("--format", "json")).toBe(1);
  expect(await opened()).toBeGreaterThan(1);
});

it("counts the tokens of each text once, and none for traces that check drops", async () => {
  const source = holdSource(openDirectory(path.join(makeTree(guided), "forms"), "forms"));
  const counted: string[] = [];
  const tokens = { name: "estimate", count: (text: string) => counted.push(text) };
  const { skill } = loadSkill(source, [], { vocabulary: new Vocabulary([]), tokens });
  const { counts } = await trySmoke(source, skill, projectsIn(systemIds, import.meta.dirname));
  expect(counts.failed).toBe(0);
  expect(new Set(counted).size).toBe(counted.length);
  // The entry, the body, the guide and the script.
  expect(counted).toHaveLength(4);
});

it("sees the files that were changed between two checks", async () => {
  const cwd = makeTree(guided);
  const sizes: unknown[] = [];
  for (const text of ["Guide.\n", "A guide.\n"]) {
    writeFileSync(path.join(cwd, "forms/references/guide.md"), text);
    const { checked } = await check({ paths: ["forms"], cwd });
    sizes.push(checked[0]?.tokens?.files);
  }
  expect(sizes[0]).not.toBe(sizes[1]);
});

it("holds a listing and the bytes, or the error, of a file", () => {
  const log: string[] = [];
  const files = {
    "SKILL.md": skillMd("forms"),
    "a.md": "A.\n",
    "large.md": "x".repeat(limits.textBytes + 1),
  };
  const held = holdSource(countReads(openMemory("forms", files), log));
  expect(held.list()).toBe(held.list());
  expect(held.held("a.md")).toBeUndefined();
  expect(held.readHead("a.md", 1)).toHaveLength(1);
  expect(held.read("a.md")).toBe(held.read("a.md"));
  expect(held.readHead("a.md", 1)).toHaveLength(1);
  expect(held.held("a.md")).toBe(held.read("a.md"));
  const errors = [0, 1].map(() => {
    try {
      return held.read("none.md");
    } catch (error) {
      return error;
    }
  });
  expect(errors[0]).toBeInstanceOf(Error);
  expect(errors[0]).toBe(errors[1]);
  expect(() => held.read("large.md")).toThrow(/larger than/);
  expect(held.readHead("large.md", 10)).toHaveLength(10);
  expect(log.filter((each) => each.startsWith("forms/a.md"))).toEqual([
    "forms/a.md [0, 1)",
    "forms/a.md [0, 3)",
  ]);
  expect(log.filter((each) => each === "forms/")).toHaveLength(1);
});

/** A skill with everything that packing leaves out, refuses or must read again. */
function difficult(change: (root: string) => void = () => {}): SkillSource {
  const root = path.join(
    makeTree({
      ...guided,
      "forms/.skillignore": "drafts/\n*.tmp\n",
      "forms/drafts/one.md": "Draft.\n",
      "forms/drafts/deep/node_modules/x.js": "1\n",
      "forms/a.tmp": "1\n",
      "forms/node_modules/x/index.js": "1\n",
      "forms/.git/config": "[core]\n",
      "forms/drafts-kept/two.md": "Kept.\n",
      "forms/assets/large.bin": new Uint8Array(limits.textBytes + 1),
    }),
    "forms",
  );
  mkdirSync(path.join(root, "empty"));
  change(root);
  return openDirectory(root, "forms");
}

/** What was packed, with the digests of the files, or the error. */
async function packed(source: SkillSource, hold: boolean): Promise<unknown> {
  const held = holdSource(source);
  if (hold) loadSkill(held, [], { vocabulary: new Vocabulary([]) });
  try {
    const options = hold ? { held, wrappedIn: "forms" } : { wrappedIn: "forms" };
    const { files, ...rest } = await readFilesToPack(source, options);
    return { ...rest, files: describeFiles(files) };
  } catch (error) {
    return error;
  }
}

it.each<readonly [string, (root: string) => void]>([
  ["as it is", () => {}],
  ["with a symlink", (root) => symlinkSync("SKILL.md", path.join(root, "link.md"))],
  [
    "with an ignore file that is a symlink",
    (root) => {
      symlinkSync("../SKILL.md", path.join(root, "drafts-kept/.skillignore"));
    },
  ],
  ["with an ignore file that is too large", (root) => truncateSync(path.join(root, ".skillignore"), 2 ** 21)],
  [
    "with directories that are too deep",
    (root) =>
      mkdirSync(path.join(root, "deep", ...Array.from({ length: 70 }, () => "d")), { recursive: true }),
  ],
  [
    "with more files than are listed, most of them left out",
    (root) => {
      mkdirSync(path.join(root, ".ruff_cache"));
      for (let at = 0; at <= limits.files; at++) writeFileSync(path.join(root, ".ruff_cache", `${at}`), "");
    },
  ],
])("packs the same from what was read before as from the disk: %s", async (_, change) => {
  const source = difficult(change);
  expect(await packed(source, true)).toEqual(await packed(source, false));
});

it("reads again a file that does not have its listed size", async () => {
  const source = difficult();
  const held = holdSource({
    ...source,
    read: (file) => (file === "SKILL.md" ? new Uint8Array(1) : source.read(file)),
  });
  loadSkill(held, [], { vocabulary: new Vocabulary([]) });
  const { files } = await readFilesToPack(source, { held, wrappedIn: "forms" });
  expect(files.find(({ path: file }) => file === "SKILL.md")?.bytes.length).toBe(
    guided["forms/SKILL.md"].length,
  );
});
