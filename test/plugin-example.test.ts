import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const plugin = path.resolve("examples/plugin");
const json = (file: string) => JSON.parse(readFileSync(path.join(plugin, file), "utf8"));

/** The files below a directory with their texts. */
function textsIn(directory: string): Readonly<Record<string, string>> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return Object.fromEntries(
    files
      .map((file) => path.join(file.parentPath, file.name))
      .sort()
      .map((file) => [path.relative(directory, file), readFileSync(file, "utf8")]),
  );
}

it("has the authoring skill as it is in the other examples", () => {
  const name = "authoring-skills";
  const skill = textsIn(path.join(plugin, "skills", name));
  expect(Object.keys(skill)).toContain("SKILL.md");
  expect(skill).toEqual(textsIn(path.resolve("examples/skills", name)));
});

it("passes every check for the clients that it is made for", async () => {
  const { code, stdout } = await runSkills(
    ["check", "--target", "claude-code,codex", "--max-warnings", "0", plugin],
    { cwd: path.dirname(plugin) },
  );
  expect(code, stdout).toBe(0);
  expect(stdout).toContain("1 skill and 1 plugin checked: nothing to report");
});

it("has the version of the program, and runs only the project's own", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const folder of [".claude-plugin", ".codex-plugin"])
    expect(json(`${folder}/plugin.json`)).toMatchObject({ name: "skillwright", version });
  expect(json(".mcp.json").mcpServers.skillwright).toEqual({
    command: "npx",
    args: ["--no", "skillwright", "mcp"],
  });
  expect(JSON.stringify(json("hooks/hooks.json"))).toContain('"npx --no skillwright hook"');
});

interface Recorded {
  readonly written: string;
  readonly calls: Readonly<Record<string, Record<string, unknown>>>;
  readonly skills: readonly string[];
  readonly tools?: readonly string[];
  readonly servers?: readonly string[];
  readonly hook?: string;
  readonly results?: Readonly<Record<string, string>>;
}

describe("what real clients make of the plugin", () => {
  const folder = new URL("../fixtures/live/plugin/", import.meta.url);
  const read = (name: string): Recorded => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  const names = readdirSync(folder);
  const whole = names.filter((name) => read(name).results);

  it("has been seen in both", () => {
    expect(names.map((name) => name.split("@")[0]).sort()).toEqual(["claude-code", "codex"]);
    expect(whole).toHaveLength(1);
  });

  it.each(names)("is its skill and its server: %s", (name) => {
    const { skills, tools, servers } = read(name);
    expect(skills).toEqual(["skillwright:authoring-skills"]);
    expect(tools?.map((tool) => tool.split("__").at(-1)).sort() ?? servers).toEqual(
      tools
        ? ["skill_check", "skill_compat", "skill_explain", "skill_fix"]
        : [expect.stringMatching(/^skillwright npx --no skillwright mcp .*\benabled\b/)],
    );
  });

  it.each(whole)("is what the hook prints: %s", async (name) => {
    const { written, hook } = read(name);
    const cwd = makeTree({ "skills/logs/SKILL.md": written });
    const { stderr } = await runSkills(["hook"], {
      stdin: Buffer.from(
        JSON.stringify({
          hook_event_name: "PostToolUse",
          cwd,
          tool_name: "Write",
          tool_input: { file_path: "skills/logs/SKILL.md" },
        }),
      ),
    });
    expect(stderr.split("\n").length).toBeGreaterThan(2);
    expect(hook).toContain(stderr.trimEnd());
  });

  it.each(whole)("is what each tool answers: %s", async (name) => {
    const { written, calls, results = {} } = read(name);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.resolve("dist/bin/skills.cjs"), "mcp"],
        cwd: makeTree({ "skills/logs/SKILL.md": written }),
      }),
    );
    try {
      expect(Object.keys(results).sort()).toEqual(Object.keys(calls).sort());
      for (const [tool, input] of Object.entries(calls)) {
        const { structuredContent } = await client.callTool({ name: tool, arguments: input });
        expect(lasting(JSON.parse(results[tool]!)), tool).toEqual(lasting(structuredContent));
      }
    } finally {
      await client.close();
    }
  });
});

/** What does not change with the records of clients and the texts of pages. */
function lasting(answer: unknown): unknown {
  const { findings, patch, rule, loads } = answer as Readonly<Record<string, unknown>>;
  const among = (loads as readonly Readonly<Record<string, string>>[] | undefined)?.filter(
    ({ client }) => client === "claude-code",
  );
  return {
    findings: (findings as readonly object[] | undefined)?.map((each) => ({ ...each, refusedBy: [] })),
    patch,
    rule,
    loads: among?.map(({ client, outcome }) => [client, outcome]),
  };
}
