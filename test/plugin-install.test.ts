import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const claude = ".claude-plugin/plugin.json";
const codex = ".codex-plugin/plugin.json";
const marketplace = ".claude-plugin/marketplace.json";
const json = JSON.stringify;

/** The names of the skills that are installed from a directory. */
async function install(cwd: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runSkills(["install", "--root", "to", ...words], { cwd });
  const to = path.join(cwd, "to");
  const names = existsSync(to) ? readdirSync(to).filter((name) => name !== "skills.lock.json") : [];
  return { code, stdout, stderr, names: names.sort() };
}

describe("install of a plugin", () => {
  const files = {
    [`p/${claude}`]: json({ name: "p", skills: "./more", mcpServers: {} }),
    [`p/${codex}`]: json({ name: "p", skills: "./more" }),
    "p/skills/a/SKILL.md": skillMd("a", "Run `${CLAUDE_PLUGIN_ROOT}/x.sh`.\n"),
    "p/skills/a/run.sh": 'exec "$CLAUDE_PLUGIN_ROOT/x.sh"\n',
    "p/more/b/SKILL.md": skillMd("b"),
    "p/tests/c/SKILL.md": skillMd("c"),
    "p/hooks/hooks.json": "{}",
    "p/commands/go.md": "Go.\n",
  };

  it("brings the skills that its manifests give to any client, and names what it leaves", async () => {
    const { code, names, stdout } = await install(makeTree(files), "p");
    expect([code, names]).toEqual([0, ["a", "b"]]);
    expect(stdout).toContain("Not installed from the plugin p: hooks, MCP servers and commands.");
    expect(stdout).toContain("warning: $CLAUDE_PLUGIN_ROOT is set only in the plugin; used in a/SKILL.md");
  });

  it("brings what the chosen client would find", async () => {
    const cwd = makeTree(files);
    const { code, stdout } = await runSkills(["install", "--client", "codex", "--format", "json", "p"], {
      cwd,
    });
    const { data } = JSON.parse(stdout);
    expect([code, data.skills.map((skill: { readonly name: string }) => skill.name)]).toEqual([0, ["b"]]);
    expect(data.plugins).toEqual([
      { path: "p", leftOut: ["hooks", "MCP servers", "commands"], unresolved: [] },
    ]);
  });

  it("brings the skills of the plugins that a marketplace lists beside it", async () => {
    const cwd = makeTree({
      [marketplace]: json({
        name: "mk",
        owner: { name: "o" },
        plugins: [
          { name: "p", source: "./p" },
          { name: "docs", source: "./", strict: false, skills: ["./docs/d", "./docs/gone", "./../e"] },
          { name: "far", source: { source: "github", repo: "o/r" } },
        ],
      }),
      [`p/${claude}`]: json({ name: "p" }),
      "p/skills/a/SKILL.md": skillMd("a"),
      "docs/d/SKILL.md": skillMd("d"),
      "other/SKILL.md": skillMd("other"),
    });
    const { code, names, stdout } = await install(cwd, ".");
    expect([code, names]).toEqual([0, ["a", "d"]]);
    expect(stdout).not.toContain("Not installed");
  });

  it("finds the skills of other directories, and of plugins without any, as before", async () => {
    const { names } = await install(
      makeTree({ "s/a/SKILL.md": skillMd("a"), "s/b/SKILL.md": skillMd("b") }),
      "s",
    );
    expect(names).toEqual(["a", "b"]);
    const plugin = { [`p/${claude}`]: json({ name: "p" }), "p/deep/er/a/SKILL.md": skillMd("a") };
    expect((await install(makeTree(plugin), "p")).names).toEqual(["a"]);
    const none = await install(makeTree({ [`p/${claude}`]: "{" }), "p");
    expect([none.code, none.names]).toEqual([2, []]);
  });

  it("follows no path of a manifest out of the plugin", async () => {
    const cwd = makeTree({
      "secret/SKILL.md": skillMd("secret"),
      [`p/${claude}`]: json({ name: "p", skills: ["./../secret"] }),
      "p/skills/a/SKILL.md": skillMd("a"),
    });
    expect((await install(cwd, "p")).names).toEqual(["a"]);
  });
});
