import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openDirectory } from "../src/read/directory.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { contextReader } from "../src/read/surroundings.ts";
import { makeTree } from "./support/tree.ts";

const tree = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "plugins/forms/.claude-plugin/plugin.json": "{}",
  "plugins/forms/skills/fill/SKILL.md": "---\nname: fill\n---\n",
  "plugins/forms/skills/fill/scripts/run.sh": "#!/bin/sh\n",
  "plugins/forms/skills/sign/SKILL.md": "---\nname: sign\n---\n",
  "plugins/forms/skills/drafts/notes.md": "none\n",
};

it("tells what stands beside and around a skill", () => {
  const root = makeTree(tree);
  const source = openDirectory(path.join(root, "plugins/forms/skills/fill"), "fill");
  const context = contextReader()(source, source.list().entries, { surroundings: true, scripts: [] });
  expect(context).toEqual({
    siblings: new Set(["fill", "sign"]),
    executable: new Map(),
    repository: root,
    plugin: path.join(root, "plugins/forms"),
  });
});

it("looks at nothing that is not asked for", () => {
  const root = makeTree(tree);
  const source = openDirectory(path.join(root, "plugins/forms/skills/fill"), "fill");
  const { entries } = source.list();
  const [script] = ["scripts/run.sh"];
  const expected = process.platform === "win32" ? new Map() : new Map([[script, false]]);
  expect(contextReader()(source, entries, { surroundings: false, scripts: [script!] })).toEqual({
    executable: expected,
  });
});

it("looks again in another run, and only once in one", () => {
  const root = makeTree(tree);
  const home = path.join(root, "plugins/forms/skills");
  const source = openDirectory(path.join(home, "fill"), "fill");
  const names = (read: ReturnType<typeof contextReader>) =>
    read(source, [], { surroundings: true, scripts: [] }).siblings;
  const first = contextReader();
  expect(names(first)?.size).toBe(2);
  mkdirSync(path.join(home, "scan"));
  writeFileSync(path.join(home, "scan/SKILL.md"), "");
  expect(names(first)?.size).toBe(2);
  expect(names(contextReader())?.size).toBe(3);
});

it("knows of no place for a skill in memory", () => {
  const source = openMemory("fill", { "SKILL.md": "" });
  expect(contextReader()(source, [], { surroundings: true, scripts: ["a.sh"] })).toEqual({
    executable: new Map(),
  });
});
