import { expect, it } from "vitest";
import { processIo } from "../src/cli/io.ts";
import { skills } from "../src/cli/router.ts";
import { runMain } from "../src/cli/run-process.ts";
import { SkillsError } from "../src/core/errors.ts";
import { drawEvent } from "../src/report/commands/transcript.ts";
import { plainPaint } from "../src/model/paint.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const file = `references/a-file-with-a-long-name-${"x".repeat(18)}.md`;
const long = `a-skill-with-a-name-as-long-as-names-may-be-${"x".repeat(20)}`;

it.each([
  ["graph", "skills"],
  ["pack", "skills"],
  ["pack", "--out-dir", "out", "skills"],
  ["verify", "one.zip"],
  ["install", "--root", "mine", "one.zip"],
  ["inspect", "skills"],
  ["inspect", "--all", "skills"],
  ["diff", "one.zip", `skills/${long}`],
])("breaks no word and no digest of %s %s within 80 columns", async (...args) => {
  const names = [long, ...Array.from({ length: 24 }, (_, index) => `s${index}`)];
  const cwd = makeTree(
    Object.fromEntries(
      names.flatMap((name) => [
        [
          `skills/${name}/SKILL.md`,
          skillMd(name, `# One\n\n## Two\n\nSee [it](${file}).\n\nSee [that](x-${file}).\n`),
        ],
        [`skills/${name}/${file}`, "text\n"],
      ]),
    ),
  );
  await runSkills(["pack", "-o", "one.zip", "skills/s0"], { cwd });
  const { stdout } = await runSkills([...args, "--no-color"], { cwd, columns: 80 });
  expect(stdout.split("\n").filter((line) => line.length > 80 && line.trim().includes(" "))).toEqual([]);
  for (const [digest] of stdout.matchAll(/sha256:\S*/g)) expect(digest).toHaveLength("sha256:".length + 64);
});

it("wraps an error and its hint at words", async () => {
  let stderr = "";
  const terminal = (write: (text: string) => void) => ({ isTTY: true, columns: 30, write });
  const io = {
    cwd: ".",
    env: {},
    stdout: terminal(() => undefined),
    stderr: terminal((text) => void (stderr += text)),
    readStdin: () => new Uint8Array(),
  };
  const fail = () => {
    throw new SkillsError("bad-usage", "there is something that cannot be done", {
      hint: "type something else that can be done",
    });
  };
  expect([await runMain("skills", fail, [], io), stderr]).toEqual([
    2,
    "skills: there is something\nthat cannot be done\ntype something else that can\nbe done\n",
  ]);
});

it("wraps a path that is too long for a transcript after a slash", () => {
  const directory = "d".repeat(40);
  const lines = drawEvent(
    { turn: 1, step: 1, kind: "resource", skill: directory, file: "references/a-file.md" },
    { paint: plainPaint, width: 70, counter: "estimate", indent: "" },
  );
  expect(lines.map((line) => line.trim())).toEqual([`1  resource  ${directory}/references/`, "a-file.md"]);
});

it("keeps a table of facts a table where one of its names is long", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd(
      "a",
      "```sh\npip install requests pandas google-cloud-aiplatform-of-a-longer-name\n```\n",
    ),
    [`a/scripts/${"s".repeat(40)}.py`]: "import numpy\n",
  });
  const { stdout } = await runSkills(["inspect", "--no-color", "a"], {
    cwd,
    columns: 80,
  });
  expect(/^Packages[^]*?\n\n/m.exec(stdout)?.[0]).toMatchInlineSnapshot(`
    "Packages (4)
      google-cloud-aiplatform-of-a-longer-name  PyPI, installed          SKILL.md:7
      pandas                                    PyPI, installed          SKILL.md:7
      requests                                  PyPI, installed          SKILL.md:7
      numpy
          Python module, imported  scripts/ssssssssssssssssssssssssssssssssssssssss.py:1

    "
  `);
});

it("wraps the note below a patch", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("B") });
  let text = "";
  const stdout = { isTTY: false, write: () => {} };
  const stderr = { isTTY: true, columns: 30, write: (part: string) => void (text += part) };
  await runMain("skills", skills, ["lint", "--dry-run", "a"], {
    ...processIo(),
    cwd,
    env: {},
    stdout,
    stderr,
  });
  expect(text).toContain("fixable");
  expect(text.split("\n").filter((line) => line.length > 30)).toEqual([]);
  expect(text.endsWith("\n")).toBe(true);
});
