import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint, lintUnwritten } from "../src/api/lint/lint.ts";
import { SkillsError } from "../src/core/errors.ts";
import { writeChanges } from "../src/write/write-changes.ts";
import { copyCases, folders } from "./support/fixtures.ts";
import { isFull, partOf } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

const withMark = `\ufeff${skillMd("a")}`;

/** Path, mode and bytes of every file, so that nothing goes unnoticed. */
function snapshot(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    files.flatMap((file) => {
      const stats = lstatSync(path.join(root, file));
      return stats.isFile()
        ? [[file, `${(stats.mode & 0o7777).toString(8)} ${readFileSync(path.join(root, file), "base64")}`]]
        : [];
    }),
  );
}

function modeIn(taken: Readonly<Record<string, string>>, file: string): string | undefined {
  return taken[file]?.split(" ")[0];
}

function read(cwd: string, file: string): string {
  return readFileSync(path.join(cwd, file), "utf8");
}

async function failure(act: () => unknown): Promise<{ message: string; hint?: string | undefined }> {
  try {
    await act();
  } catch (error) {
    if (error instanceof SkillsError) return { message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error("it did not fail");
}

it.each(["safe", "unsafe"] as const)(
  "leaves nothing to fix after the %s fixes of every rule's cases",
  async (fix) => {
    const cwd = makeTree({});
    // Two rules with fixes of their own, as a part may have none.
    copyCases(cwd, Array.from(new Set([...partOf(folders("rules")), "byte-order-mark", "line-endings"])));
    const before = snapshot(cwd);
    const first = await lint({ paths: ["."], cwd, fix });
    const once = snapshot(cwd);
    const names = first.changes.flatMap(({ label, from, to }) => [`${label}/${from}`, `${label}/${to}`]);
    const touched = new Set(
      [...Object.keys(before), ...Object.keys(once)].filter((file) => before[file] !== once[file]),
    );
    expect(touched).toEqual(new Set(names));
    expect(first.fixed.length).toBeGreaterThan(isFull ? 15 : 0);
    const kept = first.changes.filter(({ executable }) => !executable);
    expect(kept.map(({ label, to }) => modeIn(once, `${label}/${to}`))).toEqual(
      kept.map(({ label, from }) => modeIn(before, `${label}/${from}`)),
    );
    const second = await lint({ paths: ["."], cwd, fix });
    expect([second.fixed, second.changes, snapshot(cwd)]).toEqual([[], [], once]);
  },
);

it("fixes a file in several passes, keeps its mode and leaves no other file", async () => {
  const cwd = makeTree({
    "a/skill.md": `\ufeff---\nname: a\ndescription: Use when: it rains.\nmetadata: {version: 1.10}\nallowed-tools: [Read, Write]\n---\r\n\nDo it.\n`,
  });
  chmodSync(path.join(cwd, "a/skill.md"), 0o640);
  const { report, fixed, changes } = await lint({ paths: ["a"], cwd, fix: "unsafe" });
  expect(read(cwd, "a/SKILL.md")).toBe(
    '---\nname: a\ndescription: "Use when: it rains."\nmetadata:\n  version: "1.10"\nallowed-tools: Read Write\n---\n\nDo it.\n',
  );
  expect(statSync(path.join(cwd, "a/SKILL.md")).mode & 0o777).toBe(0o640);
  expect(readdirSync(path.join(cwd, "a"))).toEqual(["SKILL.md"]);
  expect(new Set(fixed.map(({ ruleId }) => ruleId))).toEqual(
    new Set([
      "allowed-tools-format",
      "byte-order-mark",
      "frontmatter-flow",
      "frontmatter-yaml",
      "line-endings",
      "metadata-format",
      "skill-file",
    ]),
  );
  expect(report.subjects.map(({ findings, verdicts }) => [findings, verdicts])).toEqual([
    [[], { spec: "accepts", "skills-ref": "accepts", "claude-api": "accepts" }],
  ]);
  expect(report.data).toEqual({ fixed, left: [] });
  expect(changes).toHaveLength(1);
});

it("changes no byte unless fixes are requested", async () => {
  const cwd = makeTree({ "a/SKILL.md": withMark });
  for (const options of [{}, { fix: "none" }, { fix: "unsafe", dryRun: true }] as const)
    await lint({ paths: ["a"], cwd, ...options });
  expect(read(cwd, "a/SKILL.md")).toBe(withMark);
});

it("applies only safe fixes, and reports the others", async () => {
  const text = skillMd("A").replaceAll("\n", "\r\n");
  const cwd = makeTree({ "a/SKILL.md": text });
  const { fixed, left } = await lint({ paths: ["a"], cwd, fix: "safe" });
  expect(read(cwd, "a/SKILL.md")).toBe(text.replaceAll("---\r\n", "---\n"));
  expect(fixed).toEqual([
    { path: "a", ruleId: "line-endings", file: "SKILL.md", title: "End the fences with LF" },
  ]);
  expect(left.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([["name-format", "unsafe"]]);
});

it("writes nothing if a file has changed since it was read", async () => {
  const cwd = makeTree({ "a/SKILL.md": withMark, "b/SKILL.md": withMark.replace("a", "b") });
  const { changes } = await lintUnwritten({ paths: ["."], cwd, fix: "safe" });
  writeFileSync(path.join(cwd, "b/SKILL.md"), "written meanwhile");
  expect(await failure(() => writeChanges(changes))).toEqual({
    message: 'cannot write "b/SKILL.md": it has changed since it was read',
    hint: "nothing was written",
  });
  expect([read(cwd, "a/SKILL.md"), read(cwd, "b/SKILL.md")]).toEqual([withMark, "written meanwhile"]);
});

it("refuses a path that became another kind of file or a symlink", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", "See [b](docs/B.md).\n"),
    "a/docs/B.md": "See [c](C.md).\n",
    "a/docs/c.md": "x\n",
    "elsewhere/B.md": "See [c](C.md).\n",
  });
  const { changes } = await lintUnwritten({ paths: ["a"], cwd, fix: "safe" });
  expect(changes.map(({ from }) => from)).toEqual(["docs/B.md"]);
  unlinkSync(path.join(cwd, "a/docs/B.md"));
  symlinkSync("../../elsewhere/B.md", path.join(cwd, "a/docs/B.md"));
  expect((await failure(() => writeChanges(changes))).message).toBe(
    'cannot write "a/docs/B.md": it is no longer a plain file',
  );
  unlinkSync(path.join(cwd, "a/docs/B.md"));
  expect((await failure(() => writeChanges(changes))).message).toBe(
    'cannot write "a/docs/B.md": no such file or directory',
  );
  renameSync(path.join(cwd, "a/docs"), path.join(cwd, "docs"));
  symlinkSync("../elsewhere", path.join(cwd, "a/docs"));
  const astray = "its path contains a symlink or is outside the skill";
  expect((await failure(() => writeChanges(changes))).message).toBe(`cannot write "a/docs/B.md": ${astray}`);
  const outside = changes.map((change) => ({
    ...change,
    from: "../elsewhere/B.md",
    to: "../elsewhere/B.md",
  }));
  expect((await failure(() => writeChanges(outside))).message).toBe(
    `cannot write "a/../elsewhere/B.md": ${astray}`,
  );
  expect(read(cwd, "elsewhere/B.md")).toBe("See [c](C.md).\n");
});

it("never writes through a symlink", async () => {
  const cwd = makeTree({ "a/real.md": withMark, "a/x": "" });
  symlinkSync("real.md", path.join(cwd, "a/SKILL.md"));
  const { left, changes } = await lint({ paths: ["a"], cwd, fix: "unsafe" });
  expect([changes, left.map(({ ruleId, reason }) => [ruleId, reason])]).toEqual([
    [],
    [["byte-order-mark", "impossible"]],
  ]);
  expect(read(cwd, "a/real.md")).toBe(withMark);
});

it("never renames onto another file", async () => {
  const cwd = makeTree({ "a/skill.md": skillMd("a") });
  const { changes } = await lintUnwritten({ paths: ["a"], cwd, fix: "unsafe" });
  writeFileSync(path.join(cwd, "a/SKILL.md"), "another");
  expect((await failure(() => writeChanges(changes))).message).toBe(
    'cannot write "a/skill.md": "SKILL.md" already exists',
  );
  expect([read(cwd, "a/skill.md"), read(cwd, "a/SKILL.md")]).toEqual([skillMd("a"), "another"]);
});

it("changes a file that two skills share once", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", "See [b](b/SKILL.md).\n"),
    "a/b/SKILL.md": `\ufeff${skillMd("b", "See [c](C.md).\n")}`,
    "a/b/c.md": "x\n",
  });
  const { changes } = await lint({ paths: ["a", "a/b"], cwd, fix: "safe" });
  expect(changes.map(({ label, from }) => `${label}/${from}`)).toEqual(["a/b/SKILL.md"]);
  await lint({ paths: ["a", "a/b"], cwd, fix: "safe" });
  expect(read(cwd, "a/b/SKILL.md")).toBe(skillMd("b", "See [c](c.md).\n"));
});

it.runIf(canBeDenied)("keeps the old file if the directory or the file is not writable", async () => {
  const cwd = makeTree({ "a/SKILL.md": withMark });
  chmodSync(cwd, 0o755);
  for (const [directory, file] of [
    [0o555, 0o666],
    [0o777, 0o444],
  ] as const) {
    chmodSync(path.join(cwd, "a"), directory);
    chmodSync(path.join(cwd, "a/SKILL.md"), file);
    const refused = await unprivileged(() => failure(() => lint({ paths: ["a"], cwd, fix: "safe" })));
    expect(refused).toEqual({
      message: 'cannot write "a/SKILL.md": permission denied',
      hint: "nothing was written",
    });
    expect([read(cwd, "a/SKILL.md"), readdirSync(path.join(cwd, "a"))]).toEqual([withMark, ["SKILL.md"]]);
  }
});

it("sets and clears the executable bit for those who may read the file", () => {
  const cwd = makeTree({ "a/run.sh": "x" });
  const change = { directory: path.join(cwd, "a"), label: "a", from: "run.sh", to: "run.sh" };
  const modeAfter = (before: number, after: boolean) => {
    chmodSync(path.join(cwd, "a/run.sh"), before);
    writeChanges([{ ...change, executable: { before: !after, after } }]);
    return statSync(path.join(cwd, "a/run.sh")).mode & 0o777;
  };
  expect([modeAfter(0o644, true), modeAfter(0o640, true), modeAfter(0o755, false)]).toEqual([
    0o755, 0o750, 0o644,
  ]);
});

it("applies configured severities except to refusals by chosen targets, and keeps verdicts", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("A", "See [x](x.md).\n") });
  const severities = async (rules: Parameters<typeof lint>[0]["rules"] & {}) => {
    const { report } = await lint({ paths: ["a"], cwd, rules });
    return [
      report.outcome,
      report.subjects[0]?.verdicts.spec,
      ...(report.subjects[0]?.findings ?? []).map(({ ruleId, severity }) => `${ruleId} ${severity}`),
    ];
  };
  expect(await severities({})).toEqual([1, "refuses", "name-format error", "reference-broken warning"]);
  expect(await severities({ "name-format": "info", "reference-broken": "error" })).toEqual([
    1,
    "refuses",
    "name-format error",
    "reference-broken error",
  ]);
  expect(
    await severities({ "name-format": "off", "name-matches-directory": "off", "reference-broken": "info" }),
  ).toEqual([0, "refuses", "reference-broken info"]);
  expect(await failure(() => lint({ paths: ["a"], cwd, rules: { "name-fromat": "off" } }))).toEqual({
    message: 'unknown rule "name-fromat"; did you mean "name-format"?',
    hint: "skills explain lists all rules",
  });
});

it("does not apply fixes of a disabled rule", async () => {
  const cwd = makeTree({ "a/SKILL.md": withMark });
  expect(
    (await lint({ paths: ["a"], cwd, fix: "safe", rules: { "byte-order-mark": "off" } })).changes,
  ).toEqual([]);
});
