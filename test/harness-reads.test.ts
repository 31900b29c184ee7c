import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { System } from "../src/harness/system.ts";
import { readHead } from "../src/harness/read-head.ts";
import { resolvePath } from "../src/harness/tools/resolve-path.ts";
import { runSession } from "../src/harness/session.ts";
import { openSkillFiles } from "../src/harness/tools/skill-files.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { startTrace } from "../src/harness/tracer.ts";
import { openDirectory } from "../src/read/directory.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { countReads } from "./support/counting.ts";
import { play, rootOf, sayInTurn, worldOf } from "./support/harness.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const body = "Long. ".repeat(2000);

function library(log: string[], count: number) {
  const skills = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `skill-${index}`,
      { "SKILL.md": skillMd(`skill-${index}`, body), "references/a.md": "A", "references/b.md": "B" },
    ]),
  );
  return rootOf("/project/skills", skills, { wrap: (source) => countReads(source, log) });
}

it.each<System>([agentskills, harness9])(
  "reads N heads, one body and the requested files, in that order and nothing else ($id)",
  async (system) => {
    const log: string[] = [];
    const roots = [library(log, 5)];
    const size = Buffer.byteLength(skillMd("skill-3", body));
    const entry = {
      name: "skill-3",
      description: "",
      scope: "project",
      path: "/project/skills/skill-3",
      hidden: false,
    } as const;
    const { trace } = await play(system, roots, {
      replies: [system.speak.activate(entry), system.speak.read(entry, "references/b.md")],
    });
    const heads = Array.from({ length: 5 }, (_, index) => `skill-${index}/SKILL.md [0, 1024)`);
    expect(log.filter((line) => !line.endsWith("/"))).toEqual([
      ...heads,
      `skill-3/SKILL.md [0, ${size})`,
      "skill-3/references/b.md [0, 1)",
    ]);
    // Its files are listed once, for the resources or to find the file; no other skill's are.
    expect(log.filter((line) => line.endsWith("/"))).toEqual(["skill-3/"]);
    const traced = trace
      .filter(({ bytes }) => bytes)
      .map(({ skill, file, bytes }) => `${skill}/${file} [${bytes!.join(", ")})`);
    expect(traced).toEqual(log.filter((line) => !line.endsWith("/")));
  },
);

it.each<System>([agentskills, harness9])("reads no body if no skill is used ($id)", async (system) => {
  const log: string[] = [];
  await play(system, [library(log, 3)]);
  expect(log).toEqual([
    "skill-0/SKILL.md [0, 1024)",
    "skill-1/SKILL.md [0, 1024)",
    "skill-2/SKILL.md [0, 1024)",
  ]);
});

it("reads the same bytes in two runs", async () => {
  const runs = await Promise.all(
    [0, 1].map(() => play(agentskills, [library([], 4)], { prompt: "/skill-2 go" })),
  );
  expect(runs[0]).toEqual(runs[1]);
});

it("reads in steps until the frontmatter is complete, at most 64 KiB", () => {
  const steps = (text: string): readonly string[] => {
    const log: string[] = [];
    readHead(startTrace(), countReads(openMemory("a", { "SKILL.md": text }), log), "SKILL.md", (head) =>
      head.includes("\n---\n"),
    );
    return log;
  };
  const long = `---\ndescription: ${"x".repeat(3000)}\n---\n${body}`;
  expect(steps(long)).toEqual(["a/SKILL.md [0, 1024)", "a/SKILL.md [0, 4096)"]);
  expect(steps("y".repeat(200_000))).toEqual(
    [1024, 4096, 16_384, 65_536].map((to) => `a/SKILL.md [0, ${to})`),
  );
});

it("does not split a character of a head, and reports unreadable files", () => {
  const text = `${"x".repeat(1023)}é and more`;
  const tracer = startTrace();
  expect(readHead(tracer, openMemory("a", { "SKILL.md": text }), "SKILL.md", () => true)).toEqual({
    outcome: "read",
    text: "x".repeat(1023),
    whole: false,
  });
  expect(readHead(tracer, openMemory("a", {}, '/project/a "b": c'), "SKILL.md", () => true)).toEqual({
    outcome: "unreadable",
    reason: "no such file or directory",
  });
  expect(tracer.events.map(({ kind, bytes }) => [kind, bytes])).toEqual([["head", [0, 1024]]]);
});

it("finds the end of the frontmatter if a step splits its fence", async () => {
  for (const pad of [0, 1, 2, 3, 4, 5]) {
    const head = `---\nname: a\ndescription: ${"x".repeat(1024 - 26 - 5 + pad)}\n---\n`;
    for (const system of [agentskills, harness9]) {
      const world = worldOf([rootOf("/project/skills", { a: `${head}${body}` })]);
      const { catalog } = await runSession({
        system,
        model: sayInTurn(),
        world,
        prompt: "Go.",
        budget: { turns: 1, toolCalls: 1, scriptRuns: 0 },
      });
      expect(catalog).toHaveLength(1);
    }
  }
});

it("resolves a path to the innermost of nested skills, and allows parent directories up to the outermost", () => {
  const [outer, inner] = [
    ["outer", "/s/outer"],
    ["inner", "/s/outer/parts/inner"],
  ].map(([name, at]) => ({ name: name!, path: at!, source: openMemory(name!, {}) }));
  const resolve = (written: string, base = "/project", mayLeave = false) => {
    const found = resolvePath({ skills: [outer!, inner!], mayLeave }, { path: written, base });
    return "refused" in found ? found.refused.content : `${found.skill.name}:${found.file}`;
  };
  expect(resolve("/s/outer/parts/a.md")).toBe("outer:parts/a.md");
  expect(resolve("/s/outer//parts/./inner/SKILL.md")).toBe("inner:SKILL.md");
  expect(resolve("parts/inner/a/../b.md", "/s/outer")).toBe("inner:b.md");
  expect(resolve("../a.md", "/s/outer/parts/inner")).toBe("outer:parts/a.md");
  expect(resolve("../../../a.md", "/s/outer/parts/inner")).toBe('"../../../a.md" is outside the skill');
  expect(resolve("../outer/SKILL.md", "/s/outer")).toBe('"../outer/SKILL.md" is outside the skill');
  expect(resolve("/s/outerworld/a.md")).toBe('"/s/outerworld/a.md" is not in a skill');
  expect(resolve("")).toBe('"" is not in a skill');
  expect(resolve("../outer/SKILL.md", "/s/outer", true)).toBe("outer:SKILL.md");
  expect(resolve("../../../../a.md", "/s/outer/parts/inner", true)).toBe(
    '"../../../../a.md" is not simulated; the harness refused it, not the agent',
  );
});

it("follows symlinks inside a skill, but not out of it, for directories too", () => {
  const tree = makeTree({ "a/SKILL.md": skillMd("a"), "a/docs/x.md": "X", "secret/y.md": "Y" });
  symlinkSync("docs/x.md", path.join(tree, "a/x.md"));
  symlinkSync("docs", path.join(tree, "a/more"));
  symlinkSync("../secret", path.join(tree, "a/out"));
  symlinkSync("nowhere", path.join(tree, "a/lost.md"));
  const files = openSkillFiles(() => [
    { name: "a", path: "/s/a", source: openDirectory(path.join(tree, "a"), "/s/a") },
  ]);
  const read = (file: string): string => files.read({ path: file, base: "/s/a" }).content;
  expect(["x.md", "more/x.md", "out/y.md", "out", "lost.md", "more"].map(read)).toEqual([
    "X",
    "X",
    '"out/y.md" is reached through a symlink that points outside the skill',
    '"out" is a symlink that points outside the skill',
    '"lost.md" is a dangling symlink',
    '"more" is a directory',
  ]);
});

it("refuses a file that exceeds the read limit", () => {
  const files = openSkillFiles(() => [
    { name: "a", path: "/s/a", source: openMemory("a", { "big.md": "x".repeat(1_048_577) }) },
  ]);
  expect(files.read({ path: "big.md", base: "/s/a" })).toMatchObject({
    failed: true,
    content: '"big.md" cannot be read: larger than 1 MiB (1048577 bytes)',
    event: { kind: "refuse", skill: "a", file: "big.md" },
  });
});
