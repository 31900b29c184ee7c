import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { prove } from "../src/api/doctor/prove.ts";
import { copyRoots } from "../src/real/copy-roots.ts";
import type { DoctorProof } from "../src/model/reports/doctor.ts";
import { runSkills, type Ran } from "./support/io.ts";
import { placeFake } from "./support/place-fake.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const other = (name: string) => skillMd(name).replace("Fills PDF forms", "Fills other forms");

/** A home and a project with a skill each, one of the same name in both, and one that Claude Code does not find. */
function prepare(behavior: string): {
  readonly cwd: string;
  readonly home: string;
  readonly command: string;
} {
  const base = makeTree({
    "home/.claude/skills/at-home/SKILL.md": skillMd("at-home"),
    "home/.claude/skills/both/SKILL.md": skillMd("both"),
    "project/.claude/skills/both/SKILL.md": other("both"),
    "project/.claude/skills/here/SKILL.md": skillMd("here"),
    "project/.claude/skills/here/secret.json": '{"token":"t"}',
    "project/.claude/skills/a/deep/SKILL.md": skillMd("deep"),
    "project/.git/HEAD": "ref: refs/heads/main\n",
    "elsewhere/linked/SKILL.md": skillMd("linked"),
    "project/.agents/skills/for-others/SKILL.md": skillMd("for-others"),
  });
  symlinkSync(path.join(base, "elsewhere/linked"), path.join(base, "project/.claude/skills/linked"));
  const command = placeFake(path.join(base, "bin"), behavior);
  return { cwd: path.join(base, "project"), home: path.join(base, "home"), command };
}

async function proof(
  behavior: string,
  more: { readonly seconds?: number; readonly names?: readonly string[] } = {},
): Promise<{ readonly outcome: number; readonly proof: DoctorProof }> {
  const { cwd, home, command } = prepare(behavior);
  const env = { PATH: process.env["PATH"], HOME: home, USERPROFILE: home };
  const options = { cwd, env, clients: ["claude-code"], command, allowNetwork: true, allowHome: true };
  const { outcome, data } = await prove({ ...options, ...more });
  return { outcome, proof: data!.clients[0]!.proof! };
}

it("finds no disagreement with a client that does as predicted", async () => {
  const proven = await proof("works", { names: ["here", "at-home", "linked"] });
  expect(proven).toMatchObject({ outcome: 0, proof: { announced: 4, disagreements: [] } });
  expect(proven.proof.problem).toBeUndefined();
  expect(proven.proof.compared).toBeGreaterThanOrEqual(6);
  expect(proven.proof.started).toMatchObject({ client: "claude-code", version: "2.1.332" });
});

it("reports a skill that should load and is not announced", async () => {
  const { outcome, proof: proven } = await proof("drops");
  expect(outcome).toBe(1);
  expect(proven.announced).toBe(0);
  expect(proven.disagreements).toContain('".claude/skills/here/SKILL.md" should load, but is not announced');
  expect(proven.disagreements).toContain(
    '"~/.claude/skills/both/SKILL.md" should load, but is not announced',
  );
  expect(proven.disagreements).toHaveLength(4);
});

it("reports that another skill of a name takes precedence than predicted", async () => {
  const { proof: proven } = await proof("prefers-project");
  expect(proven.disagreements).toEqual([
    '".claude/skills/both/SKILL.md" is announced, but should be "shadowed": another skill of this name takes precedence',
  ]);
});

it("reports a skill of a directory that the client is not known to read", async () => {
  const { proof: proven } = await proof("reads-agents");
  expect(proven.disagreements).toEqual([
    '".agents/skills/for-others/SKILL.md" is announced, but should be "misplaced": it is in a directory that Claude Code does not read',
  ]);
});

it("reports a skill that is announced and was not found", async () => {
  const { proof: proven } = await proof("invents");
  expect(proven.disagreements).toEqual(['"invented" is announced, but was not found here']);
});

it("reports descriptions that are cut otherwise than predicted", async () => {
  const { outcome, proof: proven } = await proof("shortens", { names: ["here"] });
  expect(proven.disagreements).toEqual([
    '".claude/skills/here/SKILL.md": 21 characters of a description are shown instead of 49: "Fills PDF forms. Use…" instead of "Fills PDF forms. Use when a form is to be filled."',
  ]);
  expect(outcome).toBe(1);
});

it.each([
  ["silent", "a control skill failed: not announced"],
  ["crashes", 'a control skill failed: ended before it asked the model: exit code 3, "no license"'],
  ["crashes-on-skill", "it ended with 4 before it listed skills: cannot parse the skill"],
])("proves nothing with a client that is %s", async (behavior, problem) => {
  const { outcome, proof: proven } = await proof(behavior);
  expect(proven).toMatchObject({ problem, disagreements: [] });
  expect(outcome).toBe(2);
});

it("proves nothing with a client that hangs", async () => {
  const { outcome, proof: proven } = await proof("hangs", { seconds: 3 });
  expect(proven.problem).toContain("asked the model nothing in 3 seconds");
  expect(outcome).toBe(2);
});

function run(behavior: string, ...args: readonly string[]): Promise<Ran> {
  const { cwd, home, command } = prepare(behavior);
  const env = { PATH: process.env["PATH"], HOME: home, USERPROFILE: home };
  const given = [
    "doctor",
    "--prove",
    "--client",
    "claude-code",
    "--client-command",
    command,
    "--allow-network",
    "--allow-home",
  ];
  return runSkills([...given, ...args], { cwd, env });
}

it("prints the disagreements below the predictions, and first what it will run", async () => {
  const { code, stdout, stderr } = await run("invents");
  expect(stderr).toContain("with copies of the client's directories of skills, removed at the end");
  expect(stdout).toMatch(/^Claude Code {3}/);
  expect(stdout).toMatch(/ {2}1 of \d+ predictions wrong: 5 skills announced/);
  expect(stdout).toContain('    "invented" is announced, but was not found here');
  expect(code).toBe(1);
});

it("prints JSON that matches the schema", async () => {
  const { code, stdout } = await run("works", "--format", "json", "here");
  const report = JSON.parse(stdout);
  expect(schemaOf("report")(report)).toBe(true);
  expect(report.data.clients[0].proof).toMatchObject({ announced: 4, disagreements: [] });
  expect(code).toBe(0);
});

it.each([
  [["--prove", "--client", "vscode"], 'cannot start "vscode"; use "claude-code", '],
  [["--prove", "--client", "codex"], '"codex" is on the search path'],
  [["--prove"], "is on the search path"],
  [["--allow-network"], "--allow-network needs --prove"],
  [["--prove", "--client-command", "x"], "--client-command needs --client with one client"],
])("refuses %j", async (args, message) => {
  const { cwd, home } = prepare("works");
  const { code, stdout, stderr } = await runSkills(["doctor", ...args], {
    cwd,
    env: { PATH: "/nonexistent", HOME: home, USERPROFILE: home },
  });
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

it("starts nothing where no network namespace can be created", async () => {
  const { cwd, home, command } = prepare("works");
  const args = ["doctor", "--prove", "--client", "claude-code", "--client-command", command];
  const env = { PATH: "/nonexistent", HOME: home, USERPROFILE: home };
  const { code, stdout, stderr } = await runSkills(args, { cwd, env });
  expect(stderr).toContain("cannot create a network namespace, so nothing was started");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

it("copies only files that decide how clients list skills, and leads links to copies", () => {
  const { cwd } = prepare("works");
  const beside = path.join(cwd, ".claude/skills/here/agents");
  mkdirSync(beside, { recursive: true });
  writeFileSync(path.join(beside, "openai.yaml"), "policy: {}\n");
  writeFileSync(path.join(beside, "other.yaml"), "key: secret\n");
  const to = makeTree({});
  const place = { home: path.join(to, "home"), project: path.join(to, "project"), cache: to, tmp: to };
  const root = { root: ".claude/skills", level: 1, real: path.join(cwd, ".claude/skills") };
  const copy = copyRoots([root], place, {
    levels: 2,
    hasRepository: true,
    sidecars: ["agents/openai.yaml"],
  });
  expect(copy.cwd).toBe(path.join(place.project, "below-1"));
  const copied = (inner: string) => path.join(place.project, ".claude/skills", inner);
  expect(readFileSync(copied("linked/SKILL.md"), "utf8")).toBe(skillMd("linked"));
  expect(() => readFileSync(copied("here/secret.json"))).toThrow("ENOENT");
  expect(() => readFileSync(copied("here/agents/other.yaml"))).toThrow("ENOENT");
  expect(readFileSync(copied("here/agents/openai.yaml"), "utf8")).toBe("policy: {}\n");
  expect(copy.originalOf(copied("here/SKILL.md"))).toBe(path.join(cwd, ".claude/skills/here/SKILL.md"));
});
