import { expect, it } from "vitest";
import { listClients } from "../src/api/compat/list-clients.ts";
import type { CompatRow } from "../src/model/client-load.ts";
import { plainPaint } from "../src/model/paint.ts";
import { clientsText } from "../src/report/commands/clients-text.ts";
import type { CompatData } from "../src/model/reports/compat.ts";
import { clients } from "../src/generated/clients.ts";
import { runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const tree = {
  "ok/SKILL.md": skillMd("ok"),
  "colon/SKILL.md": "---\nname: colon\ndescription: Use this when: asked\n---\nBody\n",
};

async function rows(cwd: string, ...args: readonly string[]): Promise<readonly CompatRow[]> {
  const { stdout } = await runSkills(["compat", "--format", "json", ...args], { cwd });
  return (JSON.parse(stdout) as { readonly data: CompatData }).data.rows;
}

it("has a row for each skill and each recorded version", async () => {
  const all = await rows(makeTree(tree));
  const versions = clients.flatMap(({ id, versions: each }) => each.map(({ version }) => `${id}@${version}`));
  expect(all.map(({ skill, client, version }) => `${skill} ${client}@${version}`)).toEqual(
    ["colon", "ok"].flatMap((skill) => versions.map((version) => `${skill} ${version}`)),
  );
});

it("says what a client makes of a skill, in its own words too", async () => {
  const [row] = await rows(makeTree(tree), "--client", "pi@0.87.1", "colon");
  expect(row).toMatchObject({
    outcome: "not-loaded",
    silent: false,
    name: null,
    listed: null,
    effects: [],
    reasons: ["frontmatter is not valid YAML"],
    said: expect.stringContaining("Nested mappings are not allowed"),
  });
});

it.each([
  [["ok"], 0],
  [["colon"], 0],
  [["--client", "pi", "ok"], 0],
  [["--client", "pi", "colon"], 1],
  [["--client", "pi@0.90.0", "colon"], 1],
])("exits as named clients load the skill: %j", async (args, code) => {
  expect((await runSkills(["compat", ...args], { cwd: makeTree(tree) })).code).toBe(code);
});

it("decides by the newest of the versions asked for", async () => {
  const cwd = makeTree({ "bom/SKILL.md": `\ufeff${skillMd("bom")}` });
  const code = async (client: string) =>
    (await runSkills(["compat", "--client", client, "bom"], { cwd })).code;
  expect([await code("pi"), await code("pi@0.74.2")]).toEqual([0, 1]);
});

it.each([
  ["copilot", 'unknown client "copilot"; did you mean "copilot-cli"?'],
  ["pj", 'unknown client "pj"; did you mean "pi"?'],
  ["nobody-has-this", 'unknown client "nobody-has-this"; run `skills clients` for the list'],
  ["pi/cli", 'client "pi" has no variants; remove "/cli"'],
  ["pi@0.80.0", 'no record of version "0.80.0" of "pi"; recorded: >=0.87.1 and 0.74.2'],
  ["", "--client needs an id; run `skills clients` for the list"],
])("refuses the client %j", async (client, message) => {
  const { code, stderr, stdout } = await runSkills(["compat", "--client", client], { cwd: makeTree(tree) });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

it("needs a skill in scope", async () => {
  expect((await runSkills(["compat"], { cwd: makeTree({ "a.md": "" }) })).code).toBe(2);
});

it("reads a SKILL.md from standard input", async () => {
  const { stdout } = await runSkills(["compat", "-", "--stdin-name", "colon", "--client", "pi"], {
    cwd: makeTree({}),
    stdin: Buffer.from(tree["colon/SKILL.md"]),
  });
  expect(stdout).toContain("pi  does not load: frontmatter is not valid YAML\n");
});

it("has a line for each common client, and says which versions differ and how many others there are", async () => {
  const bom = `\ufeff${skillMd("bom")}`;
  const cwd = makeTree({ "bom/SKILL.md": bom, ...tree });
  for (const skill of ["bom", "colon", "ok"]) {
    const { stdout } = await runSkills(["compat", skill], { cwd, env: { NO_COLOR: "1" }, columns: 80 });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^ {2}Codex CLI +\w/m);
    expect(stdout).toMatch(/^ {2}49 others: .*\(--verbose\)$/m);
    expect(stdout).not.toContain("Windsurf");
  }
  const { stdout } = await runSkills(["compat", "--client", "pi", "bom"], { cwd });
  expect(stdout).toContain("  pi  loads as written (0.74.2 does not load)\n");
  const { stdout: whole } = await runSkills(["compat", "--verbose", "colon"], { cwd });
  expect(whole).toContain("Does not load (");
  expect(whole).toMatch(/pi\s+0\.74\.2/);
  expect(whole).toContain("Cursor");
});

it("says how much of a description the list of skills shows", async () => {
  // The lists of Codex show 1,021 characters and "...", those of Claude Code 1,535 and "…"; pi cuts none.
  const description = "Fills forms. ".repeat(120).trim();
  const cwd = makeTree({ "long/SKILL.md": `---\nname: long\ndescription: ${description}\n---\nBody\n` });
  const { stdout } = await runSkills(["compat", "--client", "claude-code@2.1.332,codex@0.171.0,pi@1.6.0"], {
    cwd,
  });
  expect(stdout).toContain("3 of 3 recorded versions of clients load it as written");
  expect(stdout.replace(/^.*written\n/, "")).toBe(
    `  Claude Code 2.1.332  loads as written: the list of skills shows the first 1,5…
  Codex CLI 0.171.0    loads as written: the list of skills shows the first 1,0…
  pi 1.6.0             loads as written
  reasons are cut (--verbose shows them)
`,
  );
  const { stdout: whole } = await runSkills(
    ["compat", "-v", "--client", "claude-code@2.1.332,codex@0.171.0"],
    {
      cwd,
    },
  );
  expect(whole).toContain(`Loads as written (2)
  Claude Code 2.1.332
    the list of skills shows the first 1,535 characters of its description
  Codex CLI 0.171.0
    the list of skills shows the first 1,021 characters of its description
`);
});

it("says why the exit code is 2", async () => {
  const { code, stderr } = await runSkills(["compat", "--client", "windsurf,pi", "ok"], {
    cwd: makeTree(tree),
  });
  expect([code, stderr]).toEqual([
    2,
    "skills: it is not known whether Windsurf would load each skill, so the exit code is 2\n",
  ]);
});

it("shows a matrix of several skills if its columns fit", async () => {
  const { stdout } = await runSkills(["compat", "--client", "pi"], { cwd: makeTree(tree) });
  expect(
    stdout.replace(/ +$/gm, ""),
  ).toBe(`2 skills, 1 client: 1 loads as written everywhere, 1 does not load everywhere

       pi 1.6.0  pi 0.74.2
colon  no        no
ok     yes       yes
`);
});

it("escapes what a skill contains", async () => {
  const cwd = makeTree({ "a\u001b[31m/SKILL.md": '---\ndescription: "\\e[2J"\n---\n' });
  for (const args of [["compat"], ["compat", "--client", "pi"]])
    expect((await runSkills(args, { cwd })).stdout).not.toContain("\u001b");
});

it("lists records with their age, and exits with 1 if one is outdated", async () => {
  const { stdout, code } = await runSkills(["clients"], { cwd: makeTree({}) });
  expect(code).toBe(0);
  const [table = ""] = stdout.split("\n\n");
  expect(table.trimEnd().split("\n").length + 1).toBe(clients.flatMap(({ versions }) => versions).length + 2);
  expect((await runSkills(["clients", "--outdated", "0"], { cwd: makeTree({}) })).code).toBe(1);
  expect((await runSkills(["clients", "--outdated", "99999"], { cwd: makeTree({}) })).code).toBe(0);
  const changes = await runSkills(["clients", "--changes", "codex", "kilo"], { cwd: makeTree({}) });
  expect(changes.code).toBe(0);
  expect(changes.stdout).toContain(`codex, changed between 0.169.0 and 0.171.0:
  0 of 613 answers
  4 of 6 lists of skills (accents 14,544 → 25,175 characters, lines `);
  expect(changes.stdout).not.toContain("kilo");
  const none = await runSkills(["clients", "--changes", "kilo"], { cwd: makeTree({}) });
  expect(none.stdout).toBe("no two versions are recorded\n");
  const json = await runSkills(["clients", "--changes", "--format", "json"], { cwd: makeTree({}) });
  expect(schemaOf("report")(JSON.parse(json.stdout))).toBe(true);
  expect((await runSkills(["clients", "--outdated", "soon"], { cwd: makeTree({}) })).code).toBe(2);
});

it("says after how many characters a client cuts a description", async () => {
  const description = `Fills forms. ${"é".repeat(1100)}`;
  const cwd = makeTree({ "long/SKILL.md": `---\nname: long\ndescription: ${description}\n---\nBody\n` });
  const [row] = await rows(cwd, "--client", "vscode@1.138.0", "long");
  expect(row).toMatchObject({ outcome: "differs", effects: ["desc"], kept: 1024 });
  const { stdout } = await runSkills(["compat", "--verbose", "--client", "vscode@1.138.0", "long"], { cwd });
  expect(stdout.replace(/\s+/g, " ")).toContain("description is cut after 1,024 characters ");
  const [other] = await rows(makeTree(tree), "--client", "hermes-agent", "colon");
  expect(other?.kept).toBeUndefined();
});

it("warns of newest records that are older than 30 days, counted from the given day", () => {
  const ofCodex = (today: string) => {
    const { data } = listClients({ ids: ["codex"], today: new Date(today) });
    return data!.clients.map(({ version, age, old }) => [version, age > 30, old]);
  };
  expect(ofCodex("2026-12-28")).toEqual([
    ["0.171.0", false, false],
    ["0.169.0", true, false],
  ]);
  expect(ofCodex("2026-12-29")).toEqual([
    ["0.171.0", true, true],
    ["0.169.0", true, false],
  ]);
  const table = (today: string) =>
    clientsText(listClients({ today: new Date(today) }).data!, { paint: plainPaint, width: 200 });
  expect(table("2026-01-01")).not.toContain("older than");
  expect(table("2027-01-01")).toMatch(
    /\n\n\d+ records of newest versions are older than 30 days; the clients may have changed since\n$/,
  );
});

it("does not count a skill that is hidden as asked as loaded as written", async () => {
  const hidden = "---\nname: hid\ndescription: Does it.\ndisable-model-invocation: true\n---\nBody\n";
  const cwd = makeTree({ "ok/SKILL.md": skillMd("ok"), "hid/SKILL.md": hidden });
  const { stdout } = await runSkills(["compat", "--client", "claude-code"], { cwd });
  expect(stdout).toMatch(/: 1 loads as written everywhere, 1 is hidden as asked\s+somewhere\n/);
});
