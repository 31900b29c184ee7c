import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openDirectory } from "../src/read/directory.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { contextReader } from "../src/find/surroundings.ts";
import { makeTree } from "./support/tree.ts";

const tree = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "plugins/forms/.claude-plugin/plugin.json": "{}",
  "plugins/forms/skills/fill/SKILL.md": "---\nname: fill\n---\n",
  "plugins/forms/skills/fill/scripts/run.sh": "#!/bin/sh\n",
  "plugins/forms/skills/sign/SKILL.md": "---\nname: sign\n---\n",
  "plugins/forms/skills/drafts/notes.md": "none\n",
};

it("finds the siblings, plugin and repository of a skill", () => {
  const root = makeTree(tree);
  const source = openDirectory(path.join(root, "plugins/forms/skills/fill"), "fill");
  const context = contextReader()(source, source.list().entries, {
    surroundings: true,
    paths: [],
    scripts: [],
  });
  expect(context).toEqual({
    siblings: new Set(["fill", "sign"]),
    executable: new Map(),
    repository: root,
    plugin: path.join(root, "plugins/forms"),
    outside: new Map(),
  });
});

it("finds which paths outside a skill exist in its plugin or repository", () => {
  const root = makeTree({
    ...tree,
    "plugins/forms/shared/rules.md": "",
    "docs/style.md": "",
    ".claude/skills/scan/SKILL.md": "",
  });
  const outsideOf = (skill: string, paths: readonly string[]) =>
    contextReader()(openDirectory(path.join(root, skill), skill), [], {
      surroundings: false,
      paths,
      scripts: [],
    }).outside;
  const paths = [
    "../../shared/rules.md",
    "../gone.md",
    "../../../../../x.md",
    "shared/rules.md",
    "docs/style.md",
    "a.md",
  ];
  expect(outsideOf("plugins/forms/skills/fill", paths)).toEqual(
    new Map([
      ["../../shared/rules.md", { within: "plugin", exists: true }],
      ["../gone.md", { within: "plugin", exists: false }],
      ["shared/rules.md", { within: "plugin", exists: true }],
      ["docs/style.md", { within: "repository", exists: true }],
    ]),
  );
  expect(outsideOf(".claude/skills/scan", ["docs/style.md"])).toEqual(
    new Map([["docs/style.md", { within: "project", exists: true }]]),
  );
});

it("takes for a plugin what a marketplace above the skill lists", () => {
  const skill = "plugins/forms/skills/fill";
  const pluginOf = (marketplace: string) => {
    const root = makeTree({ ".claude-plugin/marketplace.json": marketplace, [`${skill}/SKILL.md`]: "" });
    const source = openDirectory(path.join(root, skill), "fill");
    const { plugin } = contextReader()(source, [], { surroundings: true, paths: [], scripts: [] });
    return plugin && path.relative(root, plugin);
  };
  const listing = (source: unknown) => JSON.stringify({ plugins: [{ source }] });
  expect(pluginOf(listing("./plugins/forms"))).toBe(path.join("plugins", "forms"));
  expect(pluginOf(listing("./"))).toBe("");
  expect(pluginOf(listing("./plugins/other"))).toBeUndefined();
  expect(pluginOf(listing({ source: "github", repo: "a/b" }))).toBeUndefined();
  expect(pluginOf("null")).toBeUndefined();
  expect(pluginOf("{")).toBeUndefined();
});

it("looks at nothing that is not asked for", () => {
  const root = makeTree(tree);
  const source = openDirectory(path.join(root, "plugins/forms/skills/fill"), "fill");
  const { entries } = source.list();
  const [script] = ["scripts/run.sh"];
  const expected = process.platform === "win32" ? new Map() : new Map([[script, false]]);
  expect(contextReader()(source, entries, { surroundings: false, paths: [], scripts: [script!] })).toEqual({
    executable: expected,
  });
});

it("looks again in another run, and only once in one", () => {
  const root = makeTree(tree);
  const home = path.join(root, "plugins/forms/skills");
  const source = openDirectory(path.join(home, "fill"), "fill");
  const names = (read: ReturnType<typeof contextReader>) =>
    read(source, [], { surroundings: true, paths: [], scripts: [] }).siblings;
  const first = contextReader();
  expect(names(first)?.size).toBe(2);
  mkdirSync(path.join(home, "scan"));
  writeFileSync(path.join(home, "scan/SKILL.md"), "");
  expect(names(first)?.size).toBe(2);
  expect(names(contextReader())?.size).toBe(3);
});

it("knows no location of a skill in memory", () => {
  const source = openMemory("fill", { "SKILL.md": "" });
  expect(contextReader()(source, [], { surroundings: true, paths: [], scripts: ["a.sh"] })).toEqual({
    executable: new Map(),
  });
});

it("says whether a skill's directory has its name by chance", () => {
  const root = makeTree({
    "owner@forms/SKILL.md": "",
    "templates/form/SKILL.md": "",
    "templates/skills/form/SKILL.md": "",
    "forms/SKILL.md": "",
  });
  const nameByChance = (skill: string) =>
    contextReader()(openDirectory(path.join(root, skill), skill), [], {
      surroundings: false,
      paths: [],
      scripts: [],
      name: "forms",
    }).nameByChance;
  expect(nameByChance("owner@forms")).toBe("checkout");
  expect(nameByChance("templates/form")).toBe("template");
  expect(nameByChance("templates/skills/form")).toBeUndefined();
  expect(nameByChance("forms")).toBeUndefined();
});

it.each([
  ["settings beside the memory", ["CLAUDE.md", "settings.json"], "skills/fill", true],
  ["the memory alone", ["CLAUDE.md"], "skills/fill", undefined],
  ["a plugin", ["CLAUDE.md", "settings.json", ".claude-plugin/plugin.json"], "skills/fill", undefined],
  ["dotfiles", [], ".config/claude/skills/fill", true],
  ["a project", ["CLAUDE.md"], ".claude/skills/fill", undefined],
])("says whether only a user of Claude Code loads the skill: %s", (_, files, skill, expected) => {
  const beside = Object.fromEntries(files.map((file) => [file, "{}"]));
  const root = makeTree({ ".git/HEAD": "", [`${skill}/SKILL.md`]: "", ...beside });
  const { ofClaudeUser } = contextReader()(openDirectory(path.join(root, skill), "fill"), [], {
    surroundings: true,
    paths: [],
    scripts: [],
  });
  expect(ofClaudeUser).toBe(expected);
});
