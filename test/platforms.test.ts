import { readFileSync } from "node:fs";
import { win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { openMemory } from "../src/model/memory-source.ts";
import type { SkillSource } from "../src/model/source.ts";
import { toInnerPath } from "../src/read/label.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { collectionRules } from "../src/rules/lists/collection-rules.ts";
import { casesOf, diagnose, describeDiagnostics, folders, openCase } from "./support/fixtures.ts";
import { skillMd } from "./support/tree.ts";

/** A skill as macOS and Windows read it: a path with other letter case reads the same file. */
function ignoringCase(source: SkillSource): SkillSource {
  const { entries } = source.list();
  const paths = new Set(entries.map(({ path }) => path));
  const spelled = new Map(entries.map(({ path }) => [path.toLowerCase(), path]));
  const onDisk = (path: string): string =>
    paths.has(path) ? path : (spelled.get(path.toLowerCase()) ?? path);
  return {
    ...source,
    read: (path) => source.read(onDisk(path)),
    readHead: (path, limit) => source.readHead(onDisk(path), limit),
  };
}

describe("where names differ only in letter case", () => {
  const ids = ruleMetas
    .map(({ id }) => id)
    .filter((id) => !collectionRules.some(({ meta }) => meta.id === id));

  it.each(ids.filter((id) => folders("rules").includes(id)))("%s finds what it finds on Linux", (id) => {
    for (const each of casesOf(id)) {
      const found = describeDiagnostics(diagnose(id, ignoringCase(openCase(each))));
      expect([each.name, found]).toEqual([each.name, readFileSync(each.expected, "utf8")]);
    }
  });

  it("takes no file for SKILL.md that only reads as it", () => {
    const source = ignoringCase(openMemory("forms", { "skill.md": skillMd("forms") }));
    expect(source.read("SKILL.md").length).toBeGreaterThan(0);
    expect(diagnose("skill-file", source)).toHaveLength(1);
  });

  it("finds a path in a directory that is written otherwise on Windows", () => {
    expect(toInnerPath("C:\\Skills", "c:\\skills\\Forms\\SKILL.md", win32)).toBe("Forms/SKILL.md");
    expect(toInnerPath("\\\\Host\\share\\s", "\\\\host\\Share\\s\\a", win32)).toBe("a");
  });
});

it("has package scripts that run in the shell of every system", () => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  const commands = Object.values(scripts).flatMap((script) => script.split(" && "));
  expect(
    commands.filter(
      (command) => !/^(?:biome|knip|node|npm run|oxlint|tsc|vitest)(?: [\w:./-]+)*$/.test(command),
    ),
  ).toEqual([]);
});
