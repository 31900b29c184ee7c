import { describe, expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import type { Diagnostic } from "../src/model/report.ts";
import type { Fix } from "../src/model/rule.ts";
import type { SkillSource } from "../src/model/source.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { casesOf, diagnose, folders, openCase } from "./support/fixtures.ts";

const withCases = lintRules.filter(({ meta }) => folders("rules").includes(meta.id));

describe.each(withCases.map(({ meta }) => [meta.id, meta] as const))("%s", (id, { fixable }) => {
  const found = casesOf(id).flatMap((each) =>
    diagnose(id, openCase(each)).map((diagnostic) => ({ each, diagnostic })),
  );
  const fixes = found.flatMap(({ each, diagnostic }) =>
    diagnostic.fixes.map((fix) => ({ title: `${each.name}: ${fix.title}`, each, diagnostic, fix })),
  );

  it("offers the fixes that it says it has", () => {
    expect(fixes.some(({ fix }) => fix.safe === (fixable === "safe"))).toBe(fixable !== undefined);
    expect(fixes.some(({ fix }) => fix.safe) && fixable !== "safe").toBe(false);
  });

  it.each(fixes.map((each) => [each.title, each] as const))(
    "is silent after %s",
    (_, { each, diagnostic, fix }) => {
      const before = openCase(each);
      const after = apply(fix, before);
      const left = diagnose(id, after);
      expect(left.filter((each) => isSame(each, diagnostic))).toEqual([]);
      // A message that merely counts fewer is another, and the same problem.
      expect(left.length).toBeLessThan(diagnose(id, before).length);
      expect(problemsOf(after)).toBeLessThanOrEqual(problemsOf(before));
    },
  );
});

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.file === b.file && a.message === b.message;
}

/** A fix that breaks the frontmatter would silence most rules. */
function problemsOf(source: SkillSource): number {
  return loadSkill(source, []).skill.document?.problems.length ?? 0;
}

/** The skill in memory, as the fix would leave it. Edits of one file go in from its end. */
function apply({ operations }: Fix, source: SkillSource): SkillSource {
  const entries = source.list().entries.filter(({ kind }) => kind === "file");
  const files = new Map(entries.map(({ path }) => [path, Buffer.from(source.read(path)).toString()]));
  const edits = operations.flatMap((operation) => (operation.kind === "edit" ? [operation] : []));
  for (const { file, range, text } of edits.toSorted((a, b) => b.range.start.offset - a.range.start.offset)) {
    const before = files.get(file)!;
    files.set(file, before.slice(0, range.start.offset) + text + before.slice(range.end.offset));
  }
  for (const operation of operations) {
    if (operation.kind !== "rename") continue;
    files.set(operation.to, files.get(operation.from)!);
    files.delete(operation.from);
  }
  const [moved] = operations.flatMap((operation) =>
    operation.kind === "rename-directory" ? [operation.to] : [],
  );
  return openMemory(moved ?? source.name, Object.fromEntries(files));
}
