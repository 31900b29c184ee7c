import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { validate } from "../src/api/validate.ts";
import { copySubject } from "../src/lint/copy-subject.ts";
import type { Subject } from "../src/model/report.ts";
import { heapUsed } from "./support/heap-used.ts";
import { makeTree } from "./support/tree.ts";

/** A subject whose texts are all parts of one long text. */
function subjectIn(long: string): Subject {
  const part = (at: number): string => long.slice(at * 100, at * 100 + 60);
  const range = { start: { line: 1, column: 1, offset: 0, byteOffset: 0 } };
  const place = { start: range.start, end: range.start };
  return {
    kind: "skill",
    path: "forms",
    name: part(1),
    verdicts: {},
    partial: [{ path: part(2), reason: part(3) }],
    findings: [
      {
        ruleId: "name-format",
        category: "spec",
        origin: "spec",
        severity: "error",
        message: part(4),
        file: "SKILL.md",
        refusedBy: [],
        related: [{ file: "SKILL.md", range: place, message: part(5) }, { file: "a.md" }],
        fixes: [
          {
            title: part(6),
            safe: true,
            operations: [
              { kind: "edit", file: "SKILL.md", range: place, text: part(7) },
              { kind: "rename", from: "a", to: part(8) },
              { kind: "chmod", file: "a", executable: true },
            ],
          },
        ],
        suppressed: { by: "comment", reason: part(9) },
      },
    ],
  };
}

it("copies each text of a subject, so that none keeps the skill's text", () => {
  const long = (at: number): string => `Text ${at} — `.repeat(100_000);
  expect(copySubject(subjectIn(long(0)))).toEqual(subjectIn(long(0)));
  const before = heapUsed();
  const kept = Array.from({ length: 20 }, (_, at) => copySubject(subjectIn(long(at))));
  expect(heapUsed() - before).toBeLessThan(2_000_000);
  expect(kept).toHaveLength(20);
});

it.each([
  ["validate", validate],
  ["lint", lint],
] as const)("keeps no skill's text after %s", async (_, run) => {
  const names = Array.from({ length: 30 }, (_, at) => `a-long-name-of-many-letters-${at}`);
  const filling = "Some text that is read — and not kept. ".repeat(12_000);
  const cwd = makeTree(
    Object.fromEntries(
      names.map((name) => [
        `other-${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Fills forms for ${name}.\nunheard-of-field-${name}: 1\n---\n\n# Fill the forms\n\nTODO: ${name}. Read [the guide](references/${name}-guide.md) and run \`scripts/${name}-fill.py\` in /home/someone/${name}.\n\n${filling}\n`,
      ]),
    ),
  );
  await run({ paths: ["."], cwd });
  const before = heapUsed();
  const { report } = await run({ paths: ["."], cwd });
  const kept = heapUsed() - before;
  expect(report.summary.checked).toBe(names.length);
  expect(report.subjects.every(({ findings }) => findings.length > 0)).toBe(true);
  expect(kept).toBeLessThan((names.length * filling.length) / 4);
});
