import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type EditorProject, openProject } from "../src/api/editor/project.ts";
import { lint } from "../src/api/lint/lint.ts";
import type { Subject } from "../src/model/report.ts";
import { samples } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** Steps until nothing is left to do; returns what is known of all skills. */
async function settle(project: EditorProject): Promise<readonly Subject[]> {
  for (;;) {
    const { subjects, isDone } = await project.step();
    if (isDone) return subjects;
  }
}

/** More than are looked at in one step. */
const skills = Array.from({ length: 20 }, (_, at) => `skills/skill-${at}/SKILL.md`);

function makeSkills(more: Readonly<Record<string, string | Uint8Array>> = {}): string {
  return makeTree({
    ".git/HEAD": "",
    ...Object.fromEntries(
      skills.map((file, at) => [
        file,
        skillMd(
          `skill-${at}`,
          `See [it](a.md) and \`scripts/run.py\`.\n${at % 2 === 0 ? "<!-- skills-disable reference-broken -- later -->\n" : ""}`,
        ),
      ]),
    ),
    "skills/skill-1/scripts/run.py": "import os\n",
    "skills/skill-2/references/b.md": "[x](y.md) 😀 [z](z.md)\r\n",
    // Reached or not, as the edits mention c.md.
    "skills/skill-2/references/c.md": "Run scripts/tool, see `plan-one`, and take one of assets/deep/.\n",
    "skills/skill-2/references/plan-one.md": "Then `bin/run.sh`.\n",
    "skills/skill-2/scripts/tool.py": "import part\n",
    "skills/skill-2/scripts/part.py": "",
    "skills/skill-2/assets/deep/x.txt": "",
    ...more,
  });
}

async function lintIn(cwd: string): Promise<readonly Subject[]> {
  return (await lint({ cwd, paths: ["."] })).report.subjects;
}

it("knows of skills that are opened one by one what lint reports", async () => {
  const cwd = makeSkills({ "skills.config.yaml": "rules:\n  unpinned-package: off\n" });
  const project = openProject({ cwd });
  const expected = await lintIn(cwd);
  for (const file of skills) {
    project.show(path.join(cwd, file), readFileSync(path.join(cwd, file), "utf8"));
    expect(await settle(project)).toEqual(expected);
    if (file.includes("7")) project.show(path.join(cwd, file), undefined);
  }
});

it("looks at skills with open files first", async () => {
  const cwd = makeSkills();
  const project = openProject({ cwd });
  project.show(path.join(cwd, skills[19]!), skillMd("skill-19", "Nothing.\n"));
  const { subjects, isDone } = await project.step();
  expect(isDone).toBe(false);
  expect(subjects.map((subject) => subject.path)).toEqual(["skills/skill-19"]);
});

const pieces = [
  "",
  "\n",
  "---\n",
  "[a](b.md)",
  " c.md ",
  "name: x\n",
  ": ",
  "😀",
  "\r\n",
  "# A\n",
  "```\n",
  "\t",
  "\ufeff",
];

it("knows after any edits what lint reports about the same text", async () => {
  const cwd = makeSkills();
  const project = openProject({ cwd });
  const file = path.join(cwd, "skills/skill-2/SKILL.md");
  let text = readFileSync(file, "utf8");
  const edits = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 8 }),
    put: fc.constantFrom(...pieces),
  });
  for (const [edit, { at, length, put }] of fc.sample(edits, samples(400)).entries()) {
    const start = at % (text.length + 1);
    text = (text.slice(0, start) + put + text.slice(start + length)).toWellFormed();
    project.show(file, text);
    const known = await settle(project);
    if (edit % 10 !== 9) continue;
    writeFileSync(file, text);
    expect(known).toEqual(await lintIn(cwd));
  }
});

it("keeps the bytes of a file that the editor shows in another encoding", async () => {
  const latin = Buffer.from(skillMd("skill-0", "caf\u00e9\n"), "latin1");
  const cwd = makeSkills({ [skills[0]!]: latin });
  const project = openProject({ cwd });
  project.show(path.join(cwd, skills[0]!), latin.toString("utf8"));
  expect(await settle(project)).toEqual(await lintIn(cwd));
});

it("sees a skill that appears and one that disappears", async () => {
  const cwd = makeSkills();
  const project = openProject({ cwd });
  await settle(project);
  const added = path.join(cwd, "skills/added/SKILL.md");
  mkdirSync(path.dirname(added));
  writeFileSync(added, skillMd("added"));
  rmSync(path.join(cwd, "skills/skill-3"), { recursive: true });
  project.changed([added, path.join(cwd, "skills/skill-3/SKILL.md")]);
  expect(await settle(project)).toEqual(await lintIn(cwd));
});
