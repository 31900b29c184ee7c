import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { codexPlugin } from "../src/targets/plugins/codex-plugin.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

interface Recorded {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whether `codex plugin marketplace add` took it. */
  readonly added: boolean;
  /** What the plugin "p" brings; absent if it does not install. */
  readonly skills?: readonly string[];
}

const folder = new URL("../fixtures/live/marketplaces/", import.meta.url);
const [record] = readdirSync(folder);
const cases = JSON.parse(readFileSync(new URL(record!, folder), "utf8")) as readonly Recorded[];

const json = JSON.stringify;
const claude = ".claude-plugin/marketplace.json";
const entry = { name: "p", source: "./p" };

describe("marketplaces in Codex, as live/marketplaces.js recorded them", () => {
  it("is the record of the version that is modeled", () => {
    expect(record).toBe(`codex@${codexPlugin.version}.json`);
    expect(cases).toHaveLength(25);
  });

  it.each(cases.map((each) => [each.name, each] as const))("%s", (_, { files, added, skills }) => {
    const tree = openPlugin(makeTree(files), readManifest);
    expect(codexPlugin.isMeant(tree)).toBe(true);
    const { refusals, losses } = codexPlugin.examine(tree);
    expect(refusals.length === 0).toBe(added);
    // A list without entries has nothing to report.
    const isListed = !/"plugins":\[\]/.test(files[".agents/plugins/marketplace.json"] ?? "");
    if (added && isListed) expect(losses.length === 0).toBe(skills !== undefined && skills.length > 0);
  });
});

describe("the list of Claude Code in Codex", () => {
  const lint = async (files: Readonly<Record<string, string>>) => {
    const cwd = makeTree({ "p/skills/a/SKILL.md": skillMd("a"), ...files });
    const { stdout } = await runSkills(["validate", "--target", "codex", "--format", "json"], { cwd });
    const subjects = JSON.parse(stdout).subjects as readonly {
      readonly path: string;
      readonly findings: readonly { readonly message: string; readonly refusedBy: readonly string[] }[];
    }[];
    return subjects.flatMap(({ path: at, findings }) =>
      findings
        .filter(({ refusedBy }) => refusedBy.includes("codex"))
        .map(({ message }) => `${path.basename(at)}: ${message}`),
    );
  };
  const list = (...plugins: readonly object[]) => json({ name: "my.market", owner: { name: "o" }, plugins });

  it("is not its concern where no plugin is made for it", async () => {
    const github = { name: "q", source: { source: "github", repo: "o/r" } };
    const files = { [claude]: list(entry, github), "p/.claude-plugin/plugin.json": json({ name: "p" }) };
    expect(await lint(files)).toEqual([]);
  });

  it("is judged for the plugins that are made for it, alone", async () => {
    const files = {
      [claude]: list({ ...entry, name: "other" }, { name: "q", source: "./q" }),
      "p/.codex-plugin/plugin.json": json({ name: "p" }),
      "q/.claude-plugin/plugin.json": json({ name: "r" }),
    };
    const [name, mismatch, ...rest] = await lint(files);
    expect(name).toContain('`name` has other characters than letters, digits, "-" and "_"');
    expect(mismatch).toContain('plugin "other" is named "p" in its manifest: it does not install');
    expect(rest).toEqual([]);
  });
});
