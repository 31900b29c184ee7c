import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type PlantedFile, plant, readDefects } from "../bench/planting.js";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";

const defects = readDefects(fileURLToPath(new URL("../bench/planted.jsonl", import.meta.url)));

const file = (text: string, executable = false): PlantedFile => ({ bytes: Buffer.from(text), executable });
const skillMd = `---
name: chart-tools
description: Draws charts from tables
---

# Chart tools

Read [the guide](references/style-guide.md), then run \`scripts/draw.py\` or \`scripts/draw.sh\`.

\`\`\`bash
python scripts/draw.py table.csv
\`\`\`

\`\`\`bash
bash scripts/draw.sh table.csv
\`\`\`

Check the picture.
`;
const skill = {
  directory: "chart-tools",
  files: new Map([
    ["SKILL.md", file(skillMd)],
    ["references/style-guide.md", file("# Style\n")],
    ["scripts/draw.py", file("print(1)\n", true)],
    ["scripts/draw.sh", file("#!/bin/sh\necho 1\n", true)],
  ]),
};
const named = { ...skill, directory: "charts", files: new Map(skill.files) };
named.files.set("SKILL.md", file(skillMd.replaceAll("chart-tools", "charts")));

const textOf = (found: PlantedFile | undefined) =>
  found && "bytes" in found ? found.bytes.toString("utf8") : undefined;

describe("planted.jsonl", () => {
  it("names existing rules, at least a hundred of them, with at least a hundred defects", () => {
    const ids = new Set(ruleMetas.map(({ id }) => id));
    expect(defects.filter(({ rule }) => !ids.has(rule))).toEqual([]);
    expect(new Set(defects.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(100);
    expect(defects.length).toBeGreaterThanOrEqual(100);
  });

  it("has only known fields, ids that differ and short reasons", () => {
    const keys = new Set(["id", "rule", "where", "file", "edits", "missed"]);
    const odd = defects.filter(
      ({ edits, missed, ...rest }) =>
        Object.keys(rest).some((key) => !keys.has(key)) ||
        edits.length === 0 ||
        (missed !== undefined && (missed.length < 3 || missed.length > 200)),
    );
    expect(odd).toEqual([]);
    const ids = defects.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
  });

  it.each(defects.map((defect) => [defect.id, defect] as const))("can be planted: %s", (_, defect) => {
    expect(plant(skill, defect) ?? plant(named, defect)).toBeDefined();
  });
});

describe("planting", () => {
  it("names the skill and a file that it refers to in the edits", () => {
    const planted = plant(skill, {
      id: "moved",
      rule: "reference-broken",
      file: "^scripts/.*\\.sh$",
      edits: [
        { rename: "{{file}}", to: "bin/{{basename}}" },
        { directory: "{{skill}}-2" },
        { append: "Skill {{skill}}, not {{other}}.\n", times: 2 },
      ],
    });
    expect(planted?.directory).toBe("chart-tools-2");
    expect(Array.from(planted?.files.keys() ?? [])).toEqual([
      "SKILL.md",
      "references/style-guide.md",
      "scripts/draw.py",
      "bin/draw.sh",
    ]);
    expect(textOf(planted?.files.get("SKILL.md"))).toBe(
      `${skillMd}${"Skill chart-tools, not {{other}}.\n".repeat(2)}`,
    );
  });

  it("replaces a field with its further lines, adds it at the end, or removes it", () => {
    const edit = (value: string | null) =>
      textOf(
        plant(skill, { id: "field", rule: "name-required", edits: [{ field: "name", value }] })?.files.get(
          "SKILL.md",
        ),
      )?.slice(0, 40);
    expect([edit("a\n  b"), edit("\n  - a"), edit(null)]).toEqual([
      "---\nname: a\n  b\ndescription: Draws chart",
      "---\nname:\n  - a\ndescription: Draws chart",
      "---\ndescription: Draws charts from table",
    ]);
  });

  it.each([
    ["a skill that does not match", { where: "^license:", edits: [{ append: "x" }] }],
    ["a file that nothing refers to", { file: "^assets/", edits: [{ append: "x" }] }],
    ["text that is not there", { edits: [{ replace: "^Never$", with: "Always" }] }],
    ["a file that exists", { edits: [{ write: "scripts/draw.py", text: "" }] }],
    ["a file that does not exist", { edits: [{ remove: "scripts/gone.py" }] }],
    ["a mode that is set", { edits: [{ executable: true, file: "scripts/draw.py" }] }],
  ])("leaves out %s", (_, defect) => {
    expect(plant(skill, { id: "none", rule: "body-empty", ...defect })).toBeUndefined();
  });
});
