import path from "node:path";
import { expect, it } from "vitest";
import type { PreviewData } from "../src/model/reports/preview.ts";
import { clients } from "../src/generated/clients.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

function skill(name: string, description: string, body = "# Title\n\nBody.\n"): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`;
}

const tree = {
  "ok/SKILL.md": skill("ok", "Does it. Use it then.", "Read [a](references/a.md).\n"),
  "ok/references/a.md": "# A\n\n[b](b.md)\n",
  "ok/references/b.md": "# B\n",
  "ok/references/lost.md": "# Lost\n",
  "colon/SKILL.md": "---\nname: colon\ndescription: Use this when: asked\n---\nBody\n",
};

/** More descriptions than Claude Code has room for: 40 of 1,000 characters. */
const crowd = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => `s-${String(at).padStart(2, "0")}`).map((name) => [
    `${name}/SKILL.md`,
    skill(name, "x".repeat(1000)),
  ]),
);

async function run(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runSkills(["preview", ...args], { cwd: makeTree(files) });
}

async function data(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { stdout } = await run(files, "--format", "json", ...args);
  return (JSON.parse(stdout) as { readonly data: PreviewData }).data;
}

it("refuses several clients, and names the command for them", async () => {
  expect(await run(tree, "--client", "claude-code,codex", "ok")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "skills: --client takes one client here; run the command once for each\n`skills compat` compares several\n",
  });
});

it("shows catalog, body, files and tokens of one skill", async () => {
  const { stdout, code } = await run(tree, "--client", "claude-code", "ok");
  expect(code).toBe(0);
  expect(stdout).toBe(`ok in Claude Code 2.1.332

Catalog: about 20 tokens (±15%) in every conversation
  The following skills are available for use with the Skill tool:

  - ok: Does it. Use it then.

Body: about 10 tokens (±15%) delivered when the model chooses the skill
  Read [a](references/a.md).

Files: about 10 tokens (±15%) if all are read
  references/a.md        10
  references/b.md         3
  not reachable: 1 file; skills graph lists them

The catalog needs 6,102 of 30,000 characters (wide ones count as two), including
the skills of Claude Code itself. Assumed: Claude Opus 5.5 (8,000 for a model
with a context window of 200,000 tokens), no skill used before.
`);
});

it("has the same as JSON", async () => {
  const { catalog, skills, client } = await data(tree, "--client", "claude-code@2.1.332", "ok");
  expect(client).toMatchObject({ client: "claude-code", version: "2.1.332", evidence: "live" });
  expect(catalog).toMatchObject({
    text: expect.stringContaining("- ok: Does it. Use it then."),
    budget: { limit: 30_000, unit: "columns", needed: 6_102 },
    entries: [{ skill: "ok", name: "ok", state: "whole", characters: 21, shown: "Does it. Use it then." }],
    plan: { shorten: [], join: [] },
  });
  expect(skills).toMatchObject([
    {
      path: "ok",
      loads: true,
      delivery: "tool",
      files: [
        { path: "references/a.md", depth: 1 },
        { path: "references/b.md", depth: 2 },
      ],
      unreachable: ["references/lost.md"],
    },
  ]);
});

it("says which descriptions of a set are lost, and which few to shorten", async () => {
  const { stdout, code } = await run(crowd, "--client", "claude-code");
  expect(code).toBe(0);
  expect(stdout).toContain("40 skills in Claude Code 2.1.332: 17 name only and 23 whole\n");
  expect(stdout).toContain("To show all descriptions whole, shorten 19 descriptions:\n");
  const { catalog } = await data(crowd, "--client", "claude-code");
  const saved = new Map(catalog?.plan?.shorten.map(({ skill: name, save }) => [name, save]));
  const shorter = Object.fromEntries(
    Object.keys(crowd).map((file) => {
      const name = path.dirname(file);
      return [file, skill(name, "x".repeat(1000 - (saved.get(name) ?? 0)))];
    }),
  );
  const after = await data(shorter, "--client", "claude-code");
  expect(after.catalog?.entries.every(({ state }) => state === "whole")).toBe(true);
});

it("shows what a model with another context window is shown", async () => {
  const shown = async (...words: readonly string[]) => {
    const { catalog, client } = await data(crowd, ...words);
    const lengths = catalog?.entries.map(({ shown }) => shown?.length ?? 0) ?? [];
    return { version: client.version, budget: catalog?.budget, longest: Math.max(...lengths) };
  };
  const newest = await shown("--client", "codex");
  const before = await shown("--client", "codex@0.169.0");
  const narrow = await shown("--client", "codex", "--window", "272000");
  expect(newest).toMatchObject({ version: "0.171.0", budget: { limit: 10_000, window: 500_000 } });
  expect(before).toMatchObject({ budget: { limit: 5_440, window: 272_000 } });
  expect(narrow).toEqual({ ...before, version: "0.171.0" });
  expect([before.longest, newest.longest]).toEqual([474, 926]);
  const { stdout } = await run(crowd, "--client", "codex", "--window", "1000000");
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "Assumed: a model with a context window of 1,000,000 tokens.",
  );
});

it.each([
  ["codex", "0", '--window "0" is not a number of tokens; use one such as 200000'],
  ["codex", "200k", '--window "200k" is not a number of tokens; use one such as 200000'],
  [
    "claude-code",
    "200000",
    "it is not recorded how the context window changes the list of Claude Code; preview it without `--window`",
  ],
])("refuses a window for %s: %s", async (client, window, message) => {
  const { code, stderr } = await run(tree, "--client", client, "--window", window, "ok");
  expect([code, stderr]).toEqual([2, `skills: ${message}\n`]);
});

it("keeps the indentation of texts", async () => {
  const { stdout } = await run(tree, "--client", "copilot-cli", "ok");
  expect(stdout).toContain("  <skill>\n    <name>ok</name>\n");
});

it("shows names only where the client lists no more", async () => {
  const { stdout } = await run(tree, "--client", "cline/cli", "ok");
  expect(stdout).toContain("  Available skills: ok.\n");
  expect(stdout).toContain("The catalog of this client has names only.\n");
});

it("marks the cut of one description", async () => {
  const long = { "a/SKILL.md": skill("a", "x".repeat(2000)) };
  const { stdout } = await run(long, "--client", "claude-code", "--all", "a");
  expect(stdout.replace(/\s+/g, " ")).toContain("x…[465 characters cut] ");
  expect(stdout).toContain("  a  2,000 to 1,536 characters (464 fewer)\n");
});

it.each(clients.flatMap(({ id, versions }) => (versions.some(({ load }) => load) ? [id] : [])))(
  "previews skills in %s",
  async (id) => {
    const { code, stderr } = await run(tree, "--client", id);
    expect({ known: code !== 2, stderr }).toEqual({ known: true, stderr: "" });
  },
);

it.each([
  [["--client", "pi", "ok"], 0],
  [["--client", "pi", "colon"], 1],
  [["--client", "pi"], 1],
  [["ok"], 2],
  [["--client", "nobody", "ok"], 2],
  [["--client", "pi@0.80.0", "ok"], 2],
  [["--client", "pi", "absent"], 2],
])("exits as the client loads the skills: %j", async (args, code) => {
  expect((await run(tree, ...args)).code).toBe(code);
});

it("says why a skill is not loaded", async () => {
  const { stdout } = await run(tree, "--client", "pi", "colon");
  expect(stdout).toBe("colon in pi 1.6.0: does not load: frontmatter is not valid YAML\n");
});

it("has a page of every width without text beyond it", async () => {
  for (const columns of [80, 120]) {
    const { stdout } = await runSkills(["preview", "--no-color", "--client", "claude-code"], {
      cwd: makeTree({ ...tree, ...crowd }),
      columns,
    });
    expect(stdout.split("\n").filter((line) => line.length > columns)).toEqual([]);
  }
});

it("escapes what a skill contains", async () => {
  const hostile = { "a/SKILL.md": `---\nname: a\ndescription: "\\e[2J x"\n---\n\u001b[31m\u202e\n` };
  for (const id of ["claude-code", "pi", "opencode"])
    for (const args of [["a"], ["a", "--all"]])
      expect((await run(hostile, "--client", id, ...args)).stdout).not.toMatch(/[\u001b\u202e]/);
});

it("reads a SKILL.md from standard input", async () => {
  const { stdout } = await runSkills(["preview", "-", "--stdin-name", "x", "--client", "claude-code"], {
    cwd: makeTree({}),
    stdin: Buffer.from(skillMd("x")),
  });
  expect(stdout).toContain("- x: ");
});

it("says who calls a skill that is hidden from the model", async () => {
  const hidden = "---\nname: hid\ndescription: Does it.\ndisable-model-invocation: true\n---\nBody\n";
  const { stdout } = await run({ "hid/SKILL.md": hidden }, "--client", "claude-code", "hid");
  expect(stdout).toContain(" delivered when the user calls the skill\n");
  expect(stdout).not.toContain("when the model");
});
