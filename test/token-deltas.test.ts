import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inspect } from "../src/api/inspect/inspect.ts";
import { tokenDeltas } from "../src/api/scope/token-deltas.ts";
import { actionSummary } from "../src/report/commands/action-summary.ts";
import { commit, git, makeRepository, writeFiles } from "./support/repository.ts";
import { makeTree, skillMd } from "./support/tree.ts";

it("counts the same tokens as inspect, by stage, for each changed skill", async () => {
  const before = {
    "skills/a/SKILL.md": skillMd("a"),
    "skills/a/references/x.md": "Long text.\n".repeat(20),
    "skills/b/SKILL.md": skillMd("b"),
  };
  const root = makeRepository(before);
  const base = git(root, "rev-parse", "HEAD");
  commit(root, {
    "skills/a/SKILL.md": skillMd("a", "Do it, and do it well.\n"),
    "skills/a/references/x.md": "Short text.\n",
    "skills/a/logo.png": "\0\u0001",
    "skills/c/SKILL.md": skillMd("c"),
  });
  const costs = async (cwd: string, skill: string): Promise<unknown> => {
    const {
      skills: [inspected],
    } = await inspect({ paths: [skill], cwd, env: {} });
    const { catalogue, body, files } = inspected!.tokens;
    return { catalogue, body, files };
  };
  const { deltas, omitted } = await tokenDeltas({
    cwd: root,
    base,
    skills: ["skills/a", "skills/b", "skills/c"],
  });
  expect(deltas).toEqual([
    {
      path: "skills/a",
      before: await costs(makeTree(before), "skills/a"),
      after: await costs(root, "skills/a"),
    },
    { path: "skills/c", after: await costs(root, "skills/c") },
  ]);
  expect(omitted).toBe(0);
});

it("names the clients that load a changed skill otherwise", async () => {
  const [whole, broken] = [skillMd("a"), "Fill it.\n"];
  const root = makeRepository({ "a/SKILL.md": whole, "b/SKILL.md": broken });
  const base = git(root, "rev-parse", "HEAD");
  commit(root, { "a/SKILL.md": broken, "b/SKILL.md": skillMd("b"), "c/SKILL.md": broken });
  const skills = ["a", "b", "c"];
  const tokens = await tokenDeltas({ cwd: root, base, skills, targets: ["pi"] });
  const [a, b, c] = tokens.deltas;
  const codex = { title: "Codex CLI", before: "as-written", after: "not-loaded" };
  expect(a!.clients).toContainEqual(codex);
  expect(a!.clients!.map(({ title }) => title)).toContain("pi");
  expect(b!.clients).toContainEqual({ ...codex, before: "not-loaded", after: "as-written" });
  expect(c!.clients).toBeUndefined();
  const { report } = await inspect({ paths: ["a"], cwd: root, env: {} });
  const rows = actionSummary(report, { notices: [], tokens, findings: new Map() })
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(-5);
  expect(rows[0]).toMatch(/ \| Clients \|$/);
  expect(rows[2]).toMatch(/ \| \*\*lost\*\*: .*Codex CLI/);
  expect(rows[3]).toMatch(/ \| won: .*Codex CLI/);
  expect(rows[4]).toMatch(/ \|  \|$/);
});

it("resolves paths from the working directory, through links, and a skill that is the repository", async () => {
  const root = makeRepository({ "SKILL.md": skillMd("x") });
  const base = git(root, "rev-parse", "HEAD");
  commit(root, { "SKILL.md": skillMd("x", "Do it, and more.\n"), "inner/y.md": "y\n" });
  const link = path.join(makeTree({}), "link");
  symlinkSync(root, link);
  expect((await tokenDeltas({ cwd: path.join(link, "inner"), base, skills: [".."] })).deltas).toMatchObject([
    { path: "..", before: { body: 5, files: 0 }, after: { files: 2 } },
  ]);
});

it("reports nothing without a committed change or a known base", async () => {
  const root = makeRepository({ "a/SKILL.md": skillMd("a") });
  writeFiles(root, { "a/SKILL.md": skillMd("a", "Not committed.\n"), "b/SKILL.md": skillMd("b") });
  const none = { deltas: [], omitted: 0 };
  expect(await tokenDeltas({ cwd: root, base: "HEAD", skills: ["a", "b"] })).toEqual(none);
  expect(await tokenDeltas({ cwd: root, base: "0".repeat(40), skills: ["a", "b"] })).toEqual(none);
  expect(
    await tokenDeltas({ cwd: makeTree({ "a/SKILL.md": skillMd("a") }), base: "HEAD", skills: ["a"] }),
  ).toEqual(none);
});

it("reads committed files with unusual names, and counts the skills it left out", async () => {
  const root = makeRepository({ "README.md": "x\n" });
  const base = git(root, "rev-parse", "HEAD");
  const many = Object.fromEntries(
    Array.from({ length: 52 }, (_, at) => [`s/\n${at} "é" :(top)*/SKILL.md`, skillMd(`s${at}`)]),
  );
  commit(root, { ...many, 's/\n0 "é" :(top)*/large.md': "a b\n".repeat(400_000) });
  const { deltas, omitted } = await tokenDeltas({
    cwd: root,
    base,
    skills: Object.keys(many).map((file) => path.dirname(file)),
  });
  expect([
    deltas.length,
    omitted,
    deltas.every(({ after }) => after.body === 5 && after.files === 0),
  ]).toEqual([50, 2, true]);
});
