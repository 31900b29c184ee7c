import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { SkillSource } from "../src/model/source.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { skillMd } from "./support/tree.ts";

const text = `${skillMd("pdf")}See [the fields](references/fields.md), [types](references/deep/types.md) and [the form](form.md).\n`;

function broken(source: SkillSource): readonly string[] {
  return loadSkill(source, [])
    .skill.references.filter(({ resolution: outcome }) => outcome.status === "missing")
    .map(({ reference }) => reference.target);
}

it("does not report a reference into a directory that could not be read", () => {
  const source = openMemory("pdf", { "SKILL.md": text });
  const closed: SkillSource = {
    ...source,
    list: () => ({ ...source.list(), unread: [{ path: "references", reason: "permission denied" }] }),
  };
  expect([broken(source), broken(closed)]).toEqual([
    ["references/fields.md", "references/deep/types.md", "form.md"],
    ["form.md"],
  ]);
});

it("calls none broken where SKILL.md alone is given", async () => {
  const { report } = await lint({
    paths: [],
    cwd: process.cwd(),
    stdin: { bytes: Buffer.from(text), name: "pdf" },
  });
  expect(report.subjects.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId))).toEqual([]);
});

it("says once that a SKILL.md cannot be read", () => {
  const source = openMemory("pdf", { "SKILL.md": text });
  const refusing: SkillSource = {
    ...source,
    read: () => {
      throw new SkillsError("unreadable", "cannot read pdf/SKILL.md: permission denied");
    },
  };
  expect(
    loadSkill(refusing, [], { vocabulary: vocabularyOf([]) }).skill.partial.map(({ path }) => path),
  ).toEqual(["SKILL.md"]);
});
